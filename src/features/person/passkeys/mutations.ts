import { enterPin, noteActivity } from '@/features/person/auth/shared'
import { enterDeviceCode } from '@/features/person/devices/shared'
import { profileQueries } from '@/features/person/profile/queries'
import { askForApproval, withApproval } from '@/lib/approval'
import { refusalOf, WordedError } from '@/lib/errors'
import { invokeFunction } from '@/lib/functions'
import { object, text } from '@/lib/json'
import { loadClient } from '@/lib/loadClient'
import { logError } from '@/lib/log'
import { penceToPounds } from '@/lib/money'
import { deviceStore } from '@/lib/storage'
import { callRpc, supabase } from '@/lib/supabase'
import { touchSession } from '@/lib/touchSession'
import { useChange } from '@/lib/useChange'
import { passkeyCopy } from './copy'
import { passkeyQueries } from './queries'
import { canAutofillPasskeys, canUsePasskeys, createPasskey, signWithPasskey } from './webauthn'

// The forms show why a change failed.

/** Also the profile, which says whether there are passkeys. */
const stale = [passkeyQueries.all, profileQueries.all]

/** Sends a code to the address of the account. */
export const useSendPasskeyCode = () =>
  useChange(() => invokeFunction('send-device-code', { addsPasskey: true, deviceToken: deviceStore.token() }), {
    success: passkeyCopy.add.sent,
    failure: false,
  })

export const useAddPasskey = () =>
  useChange(
    async ({ code, currentPin }: { code: string; currentPin: string }) => {
      // Two calls of their own, so that the server has counted the attempts.
      await enterPin(currentPin)
      await enterDeviceCode(code)
      const { data } = await supabase.rpc('start_adding_passkey').single().throwOnError()
      const response = await createPasskey({
        challenge: data.challenge,
        userHandle: data.user_handle,
        userName: data.user_name,
        displayName: data.display_name,
        knownCredentials: data.known_credentials,
      })
      await invokeFunction('add-passkey', { response })
    },
    { stale, success: passkeyCopy.add.done, failure: false },
  )

/** What proves that the owner removes a passkey: the PIN, a code from the mail in a frozen account, or another passkey. */
export type Proof = { pin: string } | { code: string } | 'passkey'

export const useRemovePasskey = (passkeyId: string) =>
  useChange(
    async (proof: Proof) => {
      const byPasskey = proof === 'passkey'
      const remove = () => callRpc('remove_passkey', { p_id: passkeyId, p_by_passkey: byPasskey })
      if (byPasskey) {
        const subject = await remove().then(() => null, detailsOf)
        if (subject === null) return
        await askForApproval(subject)
      } else if ('pin' in proof) await enterPin(proof.pin)
      else await enterDeviceCode(proof.code)
      await remove()
    },
    { stale, success: passkeyCopy.remove.done, failure: false },
  )

/** What another passkey must approve: the server names it in its refusal. */
function detailsOf(error: unknown): string {
  const details: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, 'details') : null
  if (typeof details === 'string') return details
  throw error
}

export const useSetApprovalAmount = () =>
  useChange(
    (pence: number) =>
      withApproval(
        () => callRpc('set_passkey_amount', { p_amount: penceToPounds(pence) }),
        passkeyCopy.amount.approve(pence),
      ),
    {
      stale: [passkeyQueries.all],
      success: (_nothing, pence) => passkeyCopy.amount.saved(pence),
      failure: false,
    },
  )

const readAnswer = object({ tokenHash: text })

const newChallenge = () => callRpc('start_passkey_sign_in')

/** Signs in with any passkey that the device has for this bank. It names the user. */
export async function signInWithPasskey(): Promise<void> {
  await finishSignIn(await signWithPasskey(await newChallenge()))
}

/** Signs in with what a passkey has signed. */
export async function finishSignIn(response: unknown): Promise<void> {
  const answer = readAnswer(
    await invokeFunction('use-passkey', { purpose: 'sign_in', response, deviceToken: deviceStore.token() }),
  )
  if (answer === undefined) throw new Error('use-passkey answered without a token')
  noteActivity()
  // The browser fetches the session itself, so that it has this browser's name and address.
  const { supabaseClient } = await loadClient()
  const { error } = await supabaseClient.auth.verifyOtp({ token_hash: answer.tokenHash, type: 'magiclink' })
  if (error !== null) throw error
  // As after a PIN: nobody waits for it.
  touchSession().catch((failure: unknown) => logError('The device was not reported', failure))
}

/**
 * The browser offers passkeys in the PIN's field until `signal` ends it, and `onSigned` gets what the chosen one has signed.
 * Challenges live five minutes. A browser that cannot offer them asks for a challenge too. True: the bank has passkeys off.
 */
export async function offerPasskeys(signal: AbortSignal, onSigned: (response: unknown) => void): Promise<boolean> {
  if (!canUsePasskeys()) return false
  const canOffer = await canAutofillPasskeys()
  const renewAfterMs = 4 * 60_000
  while (!signal.aborted) {
    const round = new AbortController()
    const timer = setTimeout(() => round.abort(), renewAfterMs)
    try {
      const challenge = await newChallenge()
      if (canOffer) onSigned(await signWithPasskey(challenge, { autofill: AbortSignal.any([signal, round.signal]) }))
      return false
    } catch (error) {
      if (refusalOf(error)?.hint === 'passkeys-off') return true
      // The browser has none to offer. The customer has asked for nothing yet, and the button shows what is wrong.
      if (error instanceof WordedError) return false
      if (!signal.aborted && !round.signal.aborted) throw error
    } finally {
      clearTimeout(timer)
    }
  }
  return false
}
