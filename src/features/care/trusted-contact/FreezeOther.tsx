import { useState } from 'react'
import { ConfirmDialog } from '@/components/ConfirmDialog'
import { Button } from '@/components/ui/Button'
import { useIsTurnedOff } from '@/features/person/profile/queries'
import { trustedCopy as copy } from './copy'
import { useFreezeAsContact } from './mutations'

/** Freezes the account of a customer who trusts the user. It asks first. */
export function FreezeOther({ ownerId, name }: { ownerId: string; name: string }) {
  const [isAsking, setIsAsking] = useState(false)
  const freeze = useFreezeAsContact()
  const close = () => setIsAsking(false)
  if (useIsTurnedOff('freezing')) return null
  return (
    <>
      <Button variant="quiet" className="w-full" onClick={() => setIsAsking(true)}>
        {copy.freeze(name)}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={copy.freezeTitle(name)}
          text={copy.freezeText}
          confirmLabel={copy.freeze(name)}
          pending={freeze.isPending}
          onConfirm={() => freeze.mutate(ownerId, { onSettled: close })}
          onClose={close}
        />
      )}
    </>
  )
}
