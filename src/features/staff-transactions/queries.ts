import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { WordedError } from '@/lib/errors'
import { boolean, list, nullable, object, pounds, text } from '@/lib/json'
import { penceToWire } from '@/lib/money'
import { formatSortCode } from '@/lib/sortCode'
import { supabase } from '@/lib/supabase'

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
}

/** `least` and `most` in pence, null: no limit; days as 'YYYY-MM-DD'; '' does not filter. */
export type Filter = {
  email: string
  recipient: string
  reference: string
  least: number | null
  most: number | null
  from: string
  until: string
  status: string
}

/** Query keys contain the number instead of the filter, which holds personal data. */
export type Search = { number: number; filter: Filter }

/** A keyset position. The timestamp stays text, because a Date would drop the microseconds. */
export type Place = { before: string; beforeId: string }

/** `next` null: the end. Otherwise more rows can follow, even after an empty page. */
export type Page = { transactions: StaffTransaction[]; next: Place | null }

export const noFilter: Filter = {
  email: '',
  recipient: '',
  reference: '',
  least: null,
  most: null,
  from: '',
  until: '',
  status: '',
}

export const pageSize = 50
const newest: { after: Place | null } = { after: null }

let lastSearch = 0

export function newSearch(filter: Filter): Search {
  lastSearch += 1
  return { number: lastSearch, filter }
}

export const staffTransactionQueries = {
  all: ['staffTransactions'] as const,
  /** The matching transactions, newest first. Refetched only on request. */
  list: ({ number, filter }: Search) =>
    infiniteQueryOptions({
      queryKey: [...staffTransactionQueries.all, 'list', number],
      queryFn: ({ pageParam, signal }) => fillPage(filter, pageParam.after, signal),
      initialPageParam: newest,
      getNextPageParam: ({ next }: Page) => (next === null ? null : { after: next }),
      staleTime: Infinity,
    }),
  details: (id: string) =>
    queryOptions({
      queryKey: [...staffTransactionQueries.all, 'details', id],
      queryFn: ({ signal }) => readDetails(id, signal),
    }),
}

/** Each call searches at most 10,000 rows. */
const mostCalls = 5

/** A page of rows, or fewer when matching rows are rare. */
async function fillPage(filter: Filter, after: Place | null, signal: AbortSignal): Promise<Page> {
  let page: Page = { transactions: [], next: after }
  for (let call = 1; call <= mostCalls; call += 1) {
    const { transactions, next } = await readPage(filter, page.next, pageSize - page.transactions.length, signal)
    page = { transactions: [...page.transactions, ...transactions], next }
    if (next === null || page.transactions.length >= pageSize) break
  }
  return page
}

/** The filter as arguments of the SQL functions. */
export function filterArguments({ email, recipient, reference, least, most, from, until, status }: Filter) {
  return {
    ...(email !== '' && { p_email: email }),
    ...(recipient !== '' && { p_recipient: recipient }),
    ...(reference !== '' && { p_reference: reference }),
    ...(least !== null && { p_min: penceToWire(least) }),
    ...(most !== null && { p_max: penceToWire(most) }),
    ...(from !== '' && { p_from: from }),
    ...(until !== '' && { p_until: until }),
    ...(status !== '' && { p_status: status }),
  }
}

/** The result of one call. */
export async function readPage(filter: Filter, after: Place | null, limit: number, signal: AbortSignal): Promise<Page> {
  const { data } = await supabase
    .rpc('list_all_transactions', {
      p_limit: limit,
      ...filterArguments(filter),
      ...(after !== null && { p_before: after.before, p_before_id: after.beforeId }),
    })
    .abortSignal(signal)
    .throwOnError()
  return toPage(data)
}

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
})

const readDocument = object({
  transactions: list(readTransaction),
  next_before: nullable(text),
  next_before_id: nullable(text),
})

const readSide = nullable(object({ user_id: text, name: text, sort_code: text, account_number: text }))

const readDetailsDocument = object({
  transaction: readTransaction,
  payer: readSide,
  payee: readSide,
  outgoing_id: nullable(text),
  incoming_id: nullable(text),
  entries: list(object({ movement_id: text, created_at: text, account: nullable(text), amount: pounds })),
  check_outcome: nullable(text),
  payment_reason: nullable(text),
  warnings: list(text),
  warnings_shown_at: nullable(text),
  reversal: nullable(object({ reversed_at: text, reason: text, by: nullable(text) })),
  is_waiting: boolean,
  can_reverse: boolean,
  refusal: nullable(text),
})

/** One transaction with both sides of its payment. Amounts in pence. */
export type TransactionDetails = Awaited<ReturnType<typeof readDetails>>
export type Side = TransactionDetails['payer']

async function readDetails(id: string, signal: AbortSignal) {
  const { data } = await supabase
    .rpc('get_transaction_details', { p_transaction_id: id })
    .abortSignal(signal)
    .throwOnError()
  const details = readDetailsDocument(data)
  if (details === undefined) throw new WordedError("We couldn't read the transaction. Please try again.")
  return { ...details, transaction: toTransaction(details.transaction) }
}

function toPage(json: unknown): Page {
  const document = readDocument(json)
  // An error, because a shorter list would look complete.
  if (document === undefined) throw new WordedError("We couldn't read the list. Please try again.")
  const { transactions, next_before: before, next_before_id: beforeId } = document
  return {
    transactions: transactions.map(toTransaction),
    next: before === null || beforeId === null ? null : { before, beforeId },
  }
}

function toTransaction(row: NonNullable<ReturnType<typeof readTransaction>>): StaffTransaction {
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
  }
}
