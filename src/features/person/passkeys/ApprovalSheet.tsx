import { FormProblem } from '@/components/FormProblem'
import { Button } from '@/components/ui/Button'
import { Dialog } from '@/components/ui/Dialog'
import { messageOf } from '@/lib/errors'
import { useChange } from '@/lib/useChange'
import { approveWithPasskey } from './shared'
import { approvalWords, passkeyCopy } from './copy'

const words = passkeyCopy.approve

type ApprovalSheetProps = { subject: string; about: string | null; onApproved: () => void; onClose: () => void }

/** Asks for a passkey. The button is the press that browsers require before their own dialog. */
export function ApprovalSheet({ subject, about, onApproved, onClose }: ApprovalSheetProps) {
  const approve = useChange(() => approveWithPasskey(subject), { failure: false, succeeded: onApproved })
  const action = subject.split(' ')[0] ?? ''
  const description = about ?? approvalWords[action] ?? words.usual
  return (
    <Dialog open onOpenChange={onClose} title={words.title} description={description}>
      <div className="space-y-4">
        <FormProblem words={approve.isError ? { title: words.failed, text: messageOf(approve.error) } : null} />
        <div className="flex flex-col gap-2">
          <Button pending={approve.isPending} pendingLabel={passkeyCopy.add.pending} onClick={() => approve.mutate()}>
            {words.action}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
        </div>
        {action !== 'remove_passkey' && <p className="text-secondary">{words.lost}</p>}
      </div>
    </Dialog>
  )
}
