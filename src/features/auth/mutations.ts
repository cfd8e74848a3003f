import { useMutation } from '@tanstack/react-query'
import { isRateLimited, messageOf } from '@/lib/errors'
import { auth, supabase } from '@/lib/supabase'
import { toast, type ToastWords } from '@/lib/toast'
import { authCopy } from './copy'

/** Sign-in was refused, in the words of the catalogue. */
class SignInRefused extends Error {
  override name = 'SignInRefused'
  readonly words: ToastWords

  constructor(words: ToastWords & { text: string }) {
    super(words.text)
    this.words = words
  }
}

/** From a PIN of five digits to a session. Fails with `SignInRefused`, or with what kept the question from an answer. */
export function useSignIn() {
  return useMutation({
    // A paused request would leave the screen waiting without a word.
    networkMode: 'always',
    mutationFn: signIn,
    meta: {
      failure: (error) => (error instanceof SignInRefused ? error.words : { title: 'Error', text: messageOf(error) }),
    },
  })
}

async function signIn(pin: string): Promise<void> {
  const found = await supabase.rpc('get_email_by_pin', { user_pin: pin })
  if (found.error !== null) throw isRateLimited(found.error) ? new SignInRefused(authCopy.tooManyAttempts) : found.error
  const [person] = found.data
  if (person === undefined) throw new SignInRefused(authCopy.wrongPin)
  if (!person.user_approved) throw new SignInRefused(authCopy.pendingApproval)
  const { error } = await auth.signInWithPassword({ email: person.user_email, password: `${pin}0` })
  if (error === null) return
  if (isRateLimited(error)) throw new SignInRefused(authCopy.tooManyAttempts)
  throw error.code === 'invalid_credentials' ? new SignInRefused(authCopy.wrongPin) : error
}

export type NewPerson = { fullName: string; email: string }

/** Makes an account; the database gives it a PIN, which is shown for 15 seconds. Goes on when the screen is left. */
export function useSignUp() {
  return useMutation({
    networkMode: 'always',
    mutationFn: async ({ fullName, email }: NewPerson) => {
      const { error } = await auth.signUp({
        email,
        // Nobody ever types it: the database replaces it by the PIN's.
        password: `${crypto.randomUUID()}Aa1!`,
        options: { emailRedirectTo: window.location.origin, data: { full_name: fullName } },
      })
      if (error !== null) throw error
    },
    onSuccess: () => void showNewPin(),
  })
}

async function showNewPin() {
  for (let attempt = 0; attempt < 5; attempt += 1) {
    await new Promise((resolve) => setTimeout(resolve, 1000))
    const { data } = await supabase.rpc('get_my_new_pin')
    if (data !== null) return toast.success(authCopy.newPin(data))
  }
  toast.error(authCopy.newPinUnreadable)
}

/** 'Forgotten details?': the answer is the same whether the address is known or not. */
export function useRequestPinReset() {
  return useMutation({
    networkMode: 'always',
    mutationFn: async (email: string) => {
      await supabase.rpc('request_pin_reset', { p_email: email }).throwOnError()
    },
    meta: { success: authCopy.resetRequested },
  })
}
