import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Loaded } from '@/components/Loaded'
import { Skeleton } from '@/components/Skeleton'
import { SelectField } from '@/components/ui/Select'
import { outgoingQueries, type RegularTerms } from '@/features/money/outgoing-payments/queries'
import {
  checkRegularEnd,
  frequencies,
  frequencyWords,
  readRegularEnd,
  RegularEndFields,
  toFrequency,
  type RegularEnd,
} from '@/features/money/outgoing-payments/shared'
import { formatDayWithWeekday, londonDay } from '@/lib/dates'
import { refusalOf } from '@/lib/errors'

type RegularValues = RegularEnd & { frequency: string }

type RegularPaymentPanelProps = {
  /** The first day, 'YYYY-MM-DD'; '' for today. */
  day: string
  values: RegularValues
  errors: { endsOn?: string; count?: string }
  /** Not for visitors, who cannot ask the server. */
  hasPreview: boolean
  onChange: (change: Partial<RegularValues>) => void
}

/** How often a payment is repeated and until when, with its next days. */
export function RegularPaymentPanel({ day, values, errors, hasPreview, onChange }: RegularPaymentPanelProps) {
  const [today] = useState(() => londonDay(new Date()))
  const isComplete = Object.keys(checkRegularEnd(values)).length === 0
  return (
    <fieldset className="space-y-3 rounded border border-line p-4">
      <legend className="px-1 text-section">Regular payment</legend>
      <SelectField
        label="How often"
        value={values.frequency}
        onChange={(event) => onChange({ frequency: event.target.value })}
        options={frequencies.map((frequency) => [frequency, frequencyWords[frequency]])}
      />
      <RegularEndFields value={values} errors={errors} from={day === '' ? undefined : day} onChange={onChange} />
      {hasPreview && isComplete && (
        <NextDays
          isFromToday={day === ''}
          terms={{
            frequency: toFrequency(values.frequency),
            startsOn: day === '' ? today : day,
            ...readRegularEnd(values),
          }}
        />
      )}
    </fieldset>
  )
}

function NextDays({ terms, isFromToday }: { terms: RegularTerms; isFromToday: boolean }) {
  const days = useQuery(outgoingQueries.preview(terms))
  const refusal = refusalOf(days.error)
  if (refusal?.message != null) {
    return (
      <p role="alert" className="text-label text-danger">
        {refusal.message}
      </p>
    )
  }
  return (
    <Loaded query={days} what="the next payments" skeleton={<Skeleton className="h-24" />}>
      {(list) => (
        <div>
          <p className="text-label">{isFromToday ? 'Next payments after today' : 'Next payments'}</p>
          <ul className="text-secondary">
            {list.map((day) => (
              <li key={day}>{formatDayWithWeekday(day)}</li>
            ))}
          </ul>
          <p className="pt-1 text-secondary">
            Payments due on a weekend or bank holiday go out on the next working day.
          </p>
        </div>
      )}
    </Loaded>
  )
}
