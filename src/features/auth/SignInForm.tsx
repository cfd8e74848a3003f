import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Button } from '@/components/ui/Button'
import { buttonLook } from '@/components/ui/buttonLook'
import { paths } from '@/lib/paths'
import { useForm } from '@/lib/useForm'
import { authCopy } from './copy'
import { ForgotPinDialog } from './ForgotPinDialog'
import { PinInput, pinLength } from './PinInput'
import { Refused, toastFailure } from './Refused'

/** `children`: another way to sign in. */
export function SignInForm({ onSignUp, children }: { onSignUp: () => void; children?: ReactNode }) {
  const [isForgotten, setIsForgotten] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const form = useForm({
    initial: { pin: '' },
    check: ({ pin }) =>
      pin.length === pinLength ? pin : { toast: authCopy.shortPin, errors: { pin: authCopy.shortPin.text } },
    submit: async (pin) => (await import('./mutations')).signIn(pin),
    onFailure: (error) => {
      toastFailure(error)
      // A refused PIN must be typed again. One that did not reach the server can be sent or typed again.
      if (error instanceof Refused) form.set({ pin: '' })
      else input.current?.select()
    },
    failedField: () => 'pin',
  })
  const problem = form.errors.pin

  // A phone then shows its number keys.
  useEffect(() => input.current?.focus(), [])

  return (
    <form {...form.props} className="flex flex-col gap-5 text-center [@media(max-height:43rem)]:gap-2">
      <h1 className="text-lg font-semibold">Enter your Security PIN</h1>
      <PinInput
        ref={input}
        value={form.values.pin}
        onChange={(pin) => form.set({ pin })}
        onComplete={(pin) => form.submitWith({ pin })}
        isInvalid={problem !== undefined}
        describedBy={problem === undefined ? undefined : 'pin-problem'}
      />
      <p id="pin-problem" aria-live="assertive" className="min-h-6 font-medium text-danger">
        {problem}
      </p>
      <Button type="submit" pending={form.isPending} pendingLabel="Signing in...">
        Sign In
      </Button>
      {children}
      <Button variant="quiet" onClick={() => setIsForgotten(true)}>
        Forgotten details?
      </Button>
      <Button variant="quiet" onClick={onSignUp}>
        Don't have an account? Sign up
      </Button>
      <Link to={paths.freeze} className={buttonLook('quiet')}>
        Freeze my account
      </Link>
      {isForgotten && <ForgotPinDialog onClose={() => setIsForgotten(false)} />}
    </form>
  )
}
