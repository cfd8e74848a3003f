import type { ReactNode, RefObject } from 'react'
import { Dialog } from '@/components/ui/Dialog'
import { Confirmation, type ConfirmationProps } from './Confirmation'
import { useFocusFallback } from './useFocusFallback'

type ConfirmDialogProps = ConfirmationProps & {
  title: string
  text: string
  /** Between the text and the buttons. */
  children?: ReactNode
  /** Gets the focus when the button that opened the dialog was removed; by default the screen's heading. */
  fallbackFocus?: RefObject<HTMLElement | null>
}

/** Asks before an action that cannot be undone. It stays open until the caller closes it. */
export function ConfirmDialog({ title, text, children, fallbackFocus, ...confirmation }: ConfirmDialogProps) {
  useFocusFallback(fallbackFocus)
  return (
    <Dialog open onOpenChange={confirmation.onClose} title={title} description={text}>
      {children}
      <Confirmation {...confirmation} />
    </Dialog>
  )
}
