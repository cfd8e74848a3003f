import { useRef, useState, type RefObject } from 'react'
import { InputField } from '@/components/ui/Input'
import { isEmail } from '@/lib/email'
import { useForm } from '@/lib/useForm'
import { authCopy } from './copy'
import { PinInput, pinLength } from './PinInput'
import { Refused, toastFailure } from './Refused'

/**
 * A form that signs in with a PIN, and with the email address once the server needs it. `signIn` resolves with false
 * where it does; the email address is empty until then.
 */
export function usePinForm(signIn: (pin: string, email: string) => Promise<boolean>) {
  const input = useRef<HTMLInputElement>(null)
  const [asksEmail, setAsksEmail] = useState<'never' | 'maybe' | 'always'>('never')
  const form = useForm({
    initial: { pin: '', email: '' },
    check: ({ pin, email }) => {
      if (pin.length !== pinLength) return { toast: authCopy.shortPin, errors: { pin: authCopy.shortPin.text } }
      const address = email.trim()
      if (address === '' ? asksEmail !== 'always' : isEmail(address)) return { pin, email: address }
      return { errors: { email: address === '' ? authCopy.emailNeeded : authCopy.emailMalformed } }
    },
    submit: async ({ pin, email }) => {
      if (!(await signIn(pin, email))) setAsksEmail('always')
    },
    onFailure: (error) => {
      toastFailure(error)
      // A refused PIN must be typed again. One that did not reach the server can be sent or typed again.
      if (!(error instanceof Refused)) return input.current?.select()
      form.set({ pin: '' })
      if (error.isKnownBrowser) setAsksEmail((current) => (current === 'never' ? 'maybe' : current))
    },
    failedField: () => 'pin',
  })
  return { form, input, asksEmail }
}

type PinForm = ReturnType<typeof usePinForm>
type PinFieldsProps = {
  form: PinForm['form']
  input: RefObject<HTMLInputElement | null>
  asksEmail: PinForm['asksEmail']
  /** Called with the fifth digit. */
  onComplete: (pin: string) => void
}

const focus = (input: HTMLInputElement | null) => input?.focus()

export function PinFields({ form, input, asksEmail, onComplete }: PinFieldsProps) {
  const problem = form.errors.pin
  return (
    <>
      <PinInput
        ref={input}
        value={form.values.pin}
        onChange={(pin) => form.set({ pin })}
        onComplete={onComplete}
        isInvalid={problem !== undefined}
        describedBy={problem === undefined ? undefined : 'pin-problem'}
      />
      <p id="pin-problem" aria-live="assertive" className="min-h-6 text-name text-danger">
        {problem}
      </p>
      {asksEmail !== 'never' && (
        <div className="text-left">
          <InputField
            label={asksEmail === 'always' ? authCopy.newDevice : authCopy.maybeNewDevice}
            {...form.field('email')}
            type="email"
            autoComplete="username"
            // After a wrong PIN the focus is where it is typed again.
            ref={asksEmail === 'always' ? focus : undefined}
          />
        </div>
      )}
    </>
  )
}
