import { readCaseSummary, type CaseSummary } from '@/lib/caseSummary'
import { boolean, list, nullable, number, object, text, withDefault } from '@/lib/json'
import { pounds } from '@/lib/money'
import { required } from '@/lib/required'
import { formatSortCode } from '@/lib/sortCode'

/** A transaction of any customer. `amount` in pence, always positive. */
export type StaffTransaction = {
  id: string
  createdAt: string
  userEmail: string | null
  fromAccount: string | null
  /** Null for a card payment, as is the sort code. */
  toAccount: string | null
  sortCode: string | null
  recipient: string
  reference: string | null
  amount: number
  incoming: boolean
  status: string
  reversedAt: string | null
  /** The money has left the payer and not reached the payee. */
  isCreditMissing: boolean
  /** The customer's account that the row is about: 'current' or 'savings'. */
  accountType: string | null
  /** Both accounts are the customer's. */
  isOwnMove: boolean
}

/** A keyset position. The timestamp stays text, because a Date would drop the microseconds. */
export type Place = { after: string; afterId: string }

/** What the server found in one step. `next` null: the end. Otherwise more rows can follow, even after an empty step. */
export type Page = { transactions: StaffTransaction[]; next: Place | null; readAt: string }

/** What has changed since a list was read. */
export type Changes = {
  /** All that have been added since, newest first. */
  fresh: StaffTransaction[]
  /** The current states of shown rows, by id. */
  states: Record<string, State>
  /** False: more were added than one answer holds. */
  isComplete: boolean
  readAt: string
  /** The states of this group of 100 rows are read next. */
  turn: number
}
export type State = Pick<StaffTransaction, 'status' | 'reversedAt' | 'isCreditMissing'>

const readTransaction = object({
  id: text,
  created_at: text,
  user_email: nullable(text),
  from_account: nullable(text),
  to_account: nullable(text),
  sort_code: nullable(text),
  recipient: text,
  reference: nullable(text),
  amount: pounds,
  incoming: boolean,
  status: text,
  reversed_at: nullable(text),
  is_credit_missing: boolean,
  account_type: nullable(text),
  is_own_move: boolean,
})

const readDocument = object({
  transactions: list(readTransaction),
  next_after: nullable(text),
  next_after_id: nullable(text),
  read_at: text,
})

export const readTotals = object({
  count: number,
  paid_in: pounds,
  paid_out: pounds,
  next_after: nullable(text),
  next_after_id: nullable(text),
})

export const readChanges = object({
  transactions: list(readTransaction),
  is_complete: boolean,
  states: list(object({ id: text, status: text, reversed_at: nullable(text), is_credit_missing: boolean })),
  read_at: text,
})

const readSide = nullable(
  object({ user_id: text, name: text, sort_code: text, account_number: text, account_type: text }),
)

export const readDetailsDocument = object({
  transaction: readTransaction,
  payer: readSide,
  payee: readSide,
  outgoing_id: nullable(text),
  incoming_id: nullable(text),
  /** Of a payment to come. */
  state: nullable(text),
  timeline: list(
    object({
      at: text,
      kind: text,
      detail: nullable(text),
      amount: nullable(pounds),
      account: nullable(text),
      by: nullable(text),
      until: nullable(text),
    }),
  ),
  can_review: boolean,
  /** Of its review, for those who work on cases. */
  /** Null without the right to work on cases. */
  cases: withDefault<CaseSummary[] | null>(list(readCaseSummary), null),
  payment_reason: nullable(text),
  reversal_id: nullable(text),
  is_waiting: boolean,
  can_reverse: boolean,
  refusal: nullable(text),
})

export function toPage(json: unknown): Page {
  // An error, because a shorter list would look complete.
  const document = required(readDocument(json))
  return { transactions: document.transactions.map(toTransaction), next: toPlace(document), readAt: document.read_at }
}

export function toPlace({
  next_after: after,
  next_after_id: afterId,
}: {
  next_after: string | null
  next_after_id: string | null
}) {
  return after === null || afterId === null ? null : { after, afterId }
}

export function toTransaction(row: NonNullable<ReturnType<typeof readTransaction>>): StaffTransaction {
  return {
    id: row.id,
    createdAt: row.created_at,
    userEmail: row.user_email,
    fromAccount: row.from_account,
    toAccount: row.to_account,
    sortCode: row.sort_code === null ? null : formatSortCode(row.sort_code),
    recipient: row.recipient,
    reference: row.reference,
    amount: row.amount,
    incoming: row.incoming,
    status: row.status,
    reversedAt: row.reversed_at,
    isCreditMissing: row.is_credit_missing,
    accountType: row.account_type,
    isOwnMove: row.is_own_move,
  }
}
