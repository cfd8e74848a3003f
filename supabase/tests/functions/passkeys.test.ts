import { createClient } from '@supabase/supabase-js'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Customer } from '../../../local/contract/customers'
import { Authenticator, type Ceremony } from '../fixtures/authenticator'
import { deviceToken } from '../fixtures/devices'
import { callFunction } from '../fixtures/edgeFunctions'
import { aStackCustomer, withStackPeople } from '../fixtures/stack'

const { stack, sql, ada, bob } = withStackPeople({ ada: aStackCustomer('Ada Away'), bob: aStackCustomer('Bob Brook') })

const visitor = () => createClient(stack.apiUrl, stack.keys.publishable, { auth: { persistSession: false } })
const refusedAdding = { status: 403, body: { error: "We couldn't add this passkey. Please start again." } }
const refusedUse = {
  status: 403,
  body: { error: "This passkey wasn't accepted. It may have been removed. Try again, or use your PIN." },
}
const refusedApproval = {
  status: 403,
  body: { error: "This passkey wasn't accepted. It may have been removed. Try again, or use another passkey." },
}
const startSchema = z.tuple([z.object({ challenge: z.string(), user_handle: z.string(), user_name: z.string() })])

beforeEach(async () => {
  await sql`truncate private.attempts, private.passkey_challenges, private.due_mails`
})
afterEach(async () => {
  await sql`update private.settings set passkeys = true, device_binding = 'off' where only_row`
})

const claimsOf = ({ accessToken }: Customer) =>
  z
    .object({ session_id: z.string() })
    .parse(JSON.parse(Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString()))

/** As after the right PIN and the right code. */
async function prove(customer: Customer) {
  const { session_id: session } = claimsOf(customer)
  await sql`
    insert into private.pin_confirmations (session_id) values (${session})
    on conflict (session_id) do update set confirmed_at = now()`
  await sql`
    insert into private.device_codes (user_id, session_id, purpose, code_hash, entered_device_hash)
    values (${customer.id}, ${session}, 'passkey', '', '')`
}

/** The customer enters the PIN and the code from the mail, as in Settings. */
async function enterPinAndCode({ id, supabase }: Customer) {
  const [row] = await sql<[{ pin: string }]>`select private.read_pin(${id}) as pin`
  await supabase.rpc('enter_my_pin', { p_pin: row.pin }).throwOnError()
  const sent = await supabase.functions.invoke('send-device-code', { body: { addsPasskey: true } })
  expect(sent.data).toEqual({ sent: true })
  const found = await fetch(`${stack.mailboxUrl}/api/v1/message/latest`)
  const mail = z.object({ Subject: z.string(), Text: z.string() }).parse(await found.json())
  expect(mail.Subject).toBe('Your code for adding a passkey to Fernbank')
  const code = /^\d{6}$/m.exec(mail.Text)?.[0]
  await supabase.rpc('enter_device_code', { p_device_token: deviceToken('phone'), p_code: code }).throwOnError()
}

async function startAdding({ supabase }: Customer) {
  const [{ challenge, user_handle: userHandle }] = startSchema.parse(
    (await supabase.rpc('start_adding_passkey').throwOnError()).data,
  )
  return { challenge, userHandle }
}

async function addPasskey(customer: Customer, confirm = prove) {
  await confirm(customer)
  const key = new Authenticator()
  const answer = await callFunction(stack, 'add-passkey', customer, {
    response: key.create(await startAdding(customer)),
  })
  expect(answer).toEqual({ status: 200, body: { added: true } })
  return key
}

const titles = async () =>
  (
    await sql<{ title: string }[]>`
    select n.title from private.due_mails m join private.security_mails n on n.id = m.about_id order by n.id`
  ).map(({ title }) => title)

