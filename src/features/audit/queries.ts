import { queryOptions } from '@tanstack/react-query'
import type { Json } from '@/lib/database.types'
import { supabase } from '@/lib/supabase'

/** One recorded action. */
export type AuditEntry = {
  id: number
  createdAt: string
  /** Null: the bank. */
  actorId: string | null
  /** Null: the user is deleted or has no name. */
  actorName: string | null
  action: string
  /** The affected user, or the affected record if its customer is unknown. Null: none. */
  targetId: string | null
  targetName: string | null
  details: Json
  hash: string
}

export type NamedUser = { id: string; name: string }

/** `from` and `to` are days in London ('2026-11-21'), both included; empty: no limit. */
export type AuditFilter = {
  action: string
  from: string
  to: string
  actor: NamedUser | null
  target: NamedUser | null
}

export type AuditPlace = { createdAt: string; id: number }

export const auditPageSize = 50

export const auditQueries = {
  all: ['audit'] as const,
  actions: () =>
    queryOptions({
      queryKey: [...auditQueries.all, 'actions'],
      queryFn: async ({ signal }) => (await supabase.rpc('list_audit_actions').abortSignal(signal).throwOnError()).data,
    }),
  page: ({ actor, target, ...filter }: AuditFilter, after: AuditPlace | null) =>
    queryOptions({
      // Without names: the ids identify the filter.
      queryKey: [...auditQueries.all, 'page', { ...filter, actor: actor?.id, target: target?.id }, after],
      queryFn: ({ signal }) => readPage({ actor, target, ...filter }, after, signal),
    }),
}

async function readPage(
  { action, from, to, actor, target }: AuditFilter,
  after: AuditPlace | null,
  signal: AbortSignal,
): Promise<AuditEntry[]> {
  const { data } = await supabase
    .rpc('list_audit', {
      p_limit: auditPageSize,
      ...(action !== '' && { p_action: action }),
      ...(from !== '' && { p_from: startOfDay(from) }),
      ...(to !== '' && { p_to: startOfDay(dayAfter(to)) }),
      ...(actor !== null && { p_actor: actor.id }),
      ...(target !== null && { p_target: target.id }),
      ...(after !== null && { p_before_created_at: after.createdAt, p_before_id: after.id }),
    })
    .abortSignal(signal)
    .throwOnError()
  return data.map((row) => ({
    id: row.id,
    createdAt: row.created_at,
    actorId: row.actor_id,
    actorName: row.actor_name,
    action: row.action,
    targetId: row.target_person_id ?? row.target_id,
    targetName: row.target_name,
    details: row.details,
    hash: row.hash,
  }))
}

/** The database computes when the day begins in London. */
function startOfDay(day: string): string {
  return `${day} 00:00 Europe/London`
}

function dayAfter(day: string): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + 1)
  return date.toISOString().slice(0, 10)
}
