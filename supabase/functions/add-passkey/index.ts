import { verifyRegistrationResponse } from 'npm:@simplewebauthn/server@14.0.3'
import { z } from 'npm:zod@4.6.7'
import { callRpc } from '../_shared/callRpc.ts'
import { secretClient } from '../_shared/clients.ts'
import { handle } from '../_shared/handler.ts'
import { challengeIn, passkeySite, registrationSchema } from '../_shared/passkeys.ts'
import { Refusal } from '../_shared/refusal.ts'
import { sessionOf } from '../_shared/sessionOf.ts'

const refused = () => new Refusal(403, "We couldn't add this passkey. Please start again.")

// Verifies the answer of a device that has made a passkey. The database decides whether the caller may add it.
Deno.serve(
  handle(z.object({ response: registrationSchema }), async ({ response }, { userId, accessToken }) => {
    const challenge = challengeIn(response.response.clientDataJSON)
    const registered = await verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      ...passkeySite(),
      requireUserVerification: true,
    }).catch(() => null)
    if (!registered?.verified) throw refused()
    const { id, publicKey, counter } = registered.registrationInfo.credential
    const isAdded = await callRpc(secretClient(), 'add_passkey', {
      p_user_id: userId,
      p_session_id: sessionOf(accessToken),
      p_challenge: challenge,
      p_credential_id: id,
      p_public_key: publicKey.toBase64({ alphabet: 'base64url', omitPadding: true }),
      p_counter: counter,
      p_transports: response.response.transports,
    })
    if (!isAdded) throw refused()
    return { added: true }
  }),
)
