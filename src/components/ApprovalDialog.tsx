import { approvalCopy } from '@/lib/approvals'
import { ReasonDialog } from './ReasonDialog'

type ApprovalDialogProps = { submit: (reason: string) => Promise<unknown>; onClose: () => void }

/** Asks for the reason of an action that a second administrator must approve. */
export function ApprovalDialog({ submit, onClose }: ApprovalDialogProps) {
  const { title, text, action } = approvalCopy
  return <ReasonDialog title={title} text={text} confirmLabel={action} submit={submit} onClose={onClose} />
}
