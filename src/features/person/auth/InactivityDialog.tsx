import { Button } from '@/components/ui/Button'
import { Dialog } from '@/components/ui/Dialog'
import { inactivityCopy } from './inactivityCopy'

type InactivityDialogProps = { isForStaff: boolean; onStay: () => void; onSignOut: () => void }

export function InactivityDialog({ isForStaff, onStay, onSignOut }: InactivityDialogProps) {
  const { title, text, textForStaff } = inactivityCopy
  return (
    <Dialog open isSticky onOpenChange={onStay} title={title} description={isForStaff ? textForStaff : text}>
      <div className="flex flex-col gap-3">
        <Button onClick={onStay}>Stay signed in</Button>
        <Button variant="secondary" onClick={onSignOut}>
          Sign out
        </Button>
      </div>
    </Dialog>
  )
}
