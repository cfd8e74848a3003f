import { DialogButtons } from '@/components/DialogButtons'
import { FormProblem } from '@/components/FormProblem'
import type { ToastWords } from '@/lib/toast'

export type ConfirmationProps = {
  /** A verb: 'Delete'. */
  confirmLabel: string
  /** Where 'Cancel' could mean the action. Default: 'Cancel'. */
  closeLabel?: string
  /** Red unless nothing is lost by it. */
  variant?: 'danger' | 'primary'
  pending?: boolean
  /** How far the action is. */
  progress?: string
  /** Why the action failed. */
  problem?: ToastWords | null
  onConfirm: () => void
  onClose: () => void
}

/** The buttons of a dialog that asks before an action. */
export function Confirmation(props: ConfirmationProps) {
  const { confirmLabel, closeLabel, variant = 'danger', pending = false, progress, problem = null } = props
  const { onConfirm, onClose } = props
  return (
    <>
      {problem !== null && (
        <div className="mb-4">
          <FormProblem words={problem} />
        </div>
      )}
      {progress !== undefined && (
        <p role="status" className="mb-4 text-small tabular-nums">
          {progress}
        </p>
      )}
      <DialogButtons
        label={confirmLabel}
        closeLabel={closeLabel}
        variant={variant}
        pending={pending}
        onConfirm={onConfirm}
        onClose={onClose}
      />
    </>
  )
}
