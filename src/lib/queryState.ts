import { useState } from 'react'

type Query = { data: unknown; error: Error | null; isPaused: boolean }

const offline = new Error('Failed to fetch')

/**
 * The error of a query that has no data. A failed query is refetched in the background and counts as pending then; the
 * error stays until there is data, so that the screen does not flicker.
 */
export function useStickyError({ data, error, isPaused }: Query): Error | null {
  const [sticky, setSticky] = useState<Error | null>(null)
  const current = data !== undefined ? null : (error ?? (isPaused ? offline : sticky))
  if (current !== sticky) setSticky(current)
  return current
}

/**
 * Whether a query has neither data nor failed yet. What it shows above other content would move that when it appears, so
 * the content waits for the first answer. A failed or paused request does not hold it back.
 */
export function isFirstRead(query: { isLoading: boolean; failureCount: number }): boolean {
  return query.isLoading && query.failureCount === 0
}

/** For a query whose reads are audited: dropped when its screen is left, and refetched only on request. */
export const confidential = { gcTime: 0, refetchOnWindowFocus: false } as const
