import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { refusalOf } from '@/lib/errors'
import { required } from '@/lib/required'
import { supabase } from '@/lib/supabase'
import { filterArguments, type Filter, type Search } from './filter'
import {
  readChanges,
  readDetailsDocument,
  readTotals,
  toPage,
  toPlace,
  toTransaction,
  type Changes,
  type Page,
  type Place,
  type State,
} from './readTransactions'
import { readPaymentsToCome } from './paymentsToCome'
import { pageSize } from './steps'

/** Of the rows that the server has searched so far. Money in pence. */
export type Totals = { count: number; paidIn: number; paidOut: number; next: Place | null }

/** While the list is visible, in ms. */
const followInterval = 4000
const statesPerCall = 100

/** Searching all rows again would take long: an error after the first step has a retry button instead. */
const recoverFirstStep = {
  staleTime: Infinity,
  refetchInterval: ({ state }: { state: { data: unknown; error: Error | null } }) =>
    state.data === undefined && state.error !== null && refusalOf(state.error) === null && 5000,
}

export const staffTransactionQueries = {
  all: ['staffTransactions'] as const,
  /** The steps of a search. A step examines at most 10,000 rows. */
  list: ({ number: searchNumber, filter }: Search) =>
    infiniteQueryOptions({
      queryKey: [...staffTransactionQueries.all, 'list', searchNumber],
      queryFn: ({ pageParam, signal }) => readStep(filter, pageParam, signal),
      initialPageParam: null as Place | null,
      getNextPageParam: ({ next }: Page) => next,
      ...recoverFirstStep,
    }),
  /** Each page has the totals of all steps so far. */
  totals: ({ number: searchNumber, filter }: Search) =>
    infiniteQueryOptions({
      queryKey: [...staffTransactionQueries.all, 'totals', searchNumber],
      queryFn: ({ pageParam, signal }) => addTotals(filter, pageParam, signal),
      initialPageParam: noTotals,
      getNextPageParam: (totals: Totals) => (totals.next === null ? null : totals),
      ...recoverFirstStep,
    }),
  toCome: ({ number: searchNumber, filter }: Search) =>
    queryOptions({
      queryKey: [...staffTransactionQueries.all, 'to come', searchNumber],
      queryFn: ({ signal }) => readToCome(filter, signal),
    }),
  allChanges: () => [...staffTransactionQueries.all, 'changes'] as const,
  /** What has changed in a list since it was read. `ids`: its rows. */
  changes: ({ number: searchNumber, filter }: Search, readAt: string, ids: string[]) =>
    queryOptions({
      queryKey: [...staffTransactionQueries.allChanges(), searchNumber, readAt],
      queryFn: ({ client, queryKey, signal }) =>
        follow(filter, client.getQueryData<Changes>(queryKey) ?? noChanges(readAt), ids, signal),
      staleTime: followInterval,
      refetchInterval: ({ state }) => refusalOf(state.error) === null && followInterval,
      retry: false,
    }),
  allDetails: () => [...staffTransactionQueries.all, 'details'] as const,
  /** `isFromList`: opened from a row, which is the reason to look at it. */
  details: (id: string, isFromList: boolean) =>
    queryOptions({
      queryKey: [...staffTransactionQueries.allDetails(), id],
      queryFn: ({ signal }) => readDetails(id, isFromList, signal),
    }),
}

/** What an id identifies, of what the caller may open. */
export function findIdKinds(id: string) {
  return queryOptions({
    queryKey: ['id kinds', id],
    queryFn: async ({ signal }) =>
      (await supabase.rpc('find_id_kinds', { p_id: id }).abortSignal(signal).throwOnError()).data,
  })
}

/** Audits the search: the server then answers it for ten minutes. */
async function recordSearch(filter: Filter, signal: AbortSignal) {
  await supabase.rpc('record_transaction_search', filterArguments(filter)).abortSignal(signal).throwOnError()
}

/** The answer of a read. Its search is recorded again if that was more than ten minutes ago. */
async function readRecorded<Answer>(filter: Filter, signal: AbortSignal, read: () => Promise<Answer>): Promise<Answer> {
  try {
    return await read()
  } catch (error) {
    if (refusalOf(error)?.hint !== 'not-recorded') throw error
    await recordSearch(filter, signal)
    return read()
  }
}

