import { queryOptions } from '@tanstack/react-query'
import { refusalOf } from '@/lib/errors'
import { supabase } from '@/lib/supabase'
import { addsUp, readStatement, type Statement } from './statement'

/** A month ('YYYY-MM') with a statement, and its number of entries. */
export type StatementMonth = { month: string; entryCount: number }

export const statementQueries = {
  all: ['statements'] as const,
  /** Newest first, from the month in which the account was opened. */
  months: (userId: string) =>
    queryOptions({
      queryKey: [...statementQueries.all, 'months', userId],
      queryFn: ({ signal }) => readMonths(signal),
    }),
  /** Null: the account has none for this month. */
  month: (userId: string, month: string) =>
    queryOptions({
      queryKey: [...statementQueries.all, 'month', userId, month],
      queryFn: ({ signal }) => findStatement(month, signal),
    }),
}

async function readMonths(signal: AbortSignal): Promise<StatementMonth[]> {
  const { data } = await supabase.rpc('get_statement_months').abortSignal(signal).throwOnError()
  return data.map((row) => ({ month: row.month.slice(0, 7), entryCount: row.transaction_count }))
}

async function findStatement(month: string, signal: AbortSignal): Promise<Statement | null> {
  const { data, error } = await supabase.rpc('get_statement', { p_month: `${month}-01` }).abortSignal(signal)
  if (refusalOf(error)?.hint === 'no-statement') return null
  if (error !== null) throw error
  const statement = readStatement(month, data)
  // A wrong statement is not shown: customers pass statements on to landlords and tax offices.
  if (statement === null || !addsUp(statement)) {
    throw new Error("This statement doesn't add up, so we can't show it. Please try again.")
  }
  return statement
}
