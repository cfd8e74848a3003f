import { fileURLToPath } from 'node:url'
import { createClient } from '@supabase/supabase-js'
import postgres from 'postgres'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { newCustomer, type Customer } from '../../../local/contract/customers'
import { createMailbox } from '../../../local/mailbox/createMailbox'
import { startTemporaryStack, type TemporaryStack } from '../../../local/template'
import { createFunctions } from '../../../local/functions/createFunctions'
import { readFunctionConfig } from '../../../local/functions/functionConfig'
import { callFunction } from '../fixtures/functionCallers'

vi.stubGlobal('WebSocket', WebSocket)

let stack: TemporaryStack
let database: postgres.Sql
let ada: Customer

beforeAll(async () => {
  stack = await startTemporaryStack()
  database = postgres(stack.databaseUrl, { max: 1, onnotice: () => {} })
})

beforeEach(async () => {
  await database`update private.settings set device_binding = 'off' where only_row`
  const bank = { apiUrl: stack.apiUrl, publishableKey: stack.keys.publishable }
  ada = await newCustomer(bank, database, 'Ada Away')
  await database`update private.settings set device_binding = 'all' where only_row`
})

afterAll(async () => {
  await database.end()
  await stack.destroy()
})

const token = 'ab'.repeat(32)
const send = (caller: Customer | null, body: unknown = {}) => callFunction(stack, 'send-device-code', caller, body)
const codesOf = async ({ id }: Customer) =>
  (await database`select from private.device_codes where user_id = ${id}`).length

type Letter = { Subject: string; Text: string }

/** The newest mail to this person; mails that name nobody else's address count as theirs alone. */
async function letterTo({ email }: Customer, mailboxUrl = stack.mailboxUrl): Promise<Letter | null> {
  const found = await fetch(`${mailboxUrl}/api/v1/search?query=${encodeURIComponent(`to:${email}`)}`)
  const { messages } = (await found.json()) as { messages: { ID: string }[] }
  if (messages[0] === undefined) return null
  return (await fetch(`${mailboxUrl}/api/v1/message/${messages[0].ID}`)).json() as Promise<Letter>
}

/** Calls the function in an environment of the test's own. */
async function sendWith(env: Record<string, string>, log: (line: string) => void = () => {}) {
  const functions = await createFunctions({
    root: fileURLToPath(new URL('../../..', import.meta.url)),
    config: readFunctionConfig({ 'send-device-code': { verify_jwt: false } }),
    apiUrl: stack.apiUrl,
    keys: stack.keys,
    databaseUrl: stack.databaseUrl,
    jwtSecret: stack.keys.jwtSecret,
    env,
    log,
  })
  try {
    const headers = { authorization: `Bearer ${ada.accessToken}` }
    const request = new Request(`${stack.apiUrl}/functions/v1/send-device-code`, {
      method: 'POST',
      headers,
      body: '{}',
    })
    const response = await functions.fetch(request)
    return { status: response.status, body: (await response.json()) as unknown }
  } finally {
    await functions.close()
  }
}

test('the code goes to the address that the person signs in with, and opens the bank to this session', async () => {
  expect((await ada.supabase.from('accounts').select('id')).data).toEqual([])
  await database`update public.profiles set notification_email = 'elsewhere@fernbank.example' where id = ${ada.id}`
  expect(await send(ada)).toEqual({ status: 200, body: { sent: true } })
  const code = /^\d{6}$/m.exec((await letterTo(ada))?.Text ?? '')?.[0]
  await ada.supabase.rpc('enter_device_code', { p_device_token: token, p_code: code }).throwOnError()
  const { data } = await ada.supabase.rpc('recognise_device', { p_device_token: token }).throwOnError()
  expect(data).toEqual([{ state: 'known', code_expires_at: null, tries_left: null }])
  expect((await ada.supabase.from('accounts').select('id')).data).toHaveLength(1)
  expect(await send(ada)).toEqual({ status: 409, body: { error: 'This device needs no code.' } })
})

test('a second code has to wait a minute', async () => {
  await send(ada)
  expect(await send(ada)).toEqual({
    status: 429,
    body: { error: 'Please wait a minute before you ask for another code.' },
  })
  expect(await codesOf(ada)).toBe(1)
})

test('only a live session gets one', async () => {
  expect(await send(null)).toEqual({ status: 401, body: { error: 'Please sign in.' } })
  await ada.supabase.auth.signOut()
  expect(await send(ada)).toEqual({ status: 401, body: { error: 'Please sign in.' } })
  expect(await letterTo(ada)).toBeNull()
})

test('nobody has it sent to an address of their own, nor changes the password, from a device that is not known', async () => {
  const newAddress = `thief-${crypto.randomUUID()}@fernbank.example`
  const { data } = await ada.supabase.auth.getUser()
  for (const change of [{ email: newAddress }, { password: 'a password of the thief' }]) {
    expect((await ada.supabase.auth.updateUser(change)).error).not.toBeNull()
  }
  const [row] = await database`
    select u.email, p.password_fingerprint = sha256(convert_to(u.encrypted_password, 'utf8')) as is_of_the_pin
    from auth.users u join private.pins p on p.user_id = u.id where u.id = ${ada.id}`
  expect(row).toEqual({ email: data.user?.email, is_of_the_pin: true })
  await send(ada)
  expect(await letterTo(ada)).not.toBeNull()
  // Signing in still works, and so does the bank's own change of a PIN.
  await database`select private.set_pin(${ada.id}, private.random_pin())`
  const [pin] = await database<{ pin: string }[]>`select private.read_pin(${ada.id}) as pin`
  const signedIn = await ada.supabase.auth.signInWithPassword({ email: ada.email, password: `${pin?.pin}0` })
  expect(signedIn.error).toBeNull()
})

test('nobody reaches the code past the mail', async () => {
  const anon = createClient(stack.apiUrl, stack.keys.publishable, { auth: { persistSession: false } })
  for (const client of [anon, ada.supabase]) {
    const { error } = await client.rpc('issue_device_code', { p_user_id: ada.id, p_session_id: ada.id })
    expect(error?.code).toBe('42501')
  }
})

test('with devices not bound there is nothing to send', async () => {
  await database`update private.settings set device_binding = 'off' where only_row`
  expect(await send(ada)).toEqual({ status: 409, body: { error: 'This device needs no code.' } })
  expect(await codesOf(ada)).toBe(0)
})

test('without a mail server it says so, in the log as well, and makes no code', async () => {
  const lines: string[] = []
  expect(await sendWith({}, (line) => lines.push(line))).toEqual({
    status: 503,
    body: { error: "We can't send emails at the moment. Please try again later." },
  })
  expect(await codesOf(ada)).toBe(0)
  await vi.waitFor(() =>
    expect(lines.join('\n')).toContain('SMTP_HOST is not set: no customer can confirm a new device.'),
  )
})

test('a code whose mail could not be sent is taken back: another can be asked for at once', async () => {
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
