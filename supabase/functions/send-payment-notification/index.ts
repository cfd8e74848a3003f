import { z } from 'npm:zod@4.6.7'
import { callRpc } from '../_shared/callRpc.ts'
import { secretClient } from '../_shared/clients.ts'
import { handle } from '../_shared/handler.ts'
import { logError } from '../_shared/logError.ts'
import { mailSender } from '../_shared/mail.ts'
import { sendPushes } from '../_shared/sendPushes.ts'
import { Refusal } from '../_shared/refusal.ts'
import { composePaymentMail } from '../_shared/paymentMail.ts'

// Only requestId and notificationType are used: they find the payment, and the mail is made from the database's rows.
// The other fields are part of the specified body.
const bodySchema = z.object({
  requestId: z.uuid(),
  notificationType: z.enum(['sender', 'recipient']),
  recipientEmail: z.string().nullish(),
  recipientName: z.string(),
  amount: z.number(),
  sortCode: z.string(),
  accountNumber: z.string(),
  reference: z.string().nullish(),
})

Deno.serve(
  handle(bodySchema, async ({ requestId, notificationType }, { userId }) => {
    const database = secretClient()
    // The payee's device is told at once, and not by the next run of the job.
    if (notificationType === 'recipient') await sendPushes(database).catch(logError)
    const send = mailSender()
    if (!send) return { skipped: true }

    const due = await callRpc(database, 'take_payment_notifications', {
      p_user_id: userId,
      p_request_id: requestId,
      p_notification_type: notificationType,
    })
    for (const mail of due) {
      await send({
        to: mail.recipient_email,
        ...composePaymentMail({ ...mail, notification_type: notificationType }),
      }).catch((error: unknown) => {
        // The job sends it.
        logError(error)
        throw new Refusal(502, "We couldn't send the email.")
      })
      await callRpc(database, 'mark_due_mail_sent', { p_about_id: mail.about_id })
    }
    return { sent: due.length }
  }),
)
