import { queryOptions } from '@tanstack/react-query'
import type { Tables } from '@/lib/database.types'
import { londonDay } from '@/lib/dates'
import { toFrequency, type Frequency } from './frequencies'
import { poundsToPence } from '@/lib/money'
import type { ResultRow } from '@/lib/resultRow'
import { supabase } from '@/lib/supabase'

/** A payment that will be sent; `amount` in pence, `day` as 'YYYY-MM-DD'. */
export type UpcomingPayment = {
  /** Null for a later payment of a regular one. */
  id: string | null
  regularId: string | null
  name: string
  sortCode: string
  accountNumber: string
  amount: number
  reference: string | null
  day: string
  /** The day until which it is under review. */
  reviewUntil: string | null
  /** It is not sent before the customer keeps it: someone else may have set it up. */
  awaitsOwner: boolean
  /** It goes to another account of the customer. */
  isOwnMove: boolean
}

export type RegularPayment = {
  id: string
  name: string
  sortCode: string
  accountNumber: string
  amount: number
  reference: string | null
  frequency: Frequency
  endsOn: string | null
  paymentsLeft: number | null
  state: 'active' | 'paused'
  /** Its scheduled payment. Null while it is paused, and before the pay of a move on payday has come in. */
  next: NextPayment | null
  fromAccountId: string
  /** The account of the customer to which a regular move goes. Null for a payment. */
  otherAccountId: string | null
}

/** `day` as 'YYYY-MM-DD'. */
type NextPayment = { id: string; day: string; awaitsOwner: boolean }

/** A payment that was sent, cancelled or has failed. */
export type PastPayment = {
  id: string
  regularId: string | null
  name: string
  amount: number
  state: 'sent' | 'cancelled' | 'failed'
  /** Why it has failed. */
  problem: string | null
  /** When it was due, as 'YYYY-MM-DD'. */
  day: string
}

/** When a regular payment is made, as its form has it. */
export type RegularTerms = { frequency: Frequency; startsOn: string; endsOn: string | null; count: string | null }

/** No payment is for a later day. */
const mostDays = 366
const mostPast = 100

export const outgoingQueries = {
  all: ['outgoing-payments'] as const,
  /** The next 30 days, and at least to the same day of the next month, by day. */
  upcoming: (userId: string) =>
    queryOptions({
      queryKey: [...outgoingQueries.all, 'upcoming', userId],
      queryFn: ({ signal }) => readUpcoming({}, signal),
    }),
  /** Every payment for another day that is not a regular one, by day. */
  once: (userId: string) =>
    queryOptions({
      queryKey: [...outgoingQueries.all, 'once', userId],
      queryFn: async ({ signal }) =>
        (await readUpcoming({ p_days: mostDays }, signal)).filter(({ regularId }) => regularId === null),
    }),
  /** Active and paused ones, oldest first. */
  regular: (userId: string) =>
    queryOptions({
      queryKey: [...outgoingQueries.all, 'regular', userId],
      queryFn: ({ signal }) => readRegular(userId, signal),
    }),
  /** By the day on which they were due, newest first. */
  past: (userId: string) =>
    queryOptions({
      queryKey: [...outgoingQueries.all, 'past', userId],
      queryFn: ({ signal }) => readPast(userId, signal),
    }),
  /** The next days of a regular payment that has not been made. */
  preview: (terms: RegularTerms) =>
    queryOptions({
      queryKey: [...outgoingQueries.all, 'preview', terms],
      queryFn: ({ signal }) => readPreview(terms, signal),
      // The days stay the same; the server refuses terms that have become invalid.
      staleTime: Infinity,
    }),
}

