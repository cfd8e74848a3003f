import { ActionBar } from '@/components/ActionBar'
import { AmountField } from '@/components/AmountField'
import { DateField } from '@/components/DateField'
import { Button } from '@/components/ui/Button'
import { Field } from '@/components/ui/Field'
import { Input } from '@/components/ui/Input'
import { nameLimit, referenceLimit } from '@/lib/paymentRules'
import { scheduledPaymentCopy } from './copy'
import type { useScheduleForm } from './useScheduleForm'

/** 'Schedule Incoming Payment'. The form belongs to the screen: a look at the list keeps what was typed. */
export function SchedulePaymentForm({ form }: { form: ReturnType<typeof useScheduleForm> }) {
  const { errors } = form
  return (
    <form {...form.props} className="flex flex-1 flex-col">
      <div className="space-y-4 pt-2 pb-6">
        <Field label="Payment From" error={errors.fromName}>
          {(control) => (
            <Input {...control} {...form.input('fromName')} required autoComplete="off" maxLength={nameLimit} />
          )}
        </Field>
        <AmountField
          value={form.values.amount}
          onChange={(amount) => form.set({ amount })}
          error={errors.amount}
          hint={scheduledPaymentCopy.limit}
        />
        <Field label="Reference (Optional)" error={errors.reference}>
          {(control) => (
            <Input {...control} {...form.input('reference')} autoComplete="off" maxLength={referenceLimit} />
          )}
        </Field>
        <DateField
          label="Scheduled Date"
          day={form.values.day}
          onChange={(day) => form.set({ day })}
          error={errors.day}
        />
        <Field label="Time" error={errors.time} hint={scheduledPaymentCopy.timeZone}>
          {(control) => <Input {...control} {...form.input('time')} type="time" required />}
        </Field>
      </div>
      <ActionBar>
        <Button type="submit" pending={form.isPending}>
          Schedule Payment
        </Button>
      </ActionBar>
    </form>
  )
}
