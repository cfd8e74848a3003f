import { useEffect, useState, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Button } from '@/components/ui/Button'
import { buttonLook } from '@/components/ui/buttonLook'
import { download } from '@/lib/download'
import { paths } from '@/lib/paths'
import { ForgotPinDialog } from './ForgotPinDialog'
import { PinFields, usePinForm } from './PinFields'

/** `children`: another way to sign in. */
export function SignInForm({ onSignUp, children }: { onSignUp: () => void; children?: ReactNode }) {
  const [isForgotten, setIsForgotten] = useState(false)
  const { form, input, asksEmail } = usePinForm(async (pin, email) =>
    (await download(() => import('./mutations'))).signIn(pin, email),
  )

  // A phone then shows its number keys.
  useEffect(() => input.current?.focus(), [input])

  return (
    <form {...form.props} className="flex flex-col gap-5 text-center [@media(max-height:43rem)]:gap-2">
      <h1 className="text-title">Enter your Security PIN</h1>
      <PinFields form={form} input={input} asksEmail={asksEmail} onComplete={(pin) => form.submitWith({ pin })} />
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
