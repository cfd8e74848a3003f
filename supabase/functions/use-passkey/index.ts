import { verifyAuthenticationResponse } from 'npm:@simplewebauthn/server@14.0.3'
import { z } from 'npm:zod@4.6.7'
import { callRpc } from '../_shared/callRpc.ts'
import { secretClient } from '../_shared/clients.ts'
import { handleAnyone } from '../_shared/handler.ts'
import { assertionSchema, challengeIn, passkeySite } from '../_shared/passkeys.ts'
import { Refusal } from '../_shared/refusal.ts'
import { sessionOf } from '../_shared/sessionOf.ts'

const bodySchema = z.object({
  purpose: z.enum(['sign_in', 'approve']),
  response: assertionSchema,
  /** The id of the browser, which a sign-in confirms. */
  deviceToken: z.string().nullish(),
})
const foundSchema = z.string().nullable()
const usedSchema = z.tuple([z.object({ is_accepted: z.boolean(), email: z.string().nullable() })])

// Verifies a signature. The answer to every failure is the same, so that it tells nothing about users and their passkeys.
Deno.serve(
  handleAnyone(bodySchema, async (body, signedIn) => {
    const { id, response } = body.response
    const site = passkeySite()
    const challenge = challengeIn(response.clientDataJSON)
    const caller = body.purpose === 'approve' ? await signedIn() : null
    const database = secretClient()
    const publicKey = foundSchema.parse(
      await callRpc(database, 'find_passkey', {
        p_challenge: challenge,
        p_credential_id: id,
        ...(caller && { p_user_id: caller.userId, p_session_id: sessionOf(caller.accessToken) }),
      }),
    )
    const verified =
      publicKey &&
      (await verifyAuthenticationResponse({
        response: { ...body.response, response: { ...response, userHandle: response.userHandle ?? undefined } },
        expectedChallenge: challenge,
        ...site,
        requireUserVerification: true,
        // The database compares the counter with the stored one, under a lock.
        credential: { id, publicKey: Uint8Array.fromBase64(publicKey, { alphabet: 'base64url' }), counter: 0 },
      }).catch(() => null))
    if (!verified || !verified.verified) {
      await callRpc(database, 'refuse_passkey', { p_challenge: challenge })
      throw refused(body.purpose)
    }
    const [{ is_accepted: isAccepted, email }] = usedSchema.parse(
      await callRpc(database, 'use_passkey', {
        p_challenge: challenge,
        p_credential_id: id,
        p_counter: verified.authenticationInfo.newCounter,
        p_user_handle: response.userHandle ?? undefined,
        p_device_token: body.deviceToken ?? undefined,
      }),
    )
    if (!isAccepted) throw refused(body.purpose)
    return email === null ? { approved: true } : { tokenHash: await linkFor(email) }
  }),
)

const refused = (purpose: 'sign_in' | 'approve') =>
  new Refusal(
    403,
    `This passkey wasn't accepted. It may have been removed. Try again, or use ${purpose === 'sign_in' ? 'your PIN' : 'another passkey'}.`,
  )

/** A token that the browser exchanges for a session, once. The browser does it, so that the session is the browser's. */
async function linkFor(email: string): Promise<string> {
  const { data, error } = await secretClient().auth.admin.generateLink({ type: 'magiclink', email })
  if (error) throw error
  return data.properties.hashed_token
}
