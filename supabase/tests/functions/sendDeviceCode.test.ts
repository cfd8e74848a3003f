import { createClient } from '@supabase/supabase-js'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Customer } from '../../../local/contract/customers'
import { createMailbox } from '../../../local/mailbox/createMailbox'
import { callFunction, callServed, serveFunction } from '../fixtures/edgeFunctions'
import { aStackCustomer, withStackPeople } from '../fixtures/stack'

const { stack, sql, ada } = withStackPeople({ ada: aStackCustomer('Ada Away') })

beforeEach(async () => {
  await sql`update private.settings set device_binding = 'all' where only_row`
})
afterEach(async () => {
  await sql`update private.settings set device_binding = 'off' where only_row`
})

const token = 'ab'.repeat(32)
const send = (caller: Customer | null, body: unknown = {}) => callFunction(stack, 'send-device-code', caller, body)
const codesOf = async ({ id }: Customer) => (await sql`select from private.device_codes where user_id = ${id}`).length

type ReceivedMail = { Subject: string; Text: string }

/** The newest mail to the customer's sign-in address. */
async function mailTo({ email }: Customer, mailboxUrl = stack.mailboxUrl): Promise<ReceivedMail | null> {
  const found = await fetch(`${mailboxUrl}/api/v1/search?query=${encodeURIComponent(`to:${email}`)}`)
  const { messages } = (await found.json()) as { messages: { ID: string }[] }
  if (messages[0] === undefined) return null
  return (await fetch(`${mailboxUrl}/api/v1/message/${messages[0].ID}`)).json() as Promise<ReceivedMail>
}

/** Calls the function with environment variables that the test chooses. */
async function sendWith(env: Record<string, string>, log?: (line: string) => void) {
  const functions = await serveFunction(stack, 'send-device-code', env, { log })
  try {
    return await callServed(functions, stack, 'send-device-code', { token: ada.accessToken, body: {} })
  } finally {
    await functions.close()
  }
}

test('sends the code to the sign-in address; entering it gives the session access', async () => {
  expect((await ada.supabase.from('accounts').select('id')).data).toEqual([])
  await sql`update public.profiles set notification_email = 'elsewhere@fernbank.example' where id = ${ada.id}`
  expect(await send(ada)).toEqual({ status: 200, body: { sent: true } })
  const code = /^\d{6}$/m.exec((await mailTo(ada))?.Text ?? '')?.[0]
  await ada.supabase.rpc('enter_device_code', { p_device_token: token, p_code: code }).throwOnError()
  const { data } = await ada.supabase.rpc('recognise_device', { p_device_token: token }).throwOnError()
  expect(data).toEqual([{ state: 'known', code_expires_at: null, tries_left: null }])
  expect((await ada.supabase.from('accounts').select('id')).data).toHaveLength(1)
  expect(await send(ada)).toEqual({ status: 409, body: { error: "This device doesn't need a code." } })
})

test('refuses a second code within a minute', async () => {
  await send(ada)
  expect(await send(ada)).toEqual({
    status: 429,
    body: { error: 'Please wait a minute before you ask for another code.' },
  })
  expect(await codesOf(ada)).toBe(1)
})

test('requires a live session', async () => {
  expect(await send(null)).toEqual({ status: 401, body: { error: 'Please sign in.' } })
  await ada.supabase.auth.signOut()
  expect(await send(ada)).toEqual({ status: 401, body: { error: 'Please sign in.' } })
  expect(await mailTo(ada)).toBeNull()
})

test('no client can read the code from the API', async () => {
  const anon = createClient(stack.apiUrl, stack.keys.publishable, { auth: { persistSession: false } })
  for (const client of [anon, ada.supabase]) {
    const { error } = await client.rpc('issue_device_code', { p_user_id: ada.id, p_session_id: ada.id })
    expect(error?.code).toBe('42501')
  }
})

test('refuses when device binding is off', async () => {
  await sql`update private.settings set device_binding = 'off' where only_row`
  expect(await send(ada)).toEqual({ status: 409, body: { error: "This device doesn't need a code." } })
  expect(await codesOf(ada)).toBe(0)
})

test('without a mail server it reports and logs that, and makes no code', async () => {
  const lines: string[] = []
  expect(await sendWith({}, (line) => lines.push(line))).toEqual({
    status: 503,
    body: { error: "We can't send emails at the moment. Please try again later." },
  })
  expect(await codesOf(ada)).toBe(0)
  await expect.poll(() => lines.join('\n')).toContain('SMTP_HOST is not set: no customer can confirm a new device.')
})

test('withdraws a code whose mail failed, so that another can be requested at once', async () => {
  const mailbox = await createMailbox({ smtpPort: 0, webPort: 0 })
  const mailServer = { SMTP_HOST: '127.0.0.1', SMTP_PORT: String(mailbox.smtpPort) }
  await mailbox.close()
  expect(await sendWith(mailServer)).toEqual({
    status: 502,
    body: { error: "We couldn't send the email. Please try again." },
  })
  expect(await codesOf(ada)).toBe(0)
  expect(await send(ada)).toEqual({ status: 200, body: { sent: true } })
})
