import { useState, type ReactNode } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { LonePage } from '@/components/LonePage'
import { Button } from '@/components/ui/Button'
import { buttonLook } from '@/components/ui/buttonLook'
import { PinFields, usePinForm } from '@/features/person/auth/PinFields'
import { freezeCopy } from '@/features/person/freeze/copy'
import { FreezeFacts } from '@/features/person/freeze/FreezeFacts'
import { freezeWithPin, useFreezeByLink } from '@/features/person/freeze/mutations'
import { cn } from '@/lib/cn'
import { paths } from '@/lib/paths'

/** The link in a security mail leads here, and needs no sign-in. The sign-in page leads here too: then the PIN freezes. */
export function FreezeScreen() {
  const token = useLocation().hash.slice(1)
  return token === '' ? <WithPin /> : <ByLink token={token} />
}

function ByLink({ token }: { token: string }) {
  const freeze = useFreezeByLink()
  if (freeze.data === false)
    return (
      // Another page for React, so that the focus moves to its heading.
      <LonePage name={freezeCopy.freeze} key="ended" title="This link no longer works">
        <p role="status">It hasn't frozen your account. A link works for 30 days. Freeze your account with your PIN.</p>
        <Link to={paths.freeze} className={cn(buttonLook('danger'), 'w-full')}>
          Enter my PIN
        </Link>
      </LonePage>
    )
  if (freeze.isSuccess)
    return (
      <Frozen>
        <Link to={paths.auth} className={cn(buttonLook('secondary'), 'w-full')}>
          Sign in
        </Link>
      </Frozen>
    )
  return (
    <LonePage name={freezeCopy.freeze} title="Freeze my account?">
      <Button
        variant="danger"
        className="w-full"
        pending={freeze.isPending}
        pendingLabel={freezeCopy.freezing}
        onClick={() => freeze.mutate(token)}
      >
        {freezeCopy.freeze}
      </Button>
      <FreezeFacts />
    </LonePage>
  )
}

function WithPin() {
  const [isFrozen, setIsFrozen] = useState(false)
  const { form, input, asksEmail } = usePinForm(async (pin, email) => {
    const isDone = await freezeWithPin(pin, email)
    setIsFrozen(isDone)
    return isDone
  })
  if (isFrozen)
    return (
      <Frozen>
        <Link to={paths.home} className={cn(buttonLook('secondary'), 'w-full')}>
          Go to my account
        </Link>
      </Frozen>
    )
  return (
    <LonePage name={freezeCopy.freeze} title="Freeze my account?">
      <form {...form.props} className="flex flex-col gap-4 text-center">
        <h2 className="text-section">Enter your Security PIN</h2>
        {/* The button freezes: the last digit alone must not. */}
        <PinFields form={form} input={input} asksEmail={asksEmail} onComplete={() => undefined} />
        <Button type="submit" variant="danger" pending={form.isPending} pendingLabel={freezeCopy.freezing}>
          {freezeCopy.freeze}
        </Button>
        <Link to={paths.auth} className={buttonLook('quiet')}>
          Back to sign in
        </Link>
      </form>
      <FreezeFacts />
    </LonePage>
  )
}

function Frozen({ children }: { children: ReactNode }) {
  return (
    <LonePage name={freezeCopy.freeze} title="Your account is frozen">
      <p role="status">All other devices are signed out. Change the password of your email account now.</p>
      <FreezeFacts />
      {children}
    </LonePage>
  )
}
