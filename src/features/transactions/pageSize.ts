/** Also sent by the first script (app/firstReads.ts). */
export const transactionColumns =
  'id,amount,incoming,to_account_holder_name,to_sort_code,to_account_number,from_account_holder_name,from_sort_code,from_account_number,reference,status,created_at,reversed_at,category'

/** The rows of a page of the list. */
export const transactionPageSize = 50
