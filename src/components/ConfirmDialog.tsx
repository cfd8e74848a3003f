import type { RefObject } from 'react'
import { Dialog } from '@/components/ui/Dialog'
import { Confirmation, type ConfirmationProps } from './Confirmation'
import { useFocusFallback } from './useFocusFallback'

type ConfirmDialogProps = ConfirmationProps & {
  title: string
  text: string
  /** Gets the focus when the button that opened the dialog was removed; by default the screen's heading. */
  fallbackFocus?: RefObject<HTMLElement | null>
}

/** Asks before an action that cannot be undone. It stays open until the caller closes it. */
export function ConfirmDialog({ title, text, fallbackFocus, ...confirmation }: ConfirmDialogProps) {
  useFocusFallback(fallbackFocus)
  return (
    <Dialog open onOpenChange={confirmation.onClose} title={title} description={text}>
      <Confirmation {...confirmation} />
    </Dialog>
  )
}
