import { useEffect, useRef, useState, type RefObject } from 'react'
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
  const [asksEmail, setAsksEmail] = useState<'never' | 'if new here' | 'always'>('never')
  const form = useForm({
    initial: { pin: '', email: '' },
    check: ({ pin, email }) => {
      if (pin.length !== pinLength) return { toast: authCopy.shortPin, errors: { pin: authCopy.shortPin.text } }
      const address = email.trim()
      if (address === '' && asksEmail === 'always') return { errors: { email: authCopy.emailNeeded } }
      if (address !== '' && !isEmail(address)) return { errors: { email: authCopy.emailMalformed } }
      return { pin, email: address }
    },
    submit: async ({ pin, email }) => {
      if (!(await signIn(pin, email))) setAsksEmail('always')
    },
    onFailure: (error) => {
      toastFailure(error)
      // A refused PIN must be typed again. One that did not reach the server can be sent or typed again.
      if (!(error instanceof Refused)) return input.current?.select()
      form.set({ pin: '' })
      if (error.isKnownBrowser) setAsksEmail((current) => (current === 'never' ? 'if new here' : current))
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
      <p id="pin-problem" aria-live="assertive" className="min-h-6 font-medium text-danger">
        {problem}
      </p>
      {asksEmail !== 'never' && <EmailField form={form} isNeeded={asksEmail === 'always'} />}
    </>
  )
}

function EmailField({ form, isNeeded }: Pick<PinFieldsProps, 'form'> & { isNeeded: boolean }) {
  const input = useRef<HTMLInputElement>(null)
  // After a wrong PIN the focus is where it is typed again.
  useEffect(() => {
    if (isNeeded) input.current?.focus()
  }, [isNeeded])
  return (
    <div className="text-left">
      <InputField
        label={isNeeded ? authCopy.newDevice : authCopy.maybeNewDevice}
        {...form.field('email')}
        ref={input}
        type="email"
        autoComplete="username"
      />
    </div>
  )
}
