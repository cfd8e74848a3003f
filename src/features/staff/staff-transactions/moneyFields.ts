import { boolean, list, nullable, object, text } from '@/lib/json'
import { pounds } from '@/lib/money'
import { readPaymentToCome } from './paymentsToCome'

/** A customer's account and latest payments, in pence. A part is null without the permission for its tool. */
export const moneyFields = {
  account: nullable(object({ account_number: text, sort_code: text, balance: pounds, pending: pounds })),
  payments: nullable(
    list(
      object({
        id: text,
        created_at: text,
        other_party: text,
        amount: pounds,
        incoming: boolean,
        is_card: boolean,
        status: text,
      }),
    ),
  ),
  payments_to_come: nullable(list(readPaymentToCome)),
}
