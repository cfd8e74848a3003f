import { useState } from 'react'
import { Button } from '@/components/ui/Button'
import { lazyPart } from '@/lib/lazyPart'
import { userCopy } from './copy'

const AddressDialog = lazyPart(async () => (await import('./AddressDialog')).AddressDialog)

type ChangeAddressProps = { userId: string; name: string; isLocked: boolean }

/** For a customer who has lost the mailbox to which codes and links are sent. */
export function ChangeAddress({ userId, name, isLocked }: ChangeAddressProps) {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <Button
        variant="secondary"
        disabled={isLocked}
        title={isLocked ? userCopy.staffLocked : undefined}
        onClick={() => setIsAsking(true)}
      >
        Change sign-in email
      </Button>
      {isAsking && <AddressDialog userId={userId} name={name} onClose={() => setIsAsking(false)} />}
    </>
  )
}
