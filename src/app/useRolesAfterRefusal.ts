import { hashKey, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { permissionQueries } from '@/features/person/permissions/queries'
import { refusalOf } from '@/lib/errors'

/** Refetches the user's roles when the server refuses a read or a write for lack of a right. The guards then leave the screen. */
export function useRolesAfterRefusal(userId: string) {
  const client = useQueryClient()
  useEffect(() => {
    const { queryKey } = permissionQueries.own(userId)
    const handle = (error: Error | null) => {
      if (refusalOf(error)?.status === 403) void client.invalidateQueries({ queryKey }, { cancelRefetch: false })
    }
    const own = hashKey(queryKey)
    const stops = [
      client.getQueryCache().subscribe((event) => {
        // The roles themselves are not refetched when they are refused.
        if (event.type === 'updated' && event.action.type === 'error' && event.query.queryHash !== own)
          handle(event.query.state.error)
      }),
      client.getMutationCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'error') handle(event.action.error)
      }),
    ]
    return () => stops.forEach((stop) => stop())
  }, [client, userId])
}
