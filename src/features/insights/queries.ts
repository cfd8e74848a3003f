import { queryOptions } from '@tanstack/react-query'
import { poundsToPence } from '@/lib/money'
import { supabase } from '@/lib/supabase'

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

export const insightsQueries = {
  all: ['insights'] as const,
  own: (userId: string) =>
    queryOptions({
      queryKey: [...insightsQueries.all, userId],
      queryFn: ({ signal }) => readInsights(signal),
    }),
}

async function readInsights(signal: AbortSignal): Promise<Insights> {
  const { data } = await supabase.rpc('get_insights').abortSignal(signal).throwOnError()
  const [thisMonth, lastMonth, ...earlier] = data.map(({ month, spent, received }) => ({
    month,
    spent: poundsToPence(spent),
    received: poundsToPence(received),
  }))
  if (data[0] === undefined || thisMonth === undefined || lastMonth === undefined)
    throw new Error("We couldn't load your insights. Please try again.")
  return { months: [thisMonth, lastMonth, ...earlier], averageSpent: poundsToPence(data[0].average_spent) }
}
