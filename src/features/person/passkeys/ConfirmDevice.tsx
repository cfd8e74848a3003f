import { FormProblem } from '@/components/FormProblem'
import { Button } from '@/components/ui/Button'
import { deviceQueries } from '@/features/person/devices/queries'
import { messageOf } from '@/lib/errors'
import { useChange } from '@/lib/useChange'
import { approveWithPasskey } from './shared'
import { passkeyCopy } from './copy'

/** Confirms this device with a passkey instead of a code. */
export function ConfirmDevice({ userId }: { userId: string }) {
  const confirm = useChange(() => approveWithPasskey('confirm_device'), {
    // The server then knows the device, and the screen finds it.
    stale: [deviceQueries.check(userId).queryKey],
    failure: false,
  })
  return (
    <div className="flex w-full flex-col gap-4 text-left">
      <FormProblem
        words={confirm.isError ? { title: passkeyCopy.approve.failed, text: messageOf(confirm.error) } : null}
      />
      <Button
        variant="secondary"
        pending={confirm.isPending}
        pendingLabel={passkeyCopy.add.pending}
        onClick={() => confirm.mutate()}
      >
        {passkeyCopy.device}
      </Button>
    </div>
  )
}
