import { useState } from 'react'
import { brand } from '@/brand'
import { useTitle } from '@/components/useTitle'
import { authCopy } from '@/features/person/auth/copy'
import { SignInForm } from '@/features/person/auth/SignInForm'
import { lazyPart } from '@/lib/lazyPart'
import { useSession } from '@/lib/session'

const SignUpForm = lazyPart(async () => (await import('@/features/person/auth/SignUpForm')).SignUpForm)

/** The PIN is ready first. The space of the button is reserved. */
const PasskeySignIn = lazyPart(
  async () => (await import('@/features/person/passkeys/PasskeySignIn')).PasskeySignIn,
  <div className="min-h-(--control-height)" />,
)

const NoticeLinks = lazyPart(
  async () => (await import('@/components/NoticeLinks')).NoticeLinks,
  <div className="min-h-(--control-height)" />,
)

export function AuthScreen() {
  const [mode, setMode] = useState<'sign in' | 'sign up'>('sign in')
  const session = useSession()
  const ending = session.status === 'signed out' ? session.ending : null
  useTitle(mode === 'sign in' ? 'Sign in' : 'Create Account')
  return (
    <main className="mx-auto flex min-h-dvh max-w-120 flex-col justify-center gap-8 px-4 py-8 sm:my-[8dvh] sm:min-h-0 sm:rounded-lg sm:bg-card sm:px-10 sm:py-10 sm:shadow-card">
      <div className="flex flex-col items-center gap-3">
        <img src="/icon.svg" alt="" className="size-16" />
        <p className="text-headline">{brand.name}</p>
      </div>
      {ending !== null && ending.reason !== 'chosen' && (
        <p role="status" className="rounded bg-sunken p-3 text-center text-small">
          {authCopy.signedOut[ending.reason]}
        </p>
      )}
      {mode === 'sign in' ? (
        <SignInForm onSignUp={() => setMode('sign up')}>
          <PasskeySignIn />
        </SignInForm>
      ) : (
        <SignUpForm onSignIn={() => setMode('sign in')} />
      )}
      <NoticeLinks />
    </main>
  )
}
