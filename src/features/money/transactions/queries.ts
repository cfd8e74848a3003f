import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { toCategory, type Category } from '@/features/money/categories/shared'
import { nextStart, type Start } from '@/lib/keysetPages'
import { penceToWire, poundsToPence } from '@/lib/money'
import type { ResultRow } from '@/lib/resultRow'
import { numberFor } from '@/lib/search'
import { formatSortCode } from '@/lib/sortCode'
import { supabase } from '@/lib/supabase'
import { transactionPageSize } from './pageSize'

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
  category: Category
  /** The other account of a move between two accounts of the customer. Null for every payment. */
  otherAccountId: string | null
}

/** Days in London ('YYYY-MM-DD') and amounts in pence, limits included. Null: no limit. */
export type SearchFilters = {
  incoming: boolean | null
  category: Category | null
  /** A merchant or payee, under all its names. */
  payee: string | null
  /** Only what is pending. */
  pending: boolean
  /** Only what the insights count: what is completed and was not reversed. */
  counted: boolean
  from: string | null
  until: string | null
  least: number | null
  most: number | null
}

/** `text`: a name, a reference or an amount, or empty. */
export type SearchCriteria = SearchFilters & { text: string }

/** A keyset position in the list, newest first. */
type Place = Pick<Transaction, 'createdAt' | 'id'>

const newest: Start<Place> = { after: null }
const noCriteria = {}

type TransactionRow = ResultRow<
  'search_transactions',
  | 'to_sort_code'
  | 'to_account_number'
  | 'from_account_holder_name'
  | 'from_sort_code'
  | 'from_account_number'
  | 'reference'
  | 'reversed_at'
  | 'other_account_id'
>

export const transactionQueries = {
  all: ['transactions'] as const,
  /** The first page of `list`. */
  newest: (userId: string, savingsId?: string) =>
    queryOptions({
      queryKey: [...transactionQueries.all, 'newest', userId, savingsId],
      queryFn: ({ signal }) => findTransactions({ accountId: savingsId }, newest, signal),
    }),
  /** The newest three. */
  latest: (userId: string) =>
    queryOptions({
      queryKey: [...transactionQueries.all, 'latest', userId],
      queryFn: ({ signal }) => findTransactions(noCriteria, newest, signal, 3),
    }),
  /** All transactions of the current account, or of a savings account, in keyset pages, so that new rows do not shift the pages. */
  list: (userId: string, savingsId?: string) =>
    infiniteQueryOptions({
      queryKey: [...transactionQueries.all, 'list', userId, savingsId],
      queryFn: ({ pageParam, signal }) => findTransactions({ accountId: savingsId }, pageParam, signal),
      initialPageParam: newest,
      getNextPageParam: nextStart(transactionPageSize),
    }),
  /** The matching transactions, in pages like `list`. */
  search: (userId: string, criteria: SearchCriteria) =>
    infiniteQueryOptions({
      queryKey: [...transactionQueries.all, 'search', userId, numberFor(criteria)],
      queryFn: ({ pageParam, signal }) => findTransactions(criteria, pageParam, signal),
      initialPageParam: newest,
      getNextPageParam: nextStart(transactionPageSize),
    }),
  /** The account's balance after a transaction, in pence. Null: the ledger has no entry for it. */
  balanceAfter: (transactionId: string) =>
    queryOptions({
      queryKey: [...transactionQueries.all, 'balance after', transactionId],
      queryFn: async ({ signal }): Promise<number | null> => {
        const { data } = await supabase
          .rpc('get_balance_after', { p_transaction_id: transactionId })
          .abortSignal(signal)
          .throwOnError()
        // The generated type leaves out that a function may return null.
        const balance: number | null = data
        return balance === null ? null : poundsToPence(balance)
      },
      // The ledger is append-only.
      staleTime: Infinity,
    }),
}

async function findTransactions(
  criteria: Partial<SearchCriteria> & { accountId?: string | undefined },
  { after }: Start<Place>,
  signal: AbortSignal,
  limit = transactionPageSize,
): Promise<Transaction[]> {
  const { text = '', incoming = null, category = null, payee = null, pending = false, counted = false } = criteria
  const { from = null, until = null, least = null, most = null, accountId } = criteria
  const { data } = await supabase
    .rpc('search_transactions', {
      ...(accountId !== undefined && { p_account_id: accountId }),
      ...(text !== '' && { p_text: text }),
      ...(least !== null && { p_min: penceToWire(least) }),
      ...(most !== null && { p_max: penceToWire(most) }),
      ...(incoming !== null && { p_incoming: incoming }),
      ...(category !== null && { p_category: category }),
      ...(payee !== null && { p_payee: payee }),
      ...(pending && { p_pending: true }),
      ...(counted && { p_counted: true }),
      ...(from !== null && { p_from: from }),
      ...(until !== null && { p_until: until }),
      ...(after !== null && { p_before: after.createdAt, p_before_id: after.id }),
    })
    .limit(limit)
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
    category: toCategory(row.category),
    otherAccountId: row.other_account_id,
  }
}
