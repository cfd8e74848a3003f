import { Button } from '@/components/ui/Button'
import { Dialog } from '@/components/ui/Dialog'
import { authCopy } from './copy'

type InactivityDialogProps = { onStay: () => void; onSignOut: () => void }

export function InactivityDialog({ onStay, onSignOut }: InactivityDialogProps) {
  return (
    <Dialog open onOpenChange={onStay} title={authCopy.inactivity.title} description={authCopy.inactivity.text}>
      <div className="flex flex-col gap-3">
        <Button onClick={onStay}>Stay signed in</Button>
        <Button variant="secondary" onClick={onSignOut}>
          Sign out
        </Button>
      </div>
    </Dialog>
  )
}
