import { useState } from 'react'
import { brand } from '@/brand'
import { Screen } from '@/components/Screen'
import { SignInForm } from '@/features/auth/SignInForm'
import { SignUpForm } from '@/features/auth/SignUpForm'

export function AuthScreen() {
  const [mode, setMode] = useState<'sign in' | 'sign up'>('sign in')
  return (
    <main className="mx-auto flex min-h-dvh max-w-120 flex-col">
      <Screen title={mode === 'sign in' ? 'Sign in' : 'Create Account'} hideHeader>
        <div className="flex flex-1 flex-col justify-center gap-8 py-8">
          <div className="flex flex-col items-center gap-3">
            <img src="/icon.svg" alt="" className="size-16" />
            <p className="text-xl font-semibold tracking-tight">{brand.name}</p>
          </div>
          {mode === 'sign in' ? (
            <SignInForm onSignUp={() => setMode('sign up')} />
          ) : (
            <SignUpForm onSignIn={() => setMode('sign in')} />
          )}
        </div>
      </Screen>
    </main>
  )
}
