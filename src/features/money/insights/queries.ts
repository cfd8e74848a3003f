import { queryOptions } from '@tanstack/react-query'
import { toCategory, type Category } from '@/features/money/categories/shared'
import { WordedError } from '@/lib/errors'
import { poundsToPence } from '@/lib/money'
import { supabase } from '@/lib/supabase'
import { comparedDays, type ComparedDays } from './comparedDays'

/** Spending and income of a month, in pence. */
export type MonthFigures = {
  /** The month's first day, YYYY-MM-DD. */
  month: string
  spent: number
  received: number
}

export type Insights = {
  /** This month, then the six months before it, newest first. */
  months: [thisMonth: MonthFigures, lastMonth: MonthFigures, ...earlier: MonthFigures[]]
  /** Computed by the server, which decides what counts. */
  averageSpent: number
}

/**
 * What was spent on a category or a merchant this month, and on the same days of last month. In pence.
 * `hasExternal`: with transactions of accounts at other banks.
 */
export type Spent<Name extends string> = { name: Name; spent: number; spentBefore: number; hasExternal: boolean }

/** Most first. */
export type Spending = {
  /** What was compared. */
  days: ComparedDays
  /** The names of the accounts at other banks that are counted, oldest first. */
  externalAccounts: string[]
  byCategory: Spent<Category>[]
  byPayee: Spent<string>[]
}

export const insightsQueries = {
  all: ['insights'] as const,
  own: (userId: string) =>
    queryOptions({
      queryKey: [...insightsQueries.all, userId],
      queryFn: async ({ signal }): Promise<Insights> => {
        const { data } = await supabase.rpc('get_insights').abortSignal(signal).throwOnError()
        const [thisMonth, lastMonth, ...earlier] = data.map(({ month, spent, received }) => ({
          month,
          spent: poundsToPence(spent),
          received: poundsToPence(received),
        }))
        if (data[0] === undefined || thisMonth === undefined || lastMonth === undefined)
          throw new WordedError("We couldn't load your insights. Please try again.")
        return { months: [thisMonth, lastMonth, ...earlier], averageSpent: poundsToPence(data[0].average_spent) }
      },
    }),
  spending: (userId: string) =>
    queryOptions({
      queryKey: [...insightsQueries.all, 'spending', userId],
      queryFn: ({ signal }) => readSpending(userId, signal),
    }),
}

async function readSpending(userId: string, signal: AbortSignal): Promise<Spending> {
  const [byCategory, byPayee, accounts] = await Promise.all([
    supabase.rpc('get_spending_by_category').abortSignal(signal).throwOnError(),
    supabase.rpc('get_spending_by_payee').abortSignal(signal).throwOnError(),
    supabase
      .from('external_accounts')
      .select('name')
      .eq('user_id', userId)
      .eq('in_insights', true)
      .order('created_at')
      .abortSignal(signal)
      .throwOnError(),
  ])
  return {
    days: comparedDays(new Date()),
    externalAccounts: accounts.data.map(({ name }) => name),
    byCategory: byCategory.data.map((row) => toSpent(toCategory(row.category), row)),
    byPayee: byPayee.data.map((row) => toSpent(row.payee, row)),
  }
}

type SpentRow = { spent: number; spent_before: number; has_external: boolean }

function toSpent<Name extends string>(name: Name, row: SpentRow): Spent<Name> {
  return {
    name,
    spent: poundsToPence(row.spent),
    spentBefore: poundsToPence(row.spent_before),
    hasExternal: row.has_external,
  }
}
