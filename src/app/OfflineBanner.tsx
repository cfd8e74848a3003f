import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

const subscribe = (listener: () => void) => onlineManager.subscribe(listener)
const isOnline = () => onlineManager.isOnline()

export function OfflineBanner() {
  const online = useSyncExternalStore(subscribe, isOnline)
  return (
    <div role="status" className="sticky top-0 z-30">
      {!online && (
        <p className="bg-care-soft px-4 py-2 text-center text-sm font-medium text-care">
          You are offline. What you see may be out of date.
        </p>
      )}
    </div>
  )
}
