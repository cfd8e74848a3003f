import { queryOptions } from '@tanstack/react-query'
import { deviceStore } from '@/lib/storage'
import { supabase } from '@/lib/supabase'

export type Device = { id: string; name: string; lastUsedAt: string; isCurrent: boolean }

export const deviceQueries = {
  all: ['devices'] as const,
  /** Shows the bank which device this is. Known devices are let in by that alone. */
  check: (userId: string) =>
    queryOptions({
      queryKey: [...deviceQueries.all, 'check', userId],
      queryFn: findStep,
      staleTime: Infinity,
      // The next sign-in begins anew.
      gcTime: 0,
    }),
  list: (userId: string) =>
    queryOptions({
      queryKey: [...deviceQueries.all, 'list', userId],
      queryFn: ({ signal }) => readDevices(signal),
    }),
}

/** `hasCode`: one has been sent to this session, and can still be used. */
async function findStep(): Promise<{ isKnown: boolean; hasCode: boolean }> {
  const { isKnown, triesLeft } = await checkDevice()
  return { isKnown, hasCode: triesLeft > 0 }
}

/** `triesLeft`: of a code that has been sent to this session. */
export async function checkDevice(): Promise<{ isKnown: boolean; triesLeft: number }> {
  const { data } = await supabase
    .rpc('recognise_device', { p_device_token: deviceStore.token() })
    .single()
    .throwOnError()
  // The generated types do not know that the columns of a function can be null.
  const triesLeft: number | null = data.tries_left
  return { isKnown: data.state !== 'unknown', triesLeft: triesLeft ?? 0 }
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
