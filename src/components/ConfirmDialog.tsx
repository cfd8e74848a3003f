import { useEffect, type RefObject } from 'react'
import { FormProblem } from '@/components/FormProblem'
import { Button } from '@/components/ui/Button'
import { Dialog } from '@/components/ui/Dialog'
import type { ToastWords } from '@/lib/toast'

type ConfirmDialogProps = {
  title: string
  text: string
  /** A verb: 'Delete'. */
  confirmLabel: string
  pending?: boolean
  /** Why the action failed. */
  problem?: ToastWords | null
  /** Gets the focus when the button that opened the dialog was removed; by default the screen's heading. */
  fallbackFocus?: RefObject<HTMLElement | null>
  onConfirm: () => void
  onClose: () => void
}

/** Asks before an action that cannot be undone. It stays open until the caller closes it. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, text, confirmLabel, pending = false, problem = null, fallbackFocus, onConfirm, onClose } = props

  useEffect(
    () => () => {
      setTimeout(() => {
        if (document.activeElement !== document.body) return
        const heading = fallbackFocus?.current ?? document.querySelector('h1')
        heading?.focus({ preventScroll: true })
      })
    },
    [fallbackFocus],
  )

  return (
    <Dialog open onOpenChange={onClose} title={title} description={text}>
      {problem !== null && (
        <div className="mb-4">
          <FormProblem words={problem} />
        </div>
      )}
      <div className="flex flex-col gap-2 sm:flex-row-reverse">
        <Button variant="danger" className="sm:flex-1" pending={pending} onClick={onConfirm}>
          {confirmLabel}
        </Button>
        <Button variant="secondary" className="sm:flex-1" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Dialog>
  )
}
