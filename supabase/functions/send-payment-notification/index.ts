import { z } from 'npm:zod@4.6.7'
import { secretClient } from '../_shared/clients.ts'
import { handle } from '../_shared/handler.ts'
import { mailSender } from '../_shared/mail.ts'
import { Refusal } from '../_shared/refusal.ts'
import { composePaymentMail, type PaymentNotification } from './paymentMail.ts'

// The payment that the mail is about is named by its request id alone. Everything else in the body is
// information that the browser has anyway; the mail is made from what the database knows.
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

type DueMail = PaymentNotification & { notification_id: string; recipient_email: string }

Deno.serve(
  handle(bodySchema, async ({ requestId, notificationType }, { userId }) => {
    const send = mailSender()
    if (!send) return { skipped: true }

    const database = secretClient()
    const { data } = await database
      .rpc('claim_payment_notifications', {
        p_user_id: userId,
        p_request_id: requestId,
        p_notification_type: notificationType,
      })
      .throwOnError()
    const due: DueMail[] = data ?? []

    const outcomes = await Promise.allSettled(
      due.map((mail) => send({ to: mail.recipient_email, ...composePaymentMail(mail) })),
    )
    const failed = due.filter((_mail, index) => outcomes[index]?.status === 'rejected')
    if (failed.length > 0) {
      for (const outcome of outcomes) if (outcome.status === 'rejected') console.error(outcome.reason)
      // Put back, so that a later call can send it.
      for (const mail of failed) {
        await database.rpc('release_payment_notification', { p_notification_id: mail.notification_id }).throwOnError()
      }
      throw new Refusal(502, 'The mail could not be sent.')
    }
    return { sent: due.length }
  }),
)
