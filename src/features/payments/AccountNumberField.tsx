import { Field } from '@/components/ui/Field'
import { Input } from '@/components/ui/Input'
import { stripSeparators } from '@/lib/sortCode'

type AccountNumberFieldProps = {
  value: string
  onChange: (accountNumber: string) => void
  error?: string
}

export function AccountNumberField({ value, onChange, error }: AccountNumberFieldProps) {
  return (
    <Field label="Account number" error={error}>
      {(control) => (
        <Input
          {...control}
          inputMode="numeric"
          autoComplete="off"
          placeholder="8 digits"
          value={value}
          onChange={(event) => onChange(event.target.value)}
          // Pasted numbers often contain spaces and dashes.
          onBlur={() => {
            const digits = stripSeparators(value)
            if (digits !== value) onChange(digits)
          }}
          className="tabular-nums"
        />
      )}
    </Field>
  )
}