async function readStep(filter: Filter, after: Place | null, signal: AbortSignal): Promise<Page> {
  if (after === null) await recordSearch(filter, signal)
  return readRecorded(filter, signal, () => readPage(filter, after, pageSize, signal))
}

/** A part of a list or of an export, which was recorded. */
export async function readPage(filter: Filter, after: Place | null, limit: number, signal: AbortSignal): Promise<Page> {
  const { data } = await supabase
    .rpc('list_all_transactions', { p_limit: limit, ...filterArguments(filter), ...placeArguments(after) })
    .abortSignal(signal)
    .throwOnError()
  return toPage(data)
}

function placeArguments(after: Place | null) {
  return after === null ? {} : { p_after: after.after, p_after_id: after.afterId }
}

/** Days of the filter are those on which the payments are due. */
async function readToCome(filter: Filter, signal: AbortSignal) {
  return readRecorded(filter, signal, async () => {
    const { data } = await supabase
      .rpc('list_payments_to_come', filterArguments(filter))
      .abortSignal(signal)
      .throwOnError()
    const toCome = required(readPaymentsToCome(data))
    return { count: toCome.count ?? 0, payments: toCome.payments }
  })
}

const noTotals: Totals = { count: 0, paidIn: 0, paidOut: 0, next: null }

async function addTotals(filter: Filter, before: Totals, signal: AbortSignal): Promise<Totals> {
  if (before === noTotals) await recordSearch(filter, signal)
  return readRecorded(filter, signal, async () => {
    const { data } = await supabase
      .rpc('total_transactions', { ...filterArguments(filter), ...placeArguments(before.next) })
      .abortSignal(signal)
      .throwOnError()
    const totals = required(readTotals(data))
    return {
      count: before.count + totals.count,
      paidIn: before.paidIn + totals.paid_in,
      paidOut: before.paidOut + totals.paid_out,
      next: toPlace(totals),
    }
  })
}

function noChanges(readAt: string): Changes {
  return { fresh: [], states: {}, isComplete: true, readAt, turn: 0 }
}

/** Adds what has changed since `before`. */
async function follow(filter: Filter, before: Changes, ids: string[], signal: AbortSignal): Promise<Changes> {
  const shown = [...new Set([...before.fresh.map(({ id }) => id), ...ids])]
  const start = before.turn * statesPerCall < shown.length ? before.turn * statesPerCall : 0
  const data = await readRecorded(filter, signal, async () => {
    const answer = await supabase
      .rpc('follow_transactions', {
        ...filterArguments(filter),
        p_since: before.readAt,
        p_ids: shown.slice(start, start + statesPerCall),
      })
      .abortSignal(signal)
      .throwOnError()
    return required(readChanges(answer.data))
  })
  const known = new Set(before.fresh.map(({ id }) => id))
  return {
    fresh: [...data.transactions.map(toTransaction).filter(({ id }) => !known.has(id)), ...before.fresh],
    states: {
      ...before.states,
      ...Object.fromEntries(
        data.states.map(
          ({ id, status, reversed_at: reversedAt, is_credit_missing: isCreditMissing }): [string, State] => [
            id,
            { status, reversedAt, isCreditMissing },
          ],
        ),
      ),
    },
    isComplete: before.isComplete && data.is_complete,
    readAt: data.read_at,
    turn: start / statesPerCall + 1,
  }
}

/** One transaction with both sides of its payment. Amounts in pence. */
export type TransactionDetails = Awaited<ReturnType<typeof readDetails>>
export type Side = TransactionDetails['payer']
export type TimelineEvent = TransactionDetails['timeline'][number]

async function readDetails(id: string, isFromList: boolean, signal: AbortSignal) {
  // A separate call: the server returns the details only after the audit has recorded that they are read.
  await supabase
    .rpc('record_transaction_view', { p_transaction_id: id, p_reason: isFromList ? 'payment_list' : undefined })
    .abortSignal(signal)
    .throwOnError()
  const { data } = await supabase
    .rpc('get_transaction_details', { p_transaction_id: id })
    .abortSignal(signal)
    .throwOnError()
  const details = required(readDetailsDocument(data))
  const transaction = toTransaction(details.transaction)
  return { ...details, transaction: { ...transaction, status: details.state ?? transaction.status } }
}
