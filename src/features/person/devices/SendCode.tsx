import { FormProblem } from '@/components/FormProblem'
import { Button } from '@/components/ui/Button'
import { messageOf } from '@/lib/errors'
import { deviceCopy } from './copy'
import { useSendCode } from './mutations'

export function SendCode({ userId, onSent }: { userId: string; onSent?: () => void }) {
  const send = useSendCode(userId)
  return (
    <div className="flex w-full flex-col gap-4 text-left">
      <FormProblem words={send.isError ? { title: deviceCopy.sendFailed, text: messageOf(send.error) } : null} />
      <Button
        pending={send.isPending}
        pendingLabel="Sending..."
        onClick={() => send.mutate(undefined, { onSuccess: onSent })}
      >
        Send code
      </Button>
    </div>
  )
}
