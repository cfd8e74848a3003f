import { z } from 'npm:zod@4.6.7'
import { callRpc } from '../_shared/callRpc.ts'
import { secretClient } from '../_shared/clients.ts'
import { handle } from '../_shared/handler.ts'
import { logError } from '../_shared/logError.ts'
import { mailSender } from '../_shared/mail.ts'
import { Refusal } from '../_shared/refusal.ts'
import { sessionOf } from '../_shared/sessionOf.ts'
import { composeDeviceCodeMail } from './deviceCodeMail.ts'

const issuedSchema = z.tuple([
  z.object({
    code_id: z.guid(),
    code: z.string(),
    email: z.string(),
    full_name: z.string(),
    purpose: z.enum(['sign_in', 'unfreeze', 'passkey']),
  }),
])

/** `deviceToken`: the id of the browser, for which codes are counted. */
const bodySchema = z.object({ addsPasskey: z.boolean().default(false), deviceToken: z.string().optional() })

// The code goes into the mail only: the response and the log never contain it.
Deno.serve(
  handle(bodySchema, async ({ addsPasskey, deviceToken }, { userId, accessToken }) => {
    const send = mailSender()
    if (!send) {
      console.error('SMTP_HOST is not set: no customer can confirm a new device.')
      throw new Refusal(503, "We can't send emails at the moment. Please try again later.")
    }
    const database = secretClient()
    const [issued] = issuedSchema.parse(
      await callRpc(database, 'issue_device_code', {
        p_user_id: userId,
        p_session_id: sessionOf(accessToken),
        p_adds_passkey: addsPasskey,
        p_device_token: deviceToken,
      }),
    )
    try {
      const { email, full_name: name, code, purpose } = issued
      await send({ to: email, ...composeDeviceCodeMail({ name, code, purpose }) })
    } catch (error) {
      logError(error)
      // Without this, the customer would have to wait before requesting another code.
      await callRpc(database, 'withdraw_device_code', { p_code_id: issued.code_id })
      throw new Refusal(502, "We couldn't send the email. Please try again.")
    }
    return { sent: true }
  }),
)
