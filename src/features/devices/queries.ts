import { queryOptions, skipToken } from '@tanstack/react-query'
import { deviceStore } from '@/lib/storage'
import { supabase } from '@/lib/supabase'

export type Device = { id: string; name: string; lastUsedAt: string; isCurrent: boolean }

export const deviceQueries = {
  all: ['devices'] as const,
  /** Shows the bank which device this is. Known devices are let in by that alone. */
  check: (userId: string | null) =>
    queryOptions({
      queryKey: [...deviceQueries.all, 'check', userId],
      queryFn: userId === null ? skipToken : checkDevice,
      staleTime: Infinity,
      // The next sign-in begins anew.
      gcTime: 0,
    }),
  list: (userId: string | null) =>
    queryOptions({
      queryKey: [...deviceQueries.all, 'list', userId],
      queryFn: userId === null ? skipToken : ({ signal }) => readDevices(signal),
    }),
}

/** `hasCode`: one has been sent to this session, and can still be used. */
async function checkDevice(): Promise<{ isKnown: boolean; hasCode: boolean }> {
  const { data } = await supabase
    .rpc('recognise_device', { p_device_token: deviceStore.token() })
    .single()
    .throwOnError()
  // The generated types do not know that the columns of a function can be null.
  const expiresAt: string | null = data.code_expires_at
  return { isKnown: data.state !== 'unknown', hasCode: expiresAt !== null }
}

async function readDevices(signal: AbortSignal): Promise<Device[]> {
  const { data } = await supabase.rpc('list_devices').abortSignal(signal).throwOnError()
  return data.map((row) => ({
    id: row.id,
    name: row.name,
    lastUsedAt: row.last_used_at,
    isCurrent: row.is_current,
  }))
}