describe('adding a passkey', () => {
  test('needs the PIN and the code from the mail, once each, and tells the owner', async () => {
    const key = await addPasskey(ada, enterPinAndCode)
    expect((await ada.supabase.rpc('list_passkeys').throwOnError()).data).toMatchObject([{ credential_id: key.id }])
    expect(await titles()).toContain('A new passkey')
    expect((await ada.supabase.rpc('start_adding_passkey')).error).toMatchObject({ hint: 'field:currentPin' })
    const [row] = await sql<[{ pin: string }]>`select private.read_pin(${ada.id}) as pin`
    await ada.supabase.rpc('enter_my_pin', { p_pin: row.pin }).throwOnError()
    expect((await ada.supabase.rpc('start_adding_passkey')).error).toMatchObject({ code: 'PT403', hint: 'field:code' })
  })

  test('is refused without the PIN, and without the code', async () => {
    expect((await ada.supabase.rpc('start_adding_passkey')).error).toMatchObject({ hint: 'field:currentPin' })
    const [row] = await sql<[{ pin: string }]>`select private.read_pin(${ada.id}) as pin`
    await ada.supabase.rpc('enter_my_pin', { p_pin: row.pin }).throwOnError()
    expect((await ada.supabase.rpc('start_adding_passkey')).error).toMatchObject({ hint: 'field:code' })
  })

  test.each<[string, (challenge: string) => Partial<Ceremony>]>([
    ['from another origin', () => ({ origin: 'https://fernbank.example.evil' })],
    ['for another site', () => ({ rpId: 'evil.example' })],
    ['without user verification', () => ({ isVerified: false })],
    ['for an unknown challenge', () => ({ challenge: 'A'.repeat(43) })],
  ])('refuses a key %s', async (_, change) => {
    await prove(ada)
    const started = await startAdding(ada)
    const response = new Authenticator().create({ ...started, ...change(started.challenge) })
    expect(await callFunction(stack, 'add-passkey', ada, { response })).toEqual(refusedAdding)
    expect(await sql`select from private.passkeys where user_id = ${ada.id}`).toHaveLength(0)
  })

  test("refuses another customer's challenge, a challenge twice, and a session whose account is frozen since", async () => {
    await prove(ada)
    await prove(bob)
    const started = await startAdding(ada)
    const response = new Authenticator().create(started)
    expect(await callFunction(stack, 'add-passkey', bob, { response })).toEqual(refusedAdding)
    expect(await callFunction(stack, 'add-passkey', null, { response })).toMatchObject({ status: 401 })
    expect(await callFunction(stack, 'add-passkey', ada, { response })).toMatchObject({ status: 200 })
    expect(await callFunction(stack, 'add-passkey', ada, { response })).toEqual(refusedAdding)

    const late = new Authenticator().create(await startAdding(bob))
    await bob.supabase.rpc('freeze_my_account').throwOnError()
    expect(await callFunction(stack, 'add-passkey', bob, { response: late })).toEqual(refusedAdding)
    expect((await bob.supabase.rpc('start_adding_passkey')).error).toMatchObject({ hint: 'account-frozen' })
  })
})

const signInWith = (response: object, token?: string) =>
  callFunction(stack, 'use-passkey', null, { purpose: 'sign_in', response, deviceToken: token })

async function startSignIn(): Promise<string> {
  const { data } = await visitor().rpc('start_passkey_sign_in').throwOnError()
  return z.string().parse(data)
}

async function sessionFrom(answer: { body: unknown }) {
  const { tokenHash } = z.object({ tokenHash: z.string() }).parse(answer.body)
  const supabase = visitor()
  const { data, error } = await supabase.auth.verifyOtp({ token_hash: tokenHash, type: 'magiclink' })
  return { supabase, userId: data.user?.id, error, tokenHash }
}