async function readUpcoming(args: { p_days?: number }, signal: AbortSignal): Promise<UpcomingPayment[]> {
  const { data } = await supabase.rpc('list_upcoming_payments', args).abortSignal(signal).throwOnError()
  return data.map((row: UpcomingRow) => ({
    id: row.outgoing_payment_id,
    regularId: row.regular_payment_id,
    name: row.to_name,
    sortCode: row.to_sort_code,
    accountNumber: row.to_account_number,
    amount: poundsToPence(row.amount),
    reference: row.reference,
    day: row.send_on,
    reviewUntil: row.review_until,
    awaitsOwner: row.awaits_owner,
    isOwnMove: row.other_account_id !== null,
  }))
}

type UpcomingRow = ResultRow<
  'list_upcoming_payments',
  'outgoing_payment_id' | 'regular_payment_id' | 'reference' | 'review_until' | 'other_account_id'
>

async function readRegular(userId: string, signal: AbortSignal): Promise<RegularPayment[]> {
  const { data } = await supabase
    .from('regular_payments')
    .select(
      'id, to_account_holder_name, to_sort_code, to_account_number, amount, reference, frequency, ends_on, payments_left, state, from_account_id, other_account_id, outgoing_payments(id, send_at, awaits_owner)',
    )
    .eq('user_id', userId)
    .in('state', ['active', 'paused'])
    // One at most.
    .eq('outgoing_payments.state', 'scheduled')
    .order('created_at')
    .order('id')
    .abortSignal(signal)
    .throwOnError()
  return data.map((row) => ({
    id: row.id,
    name: row.to_account_holder_name,
    sortCode: row.to_sort_code,
    accountNumber: row.to_account_number,
    amount: poundsToPence(row.amount),
    reference: row.reference,
    frequency: toFrequency(row.frequency),
    endsOn: row.ends_on,
    paymentsLeft: row.payments_left,
    state: row.state === 'paused' ? 'paused' : 'active',
    next: toNextPayment(row.outgoing_payments[0]),
    fromAccountId: row.from_account_id,
    otherAccountId: row.other_account_id,
  }))
}

function toNextPayment(
  row: Pick<Tables<'outgoing_payments'>, 'id' | 'send_at' | 'awaits_owner'> | undefined,
): NextPayment | null {
  return row === undefined ? null : { id: row.id, day: londonDay(row.send_at), awaitsOwner: row.awaits_owner }
}

type PastRow = Pick<
  Tables<'outgoing_payments'>,
  'id' | 'regular_payment_id' | 'to_account_holder_name' | 'amount' | 'state' | 'problem' | 'due_on' | 'send_at'
>

async function readPast(userId: string, signal: AbortSignal): Promise<PastPayment[]> {
  const { data } = await supabase
    .from('outgoing_payments')
    .select('id, regular_payment_id, to_account_holder_name, amount, state, problem, due_on, send_at')
    .eq('user_id', userId)
    // Payments with an undo window are in the list of transactions.
    .is('request_id', null)
    .in('state', ['sent', 'cancelled', 'failed'])
    .order('due_on', { ascending: false })
    .order('id')
    .limit(mostPast)
    .abortSignal(signal)
    .throwOnError()
  return data.map(toPastPayment)
}

function toPastPayment(row: PastRow): PastPayment {
  return {
    id: row.id,
    regularId: row.regular_payment_id,
    name: row.to_account_holder_name,
    amount: poundsToPence(row.amount),
    state: row.state === 'sent' || row.state === 'failed' ? row.state : 'cancelled',
    problem: row.problem,
    day: row.due_on ?? londonDay(row.send_at),
  }
}

async function readPreview(
  { frequency, startsOn, endsOn, count }: RegularTerms,
  signal: AbortSignal,
): Promise<string[]> {
  const { data } = await supabase
    .rpc('preview_regular_payment', {
      p_frequency: frequency,
      p_starts_on: startsOn,
      ...(endsOn !== null && { p_ends_on: endsOn }),
      ...(count !== null && { p_payment_count: count }),
    })
    .abortSignal(signal)
    .throwOnError()
  return data.map((row) => row.send_on)
}
