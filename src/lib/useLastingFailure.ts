import { useState } from 'react'

type Reading = { data: unknown; error: Error | null; fetchStatus: 'fetching' | 'paused' | 'idle' }

const offline = new Error('Failed to fetch')

/**
 * A failed query is asked again in the background, and counts as pending meanwhile. What people read should not flicker
 * with it: the failure stays until there is data.
 */
export function useLastingFailure({ data, error, fetchStatus }: Reading): Error | null {
  const [failure, setFailure] = useState<Error | null>(null)
  const current = data !== undefined ? null : (error ?? (fetchStatus === 'paused' ? offline : failure))
  if (current !== failure) setFailure(current)
  return current
}
