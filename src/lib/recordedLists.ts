import type { QueryClient } from '@tanstack/react-query'
import { refusalOf } from './errors'
import { callRpc } from './supabase'

const minute = 60_000

/** The record of a look at a list of names. The server answers the list for an hour after it, in the same session. */
const recordOf = (list: string) => ({
  queryKey: ['recorded list', list],
  // A query has no undefined.
  queryFn: async () => (await callRpc('record_list_view', { p_list: list })) ?? null,
  staleTime: 50 * minute,
  gcTime: 50 * minute,
})

/** Reads a list of staff, which the server answers only after the audit has that the caller looks at it. */
export async function readRecordedList<Answer>(
  client: QueryClient,
  list: 'cases' | 'approvals' | 'chats',
  read: () => PromiseLike<Answer>,
): Promise<Answer> {
  await client.fetchQuery(recordOf(list))
  try {
    return await read()
  } catch (error) {
    if (refusalOf(error)?.hint !== 'not-recorded') throw error
    // The session is another one, or the clock of the device was changed.
    await client.fetchQuery({ ...recordOf(list), staleTime: 0 })
    return read()
  }
}
