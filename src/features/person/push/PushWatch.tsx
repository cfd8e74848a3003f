import { useEffect } from 'react'
import { logError } from '@/lib/log'
import { pushStore } from '@/lib/storage'
import { keepPush } from './mutations'

/** A browser that gets push messages gets those of the user who signs in. */
export function PushWatch({ userId }: { userId: string | null }) {
  useEffect(() => {
    if (userId === null || pushStore.read() !== true) return
    keepPush().catch((error: unknown) => logError('The push messages were not renewed', error))
  }, [userId])
  return null
}
