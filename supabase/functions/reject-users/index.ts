import { z } from 'npm:zod@4.6.7'
import { callRpc, callerRpc } from '../_shared/callRpc.ts'
import { secretClient } from '../_shared/clients.ts'
import { handle } from '../_shared/handler.ts'
import { logError } from '../_shared/logError.ts'
import { mailSender } from '../_shared/mail.ts'
import { composeRejectionMail } from './rejectionMail.ts'

const bodySchema = z.object({ userIds: z.array(z.guid()).min(1).max(100), reason: z.string() })

Deno.serve(
  handle(bodySchema, async ({ userIds, reason }, caller) => {
    // The database checks the caller's permission. Only then are the mails read.
    const rejected = await callerRpc(caller, 'reject_users', { p_user_ids: userIds, p_reason: reason })
    const send = mailSender()
    if (!send) return { rejected, notMailed: [] }

    const database = secretClient()
    const due = await callRpc(database, 'claim_rejection_mails', { p_user_ids: userIds })
    const outcomes = await Promise.allSettled(
      due.map((mail) => send({ to: mail.recipient_email, ...composeRejectionMail(mail) })),
    )
    const notMailed: string[] = []
    for (const [index, outcome] of outcomes.entries()) {
      const mail = due[index]
      if (outcome.status === 'fulfilled' || mail === undefined) continue
      logError(outcome.reason)
      notMailed.push(mail.recipient_email)
      // The claim is released, so that a later call can send the mail.
      await callRpc(database, 'release_rejection_mail', { p_user_id: mail.user_id })
    }
    return { rejected, notMailed }
  }),
)
