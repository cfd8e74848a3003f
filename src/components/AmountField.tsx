import type { ReactNode, Ref } from 'react'
import { Field } from '@/components/ui/Field'
import { Input } from '@/components/ui/Input'

type AmountFieldProps = {
  label?: string
  value: string
  onChange: (amount: string) => void
  error?: string
  hint?: ReactNode
  ref?: Ref<HTMLInputElement>
}

/** An amount in pounds. */
export function AmountField({ label = 'Amount (£)', value, onChange, error, hint, ref }: AmountFieldProps) {
  return (
    <Field label={label} error={error} hint={hint}>
      {(control) => (
        <div className="relative">
          <span aria-hidden className="pointer-events-none absolute left-4 top-1/2 -translate-y-1/2 text-lg text-muted">
            £
          </span>
          <Input
            {...control}
            ref={ref}
            type="number"
            inputMode="decimal"
            step="0.01"
            min="0"
            placeholder="0.00"
            autoComplete="off"
            value={value}
            onChange={(event) => onChange(event.target.value)}
            // Scrolling over a focused number input would change the amount.
            onWheel={(event) => event.currentTarget.blur()}
            className="min-h-14 [appearance:textfield] pl-9 text-lg font-semibold tabular-nums [&::-webkit-inner-spin-button]:appearance-none"
          />
        </div>
      )}
    </Field>
  )
}
