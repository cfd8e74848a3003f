import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { profileQueries } from '@/features/person/profile/queries'
import { cn } from '@/lib/cn'
import { useSession } from '@/lib/session'
import { freezeCopy } from './copy'

const Why = () => <p className="rounded bg-sunken p-3 text-small">{freezeCopy.readOnly}</p>

/** Says it above links that lead to what the server refuses. */
export function FrozenNote() {
  const { userId } = useSession()
  return useQuery(profileQueries.own(userId)).data?.isFrozen === true && <Why />
}

/** What the server refuses to change while the account is frozen: shown, and why it can't be changed. */
export function ReadOnlyWhileFrozen({ className, children }: { className?: string; children: ReactNode }) {
  const { userId } = useSession()
  const { data: profile } = useQuery(profileQueries.own(userId))
  if (profile?.isFrozen !== true) return children
  return (
    <fieldset disabled className={cn('min-w-0 space-y-6', className)}>
      <Why />
      {children}
    </fieldset>
  )
}
