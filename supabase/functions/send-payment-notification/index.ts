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

    const due = await callRpc(database, 'claim_payment_notifications', {
      p_user_id: userId,
      p_request_id: requestId,
      p_notification_type: notificationType,
    })
    const outcomes = await Promise.allSettled(
      due.map((mail) =>
        send({
          to: mail.recipient_email,
          ...composePaymentMail({ ...mail, notification_type: notificationType }),
        }),
      ),
    )
    const failed = due.filter((_mail, index) => outcomes[index]?.status === 'rejected')
    if (failed.length > 0) {
      for (const outcome of outcomes) if (outcome.status === 'rejected') logError(outcome.reason)
      // The claim is released, so that a later call can send the mails.
      for (const mail of failed) {
        await callRpc(database, 'release_payment_notification', { p_notification_id: mail.notification_id })
      }
      throw new Refusal(502, "We couldn't send the email.")
    }
    return { sent: due.length }
  }),
)
