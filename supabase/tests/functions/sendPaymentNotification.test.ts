import { expect, test } from 'vitest'
import { notificationBody, pay } from '../../../local/contract/customers'
import { createMailbox } from '../../../local/mailbox/createMailbox'
import { callServed, serveFunction } from '../fixtures/edgeFunctions'
import { aStackCustomer, withStackPeople } from '../fixtures/stack'

// Failures of the mail server. The contract test covers a mail that is sent.
const { stack, sql, ada, ben } = withStackPeople(
  { ada: aStackCustomer('Ada Payer'), ben: aStackCustomer('Ben Payee') },
  { once: true },
)

/** Calls the function with environment variables that the test chooses. */
async function notify(env: Record<string, string>, requestId: string) {
  const functions = await serveFunction(stack, 'send-payment-notification', env)
  try {
    const body = notificationBody(ben, requestId, 'sender')
    return await callServed(functions, stack, 'send-payment-notification', { token: ada.accessToken, body })
  } finally {
    await functions.close()
  }
}

test('reports a failed mail, and leaves it to the job', async () => {
  const mailbox = await createMailbox({ smtpPort: 0, webPort: 0 })
  const mailServer = { SMTP_HOST: '127.0.0.1', SMTP_PORT: String(mailbox.smtpPort) }
  await mailbox.close()
  const requestId = await pay(ada, ben, 4, 'Lunch')
  expect(await notify(mailServer, requestId)).toEqual({ status: 502, body: { error: "We couldn't send the email." } })
  expect(await sql`select kind, attempts, sent_at from private.due_mails where kind = 'payment'`).toEqual([
    { kind: 'payment', attempts: 1, sent_at: null },
  ])
})

test('without a mail server it reports the mail as skipped and does not take it', async () => {
  const requestId = await pay(ada, ben, 5, 'Lunch')
  expect(await notify({}, requestId)).toEqual({ status: 200, body: { skipped: true } })
  const [untaken] = await sql`
    select count(*)::int as mails from public.take_payment_notifications(${ada.id}, ${requestId}, 'sender')`
  expect(untaken).toEqual({ mails: 1 })
})
