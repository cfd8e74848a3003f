import { queryOptions } from '@tanstack/react-query'
import { poundsToPence } from '@/lib/money'
import type { ResultRow } from '@/lib/resultRow'
import { supabase } from '@/lib/supabase'

export type Passkey = {
  id: string
  name: string
  createdAt: string
  lastUsedAt: string | null
  credentialId: string
}

export const passkeyQueries = {
  all: ['passkeys'] as const,
  list: (userId: string) =>
    queryOptions({
      queryKey: [...passkeyQueries.all, 'list', userId],
      queryFn: ({ signal }) => readPasskeys(signal),
    }),
  /** The amount in pence above which a passkey approves a payment. */
  amount: (userId: string) =>
    queryOptions({
      queryKey: [...passkeyQueries.all, 'amount', userId],
      queryFn: ({ signal }) => readApprovalAmount(userId, signal),
    }),
}

async function readPasskeys(signal: AbortSignal): Promise<Passkey[]> {
  const { data } = await supabase.rpc('list_passkeys').abortSignal(signal).throwOnError()
  return data.map((row: ResultRow<'list_passkeys', 'last_used_at'>) => ({
    id: row.id,
    name: row.name,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    credentialId: row.credential_id,
  }))
}

async function readApprovalAmount(userId: string, signal: AbortSignal): Promise<number> {
  const { data } = await supabase
    .from('profiles')
    .select('approve_above')
    .eq('id', userId)
    .abortSignal(signal)
    .single()
    .throwOnError()
  return poundsToPence(data.approve_above)
}
