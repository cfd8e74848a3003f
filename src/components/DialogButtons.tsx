import { Button } from '@/components/ui/Button'
import type { ButtonVariant } from '@/components/ui/buttonLook'
import { dismissError } from '@/lib/toast'

type DialogButtonsProps = {
  /** A verb: 'Delete'. */
  label: string
  variant?: ButtonVariant
  pending: boolean
  pendingLabel?: string
  /** Default: 'Cancel'. */
  closeLabel?: string
  /** Without it, the button submits the form around it. */
  onConfirm?: () => void
  onClose: () => void
}

/** The last line of a dialog: the action and Cancel. */
export function DialogButtons({
  label,
  variant,
  pending,
  pendingLabel,
  closeLabel = 'Cancel',
  onConfirm,
  onClose,
}: DialogButtonsProps) {
  const handleClose = () => {
    dismissError()
    onClose()
  }
  return (
    <div className="flex flex-col gap-2 sm:flex-row-reverse">
      <Button
        type={onConfirm === undefined ? 'submit' : 'button'}
        variant={variant}
        className="sm:flex-1"
        pending={pending}
        pendingLabel={pendingLabel}
        onClick={onConfirm}
      >
        {label}
      </Button>
      <Button variant="secondary" className="sm:flex-1" onClick={handleClose}>
        {closeLabel}
      </Button>
    </div>
  )
}
