import { useEffect, useRef } from 'react'
import { Button } from '@/components/ui/Button'
import { InputField } from '@/components/ui/Input'
import { download } from '@/lib/download'
import { isEmail } from '@/lib/email'
import { textProblem } from '@/lib/safeText'
import { useForm, type FieldProblem } from '@/lib/useForm'
import { authCopy } from './copy'
import type { NewPerson } from './mutations'
import { toastFailure } from './Refused'

export function SignUpForm({ onSignIn }: { onSignIn: () => void }) {
  const nameInput = useRef<HTMLInputElement>(null)
  const form = useForm({
    initial: { fullName: '', email: '' },
    check,
    submit: async (person) => (await download(() => import('./mutations'))).signUp(person),
    onFailure: toastFailure,
    failedField: () => 'email',
  })

  useEffect(() => nameInput.current?.focus(), [])

  return (
    <form {...form.props} className="space-y-4">
      <h1 className="text-center text-title">Create Account</h1>
      <InputField
        label="Full Name"
        {...form.field('fullName')}
        ref={nameInput}
        required
        maxLength={140}
        autoComplete="name"
      />
      <InputField label="Email" {...form.field('email')} required type="email" autoComplete="email" />
      <p className="rounded bg-sunken p-3 text-small">
        A unique 5-digit PIN will be generated for you. You will use it to sign in.
      </p>
      <Button type="submit" className="w-full" pending={form.isPending} pendingLabel="Creating account...">
        Sign Up
      </Button>
      <Button variant="quiet" className="w-full" onClick={onSignIn}>
        Already have an account? Sign in
      </Button>
    </form>
  )
}

function check(typed: NewPerson): NewPerson | FieldProblem<keyof NewPerson> {
  const fullName = typed.fullName.trim()
  const email = typed.email.trim()
  const nameProblem = fullName === '' ? authCopy.nameNeeded : textProblem(fullName)
  const errors = {
    ...(nameProblem !== null && { fullName: nameProblem }),
    ...(email === '' ? { email: authCopy.emailNeeded } : !isEmail(email) && { email: authCopy.emailMalformed }),
  }
  return Object.keys(errors).length > 0 ? { errors } : { fullName, email }
}
