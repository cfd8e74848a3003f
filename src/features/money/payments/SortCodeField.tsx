import { useState } from 'react'
import { Field } from '@/components/ui/Field'
import { Input } from '@/components/ui/Input'
import { formatSortCode } from '@/lib/sortCode'
import { BankBadge } from './BankBadge'
import { findBank } from './banks'

type SortCodeFieldProps = {
  value: string
  onChange: (sortCode: string) => void
  error?: string
}

/** Names the bank once six digits are typed, and adds the dashes on blur. */
export function SortCodeField({ value, onChange, error }: SortCodeFieldProps) {
  const [isLeft, setIsLeft] = useState(false)
  const found = findBank(value)
  const unfinished = isLeft && value.trim() !== '' && found.status === 'invalid' ? found.message : undefined
  return (
    <div className="space-y-1.5">
      <Field label="Sort code" error={error ?? unfinished}>
        {(control) => (
          <Input
            {...control}
            inputMode="numeric"
            autoComplete="off"
            placeholder="00-00-00"
            value={value}
            onChange={(event) => onChange(event.target.value)}
            onFocus={() => setIsLeft(false)}
            onBlur={() => {
              setIsLeft(true)
              const formatted = formatSortCode(value)
              if (formatted !== value) onChange(formatted)
            }}
            className="tabular-nums"
          />
        )}
      </Field>
      <output className="block empty:hidden">
        <BankBadge sortCode={value} />
      </output>
    </div>
  )
}
