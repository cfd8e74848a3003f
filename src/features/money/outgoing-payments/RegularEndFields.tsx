import { DateField } from '@/components/DateField'
import { InputField } from '@/components/ui/Input'
import { SelectField } from '@/components/ui/Select'

/** Until when a regular payment is made, as the form has it. */
export type RegularEnd = { end: string; endsOn: string; count: string }

export const untilCancelled: RegularEnd = { end: 'cancelled', endsOn: '', count: '' }

/** The end as the server takes it. Without an end, both are null. */
export function readRegularEnd({ end, endsOn, count }: RegularEnd): { endsOn: string | null; count: string | null } {
  return { endsOn: end === 'date' ? endsOn : null, count: end === 'count' ? count.trim() : null }
}

/** What is missing; empty when nothing is. */
export function checkRegularEnd({ end, endsOn, count }: RegularEnd): { endsOn?: string; count?: string } {
  if (end === 'date' && endsOn === '') return { endsOn: 'Choose an end date.' }
  if (end === 'count' && !/^[1-9]\d{0,2}$/.test(count.trim()))
    return { count: 'Enter a number of payments from 1 to 999.' }
  return {}
}

const ends = [
  ['cancelled', 'I cancel it'],
  ['date', 'A date'],
  ['count', 'A number of payments'],
] as const

type RegularEndFieldsProps = {
  value: RegularEnd
  errors: { endsOn?: string; count?: string }
  /** The first day that can be chosen, 'YYYY-MM-DD'. */
  from?: string
  onChange: (change: Partial<RegularEnd>) => void
}

/** Until the customer cancels, a date, or a number of payments. */
export function RegularEndFields({ value, errors, from, onChange }: RegularEndFieldsProps) {
  return (
    <>
      <SelectField
        label="Until"
        value={value.end}
        onChange={(event) => onChange({ end: event.target.value })}
        options={ends}
      />
      {value.end === 'date' && (
        <DateField
          label="End date"
          day={value.endsOn}
          from={from}
          onChange={(endsOn) => onChange({ endsOn })}
          error={errors.endsOn}
        />
      )}
      {value.end === 'count' && (
        <InputField
          label="Number of payments"
          error={errors.count}
          inputMode="numeric"
          autoComplete="off"
          maxLength={3}
          value={value.count}
          onChange={(event) => onChange({ count: event.target.value })}
        />
      )}
    </>
  )
}
