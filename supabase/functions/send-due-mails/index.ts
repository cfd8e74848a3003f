import { callRpc } from '../_shared/callRpc.ts'
import { type Client, secretClient } from '../_shared/clients.ts'
import { handleJob } from '../_shared/handler.ts'
import { reportHealth } from '../_shared/healthReport.ts'
import { logError } from '../_shared/logError.ts'
import { mailSender } from '../_shared/mail.ts'
import type { ComposedMail } from '../_shared/mailPage.ts'
import { composePaymentMail } from '../_shared/paymentMail.ts'
import { sendPushes } from '../_shared/sendPushes.ts'
import { composeEventMail } from './eventMail.ts'
import { composeNoteMail } from './noteMail.ts'
import { composeRejectionMail } from './rejectionMail.ts'
import { composeSecurityMail } from './securityMail.ts'
import { composeSuspensionMail } from './suspensionMail.ts'

type DueMail = Awaited<ReturnType<typeof take>>[number]

const take = (database: Client) => callRpc(database, 'take_due_mails', {})

function compose(mail: DueMail): ComposedMail {
  if (mail.kind === 'note')
    return mail.notification_type === 'suspension' ? composeSuspensionMail(mail) : composeNoteMail(mail)
  if (mail.kind === 'event') return composeEventMail({ ...mail, event: mail.notification_type })
  if (mail.kind === 'rejection') return composeRejectionMail(mail)
  if (['security', 'pin', 'sign_up'].includes(mail.kind)) return composeSecurityMail(mail, Deno.env.get('APP_URL'))
  return composePaymentMail({
    ...mail,
    notification_type: mail.notification_type === 'recipient' ? 'recipient' : 'sender',
  })
}

async function sendMails(database: Client): Promise<number> {
  const send = mailSender()
  if (!send) return 0
  const due = await take(database)
  const outcomes = await Promise.allSettled(
    due.map(async (mail) => {
      await send({ to: mail.recipient_email, ...compose(mail) })
      await callRpc(database, 'mark_due_mail_sent', { p_about_id: mail.about_id })
    }),
  )
  // A mail that failed stays taken for some minutes. A later call sends it.
  for (const outcome of outcomes) if (outcome.status === 'rejected') logError(outcome.reason)
  return outcomes.filter(({ status }) => status === 'fulfilled').length
}

// Sends the mails and push messages of all users. The caller learns only how many.
Deno.serve(
  handleJob(async () => {
    const database = secretClient()
    const [mails, pushes] = await Promise.all([
      sendMails(database),
      sendPushes(database),
      // Customers' mails do not depend on it.
      reportHealth(database).catch(logError),
    ])
    return { sent: mails + pushes }
  }),
)
