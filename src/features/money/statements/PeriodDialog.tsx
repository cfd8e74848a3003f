import { Button } from '@/components/ui/Button'
import { Dialog } from '@/components/ui/Dialog'
import { InputField } from '@/components/ui/Input'
import { isDay } from '@/lib/dates'
import { useForm, type FieldErrors } from '@/lib/useForm'
import { statementCopy } from './copy'
import type { Period } from './statementPeriod'

type PeriodDialogProps = {
  /** 'YYYY-MM-DD' in London. */
  today: string
  onChoose: (period: Period) => void
  onClose: () => void
}

/** Asks for the first and last day of a statement. */
export function PeriodDialog({ today, onChoose, onClose }: PeriodDialogProps) {
  const form = useForm({
    initial: { first: '', last: today },
    check: (values) => checkPeriod(values, today),
    submit: onChoose,
  })
  return (
    <Dialog open onOpenChange={onClose} title="Choose dates" description="Both days are included.">
      <form {...form.props} className="space-y-4">
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] gap-x-3 gap-y-2">
          <InputField label="First day" {...form.field('first')} type="date" max={today} />
          <InputField label="Last day" {...form.field('last')} type="date" max={today} />
        </div>
        <Button type="submit" className="w-full">
          Show statement
        </Button>
      </form>
    </Dialog>
  )
}

function checkPeriod({ first, last }: Period, today: string): Period | { errors: FieldErrors<keyof Period> } {
  const words = statementCopy.dates
  if (!isDay(first)) return { errors: { first: words.missing } }
  if (first > today) return { errors: { first: words.future } }
  if (!isDay(last)) return { errors: { last: words.missing } }
  if (last < first) return { errors: { last: words.reversed } }
  return { first, last }
}
