import { queryOptions } from '@tanstack/react-query'
import { readCaseSummary, type CaseSummary } from '@/lib/caseSummary'
import { list } from '@/lib/json'
import { confidential } from '@/lib/queryState'
import { required } from '@/lib/required'
import type { Search } from '@/lib/search'
import { supabase } from '@/lib/supabase'

// Not from shared.ts: the palette is on every staff screen, and needs none of the rows.
export { matterOf } from './words'

/** The cache of all that staff read about cases. */
export const staffCaseKey = ['staff cases'] as const

/** How many cases are overdue: in the navigation of staff, which does not load the screens of cases. */
export const overdueCasesQuery = queryOptions({
  queryKey: [...staffCaseKey, 'late'],
  queryFn: async ({ signal }) => (await supabase.rpc('count_overdue_cases').abortSignal(signal).throwOnError()).data,
  refetchInterval: 60_000,
})

/** The cases in which this member of staff must move. */
export const caseNewsQuery = queryOptions({
  queryKey: [...staffCaseKey, 'news'],
  queryFn: async ({ signal }) => (await supabase.rpc('list_case_news').abortSignal(signal).throwOnError()).data,
  refetchInterval: 60_000,
})

const readCases = list(readCaseSummary)
export const toListedCases = (rows: unknown) => required(readCases(rows))

/** The most cases that a search finds. */
export const mostFoundCases = 50

export const caseSearchQuery = (search: Search) =>
  queryOptions({
    queryKey: [...staffCaseKey, 'found', search.number],
    queryFn: async ({ signal }): Promise<CaseSummary[]> => {
      // The server answers only after the audit log has recorded it.
      await supabase.rpc('record_case_search', { p_search: search.text }).abortSignal(signal).throwOnError()
      const { data } = await supabase.rpc('search_cases', { p_search: search.text }).abortSignal(signal).throwOnError()
      return toListedCases(data)
    },
    ...confidential,
  })
