import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { permissionQueries } from '@/features/person/permissions/queries'
import { refusalOf } from '@/lib/errors'
import { logError } from '@/lib/log'
import { touchPresence } from './mutations'

const interval = 30_000

/** Reports to the server that the agent has the back office open. One open tab is enough. */
export function useAgentPresence(isAgent: boolean) {
  const client = useQueryClient()
  useEffect(() => {
    if (!isAgent) return undefined
    const report = () => {
      touchPresence().catch((error: unknown) => {
        // The permission was taken away: the guard of the screen reads the roles again.
        if (refusalOf(error)?.hint === 'no-permission')
          void client.invalidateQueries({ queryKey: permissionQueries.all })
        else logError('The presence of the agent could not be reported', error)
      })
    }
    report()
    const timer = setInterval(report, interval)
    window.addEventListener('online', report)
    document.addEventListener('visibilitychange', report)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', report)
      document.removeEventListener('visibilitychange', report)
    }
  }, [isAgent, client])
}
