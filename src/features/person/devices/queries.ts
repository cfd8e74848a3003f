import { queryOptions } from '@tanstack/react-query'
import { deviceStore } from '@/lib/storage'
import { supabase } from '@/lib/supabase'

export type Device = { id: string; name: string; lastUsedAt: string; isCurrent: boolean }

export const deviceQueries = {
  all: ['devices'] as const,
  /** Identifies this device to the server. A known device needs nothing more. */
  check: (userId: string) =>
    queryOptions({
      queryKey: [...deviceQueries.all, 'check', userId],
      queryFn: findStep,
      staleTime: Infinity,
      // Not reused at the next sign-in.
      gcTime: 0,
    }),
  list: (userId: string) =>
    queryOptions({
      queryKey: [...deviceQueries.all, 'list', userId],
      queryFn: async ({ signal }): Promise<Device[]> => {
        const { data } = await supabase.rpc('list_devices').abortSignal(signal).throwOnError()
        return data.map((row) => ({
          id: row.id,
          name: row.name,
          lastUsedAt: row.last_used_at,
          isCurrent: row.is_current,
        }))
      },
    }),
}

/** `hasCode`: a code has been sent to this session and is still valid. */
async function findStep(): Promise<{ isKnown: boolean; hasCode: boolean }> {
  const { isKnown, triesLeft } = await checkDevice()
  return { isKnown, hasCode: triesLeft > 0 }
}

/** `triesLeft`: the attempts left for this session's code. */
export async function checkDevice(): Promise<{ isKnown: boolean; triesLeft: number }> {
  const { data } = await supabase
    .rpc('recognise_device', { p_device_token: deviceStore.token() })
    .single()
    .throwOnError()
  // The generated types of function results do not include null.
  const triesLeft: number | null = data.tries_left
  return { isKnown: data.state !== 'unknown', triesLeft: triesLeft ?? 0 }
}
