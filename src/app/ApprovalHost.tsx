import { useEffect } from 'react'
import { usePendingApproval } from '@/lib/approval'
import { lazyPart } from '@/lib/lazyPart'
import { useSession } from '@/lib/session'

const ApprovalSheet = lazyPart(async () => (await import('@/features/person/passkeys/ApprovalSheet')).ApprovalSheet)

/** Shows what waits for a passkey, above any screen. */
export function ApprovalHost() {
  const pending = usePendingApproval()
  const { status } = useSession()
  useEffect(() => {
    if (status === 'signed out') pending?.finish(false)
  }, [status, pending])
  if (pending === null) return null
  const { subject, about, finish } = pending
  return (
    <ApprovalSheet
      key={subject}
      subject={subject}
      about={about}
      onApproved={() => finish(true)}
      onClose={() => finish(false)}
    />
  )
}
