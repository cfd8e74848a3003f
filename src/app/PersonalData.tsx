import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { Outlet } from 'react-router-dom'
import { InactivityDialog } from '@/features/auth/InactivityDialog'
import { useInactivity } from '@/features/auth/useInactivity'
import { useSessionHeartbeat } from '@/features/auth/useSessionHeartbeat'
import { createQueryClient } from '@/lib/queryClient'
import { useSession } from '@/lib/session'

/** One query cache for each signed-in user: after a sign-out, or for another user, it is empty. */
export function PersonalData() {
  const { status, userId, signOut } = useSession()
  const [cache, setCache] = useState(() => ({ userId, client: createQueryClient() }))
  if (cache.userId !== userId) setCache({ userId, client: createQueryClient() })
  const { isWarning, stay } = useInactivity({ isActive: status === 'signed in', onExpire: signOut })
  useSessionHeartbeat({ isActive: status === 'signed in', onEnded: signOut })
  return (
    <QueryClientProvider client={cache.client}>
      <Outlet />
      {isWarning && <InactivityDialog onStay={stay} onSignOut={() => void signOut()} />}
    </QueryClientProvider>
  )
}
