import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { toast, Toaster } from 'sonner'
import { toastsAreReady } from '@/lib/toast'
import { followKeyboard } from './keyboardSpace'
import { useIsWide } from './useIsWide'

/** Toasts are above the tab bar or the main action, and above the keyboard that covers them. */
const bottom = 'calc(max(var(--bottom-bar, 0px), var(--keyboard, 0px)) + 1rem)'

/** Where toasts appear. Directly in the body, because an open dialog hides the app from screen readers. */
export function Toasts() {
  // A child's effects run first, so the toaster already listens.
  useEffect(() => toastsAreReady(toast), [])
  useEffect(followKeyboard, [])
  const isWide = useIsWide()
  return createPortal(
    <Toaster
      position={isWide ? 'bottom-right' : 'bottom-center'}
      offset={{ bottom, right: '1rem' }}
      mobileOffset={{ bottom, left: '1rem', right: '1rem' }}
      visibleToasts={1}
      closeButton
      toastOptions={{
        classNames: {
          toast: 'bg-card! text-ink! border-line! rounded! shadow-card!',
          title: 'text-label!',
          description: 'text-secondary!',
          closeButton:
            'static! order-last! -my-3! -mr-3! ml-auto! size-11! transform-none! border-0! bg-transparent! text-muted! [&>svg]:size-4!',
          actionButton: 'h-auto! min-h-11! rounded! bg-brand! px-4! text-label! text-on-brand!',
          error: 'border-danger! [&_[data-icon]]:text-danger',
          success: 'border-brand! [&_[data-icon]]:text-brand',
        },
      }}
    />,
    document.body,
  )
}
