import { useQuery } from '@tanstack/react-query'
import { FormProblem } from '@/components/FormProblem'
import { Loaded } from '@/components/Loaded'
import { SheetSection } from '@/components/SheetSection'
import { Skeleton } from '@/components/Skeleton'
import { Switch } from '@/components/ui/Switch'
import { messageOf } from '@/lib/errors'
import { toast } from '@/lib/toast'
import { pushSupport } from './browserPush'
import { pushCopy } from './copy'
import { useChoose, useSwitchPush } from './mutations'
import { pushQueries, type Choices } from './queries'

const { device } = pushCopy
const helpWith = { blocked: device.blocked, 'home screen': device.homeScreen, none: device.none }

/** Whether this device shows notifications, or what to do so that it can. */
export function DeviceSwitch({ userId, choices }: { userId: string; choices: Choices }) {
  const devices = useQuery(pushQueries.devices(userId))
  const change = useSwitchPush(userId)
  const { mutate: choose } = useChoose()
  const support = pushSupport()
  return (
    <SheetSection title={device.title}>
      <Loaded query={devices} what="your devices" skeleton={<Skeleton className="h-16" />}>
        {(list) => {
          const isOn = list.some(({ isCurrent }) => isCurrent)
          // A browser that blocks them later is still switched off here.
          if (support !== 'ready' && !isOn) return <p className="text-small">{helpWith[support]}</p>
          return (
            <Switch
              label={device.label}
              hint={device.hint}
              checked={change.isPending ? change.variables : isOn}
              disabled={change.isPending}
              onChange={(next) =>
                change.mutate(next, { onSuccess: () => toast.success(next ? device.turnedOn : device.turnedOff) })
              }
            />
          )
        }}
      </Loaded>
      {change.isError && <FormProblem words={{ title: device.failed, text: messageOf(change.error) }} />}
      <Switch
        label={pushCopy.choices.amounts}
        hint={pushCopy.choices.amountsHint}
        checked={choices.showsAmounts}
        onChange={(showsAmounts) => choose({ showsAmounts })}
      />
    </SheetSection>
  )
}
