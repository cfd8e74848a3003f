import { useState } from 'react'
import { Button } from '@/components/ui/Button'
import { lazyPart } from '@/lib/lazyPart'
import { useUserId } from '@/lib/session'
import { userCopy } from './copy'
import type { ToProtect } from './ProtectDialog'

const Dialog = lazyPart(async () => (await import('./ProtectDialog')).ProtectDialog)

type ProtectUserProps = {
  userId: string
  /** Whether the reader may change the details of this user. */
  canEdit: boolean
  what: ToProtect
  label: string
  /** In a list, the button's name says what it is about. */
  name?: string
}

/** A button for what only lowers the risk. It asks first. */
export function ProtectUser({ userId, canEdit, what, label, name }: ProtectUserProps) {
  const [isAsking, setIsAsking] = useState(false)
  // Owners use the app.
  const isOwn = userId === useUserId()
  return (
    <>
      <Button
        variant="secondary"
        aria-label={name}
        disabled={isOwn || !canEdit}
        title={canEdit ? undefined : userCopy.staffLocked}
        onClick={() => setIsAsking(true)}
      >
        {label}
      </Button>
      {isAsking && <Dialog userId={userId} what={what} onClose={() => setIsAsking(false)} />}
    </>
  )
}
