import { useSyncExternalStore } from 'react'

function subscribe(listener: () => void) {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

export function OfflineBanner() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine)
  return (
    <div role="status" className="sticky top-0 z-30 print:hidden">
      {!isOnline && (
        <p data-offline className="bg-care-soft px-4 py-2 text-center text-label text-care">
          You are offline. What you see may be out of date.
        </p>
      )}
    </div>
  )
}
