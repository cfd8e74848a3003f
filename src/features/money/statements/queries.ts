import { queryOptions } from '@tanstack/react-query'
import { refusalOf } from '@/lib/errors'
import { supabase } from '@/lib/supabase'
import { readSoundStatement, type Statement } from './statement'
import type { Period } from './statementPeriod'

export { readSoundStatement, type Statement } from './statement'

/** A month ('YYYY-MM') with a statement, and its number of entries. */
export type StatementMonth = { month: string; entryCount: number }

export const statementQueries = {
  all: ['statements'] as const,
  /** Of the current account, or of a savings account. Newest first, from the month in which the account was opened. */
  months: (userId: string, savingsId?: string) =>
    queryOptions({
      queryKey: [...statementQueries.all, 'months', userId, savingsId],
      queryFn: async ({ signal }): Promise<StatementMonth[]> => {
        const { data } = await supabase
          .rpc('get_statement_months', accountOf(savingsId))
          .abortSignal(signal)
          .throwOnError()
        return data.map((row) => ({ month: row.month.slice(0, 7), entryCount: row.transaction_count }))
      },
    }),
  /** Null: the account has none for these days. */
  period: (userId: string, { first, last }: Period, savingsId?: string) =>
    queryOptions({
      queryKey: [...statementQueries.all, 'period', userId, first, last, savingsId],
      queryFn: ({ signal }) => findStatement({ first, last }, savingsId, signal),
    }),
}

const accountOf = (savingsId: string | undefined) => (savingsId === undefined ? {} : { p_account_id: savingsId })

async function findStatement(
  period: Period,
  savingsId: string | undefined,
  signal: AbortSignal,
): Promise<Statement | null> {
  const days = { p_from: period.first, p_until: period.last, ...accountOf(savingsId) }
  const { data, error } = await supabase.rpc('get_statement', days).abortSignal(signal)
  if (refusalOf(error)?.hint === 'no-statement') return null
  if (error !== null) throw error
  return readSoundStatement(period, data)
}
