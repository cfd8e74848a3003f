import { queryOptions } from '@tanstack/react-query'
import type { Json } from '@/lib/database.types'
import { addDays } from '@/lib/dates'
import { number, object, text } from '@/lib/json'
import type { Search } from '@/lib/search'
import { supabase } from '@/lib/supabase'
import { actionsWith } from './describeEntry'

/** One recorded action. The names are those at the time of the action. */
export type AuditEntry = {
  id: number
  createdAt: string
  /** Null: the bank. */
  actorId: string | null
  actorName: string | null
  action: string
  subjectId: string | null
  /** Null: the record was of no kind that the audit names. */
  subjectKind: string | null
  subjectName: string | null
  /** The user whose data the action was done to. */
  personId: string | null
  personName: string | null
  details: Json
  hash: string
}

/** `from` and `to` are days in London ('2026-11-21'), both included. '' does not filter. */
export type AuditFilter = {
  search: Search
  action: string
  from: string
  to: string
  /** Ids. The target is a user or a record. */
  actor: string
  target: string
}

/** Where a page starts: at a row, or after one. Empty: at the newest. */
export type AuditPlace = { row?: number; after?: number }

/** Of the filter by action: every action that changes or exports something. */
export const withoutLooking = 'without_looking'

export const auditPageSize = 50

export const auditQueries = {
  all: ['audit'] as const,
  page: ({ search, ...filter }: AuditFilter, place: AuditPlace) =>
    queryOptions({
      // The searched text can be a customer's name: its number identifies it.
      queryKey: [...auditQueries.all, 'page', { ...filter, search: search.number }, place],
      queryFn: ({ signal }) => readAuditPage({ search, ...filter }, place, auditPageSize, signal),
    }),
  /** The broken row that no super admin has looked at. */
  alarm: () =>
    queryOptions({
      queryKey: [...auditQueries.all, 'alarm'],
      queryFn: async ({ signal }) => {
        const { data } = await supabase.rpc('get_audit_alarm').abortSignal(signal).throwOnError()
        return readAlarm(data) ?? null
      },
      refetchInterval: 300_000,
    }),
}

const readAlarm = object({ row_id: number, found_at: text })

/** The filter as arguments of the SQL functions. */
export function auditArguments({ search, action, from, to, actor, target }: AuditFilter) {
  return {
    ...(search.text !== '' && { p_search: search.text }),
    ...(action === withoutLooking ? { p_without_looks: true } : action !== '' && { p_action: action }),
    ...(from !== '' && { p_from: startOfDay(from) }),
    ...(to !== '' && { p_to: startOfDay(addDays(to, 1)) }),
    ...(actor !== '' && { p_actor: actor }),
    ...(target !== '' && { p_target: target }),
  }
}

export async function readAuditPage(
  filter: AuditFilter,
  { row, after }: AuditPlace,
  limit: number,
  signal: AbortSignal,
): Promise<AuditEntry[]> {
  const { data } = await supabase
    .rpc('list_audit', {
      p_limit: limit,
      ...auditArguments(filter),
      ...(filter.search.text !== '' && { p_words: actionsWith(filter.search.text) }),
      ...(row !== undefined && { p_row: row }),
      ...(after !== undefined && { p_after: after }),
    })
    .abortSignal(signal)
    .throwOnError()
  return data.map((entry) => ({
    id: entry.id,
    createdAt: entry.created_at,
    actorId: entry.actor_id,
    actorName: entry.actor_name,
    action: entry.action,
    subjectId: entry.subject_id,
    subjectKind: entry.subject_kind,
    subjectName: entry.subject_name,
    personId: entry.person_id,
    personName: entry.person_name,
    details: entry.details,
    hash: entry.hash,
  }))
}

/** The database computes when the day begins in London. */
function startOfDay(day: string): string {
  return `${day} 00:00 Europe/London`
}
