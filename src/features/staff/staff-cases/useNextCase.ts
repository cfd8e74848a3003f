import { useNavigate } from 'react-router-dom'
import { useQueryClient } from '@tanstack/react-query'
import { adminCasePath } from '@/lib/paths'
import { useUserId } from '@/lib/session'
import { staffCaseQueries } from './queries'

/** Opens the next case after this one. False: there is none, or it could not be looked up. */
export function useNextCase(id: string) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const userId = useUserId()
  return async () => {
    const next = await client.fetchQuery(staffCaseQueries.next(id, userId)).catch(() => null)
    if (next !== null) await navigate(adminCasePath(next))
    return next !== null
  }
}
