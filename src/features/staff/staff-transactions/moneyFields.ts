import { boolean, list, nullable, number, object, text, withDefault } from '@/lib/json'
import { pounds } from '@/lib/money'
import { readPaymentToCome } from './paymentsToCome'

const readSavings = object({
  id: text,
  sort_code: text,
  account_number: text,
  balance: pounds,
  closed_at: nullable(text),
  /** How long what leaves a protected account waits; 0 without protection. */
  wait_hours: number,
})
export type SavingsOfUser = NonNullable<ReturnType<typeof readSavings>>

/** A customer's accounts and latest payments, in pence. A part is null without the permission for its tool. */
export const moneyFields = {
  account: nullable(object({ account_number: text, sort_code: text, balance: pounds, pending: pounds })),
  savings: withDefault(nullable(list(readSavings)), null),
  payments: nullable(
    list(
      object({
        id: text,
        created_at: text,
        other_party: text,
        amount: pounds,
        incoming: boolean,
        is_card: boolean,
        account_type: nullable(text),
        is_own_move: boolean,
        status: text,
      }),
    ),
  ),
  payments_to_come: nullable(list(readPaymentToCome)),
}
