import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { Outlet } from 'react-router-dom'
import { useInactivity } from '@/features/auth/useInactivity'
import { firstPaint } from '@/lib/firstPaint'
import { lazyPart } from '@/lib/lazyPart'
import { createQueryClient } from '@/lib/queryClient'
import { useSession } from '@/lib/session'

const SignOfLife = lazyPart(async () => {
  await firstPaint()
  return (await import('@/features/auth/SignOfLife')).SignOfLife
})
const InactivityDialog = lazyPart(async () => (await import('@/features/auth/InactivityDialog')).InactivityDialog)

/**
 * What was read belongs to whoever read it: after a sign-out, or as somebody else, the cache is a new and empty one; and
 * nobody stays signed in on a device that they have left.
 */
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
