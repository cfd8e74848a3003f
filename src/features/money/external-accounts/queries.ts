import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { nextStart, type Start } from '@/lib/keysetPages'
import { poundsToPence } from '@/lib/money'
import { supabase } from '@/lib/supabase'
import type { Balance } from './statementFile'

/** An account at another bank, from imported files. */
export type ExternalAccount = {
  id: string
  name: string
  transactionCount: number
  lastDay: string | null
  /** Null where no imported file has one. */
  balance: Balance | null
  inInsights: boolean
}

/** A row as the database stores it. `amount` in pence, negative for outgoing money. */
export type ExternalTransaction = { key: string; day: string; amount: number; description: string }

const pageSize = 50
type Place = Pick<ExternalTransaction, 'day' | 'key'>
const newest: Start<Place> = { after: null }

export const externalAccountQueries = {
  all: ['external accounts'] as const,
  /** Oldest first. */
  list: (userId: string) =>
    queryOptions({
      queryKey: [...externalAccountQueries.all, 'list', userId],
      queryFn: ({ signal }) => readAccounts(userId, signal),
    }),
  /** The rows of an account in keyset pages, newest first. */
  transactions: (accountId: string) =>
    infiniteQueryOptions({
      queryKey: [...externalAccountQueries.all, 'transactions', accountId],
      queryFn: ({ pageParam, signal }) => readTransactions(accountId, pageParam.after, signal),
      initialPageParam: newest,
      getNextPageParam: nextStart(pageSize),
    }),
}

async function readAccounts(userId: string, signal: AbortSignal): Promise<ExternalAccount[]> {
  const { data } = await supabase
    .from('external_accounts')
    .select('id, name, transaction_count, last_day, balance, balance_day, in_insights')
    .eq('user_id', userId)
    .order('created_at')
    .abortSignal(signal)
    .throwOnError()
  return data.map((row) => ({
    id: row.id,
    name: row.name,
    transactionCount: row.transaction_count,
    lastDay: row.last_day,
    balance:
      row.balance === null || row.balance_day === null
        ? null
        : { pence: poundsToPence(row.balance), day: row.balance_day },
    inInsights: row.in_insights,
  }))
}

async function readTransactions(accountId: string, after: Place | null, signal: AbortSignal) {
  let request = supabase
    .from('external_transactions')
    .select('key, day, amount, description')
    .eq('account_id', accountId)
  if (after !== null) {
    const key = after.key.replace(/["\\]/g, '\\$&')
    request = request.lte('day', after.day).or(`day.lt.${after.day},key.lt."${key}"`)
  }
  const { data } = await request
    .order('day', { ascending: false })
    .order('key', { ascending: false })
    .limit(pageSize)
    .abortSignal(signal)
    .throwOnError()
  return data.map((row): ExternalTransaction => ({ ...row, amount: poundsToPence(row.amount) }))
}
