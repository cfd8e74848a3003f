import { isRateLimited } from '@/lib/errors'
import { boolean, list, object, text } from '@/lib/json'
import { lastActivityStore } from '@/lib/storage'
import { supabase } from '@/lib/supabase'
import { toast } from '@/lib/toast'
import { authCopy } from './copy'
import { Refused } from './Refused'

// Loaded by the forms when they are used, and with it the clients.

/** From a PIN of five digits to a session. Fails with `Refused`, or with what kept the question from an answer. */
export async function signIn(pin: string): Promise<void> {
  const found = await supabase.rpc('get_email_by_pin', { user_pin: pin })
  if (found.error !== null) throw isRateLimited(found.error) ? new Refused(authCopy.tooManyAttempts) : found.error
  const user = readUsers(found.data)?.[0]
  if (user === undefined) throw new Refused(authCopy.wrongPin)
  if (!user.user_approved) throw new Refused(authCopy.pendingApproval)
  noteActivity()
  const { error } = await supabase.auth.signInWithPassword({ email: user.user_email, password: `${pin}0` })
  if (error === null) return
  if (isRateLimited(error)) throw new Refused(authCopy.tooManyAttempts)
  throw error.code === 'invalid_credentials' ? new Refused(authCopy.wrongPin) : error
}

const readUsers = list(object({ user_email: text, user_approved: boolean }))

/** The inactivity sign-out counts from here: the last touch that it knows of may be yesterday's. */
function noteActivity() {
  lastActivityStore.write(Date.now())
}

/** Tells the bank that somebody is there. False: the session is over. Null: the bank does not count. */
export async function touchSession(): Promise<boolean | null> {
  const { data } = await supabase.rpc('touch_session').throwOnError()
  return data
}

export type NewPerson = { fullName: string; email: string }

/** Makes an account; the database gives it a PIN, which is shown for 15 seconds, whatever screen is shown by then. */
export async function signUp({ fullName, email }: NewPerson): Promise<void> {
  noteActivity()
  const { error } = await supabase.auth.signUp({
    email,
    // Nobody ever types it: the database replaces it by the PIN's.
    password: `${crypto.randomUUID()}Aa1!`,
    options: { emailRedirectTo: window.location.origin, data: { full_name: fullName } },
  })
  if (error !== null) throw error
  void showNewPin()
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
export async function requestPinReset(email: string): Promise<void> {
  await supabase.rpc('request_pin_reset', { p_email: email }).throwOnError()
  toast.success(authCopy.resetRequested)
}
