import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { Toaster } from 'sonner'
import { toastsAreReady } from '@/lib/toast'

/** Where toasts appear. Directly in the body, because an open dialog hides the app from screen readers. */
export function Toasts() {
  // A child's effects run first, so the toaster already listens.
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
