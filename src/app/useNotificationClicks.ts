import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router-dom'

/** Goes where the service worker says, when a notification is clicked while the app is open. From the sign-in page too. */
export function useNotificationClicks() {
  const navigate = useNavigate()
  const go = useEffectEvent(({ data }: MessageEvent<{ navigate?: unknown } | null>) => {
    if (typeof data?.navigate === 'string') void navigate(data.navigate)
  })

  useEffect(() => {
    const follow = (event: MessageEvent) => go(event)
    // Missing in browsers without a secure connection.
    const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker
    workers?.addEventListener('message', follow)
    return () => workers?.removeEventListener('message', follow)
  }, [])
}
