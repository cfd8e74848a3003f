import { DialogButtons } from '@/components/DialogButtons'
import { FormProblem } from '@/components/FormProblem'
import type { ToastWords } from '@/lib/toast'

export type ConfirmationProps = {
  /** A verb: 'Delete'. */
  confirmLabel: string
  pending?: boolean
  /** Why the action failed. */
  problem?: ToastWords | null
  onConfirm: () => void
  onClose: () => void
}

/** The buttons of a dialog that asks before an action. */
export function Confirmation({ confirmLabel, pending = false, problem = null, onConfirm, onClose }: ConfirmationProps) {
  return (
    <>
      {problem !== null && (
        <div className="mb-4">
          <FormProblem words={problem} />
        </div>
      )}
      <DialogButtons label={confirmLabel} variant="danger" pending={pending} onConfirm={onConfirm} onClose={onClose} />
    </>
  )
}
