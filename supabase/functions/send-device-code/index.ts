import { z } from 'npm:zod@4.6.7'
import { secretClient } from '../_shared/clients.ts'
import { handle, type Caller } from '../_shared/handler.ts'
import { mailSender } from '../_shared/mail.ts'
import { Refusal } from '../_shared/refusal.ts'
import { composeDeviceCodeMail } from './deviceCodeMail.ts'

const issuedSchema = z.tuple([
  z.object({ code_id: z.guid(), code: z.string(), email: z.string(), full_name: z.string() }),
])

Deno.serve(
  handle(z.object({}), async (_body, caller) => {
    const send = mailSender()
    if (!send) {
      console.error('SMTP_HOST is not set: nobody can confirm a new device.')
      throw new Refusal(503, 'We cannot send e-mails at the moment. Please try again later.')
    }
    const issued = await issueCode(caller)
    try {
      await send({ to: issued.email, ...composeDeviceCodeMail({ name: issued.full_name, code: issued.code }) })
    } catch (error) {
      console.error(error)
      // Taken back, so that another can be asked for at once.
      await secretClient().rpc('withdraw_device_code', { p_code_id: issued.code_id }).throwOnError()
      throw new Refusal(502, 'The e-mail could not be sent. Please try again.')
    }
    return { sent: true }
  }),
)

/** The code leaves the database for the mail alone: neither the answer nor the log has it. */
async function issueCode({ userId, accessToken }: Caller) {
  const { data, error } = await secretClient().rpc('issue_device_code', {
    p_user_id: userId,
    p_session_id: sessionOf(accessToken),
  })
  if (error) {
    const status = /^PT(4\d\d)$/.exec(error.code)?.[1]
    if (status) throw new Refusal(Number(status), error.message)
    throw error
  }
  return issuedSchema.parse(data)[0]
}

/** The session that a token belongs to. Only for tokens that have been verified. */
function sessionOf(accessToken: string): string {
  const claims = accessToken.split('.')[1] ?? ''
  const { session_id: id } = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/')))
  return z.guid().parse(id)
}
