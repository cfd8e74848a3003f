import { useEffect, useRef, useState } from 'react'
import { Button } from '@/components/ui/Button'
import { messageOf } from '@/lib/errors'
import { whenIdle } from '@/lib/idle'
import { logError } from '@/lib/log'
import { passkeyStore } from '@/lib/storage'
import { toast } from '@/lib/toast'
import { passkeyCopy } from './copy'
import { canUsePasskeys } from './webauthn'

/** Signs in with a passkey. In a browser that has used one, the PIN's field offers it too. */
export function PasskeySignIn() {
  const [isPending, setIsPending] = useState(false)
  const offer = useRef<AbortController>(null)

  useEffect(() => {
    if (!canUsePasskeys() || !passkeyStore.read()) return
    const controller = new AbortController()
    offer.current = controller
    whenIdle()
      .then(() => import('./mutations'))
      .then(({ offerPasskeys }) => offerPasskeys(controller.signal))
      .catch((error: unknown) => logError('No passkey was offered', error))
    return () => controller.abort()
  }, [])

  const handlePress = async () => {
    setIsPending(true)
    // A browser has one request at a time.
    offer.current?.abort()
    try {
      await (await import('./mutations')).signInWithPasskey()
    } catch (error) {
      toast.error({ title: passkeyCopy.signIn.failed, text: messageOf(error) })
    } finally {
      setIsPending(false)
    }
  }

  if (!canUsePasskeys()) return null
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
