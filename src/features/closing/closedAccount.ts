import { readLetter } from '@/features/cases/queries'
import { boolean, list, nullable, number, object, pounds, text } from '@/lib/json'

/** A closed account in the answer of get_closed_account. `waiting` in pence. */
export const readClosedAccount = object({
  holder_name: text,
  sort_code: text,
  account_number: text,
  address: list(text),
  closed_at: text,
  kept_until: text,
  waiting: pounds,
  /** Whether the bank has to release what waits first. */
  payout_waits: boolean,
  outcome: nullable(text),
  /** Where what is paid to the account is sent on to, and until when it can be. */
  forwards_to: nullable(object({ name: text, sort_code: text, account_number: text })),
  can_forward: boolean,
  forwards_until: text,
  months: list(object({ month: text, transaction_count: number })),
  letters: list(object({ id: text, decided_at: text, letter: readLetter })),
})
export type ClosedAccount = NonNullable<ReturnType<typeof readClosedAccount>>
