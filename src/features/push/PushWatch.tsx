import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import { object, text } from '@/lib/json'
import { logError } from '@/lib/log'
import { pushStore } from '@/lib/storage'
import { keepPush } from './mutations'

const readPlace = object({ navigate: text })

/**
 * A browser that gets push messages gets those of the user who signs in. When a notification is clicked while the app is
 * open, the service worker says where to go.
 */
export function PushWatch({ userId }: { userId: string | null }) {
  const navigate = useNavigate()
  const go = useEffectEvent(({ data }: MessageEvent) => {
    const place = readPlace(data)
    if (place !== undefined) void navigate(place.navigate)
  })

  useEffect(() => {
    if (userId === null || pushStore.read() !== true) return
    keepPush().catch((error: unknown) => logError('The push messages were not renewed', error))
  }, [userId])

  useEffect(() => {
    if (!('serviceWorker' in navigator)) return
    const { serviceWorker } = navigator
    const follow = (event: MessageEvent) => go(event)
    serviceWorker.addEventListener('message', follow)
    return () => serviceWorker.removeEventListener('message', follow)
  }, [])
  return null
}
