/** The rows of a page of the list. The first script (build/firstScript.ts) reads a page too. */
export const transactionPageSize = 50
