import { ActionBar } from '@/components/ActionBar'
import { AmountField } from '@/components/AmountField'
import { DateField } from '@/components/DateField'
import { Button } from '@/components/ui/Button'
import { InputField } from '@/components/ui/Input'
import { nameLimit, referenceLimit } from '@/lib/paymentRules'
import { scheduledPaymentCopy } from './copy'
import type { useScheduleForm } from './useScheduleForm'

/** 'Schedule Incoming Payment'. The form belongs to the screen: a look at the list keeps what was typed. */
export function SchedulePaymentForm({ form }: { form: ReturnType<typeof useScheduleForm> }) {
  const { errors } = form
  return (
    <form {...form.props} className="flex flex-1 flex-col">
      <div className="space-y-4 pt-2 pb-6">
        <InputField
          label="Payment From"
          {...form.field('fromName')}
          required
          autoComplete="off"
          maxLength={nameLimit}
        />
        <AmountField
          value={form.values.amount}
          onChange={(amount) => form.set({ amount })}
          error={errors.amount}
          hint={scheduledPaymentCopy.limit}
        />
        <InputField
          label="Reference (Optional)"
          {...form.field('reference')}
          autoComplete="off"
          maxLength={referenceLimit}
        />
        <DateField
          label="Scheduled Date"
          day={form.values.day}
          onChange={(day) => form.set({ day })}
          error={errors.day}
        />
        <InputField label="Time" hint={scheduledPaymentCopy.timeZone} {...form.field('time')} type="time" required />
      </div>
      <ActionBar>
        <Button type="submit" pending={form.isPending}>
          Schedule Payment
        </Button>
      </ActionBar>
    </form>
  )
}
