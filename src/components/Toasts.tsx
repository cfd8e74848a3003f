import { useEffect } from 'react'
import { Toaster } from 'sonner'
import { toastsAreReady } from '@/lib/toast'

/** Where toasts appear: announced politely, in the house's colours, clear of the phone's edges. */
export function Toasts() {
  // The toaster's own effect has run by then: a child's come first.
  useEffect(toastsAreReady, [])
  return (
    <Toaster
      position="top-center"
      closeButton
      toastOptions={{
        classNames: {
          toast: 'bg-card! text-ink! border-line! rounded! shadow-card!',
          title: 'text-sm! font-semibold!',
          description: 'text-sm! text-muted!',
          closeButton: 'bg-card! text-ink! border-line!',
          error: 'border-danger! [&_[data-icon]]:text-danger',
          success: 'border-brand! [&_[data-icon]]:text-brand',
        },
      }}
    />
  )
}
