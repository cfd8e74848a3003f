import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Tables } from '@/lib/database.types'
import { penceToWire, poundsToPence } from '@/lib/money'
import { formatSortCode } from '@/lib/sortCode'
import { supabase } from '@/lib/supabase'

/** A transaction of a customer. `amount` in pence, always positive; name and numbers are the counterparty's. */
export type Transaction = {
  id: string
  amount: number
  incoming: boolean
  counterparty: string
  sortCode: string
  accountNumber: string
  reference: string | null
  status: string
  createdAt: string
  reversedAt: string | null
}

/** `least` and `most` in pence; null: no limit. */
export type SearchCriteria = { text: string; least: number | null; most: number | null }

/** A keyset position in the list, newest first. */
type Place = Pick<Transaction, 'createdAt' | 'id'>
type Start = { after: Place | null }

const pageSize = 50
const newest: Start = { after: null }

const columns =
  'id, amount, incoming, to_account_holder_name, to_sort_code, to_account_number, from_account_holder_name, from_sort_code, from_account_number, reference, status, created_at, reversed_at'

type TransactionRow = Omit<Tables<'transactions'>, 'user_id' | 'from_account_id'>

export const transactionQueries = {
  all: ['transactions'] as const,
  /** The first page of `list`. */
  newest: (userId: string) =>
    queryOptions({
      queryKey: [...transactionQueries.all, 'newest', userId],
      queryFn: ({ signal }) => readTransactions(userId, newest, signal),
    }),
  /** All transactions in keyset pages, so that new rows do not shift the pages. */
  list: (userId: string) =>
    infiniteQueryOptions({
      queryKey: [...transactionQueries.all, 'list', userId],
      queryFn: ({ pageParam, signal }) => readTransactions(userId, pageParam, signal),
      initialPageParam: newest,
      getNextPageParam: nextStart,
    }),
  /** The matching transactions, in pages like `list`. */
  search: (userId: string, criteria: SearchCriteria) =>
    infiniteQueryOptions({
      queryKey: [...transactionQueries.all, 'search', userId, criteria],
      queryFn: ({ pageParam, signal }) => findTransactions(criteria, pageParam, signal),
      initialPageParam: newest,
      getNextPageParam: nextStart,
    }),
}

function nextStart(page: Transaction[]): Start | null {
  const last = page.at(-1)
  return last === undefined || page.length < pageSize ? null : { after: last }
}

async function readTransactions(userId: string, { after }: Start, signal: AbortSignal) {
  let request = supabase.from('transactions').select(columns).eq('user_id', userId)
  if (after !== null) {
    // The first filter lets the index start at this time. The second orders rows of the same time.
    request = request.lte('created_at', after.createdAt).or(`created_at.lt."${after.createdAt}",id.lt.${after.id}`)
  }
  const { data } = await request
    .order('created_at', { ascending: false })
    .order('id', { ascending: false })
    .limit(pageSize)
    .abortSignal(signal)
    .throwOnError()
  return data.map(toTransaction)
}

async function findTransactions({ text, least, most }: SearchCriteria, { after }: Start, signal: AbortSignal) {
  const { data } = await supabase
    .rpc('search_transactions', {
      ...(text !== '' && { p_text: text }),
      ...(least !== null && { p_min: penceToWire(least) }),
      ...(most !== null && { p_max: penceToWire(most) }),
      ...(after !== null && { p_before: after.createdAt, p_before_id: after.id }),
    })
    .select(columns)
    .abortSignal(signal)
    .throwOnError()
  return data.map(toTransaction)
}

function toTransaction(row: TransactionRow): Transaction {
  const { id, amount, incoming, reference, status } = row
  // Incoming rows name the payer. A credit by the bank itself names none.
  const counterparty = (incoming ? row.from_account_holder_name : row.to_account_holder_name) ?? ''
  const sortCode = (incoming ? row.from_sort_code : row.to_sort_code) ?? ''
  const accountNumber = (incoming ? row.from_account_number : row.to_account_number) ?? ''
  return {
    id,
    amount: poundsToPence(amount),
    incoming,
    counterparty,
    sortCode: formatSortCode(sortCode),
    accountNumber,
    reference,
    status,
    createdAt: row.created_at,
    reversedAt: row.reversed_at,
  }
}