describe('signing in with a passkey', () => {
  test('gives the session of its owner, once, as a PIN does, with the mail about the sign-in', async () => {
    const key = await addPasskey(ada)
    await sql`truncate private.due_mails`
    const answer = await signInWith(key.get({ challenge: await startSignIn() }))
    const { supabase, userId, tokenHash } = await sessionFrom(answer)
    expect(userId).toBe(ada.id)
    expect((await supabase.rpc('touch_session', { p_device_token: deviceToken('x') })).data).toBe(true)
    expect((await supabase.from('accounts').select('id').throwOnError()).data).toHaveLength(1)
    expect(await titles()).toEqual(['A new device'])
    const again = await visitor().auth.verifyOtp({ token_hash: tokenHash, type: 'magiclink' })
    expect(again.error).toMatchObject({ code: 'otp_expired' })
  })

  test('makes the device known where a code is needed, and only that device', async () => {
    const key = await addPasskey(ada)
    await sql`update private.settings set device_binding = 'all' where only_row`
    const { supabase } = await sessionFrom(
      await signInWith(key.get({ challenge: await startSignIn() }), deviceToken('new phone')),
    )
    expect((await supabase.from('accounts').select('id').throwOnError()).data).toHaveLength(0)
    const recognise = async (name: string) =>
      (await supabase.rpc('recognise_device', { p_device_token: deviceToken(name) }).throwOnError()).data as unknown
    expect(await recognise('another')).toMatchObject([{ state: 'unknown' }])
    expect(await recognise('new phone')).toMatchObject([{ state: 'known' }])
    expect((await supabase.from('accounts').select('id').throwOnError()).data).toHaveLength(1)
  })

  test('has one answer for every failure, and each uses up its challenge', async () => {
    const [key, other] = [await addPasskey(ada), await addPasskey(bob)]
    const unknown = new Authenticator()
    const challenge = await startSignIn()
    const replayed = key.get({ challenge })
    await signInWith(replayed)
    const cases: Record<string, () => Promise<object>> = {
      replay: async () => replayed,
      'an unknown challenge': async () => key.get({ challenge: 'A'.repeat(43) }),
      'another origin': async () => key.get({ challenge: await startSignIn(), origin: 'http://localhost:5174' }),
      'another site': async () => key.get({ challenge: await startSignIn(), rpId: 'evil.example' }),
      'no user verification': async () => key.get({ challenge: await startSignIn(), isVerified: false }),
      'an unknown key': async () => unknown.get({ challenge: await startSignIn() }),
      "another user's name": async () => key.get({ challenge: await startSignIn(), userHandle: other.userHandle }),
      'no name': async () => key.get({ challenge: await startSignIn(), userHandle: null }),
      "another key's signature": async () => ({
        ...other.get({ challenge: await startSignIn() }),
        id: key.id,
        rawId: key.id,
      }),
      'a removed key': async () => {
        await sql`delete from private.passkeys where credential_id = ${other.id}`
        return other.get({ challenge: await startSignIn() })
      },
      'an old challenge': async () => {
        const old = await startSignIn()
        await sql`update private.passkey_challenges set created_at = created_at - interval '5 minutes' where challenge = ${old}`
        return key.get({ challenge: old })
      },
    }
    for (const [name, answer] of Object.entries(cases)) {
      await sql`truncate private.attempts`
      expect([name, await signInWith(await answer())]).toEqual([name, refusedUse])
    }
    expect(
      await sql`select from private.passkey_challenges where answered_at is null and created_at > now() - interval '4 minutes'`,
    ).toHaveLength(0)
  })

  test('refuses a counter that goes back, and tells the owner', async () => {
    const key = await addPasskey(ada)
    await signInWith(key.get({ challenge: await startSignIn(), counter: 7 }))
    await sql`truncate private.due_mails`
    expect(await signInWith(key.get({ challenge: await startSignIn(), counter: 7 }))).toEqual(refusedUse)
    expect(await titles()).toEqual(['We refused a passkey'])
    expect(await signInWith(key.get({ challenge: await startSignIn(), counter: 8 }))).toMatchObject({ status: 200 })
  })

  test('lets a customer in after wrong answers from their address', async () => {
    const key = await addPasskey(ada)
    const unknown = new Authenticator()
    for (let count = 0; count < 6; count++) await signInWith(unknown.get({ challenge: await startSignIn() }))
    expect(await signInWith(key.get({ challenge: await startSignIn() }))).toMatchObject({ status: 200 })
  })

  test('is off where the setting is, for keys that exist too', async () => {
    const key = await addPasskey(ada)
    const challenge = await startSignIn()
    await sql`update private.settings set passkeys = false where only_row`
    expect((await visitor().rpc('start_passkey_sign_in')).error).toMatchObject({ hint: 'passkeys-off' })
    expect(await signInWith(key.get({ challenge }))).toEqual(refusedUse)
  })
})

describe('approving with a passkey', () => {
  const approve = (customer: Customer | null, response: object) =>
    callFunction(stack, 'use-passkey', customer, { purpose: 'approve', response })
  async function start({ supabase }: Customer) {
    const { data } = await supabase.rpc('start_passkey_approval', { p_subject: 'unfreeze' }).throwOnError()
    return z.tuple([z.object({ challenge: z.string() })]).parse(data)[0].challenge
  }

  test('accepts a signature of the same customer alone, for an approval alone', async () => {
    const [key, other] = [await addPasskey(ada), await addPasskey(bob)]
    const response = key.get({ challenge: await start(ada) })
    expect(await signInWith(response)).toEqual(refusedUse)
    expect(await approve(null, key.get({ challenge: await start(ada) }))).toMatchObject({ status: 401 })
    expect(await approve(bob, key.get({ challenge: await start(ada) }))).toEqual(refusedApproval)
    expect(await approve(ada, other.get({ challenge: await start(ada) }))).toEqual(refusedApproval)
    expect(await approve(ada, key.get({ challenge: await startSignIn() }))).toEqual(refusedApproval)
    expect(await approve(ada, key.get({ challenge: await start(ada), isVerified: false }))).toEqual(refusedApproval)
    expect(await sql`select from private.passkey_challenges where passkey_id is not null`).toHaveLength(0)

    const right = key.get({ challenge: await start(ada) })
    expect(await approve(ada, right)).toEqual({ status: 200, body: { approved: true } })
    expect(await approve(ada, right)).toEqual(refusedApproval)
  })
})
