import { readCaseSummary, type CaseSummary } from '@/lib/caseSummary'
import { moneyFields } from '@/features/staff/staff-transactions/shared'
import { readUserNote } from '@/features/staff/user-notes/shared'
import { boolean, list, nullable, object, text, withDefault } from '@/lib/json'

const headFields = {
  user_id: text,
  full_name: nullable(text),
  email: text,
  created_at: text,
  approved: boolean,
  suspended_at: nullable(text),
  closed_at: nullable(text),
  frozen_at: nullable(text),
}

/** What `CustomerHead` shows. */
export const readCustomerHead = object(headFields)
export type HeadCustomer = NonNullable<ReturnType<typeof readCustomerHead>>

export const readCustomer = object({
  ...headFields,
  complaint_id: nullable(text),
  earlier_chats: list(object({ id: text, ended_at: text })),
  notes: list(readUserNote),
  /** Null without the right to work on cases. */
  cases: withDefault<CaseSummary[] | null>(list(readCaseSummary), null),
})

/** Why the customer is suspended; null where nothing is known. `next_update`: the day on which the customer hears more. */
export const readSuspension = nullable(object({ cause: text, message: text, next_update: text, is_delayed: boolean }))

export const readMoney = object(moneyFields)

export type ChatCustomer = NonNullable<ReturnType<typeof readCustomer>>
export type ChatMoney = NonNullable<ReturnType<typeof readMoney>>
