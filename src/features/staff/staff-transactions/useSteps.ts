import { useQueryClient, type QueryKey } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

type Steps = {
  data: { pages: unknown[] } | undefined
  hasNextPage: boolean
  isFetching: boolean
  isPlaceholderData: boolean
  error: Error | null
  fetchNextPage: (options?: { cancelRefetch: boolean }) => Promise<unknown>
}

/** Takes one step after the other, until there are enough or the user stops it. */
export function useSteps(queryKey: QueryKey, query: Steps, isEnough: boolean) {
  const client = useQueryClient()
  const name = JSON.stringify(queryKey)
  const [stopped, setStopped] = useState<string | null>(null)
  const { data, hasNextPage, isFetching, isPlaceholderData, error, fetchNextPage } = query
  const stepCount = data?.pages.length ?? 0
  const isRunning = hasNextPage && !isEnough && !isPlaceholderData && error === null && stopped !== name

  useEffect(() => {
    // The number of steps, because a fast answer can come before React has rendered that it was fetching.
    if (isRunning && !isFetching && stepCount > 0) void fetchNextPage({ cancelRefetch: false })
  }, [isRunning, isFetching, stepCount, fetchNextPage])

  return {
    isRunning,
    /** Stopped or failed before the end. */
    isInterrupted: hasNextPage && !isEnough && !isRunning,
    stop: () => {
      setStopped(name)
      void client.cancelQueries({ queryKey, exact: true })
    },
    goOn: () => {
      setStopped(null)
      if (error !== null) return fetchNextPage()
      return undefined
    },
  }
}
