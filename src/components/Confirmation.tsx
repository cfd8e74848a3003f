import { FormProblem } from '@/components/FormProblem'
import { Button } from '@/components/ui/Button'
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
      <div className="flex flex-col gap-2 sm:flex-row-reverse">
        <Button variant="danger" className="sm:flex-1" pending={pending} onClick={onConfirm}>
          {confirmLabel}
        </Button>
        <Button variant="secondary" className="sm:flex-1" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </>
  )
}
