import { useState } from 'react'
import { DateField } from '@/components/DateField'
import { FormProblem } from '@/components/FormProblem'
import { StaffCard } from '@/components/StaffCard'
import { TextLink } from '@/components/TextLink'
import { Button } from '@/components/ui/Button'
import { InputField } from '@/components/ui/Input'
import { ReasonField } from '@/features/staff/saved-texts/shared'
import { addDays, addYear, londonDay } from '@/lib/dates'
import { messageOf } from '@/lib/errors'
import { paths } from '@/lib/paths'
import { useUserId } from '@/lib/session'
import { useForm } from '@/lib/useForm'
import { interestRateCopy } from './copy'
import { useRequestRate } from './mutations'
import { checkRate } from './rateRequest'

/** Asks a second super admin for another rate. */
export function RateForm() {
  const { form: copy } = interestRateCopy
  const request = useRequestRate()
  const [today] = useState(() => londonDay(new Date()))
  const form = useForm({
    initial: { rate: '', startsOn: '', reason: '' },
    check: checkRate,
    submit: (asked) => request.mutateAsync(asked),
    onSuccess: () => form.reset(),
    failure: (error) => ({ title: copy.failed, text: messageOf(error) }),
    draft: `interest-rate:${useUserId()}`,
  })
  return (
    <StaffCard title={copy.title} actions={<TextLink to={paths.adminApprovals}>{copy.approvals}</TextLink>}>
      <form {...form.props} className="max-w-140 space-y-4 px-4 pb-4">
        <p className="text-secondary">{copy.text}</p>
        <div className="grid gap-4 sm:grid-cols-2">
          <InputField
            label={copy.rate}
            {...form.field('rate')}
            inputMode="decimal"
            autoComplete="off"
            maxLength={6}
            className="tabular-nums"
          />
          <DateField
            label={copy.startsOn}
            day={form.values.startsOn}
            from={addDays(today, 1)}
            until={addYear(today)}
            onChange={(startsOn) => form.set({ startsOn })}
            error={form.errors.startsOn}
          />
        </div>
        <ReasonField form={form} />
        <FormProblem words={form.problem} />
        <Button type="submit" pending={form.isPending}>
          {copy.action}
        </Button>
      </form>
    </StaffCard>
  )
}
