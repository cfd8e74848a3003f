import type { ComponentProps } from 'react'

export const codeLength = 6

type CodeInputProps = Omit<ComponentProps<'input'>, 'value' | 'onChange'> & {
  value: string
  onChange: (code: string) => void
  onComplete: (code: string) => void
}

/**
 * One plain input, so that a phone can offer the code from the email. Six slots as for the PIN would move their library out
 * of the sign-in screen's file and delay it for every visitor.
 */
export function CodeInput({ value, onChange, onComplete, ...control }: CodeInputProps) {
  const handleChange = (text: string) => {
    const code = text.replace(/\D/g, '').slice(0, codeLength)
    onChange(code)
    if (code.length === codeLength && code !== value) onComplete(code)
  }
  return (
    <input
      {...control}
      value={value}
      onChange={(event) => handleChange(event.target.value)}
      inputMode="numeric"
      autoComplete="one-time-code"
      className="min-h-16 w-full rounded border border-control bg-card px-4 text-center text-2xl tracking-widest text-ink tabular-nums aria-invalid:border-danger aria-invalid:ring-1 aria-invalid:ring-danger"
    />
  )
}
