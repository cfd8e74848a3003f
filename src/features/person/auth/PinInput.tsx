import { OTPInput } from 'input-otp'
import type { Ref } from 'react'
import { cn } from '@/lib/cn'

export const pinLength = 5

type PinInputProps = {
  value: string
  onChange: (pin: string) => void
  onComplete: (pin: string) => void
  isInvalid: boolean
  describedBy: string | undefined
  ref: Ref<HTMLInputElement>
}

/** Five slots over one real input, so typing, pasting and password managers work. Digits are shown as dots. */
export function PinInput({ value, onChange, onComplete, isInvalid, describedBy, ref }: PinInputProps) {
  return (
    <OTPInput
      ref={ref}
      maxLength={pinLength}
      value={value}
      onChange={onChange}
      onComplete={onComplete}
      // A whole PIN is typed again from its first digit. The library selects the last one, and would report no whole PIN.
      onFocus={({ currentTarget }) => {
        if (currentTarget.value.length === pinLength) currentTarget.select()
      }}
      pattern="^\d+$"
      inputMode="numeric"
      autoComplete="current-password webauthn"
      pasteTransformer={(text) => text.replace(/\D/g, '')}
      aria-label="Security PIN"
      aria-invalid={isInvalid || undefined}
      aria-describedby={describedBy}
      // The input's letters are as high as the slots from the start. The library measures that only after the first paint.
      containerClassName="flex justify-center gap-2 [--root-height:--spacing(16)]"
      render={({ slots }) =>
        slots.map(({ char, isActive, hasFakeCaret }, index) => (
          <span
            // oxlint-disable-next-line react/no-array-index-key -- a slot is its position
            key={index}
            aria-hidden
            className={cn(
              'flex h-16 w-13 items-center justify-center rounded border bg-card text-headline',
              isInvalid ? 'border-danger' : 'border-control',
              isActive && 'outline-3 outline-offset-2 outline-brand',
            )}
          >
            {char !== null && '•'}
            {hasFakeCaret && <span className="h-7 w-px animate-pulse bg-ink" />}
          </span>
        ))
      }
    />
  )
}
