import { useQuery } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { useState } from 'react'
import { FormProblem } from '@/components/FormProblem'
import { Button } from '@/components/ui/Button'
import { messageOf } from '@/lib/errors'
import { pushStore } from '@/lib/storage'
import { toast } from '@/lib/toast'
import { pushSupport } from './browserPush'
import { pushCopy } from './copy'
import { useSwitchPush } from './mutations'
import { pushQueries } from './queries'

const { ask, device } = pushCopy

/** Whether the browser has answered already, with a yes or a no. */
const isOpen = () => {
  const support = pushSupport()
  if (pushStore.read() !== null) return false
  return support === 'home screen' || (support === 'ready' && Notification.permission === 'default')
}

/** Asks on the receipt of a payment whether this device shows notifications. An answer is not asked for again. */
export function AskForPush({ userId }: { userId: string }) {
  const [isAsked, setIsAsked] = useState(isOpen)
  const choices = useQuery({ ...pushQueries.choices(userId), enabled: isAsked })
  const change = useSwitchPush(userId)
  if (!isAsked || !choices.data?.pushKey) return null

  const close = () => {
    pushStore.write(false)
    setIsAsked(false)
  }
  const accept = () =>
    change.mutate(true, {
      onSuccess: () => {
        setIsAsked(false)
        toast.success(device.turnedOn)
      },
    })
  const isInstalledOnly = pushSupport() === 'home screen'
  return (
    <section aria-label={ask.title} className="w-full max-w-xs space-y-3 rounded-lg bg-card p-4 text-left shadow-card">
      <div className="flex gap-3">
        <Bell aria-hidden className="mt-0.5 size-5 shrink-0 text-muted" />
        <div className="space-y-1 text-small">
          <h2 className="text-section">{ask.title}</h2>
          <p className="text-secondary">{isInstalledOnly ? device.homeScreen : ask.text}</p>
        </div>
      </div>
      {change.isError && <FormProblem words={{ title: device.failed, text: messageOf(change.error) }} />}
      <div className="flex flex-wrap gap-2">
        {!isInstalledOnly && (
          <Button variant="secondary" className="flex-1" pending={change.isPending} onClick={accept}>
            {ask.accept}
          </Button>
        )}
        <Button variant="quiet" className="flex-1" onClick={close}>
          {ask.decline}
        </Button>
      </div>
    </section>
  )
}
