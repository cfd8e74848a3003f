import { useQuery } from '@tanstack/react-query'
import { AmountField } from '@/components/AmountField'
import { FormProblem } from '@/components/FormProblem'
import { Loaded } from '@/components/Loaded'
import { SheetSection } from '@/components/SheetSection'
import { Skeleton } from '@/components/Skeleton'
import { Button } from '@/components/ui/Button'
import { messageOf } from '@/lib/errors'
import { formatPence, parsePounds } from '@/lib/money'
import { toast } from '@/lib/toast'
import { useForm } from '@/lib/useForm'
import { usePendingChanges } from '@/lib/usePendingChanges'
import { ChoiceTable } from './ChoiceTable'
import { pushCopy } from './copy'
import { DeviceSwitch } from './DeviceSwitch'
import { choicesTurn, useChoose, withChange, type ChoiceChange } from './mutations'
import { pushQueries, type Choices } from './queries'

/** The most that the database lets a customer choose, in pence. */
const highest = 100_000_000

/** What the customer is told about, in which ways, and whether this device shows it. */
export function NotificationSettings({ userId }: { userId: string }) {
  const choices = useQuery(pushQueries.choices(userId))
  const pending = usePendingChanges<ChoiceChange>(choicesTurn)
  return (
    <Loaded query={choices} what="your notifications" skeleton={<Skeleton className="h-142" />}>
      {(stored) => {
        const shown = pending.reduce(withChange, stored)
        return (
          <div className="space-y-6 border-t border-line pt-6">
            {stored.pushKey !== null && <DeviceSwitch userId={userId} choices={shown} />}
            <SheetSection title={pushCopy.choices.title}>
              <p className="text-secondary">{pushCopy.choices.text}</p>
              <ChoiceTable choices={shown} />
            </SheetSection>
            <SheetSection title={pushCopy.low.title}>
              <LowBalanceForm userId={userId} stored={stored.lowBalance} />
            </SheetSection>
          </div>
        )
      }}
    </Loaded>
  )
}

function LowBalanceForm({ userId, stored }: { userId: string; stored: Choices['lowBalance'] }) {
  const choose = useChoose({ failure: false })
  const form = useForm({
    // '1,000.00': the field has its own '£'.
    initial: { lowBalance: stored === null ? '' : formatPence(stored).slice(1) },
    draft: `low-balance:${userId}`,
    forgetsOnLeave: true,
    check: (typed) => checkLow(typed.lowBalance),
    submit: (lowBalance) => choose.mutateAsync({ lowBalance }),
    onSuccess: () => {
      toast.success(pushCopy.low.saved)
      form.reset()
    },
    failure: (error) => ({ title: pushCopy.low.failed, text: messageOf(error) }),
  })
  return (
    <form {...form.props} className="space-y-3">
      <AmountField
        label={pushCopy.low.label}
        value={form.values.lowBalance}
        onChange={(lowBalance) => form.set({ lowBalance })}
        error={form.errors.lowBalance}
        hint={pushCopy.low.hint}
      />
      {form.problem && <FormProblem words={form.problem} />}
      <Button type="submit" variant="secondary" pending={form.isPending} pendingLabel="Saving..." className="w-full">
        Save low balance
      </Button>
    </form>
  )
}

function checkLow(typed: string) {
  if (typed.trim() === '') return null
  const pence = parsePounds(typed)
  return pence !== null && pence > 0 && pence <= highest ? pence : { errors: { lowBalance: pushCopy.low.invalid } }
}
