/** Also sent by the first script (build/firstScript.ts). */
export const accountColumns =
  'id,balance,pending,account_number,sort_code,account_holder_name,card_last_four,has_savings'
