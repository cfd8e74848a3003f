import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { Outlet } from 'react-router-dom'
import { InactivityDialog } from '@/features/auth/InactivityDialog'
import { SignOfLife } from '@/features/auth/SignOfLife'
import { useInactivity } from '@/features/auth/useInactivity'
import { createQueryClient } from '@/lib/queryClient'
import { useSession } from '@/lib/session'

/** One query cache for each signed-in user: after a sign-out, or for another user, it is empty. */
export function PersonalData() {
  const { status, userId, signOut } = useSession()
  const [cache, setCache] = useState(() => ({ userId, client: createQueryClient() }))
  if (cache.userId !== userId) setCache({ userId, client: createQueryClient() })
  const { isWarning, stay } = useInactivity({ isActive: status === 'signed in', onExpire: signOut })
  return (
    <QueryClientProvider client={cache.client}>
      <Outlet />
      {status === 'signed in' && <SignOfLife onEnded={signOut} />}
      {isWarning && <InactivityDialog onStay={stay} onSignOut={() => void signOut()} />}
    </QueryClientProvider>
  )
}
