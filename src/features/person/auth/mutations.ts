import { isRateLimited, messageOf } from '@/lib/errors'
import { boolean, list, object, text } from '@/lib/json'
import { loadClient } from '@/lib/loadClient'
import { logError } from '@/lib/log'
import { deviceStore, lastActivityStore } from '@/lib/storage'
import { callRpc, supabase } from '@/lib/supabase'
import { toast } from '@/lib/toast'
import { touchSession } from '@/lib/touchSession'
import { authCopy } from './copy'
import { Refused } from './Refused'

// The forms import this file and the clients only when they are used.

/**
 * Signs in with a five-digit PIN, and with the email address unless it is empty. False: the server cannot tell the owner
 * of the PIN without it. Throws `Refused`, or the error of the request.
 */
export async function signIn(pin: string, email: string): Promise<boolean> {
  // A browser without an id has never been used to sign in.
  const token = deviceStore.existingToken()
  const found = await callRpc('get_email_by_pin', {
    user_pin: pin,
    p_device_token: token ?? undefined,
    p_email: email || undefined,
  }).catch(refuseIfTooMany)
  const question = readQuestion(found)
  if (question?.wrong_pin === false) return false
  const user = readUsers(found)?.[0]
  if (user === undefined) throw new Refused(authCopy.wrongPin, question !== undefined)
  if (!user.user_approved) throw new Refused(authCopy.pendingApproval)
  noteActivity()
  const { supabaseClient } = await loadClient()
  const { error } = await supabaseClient.auth.signInWithPassword({
    email: user.user_email,
    password: `${pin}0`,
  })
  if (error === null) {
    // A browser that the owner knows is reported at once, so that they get no mail about it. Nobody waits for it.
    touchSession().catch((failure: unknown) => logError('The device was not reported', failure))
    return true
  }
  if (error.code === 'invalid_credentials') throw new Refused(authCopy.wrongPin)
  return refuseIfTooMany(error)
}

function refuseIfTooMany(error: unknown): never {
  throw isRateLimited(error) ? new Refused(authCopy.tooManyAttempts(messageOf(error))) : error
}

const readUsers = list(object({ user_email: text, user_approved: boolean }))
/** Instead of users: only the email address can tell. `wrong_pin`: no user of this browser has this PIN. */
const readQuestion = object({ needs_email: boolean, wrong_pin: boolean })

/** Restarts the inactivity timer, whose stored last activity may be old. */
export function noteActivity() {
  lastActivityStore.write(Date.now())
}

export type NewPerson = { fullName: string; email: string }

/** Creates an account. A toast shows the PIN that the database makes, for 15 seconds on any screen. */
export async function signUp({ fullName, email }: NewPerson): Promise<void> {
  noteActivity()
  const { supabaseClient } = await loadClient()
  const { error } = await supabaseClient.auth.signUp({
    email,
    // Never used: the database replaces it with the password that belongs to the PIN.
    password: `${crypto.randomUUID()}Aa1!`,
    options: { emailRedirectTo: window.location.origin, data: { full_name: fullName } },
  })
  if (error !== null) {
    // The owner of the address is told by email. The form says the same without it.
    if (error.code === 'user_already_exists')
      await callRpc('report_known_address', { p_email: email }).catch((failure: unknown) =>
        logError('The owner of the address was not told', failure),
      )
    throw error
  }
  void showNewPin()
}

async function showNewPin() {
  for (let attempt = 0; attempt < 5; attempt += 1) {
    await new Promise((resolve) => setTimeout(resolve, 1000))
    const pin = await readNewPin().catch(() => null)
    if (pin !== null) return toast.success(authCopy.newPin(pin))
  }
  toast.error(authCopy.newPinUnreadable)
}

/** The PIN of the sign-up; null once the user has confirmed it or is approved. */
export async function readNewPin(): Promise<string | null> {
  // A separate call: the server returns the PIN only after the audit log has recorded that it is read.
  await callRpc('record_new_pin_view')
  return callRpc('get_my_new_pin')
}

/** The user has saved the PIN of the sign-up. The server does not show it again. */
export const confirmNewPin = () => callRpc('confirm_new_pin')

/** Counts as an attempt. The calls after it are refused if this is not the user's PIN. */
export const enterPin = (pin: string) => callRpc('enter_my_pin', { p_pin: pin })

/** Sets this PIN, or a random one for null, and returns it. Ends the user's other sessions. */
export const changePin = (pin: string | null) => callRpc('change_my_pin', { p_new_pin: pin ?? undefined })

/** 'Forgotten details?'. The answer is the same for known and unknown addresses. */
export async function requestPinReset(email: string): Promise<void> {
  await callRpc('request_pin_reset', { p_email: email })
  toast.success(authCopy.resetRequested)
}

/** Sets the PIN of the user to whom the link with this token was mailed. False: the link is unknown, used or too old. */
export async function chooseNewPin(token: string, pin: string, requestId: string): Promise<boolean> {
  const { data } = await supabase
    .rpc('choose_new_pin', { p_token: token, p_pin: pin, p_request_id: requestId })
    .throwOnError()
  return data
}
