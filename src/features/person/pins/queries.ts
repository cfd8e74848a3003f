import { queryOptions } from '@tanstack/react-query'
import { confidential } from '@/lib/queryState'
import { supabase } from '@/lib/supabase'

export type PinRequest = { userId: string; fullName: string | null; signInEmail: string; requestedAt: string }

export const pinQueries = {
  all: ['pins'] as const,
  /** The open requests from 'Forgotten details?'. */
  requests: () =>
    queryOptions({
      queryKey: [...pinQueries.all, 'requests'],
      queryFn: ({ signal }) => readPinRequests(signal),
      ...confidential,
    }),
}

async function readPinRequests(signal: AbortSignal): Promise<PinRequest[]> {
  const listId = crypto.randomUUID()
  await supabase.rpc('record_pin_request_list', { p_list_id: listId }).abortSignal(signal).throwOnError()
  const { data } = await supabase
    .rpc('list_pin_reset_requests', { p_list_id: listId })
    .abortSignal(signal)
    .throwOnError()
  return data.map((row) => ({
    userId: row.user_id,
    fullName: row.full_name,
    signInEmail: row.sign_in_email,
    requestedAt: row.requested_at,
  }))
}
