import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { Button } from '@/components/ui/Button'
import { toast } from '@/lib/toast'
import { authCopy } from './copy'
import { ForgotPinDialog } from './ForgotPinDialog'
import { PinInput, pinLength } from './PinInput'
import { Refused } from './Refused'
import { useAttempt } from './useAttempt'

export function SignInForm({ onSignUp }: { onSignUp: () => void }) {
  const [pin, setPin] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isForgotten, setIsForgotten] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const signIn = useAttempt(async (complete: string) => (await import('./mutations')).signIn(complete))

  // The one thing to do here: a phone shows its digits at once.
  useEffect(() => input.current?.focus(), [])

  const handleComplete = (complete: string) => {
    setProblem(null)
    signIn.start(complete, {
      onFailure: (text, error) => {
        setProblem(text)
        // What the bank refused must be typed anew; what it never heard of can be sent again.
        if (error instanceof Refused) setPin('')
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
      {isForgotten && <ForgotPinDialog onClose={() => setIsForgotten(false)} />}
    </form>
  )
}
