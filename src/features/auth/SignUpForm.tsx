import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { Button } from '@/components/ui/Button'
import { Field } from '@/components/ui/Field'
import { Input } from '@/components/ui/Input'
import { isEmail } from '@/lib/email'
import { authCopy } from './copy'
import type { NewPerson } from './mutations'
import { useAttempt } from './useAttempt'

type Problems = { fullName?: string; email?: string }

export function SignUpForm({ onSignIn }: { onSignIn: () => void }) {
  const [fullName, setFullName] = useState('')
  const [email, setEmail] = useState('')
  const [problems, setProblems] = useState<Problems>({})
  const nameInput = useRef<HTMLInputElement>(null)
  const emailInput = useRef<HTMLInputElement>(null)
  const signUp = useAttempt(async (person: NewPerson) => (await import('./mutations')).signUp(person))

  useEffect(() => nameInput.current?.focus(), [])

  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    const found = check(fullName, email)
    setProblems(found)
    if (found.fullName !== undefined) return nameInput.current?.focus()
    if (found.email !== undefined) return emailInput.current?.focus()
    signUp.start(
      { fullName: fullName.trim(), email: email.trim() },
      {
        onFailure: (text) => {
          setProblems({ email: text })
          emailInput.current?.focus()
        },
      },
    )
  }

  return (
    <form onSubmit={handleSubmit} noValidate className="space-y-4">
      <h1 className="text-center text-lg font-semibold">Create Account</h1>
      <Field label="Full Name" error={problems.fullName}>
        {(control) => (
          <Input
            {...control}
            ref={nameInput}
            required
            maxLength={140}
            autoComplete="name"
            value={fullName}
            onChange={(event) => setFullName(event.target.value)}
          />
        )}
      </Field>
      <Field label="Email" error={problems.email}>
        {(control) => (
          <Input
            {...control}
            ref={emailInput}
            required
            type="email"
            autoComplete="email"
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        )}
      </Field>
      <p className="rounded bg-brand-soft p-3 text-sm">
        A unique 5-digit PIN will be generated for you. You will use it to sign in.
      </p>
      <Button type="submit" className="w-full" pending={signUp.isPending} pendingLabel="Creating account...">
        Sign Up
      </Button>
      <Button variant="quiet" className="w-full" onClick={onSignIn}>
        Already have an account? Sign in
      </Button>
    </form>
  )
}

function check(fullName: string, email: string): Problems {
  return {
    ...(fullName.trim() === '' && { fullName: authCopy.nameNeeded }),
    ...(email.trim() === '' ? { email: authCopy.emailNeeded } : !isEmail(email) && { email: authCopy.emailMalformed }),
  }
}
