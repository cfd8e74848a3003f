import { callRpc } from '../_shared/callRpc.ts'
import { type Client, secretClient } from '../_shared/clients.ts'
import { handleJob } from '../_shared/handler.ts'
import { mailSender } from '../_shared/mail.ts'
import type { ComposedMail } from '../_shared/mailPage.ts'
import { composePaymentMail } from '../_shared/paymentMail.ts'
import { composeNoteMail } from './noteMail.ts'
import { composeSearchMail } from './searchMail.ts'
import { composeSecurityMail } from './securityMail.ts'

type DueMail = Awaited<ReturnType<typeof claim>>[number]

const claim = (database: Client) => callRpc(database, 'claim_due_mails', {})

function compose(mail: DueMail): ComposedMail {
  if (mail.kind === 'note') return composeNoteMail(mail)
  if (mail.kind === 'security') return composeSecurityMail(mail, Deno.env.get('APP_URL'))
  if (mail.kind === 'search') return composeSearchMail(mail, Deno.env.get('APP_URL'))
  return composePaymentMail({
    ...mail,
    notification_type: mail.notification_type === 'recipient' ? 'recipient' : 'sender',
  })
}

// Sends the mails of all users. The caller learns only how many.
Deno.serve(
  handleJob(async () => {
    const send = mailSender()
    if (!send) return { sent: 0 }
    const database = secretClient()
    const due = await claim(database)
    const outcomes = await Promise.allSettled(
      due.map(async (mail) => {
        await send({ to: mail.recipient_email, ...compose(mail) })
        await callRpc(database, 'mark_due_mail_sent', { p_about_id: mail.about_id })
      }),
    )
    // A mail that failed stays claimed for some minutes. A later call sends it.
    for (const outcome of outcomes) if (outcome.status === 'rejected') console.error(outcome.reason)
    return { sent: outcomes.filter(({ status }) => status === 'fulfilled').length }
  }),
)
