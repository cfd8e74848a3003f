import { callRpc } from '../_shared/callRpc.ts'
import { secretClient } from '../_shared/clients.ts'
import { handleJob } from '../_shared/handler.ts'
import { mailSender } from '../_shared/mail.ts'
import { composePaymentMail } from '../_shared/paymentMail.ts'
import { composeNoteMail } from './noteMail.ts'

// Sends the mails of all users. The caller learns only how many.
Deno.serve(
  handleJob(async () => {
    const send = mailSender()
    if (!send) return { sent: 0 }
    const database = secretClient()
    const due = await callRpc(database, 'claim_due_mails', {})
    const outcomes = await Promise.allSettled(
      due.map(async (mail) => {
        const composed =
          mail.kind === 'note'
            ? composeNoteMail(mail)
            : composePaymentMail({
                ...mail,
                notification_type: mail.notification_type === 'recipient' ? 'recipient' : 'sender',
              })
        await send({ to: mail.recipient_email, ...composed })
        await callRpc(database, 'mark_due_mail_sent', { p_about_id: mail.about_id })
      }),
    )
    // A mail that failed stays claimed for some minutes. A later call sends it.
    for (const outcome of outcomes) if (outcome.status === 'rejected') console.error(outcome.reason)
    return { sent: outcomes.filter(({ status }) => status === 'fulfilled').length }
  }),
)
