import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { Toaster } from 'sonner'
import { toastsAreReady } from '@/lib/toast'

/** Where toasts appear: announced politely, clear of the phone's edges. In the body, because a dialog hides the app. */
export function Toasts() {
  // A child's effects run first: the toaster listens by then.
  useEffect(toastsAreReady, [])
  return createPortal(
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
    />,
    document.body,
  )
}
