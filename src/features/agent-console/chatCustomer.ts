import { readPaymentToCome } from '@/features/staff-transactions/shared'
import { readUserNote } from '@/features/user-notes/shared'
import { boolean, list, nullable, object, pounds, text } from '@/lib/json'

export const readCustomer = object({
  user_id: text,
  full_name: nullable(text),
  email: text,
  created_at: text,
  approved: boolean,
  suspended_at: nullable(text),
  may_not_tell: boolean,
  closed_at: nullable(text),
  frozen_at: nullable(text),
  complaint_id: nullable(text),
  earlier_chats: list(object({ id: text, ended_at: text })),
  notes: list(readUserNote),
})

// In pence. A part is null where the agent lacks the permission of the tool that shows it.
export const readMoney = object({
  account: nullable(object({ account_number: text, sort_code: text, balance: pounds, held: pounds })),
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
})

export type ChatCustomer = NonNullable<ReturnType<typeof readCustomer>>
export type ChatMoney = NonNullable<ReturnType<typeof readMoney>>
