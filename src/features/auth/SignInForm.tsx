import { lazy, Suspense, useEffect, useRef, useState, type SubmitEvent } from 'react'
import { Button } from '@/components/ui/Button'
import { messageOf } from '@/lib/errors'
import { toast } from '@/lib/toast'
import { authCopy } from './copy'
import { useSignIn } from './mutations'
import { PinInput, pinLength } from './PinInput'

const ForgotPinDialog = lazy(async () => ({ default: (await import('./ForgotPinDialog')).ForgotPinDialog }))

export function SignInForm({ onSignUp }: { onSignUp: () => void }) {
  const [pin, setPin] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isForgotten, setIsForgotten] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const signIn = useSignIn()

  // The one thing to do here: a phone shows its digits at once.
  useEffect(() => input.current?.focus(), [])

  const handleComplete = (complete: string) => {
    // Filled by the fifth digit and by Enter at once: one of them is enough.
    if (signIn.isPending) return
    setProblem(null)
    signIn.mutate(complete, {
      onError: (error) => {
        setProblem(messageOf(error))
        setPin('')
        input.current?.focus()
      },
    })
  }
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    if (pin.length === pinLength) return handleComplete(pin)
    toast.error(authCopy.shortPin)
    setProblem(authCopy.shortPin.text)
    input.current?.focus()
  }

  return (
    <form onSubmit={handleSubmit} noValidate className="flex flex-col gap-5 text-center">
      <h1 className="text-lg font-semibold">Enter your Security PIN</h1>
      <PinInput
        ref={input}
        value={pin}
        onChange={setPin}
        onComplete={handleComplete}
        isInvalid={problem !== null}
        describedBy={problem === null ? undefined : 'pin-problem'}
      />
      <p id="pin-problem" aria-live="assertive" className="min-h-6 font-medium text-danger">
        {problem}
      </p>
      <Button type="submit" pending={signIn.isPending} pendingLabel="Signing in...">
        Sign In
      </Button>
      <Button variant="quiet" onClick={() => setIsForgotten(true)}>
        Forgotten details?
      </Button>
      <Button variant="quiet" onClick={onSignUp}>
        Don't have an account? Sign up
      </Button>
      {isForgotten && (
        <Suspense>
          <ForgotPinDialog onClose={() => setIsForgotten(false)} />
        </Suspense>
      )}
    </form>
  )
}
