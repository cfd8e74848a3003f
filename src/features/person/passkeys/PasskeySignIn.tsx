import { useEffect, useRef, useState } from 'react'
import { Button } from '@/components/ui/Button'
import { download } from '@/lib/download'
import { messageOf } from '@/lib/errors'
import { whenIdle } from '@/lib/idle'
import { logError } from '@/lib/log'
import { toast } from '@/lib/toast'
import { passkeyCopy } from './copy'
import { canUsePasskeys } from './webauthn'

async function showFailure(signIn: () => Promise<void>) {
  try {
    await signIn()
  } catch (error) {
    toast.error({ title: passkeyCopy.signIn.failed, text: messageOf(error) })
  }
}

/** Signs in with a passkey: by the button, or offered in the PIN's field where the browser can. */
export function PasskeySignIn() {
  const [isPending, setIsPending] = useState(false)
  // Only the server knows whether the bank has passkeys.
  const [isOff, setIsOff] = useState(false)
  const offer = useRef<AbortController>(null)

  useEffect(() => {
    const controller = new AbortController()
    offer.current = controller
    whenIdle()
      .then(() => import('./mutations'))
      .then(({ finishSignIn, offerPasskeys }) =>
        offerPasskeys(controller.signal, (response) => void showFailure(() => finishSignIn(response))),
      )
      .then(setIsOff)
      .catch((error: unknown) => logError('No passkey was offered', error))
    return () => controller.abort()
  }, [])

  const handlePress = async () => {
    setIsPending(true)
    // A browser has one request at a time.
    offer.current?.abort()
    await showFailure(async () => (await download(() => import('./mutations'))).signInWithPasskey())
    setIsPending(false)
  }

  if (!canUsePasskeys() || isOff) return null
  return (
    <Button
      variant="secondary"
      pending={isPending}
      pendingLabel={passkeyCopy.signIn.pending}
      onClick={() => void handlePress()}
    >
      {passkeyCopy.signIn.action}
    </Button>
  )
}
