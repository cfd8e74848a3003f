import { useEffect, useRef, useState } from 'react'
import { Field } from '@/components/ui/Field'
import { Input } from '@/components/ui/Input'
import { cn } from '@/lib/cn'
import { parsePounds, penceToPounds } from '@/lib/money'
import { amountError, isUnclear, readAmount } from '@/lib/paymentRules'
import { isComposing } from './isComposing'

type AmountFieldProps = {
  label?: string
  value: string
  onChange: (amount: string) => void
  error?: string
  hint?: string
  /** The ids of what describes the amount below the field. */
  describedBy?: string
  /** The first question of the screen: large, and focused, at first and with an error. This opens a phone's keyboard. */
  isMain?: boolean
  /** Called when the field gets or loses the focus. */
  onFocusChange?: (hasFocus: boolean) => void
  /** Enter leads to the next question instead of submitting the form. */
  onEnter?: () => void
}

/** An amount in pounds. */
export function AmountField(props: AmountFieldProps) {
  const {
    label = 'Amount (£)',
    value,
    onChange,
    error,
    hint,
    describedBy,
    isMain = false,
    onFocusChange,
    onEnter,
  } = props
  const input = useRef<HTMLInputElement>(null)
  const [isLeft, setIsLeft] = useState(false)
  useEffect(() => {
    if (isMain) input.current?.focus({ preventScroll: true })
  }, [isMain])
  useEffect(() => {
    if (isMain && error !== undefined) input.current?.focus()
  }, [isMain, error])
  // The submit button may be disabled for it, so the reason is shown here.
  const unreadable =
    isLeft && (isUnclear(value) || (isMain && value.trim() !== '' && readAmount(value) === null))
      ? amountError(value, 'Enter an amount above £0, such as 10.99.')
      : undefined
  return (
    <Field
      label={label}
      error={isUnclear(value) && error !== undefined ? amountError(value, error) : (error ?? unreadable)}
      hint={hint}
      describedBy={describedBy}
    >
      {(control) => (
        <div className="relative">
          <span
            aria-hidden
            className={cn(
              'pointer-events-none absolute left-4 top-1/2 -translate-y-1/2 text-muted',
              isMain ? 'text-headline' : 'text-title',
            )}
          >
            £
          </span>
          <Input
            {...control}
            ref={input}
            // A number input hides what is typed when it reads '£5' or '1,000.50'.
            type="text"
            inputMode="decimal"
            step="0.01"
            min="0"
            placeholder="0.00"
            autoComplete="off"
            value={value}
            onChange={(event) => onChange(event.target.value)}
            enterKeyHint={onEnter && 'next'}
            onKeyDown={(event) => {
              if (onEnter === undefined || event.key !== 'Enter' || isComposing(event)) return
              event.preventDefault()
              onEnter()
            }}
            onFocus={() => {
              setIsLeft(false)
              onFocusChange?.(true)
            }}
            onBlur={() => {
              setIsLeft(true)
              onFocusChange?.(false)
              const pence = parsePounds(value)
              // Shows how a comma was read. A change would remove the error that the same amount has.
              if (pence !== null && error === undefined && /,\d{0,2}\s*$/.test(value)) onChange(penceToPounds(pence))
            }}
            className={cn('min-h-14! tabular-nums', isMain ? 'pl-11! text-headline' : 'pl-9! text-title')}
          />
        </div>
      )}
    </Field>
  )
}
