import { fileURLToPath } from 'node:url'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { newCustomer, notificationBody, pay, type Customer } from '../../../local/contract/customers'
import { createMailbox } from '../../../local/mailbox/createMailbox'
import { startTemporaryStack } from '../../../local/template'
import { createFunctions } from '../../../local/functions/createFunctions'
import { readFunctionConfig } from '../../../local/functions/functionConfig'

// The mail server's moods, which the contract test cannot set up.
vi.stubGlobal('WebSocket', WebSocket)

let stack: Awaited<ReturnType<typeof startTemporaryStack>>
let database: postgres.Sql
let ada: Customer
let ben: Customer

beforeAll(async () => {
  stack = await startTemporaryStack()
  database = postgres(stack.databaseUrl, { max: 1, onnotice: () => {} })
  const bank = { apiUrl: stack.apiUrl, publishableKey: stack.keys.publishable }
  ada = await newCustomer(bank, database, 'Ada Payer')
  ben = await newCustomer(bank, database, 'Ben Payee')
})

afterAll(async () => {
  await database.end()
  await stack.destroy()
})

/** Calls the function in an environment of the test's own. */
async function notify(env: Record<string, string>, requestId: string): Promise<{ status: number; body: unknown }> {
  const functions = await createFunctions({
    root: fileURLToPath(new URL('../../..', import.meta.url)),
    config: readFunctionConfig({ 'send-payment-notification': { verify_jwt: false } }),
    apiUrl: stack.apiUrl,
    keys: stack.keys,
    databaseUrl: stack.databaseUrl,
    jwtSecret: stack.keys.jwtSecret,
    env,
    log: () => {},
  })
  try {
    const response = await functions.fetch(
      new Request(`${stack.apiUrl}/functions/v1/send-payment-notification`, {
        method: 'POST',
        headers: { authorization: `Bearer ${ada.accessToken}` },
        body: JSON.stringify(notificationBody(ben, requestId, 'sender')),
      }),
    )
    return { status: response.status, body: await response.json() }
  } finally {
    await functions.close()
  }
}

test('a mail that could not be sent is said so and put back, so that a later call sends it', async () => {
  const mailbox = await createMailbox({ smtpPort: 0, webPort: 0 })
  const mailServer = { SMTP_HOST: '127.0.0.1', SMTP_PORT: String(mailbox.smtpPort) }
  await mailbox.close()
  const requestId = await pay(ada, ben, 4, 'Lunch')

  expect(await notify(mailServer, requestId)).toEqual({ status: 502, body: { error: "We couldn't send the email." } })

  const mended = await createMailbox({ smtpPort: 0, webPort: 0 })
  try {
    const sent = await notify({ ...mailServer, SMTP_PORT: String(mended.smtpPort) }, requestId)
    expect(sent).toEqual({ status: 200, body: { sent: 1 } })
  } finally {
    await mended.close()
  }
})

test('without a mail server it says that it skipped the mail, and leaves it for later', async () => {
  const requestId = await pay(ada, ben, 5, 'Lunch')
  expect(await notify({}, requestId)).toEqual({ status: 200, body: { skipped: true } })
  const [left] = await database`
    select count(*)::int as mails from public.claim_payment_notifications(${ada.id}, ${requestId}, 'sender')`
  expect(left).toEqual({ mails: 1 })
})
