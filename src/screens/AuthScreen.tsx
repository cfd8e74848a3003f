import { useState } from 'react'
import { brand } from '@/brand'
import { SignInForm } from '@/features/auth/SignInForm'
import { lazyPart } from '@/lib/lazyPart'
import { useTitle } from '@/lib/useTitle'

const SignUpForm = lazyPart(async () => (await import('@/features/auth/SignUpForm')).SignUpForm)

export function AuthScreen() {
  const [mode, setMode] = useState<'sign in' | 'sign up'>('sign in')
  useTitle(mode === 'sign in' ? 'Sign in' : 'Create Account')
  return (
    <main className="mx-auto flex min-h-dvh max-w-120 flex-col justify-center gap-8 px-4 py-8">
      <div className="flex flex-col items-center gap-3">
        <img src="/icon.svg" alt="" className="size-16" />
        <p className="text-xl font-semibold tracking-tight">{brand.name}</p>
      </div>
      {mode === 'sign in' ? (
        <SignInForm onSignUp={() => setMode('sign up')} />
      ) : (
        <SignUpForm onSignIn={() => setMode('sign in')} />
      )}
    </main>
  )
}
