/** The rows of a page of the list. The first script (app/firstReads.ts) reads a page too. */
export const transactionPageSize = 50
