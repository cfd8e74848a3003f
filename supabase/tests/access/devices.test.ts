import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { actingAs, type Person, refusalOf, request, speakAs, startDatabase } from '../fixtures/database'
import { ageCodes, bindDevices, browser, confirm, issueCode, recognise, signInAgain } from '../fixtures/devices'
import { elsewhere, makePayment } from '../fixtures/payments'
import { addAdmin, addCustomer, type Customer, signUp } from '../fixtures/people'

const database = startDatabase()
const notConfirmed = {
  code: 'PT403',
  message: 'Please confirm this device with the code we email you.',
  detail: undefined,
}
const laptop = browser('laptop')
const phone = browser('phone')

let customer: Customer
/** The same customer, signed in on a browser that the bank has never seen. */
let elsewhereSignedIn: Customer

beforeEach(async () => {
  customer = await addCustomer(database.sql)
  await request(database.sql, customer, (db) => makePayment(db, { ...elsewhere, amount: '10' }))
  elsewhereSignedIn = { ...customer, ...(await signInAgain(database.sql, customer)) }
})
afterEach(() => bindDevices(database.sql, 'off'))

/** What a session gets to see of the bank: the state of its device, and how many rows. */
async function looksAround(person: Person) {
  return request(database.sql, person, async (db) => {
    const [profile] = await db<
      { state: string }[]
    >`select p.device_state as state from public.profiles p where id = ${person.id}`
    const accounts = await db`select id from public.accounts`
    const transactions = await db`select id from public.transactions`
    return { profile: profile?.state, accounts: accounts.length, transactions: transactions.length }
  })
}

const refusedPayment = (person: Person) => {
  let refusal: Awaited<ReturnType<typeof refusalOf>> | undefined
  return actingAs(database.sql, person, async (db) => {
    refusal = await refusalOf(db, (q) => makePayment(q, { ...elsewhere, amount: '1' }))
  }).then(() => refusal)
}

const rowsAbout = async ({ id }: Person) => {
  const [row] = await database.sql`
    select (select count(*)::integer from private.devices where user_id = ${id}) as devices,
      (select count(*)::integer from private.device_codes where user_id = ${id}) as codes`
  return row
}

/** Any six digits but these. */
const wrong = (code: string) => (code === '000000' ? '111111' : '000000')

describe('with the setting off', () => {
  test('it is off unless somebody turns it on', async () => {
    await database.sql`update private.settings set device_binding = default where only_row`
    expect(await database.sql`select device_binding from private.settings`).toEqual([{ device_binding: 'off' }])
  })

  test('a session on a new device sees and pays as ever, and nothing is stored', async () => {
    expect(await looksAround(elsewhereSignedIn)).toEqual({ profile: 'off', accounts: 1, transactions: 1 })
    expect(await recognise(database.sql, elsewhereSignedIn, phone)).toEqual({
      state: 'off',
      code_expires_at: null,
      tries_left: null,
    })
    expect(await confirm(database.sql, elsewhereSignedIn, phone, '000000')).toEqual({
      is_confirmed: true,
      tries_left: null,
    })
    await request(database.sql, elsewhereSignedIn, (db) => makePayment(db, { ...elsewhere, amount: '1' }))
    expect(await rowsAbout(customer)).toEqual({ devices: 0, codes: 0 })
  })

  test('no code is issued', async () => {
    await expect(issueCode(database.sql, elsewhereSignedIn)).rejects.toMatchObject({
      code: 'PT409',
      message: "This device doesn't need a code.",
    })
  })
})

describe('with devices of all people bound', () => {
  beforeEach(() => bindDevices(database.sql, 'all'))

  test('a session on a new device reads its own profile and nothing else', async () => {
    expect(await looksAround(elsewhereSignedIn)).toEqual({ profile: 'unknown', accounts: 0, transactions: 0 })
    await actingAs(database.sql, elsewhereSignedIn, async (db) => {
      expect(await db`select id from public.profiles`).toEqual([{ id: customer.id }])
      for (const table of ['recipients', 'user_notifications', 'chat_conversations', 'scheduled_payments']) {
        expect(await db`select id from ${db(`public.${table}`)}`).toHaveLength(0)
      }
      expect(await db`select public.get_my_card_number() as number`).toEqual([{ number: null }])
      expect(await db`select public.get_my_new_pin() as pin`).toEqual([{ pin: null }])
      expect(await refusalOf(db, (q) => q`select * from public.get_statement_months()`)).toEqual(notConfirmed)
      expect(await refusalOf(db, (q) => q`select * from public.list_devices()`)).toEqual(notConfirmed)
      expect(await refusalOf(db, (q) => q`select public.remove_device(gen_random_uuid())`)).toEqual(notConfirmed)
      expect(await refusalOf(db, (q) => q`select public.open_current_account()`)).toEqual(notConfirmed)
      await db`update public.profiles set full_name = 'Changed' where id = ${customer.id}`
      expect(await db`select full_name from public.profiles`).toEqual([{ full_name: 'Test Person' }])
    })
    expect(await refusedPayment(elsewhereSignedIn)).toEqual(notConfirmed)
  })

  test('the right code opens the bank to this session, and to later ones on this device', async () => {
    expect(await recognise(database.sql, elsewhereSignedIn, phone)).toEqual({
      state: 'unknown',
      code_expires_at: null,
      tries_left: null,
    })
    const { code, email } = await issueCode(database.sql, elsewhereSignedIn)
    expect(code).toMatch(/^\d{6}$/)
    expect(email).toBe(customer.email)
    expect(await recognise(database.sql, elsewhereSignedIn, phone)).toMatchObject({ state: 'unknown', tries_left: 5 })
    expect(await confirm(database.sql, elsewhereSignedIn, phone, code)).toEqual({
      is_confirmed: true,
      tries_left: null,
    })
    expect(await looksAround(elsewhereSignedIn)).toEqual({ profile: 'known', accounts: 1, transactions: 1 })
    await request(database.sql, elsewhereSignedIn, (db) => makePayment(db, { ...elsewhere, amount: '1' }))

    const later = await signInAgain(database.sql, customer)
    expect(await looksAround(later)).toEqual({ profile: 'unknown', accounts: 0, transactions: 0 })
    expect(await recognise(database.sql, later, phone)).toMatchObject({ state: 'known' })
    expect(await looksAround(later)).toEqual({ profile: 'known', accounts: 1, transactions: 2 })
    expect(await rowsAbout(customer)).toEqual({ devices: 1, codes: 1 })
  })

  test('asking twice for the same thing gives the same answer', async () => {
    const { code } = await issueCode(database.sql, elsewhereSignedIn)
    const answers = await Promise.all([1, 2, 3].map(() => confirm(database.sql, elsewhereSignedIn, phone, code)))
    expect(answers.map(({ is_confirmed }) => is_confirmed)).toEqual([true, true, true])
    const later = await signInAgain(database.sql, customer)
    await Promise.all([1, 2, 3].map(() => recognise(database.sql, later, phone)))
    expect(await rowsAbout(customer)).toEqual({ devices: 1, codes: 1 })
  })

  test('a wrong code says how many tries are left; after five even the right one is worth nothing', async () => {
    const { code } = await issueCode(database.sql, elsewhereSignedIn)
    for (const left of [4, 3, 2, 1, 0]) {
      expect(await confirm(database.sql, elsewhereSignedIn, phone, wrong(code))).toEqual({
        is_confirmed: false,
        tries_left: left,
      })
    }
    expect(await confirm(database.sql, elsewhereSignedIn, phone, code)).toEqual({ is_confirmed: false, tries_left: 0 })
    expect(await recognise(database.sql, elsewhereSignedIn, phone)).toMatchObject({ code_expires_at: null })
    expect(await looksAround(elsewhereSignedIn)).toEqual({ profile: 'unknown', accounts: 0, transactions: 0 })
  })

  test('guesses sent at the same time are counted one by one', async () => {
    const { code } = await issueCode(database.sql, elsewhereSignedIn)
    await Promise.all(Array.from({ length: 12 }, () => confirm(database.sql, elsewhereSignedIn, phone, wrong(code))))
    expect(await database.sql`select wrong_tries from private.device_codes where user_id = ${customer.id}`).toEqual([
      { wrong_tries: 5 },
    ])
    expect(await confirm(database.sql, elsewhereSignedIn, phone, code)).toMatchObject({ is_confirmed: false })
  })

  test.each([null, '', '12345', '1234567', 'abcdef'])('%j is a wrong code', async (nonsense) => {
    await issueCode(database.sql, elsewhereSignedIn)
    expect(await confirm(database.sql, elsewhereSignedIn, phone, nonsense)).toEqual({
      is_confirmed: false,
      tries_left: 4,
    })
  })

  test('a code lasts ten minutes', async () => {
    const { code } = await issueCode(database.sql, elsewhereSignedIn)
    await ageCodes(database.sql, customer, '10 minutes')
    expect(await confirm(database.sql, elsewhereSignedIn, phone, code)).toEqual({ is_confirmed: false, tries_left: 0 })
    const second = await issueCode(database.sql, elsewhereSignedIn)
    await ageCodes(database.sql, customer, '9 minutes 50 seconds')
    expect(await confirm(database.sql, elsewhereSignedIn, phone, second.code)).toMatchObject({ is_confirmed: true })
  })

  test('a new code ends the one before', async () => {
    const first = await issueCode(database.sql, elsewhereSignedIn)
    await ageCodes(database.sql, customer, '1 minute')
    const second = await issueCode(database.sql, elsewhereSignedIn)
    // Once in a million times the two are the same.
    const isAnother = first.code !== second.code
    expect(
      await confirm(database.sql, elsewhereSignedIn, phone, isAnother ? first.code : wrong(first.code)),
    ).toMatchObject({
      is_confirmed: false,
    })
    expect(await confirm(database.sql, elsewhereSignedIn, phone, second.code)).toMatchObject({ is_confirmed: true })
  })

  test('a code is good for the session that asked for it, and for one use', async () => {
    const { code } = await issueCode(database.sql, elsewhereSignedIn)
    const third = await signInAgain(database.sql, customer)
    expect(await confirm(database.sql, third, laptop, code)).toEqual({ is_confirmed: false, tries_left: 0 })
    expect(await confirm(database.sql, elsewhereSignedIn, phone, code)).toMatchObject({ is_confirmed: true })
    expect(await confirm(database.sql, third, laptop, code)).toEqual({ is_confirmed: false, tries_left: 0 })
    expect(await looksAround(third)).toMatchObject({ profile: 'unknown' })
  })

  test('codes are sent once a minute, five times an hour, ten times a day', async () => {
    const tooSoon = { code: 'PT429', message: 'Please wait a minute before you ask for another code.' }
    const tooMany = { code: 'PT429', message: "We've sent you several codes already. Please try again later." }
    for (let hour = 0; hour < 2; hour++) {
      for (let sent = 0; sent < 5; sent++) {
        await issueCode(database.sql, elsewhereSignedIn)
        await expect(issueCode(database.sql, elsewhereSignedIn)).rejects.toMatchObject(tooSoon)
        await ageCodes(database.sql, customer, '61 seconds')
      }
      await expect(issueCode(database.sql, elsewhereSignedIn)).rejects.toMatchObject(tooMany)
      await ageCodes(database.sql, customer, '1 hour')
    }
    // Signing out and in again does not start the count anew.
    await database.sql`delete from auth.sessions where id = ${elsewhereSignedIn.sessionId}`
    const again = await signInAgain(database.sql, customer)
    await expect(issueCode(database.sql, again)).rejects.toMatchObject(tooMany)
    await ageCodes(database.sql, customer, '1 day')
    await issueCode(database.sql, again)
    expect(await rowsAbout(customer)).toEqual({ devices: 0, codes: 1 })
  })

  test('codes asked for at the same moment are one', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 6 }, () => issueCode(database.sql, elsewhereSignedIn)),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('a code whose mail could not be sent is taken back and does not count', async () => {
    const { code_id: id, code } = await issueCode(database.sql, elsewhereSignedIn)
    const [withdrawn] = await request(
      database.sql,
      'service_role',
      (db) => db`select public.withdraw_device_code(${id}) as is_withdrawn`,
    )
    expect(withdrawn).toEqual({ is_withdrawn: true })
    expect(await confirm(database.sql, elsewhereSignedIn, phone, code)).toEqual({ is_confirmed: false, tries_left: 0 })
    await issueCode(database.sql, elsewhereSignedIn)
  })

  test('no code is issued for an ended session, nor for somebody else’s', async () => {
    const other = await signUp(database.sql)
    const ended = { code: 'PT401', message: 'Your session has ended. Please sign in again.' }
    await expect(issueCode(database.sql, { ...customer, sessionId: other.sessionId })).rejects.toMatchObject(ended)
    await expect(issueCode(database.sql, { ...customer, sessionId: randomUUID() })).rejects.toMatchObject(ended)
  })

  test('the code is stored as a keyed hash, the device without its token', async () => {
    const { code } = await issueCode(database.sql, elsewhereSignedIn)
    await confirm(database.sql, elsewhereSignedIn, phone, code)
    const [row] = await database.sql`
      select c.code_hash in (sha256(convert_to(${code}, 'utf8')), sha256(convert_to(c.session_id || ':' || ${code}, 'utf8'))) as plain_code,
        to_jsonb(d)::text like ${`%${phone}%`} as has_token
      from private.device_codes c join private.devices d on d.user_id = c.user_id where c.user_id = ${customer.id}`
    expect(row).toEqual({ plain_code: false, has_token: false })
  })

  test('sign-up makes its device known, whoever signs in on it later', async () => {
    const person = await signUp(database.sql)
    expect(await recognise(database.sql, person, laptop)).toMatchObject({ state: 'known' })
    expect(await rowsAbout(person)).toEqual({ devices: 1, codes: 0 })
    const later = await signInAgain(database.sql, person)
    expect(await recognise(database.sql, later, laptop)).toMatchObject({ state: 'known' })
    expect(await recognise(database.sql, await signInAgain(database.sql, person), phone)).toMatchObject({
      state: 'unknown',
    })
    // Another person's sign-up on the same browser makes nothing known to this one.
    const neighbour = await signUp(database.sql)
    await recognise(database.sql, neighbour, phone)
    expect(await recognise(database.sql, await signInAgain(database.sql, person), phone)).toMatchObject({
      state: 'unknown',
    })
  })

  test('only the first session is the sign-up’s, and only the first device comes with it', async () => {
    const person = await signUp(database.sql)
    const second = await signInAgain(database.sql, person)
    expect(await recognise(database.sql, second, phone)).toMatchObject({ state: 'unknown' })
    await actingAs(database.sql, person, async (db) => {
      expect(await db`select public.get_my_new_pin() as pin`).toEqual([{ pin: expect.stringMatching(/^\d{5}$/) }])
      await speakAs(db, second)
      expect(await db`select public.get_my_new_pin() as pin`).toEqual([{ pin: null }])
    })

    const old = await signUp(database.sql)
    await database.sql`update auth.users set created_at = created_at - interval '1 minute' where id = ${old.id}`
    expect(await recognise(database.sql, old, phone)).toMatchObject({ state: 'unknown' })
  })

  test.each(['', 'short', 'g'.repeat(64), 'A'.repeat(64), `${'a'.repeat(64)}\n`, 'a'.repeat(65), null])(
    '%j is not the token of a device',
    (token) =>
      actingAs(database.sql, elsewhereSignedIn, async (db) => {
        const refused = { code: 'PT400', message: 'The device token is not valid.' }
        expect(await refusalOf(db, (q) => q`select * from public.recognise_device(${token})`)).toMatchObject(refused)
        expect(await refusalOf(db, (q) => q`select public.enter_device_code(${token}, '000000')`)).toMatchObject(
          refused,
        )
      }),
  )

  test('an ended session makes no device known', async () => {
    await recognise(database.sql, customer, laptop)
    await actingAs(database.sql, { ...customer, sessionId: randomUUID() }, async (db) => {
      const ended = { code: 'PT401', message: 'Your session has ended. Please sign in again.' }
      expect(await refusalOf(db, (q) => q`select * from public.recognise_device(${laptop})`)).toMatchObject(ended)
      expect(await refusalOf(db, (q) => q`select public.enter_device_code(${laptop}, '000000')`)).toMatchObject(ended)
    })
  })

  test('goes for staff, too: no permission without a known device', async () => {
    const admin = await addAdmin(database.sql, ['approve_users', 'view_transactions'])
    const thief = await signInAgain(database.sql, admin)
    await actingAs(database.sql, thief, async (db) => {
      expect(await db`select id from public.profiles`).toEqual([{ id: admin.id }])
      expect(await db`select role from public.user_roles`).toHaveLength(0)
      expect(await refusalOf(db, (q) => q`select * from public.list_pin_reset_requests()`)).toEqual(notConfirmed)
    })
  })
})

describe('with devices of staff bound', () => {
  beforeEach(() => bindDevices(database.sql, 'staff'))

  test('customers are asked for nothing', async () => {
    expect(await looksAround(elsewhereSignedIn)).toEqual({ profile: 'off', accounts: 1, transactions: 1 })
    await request(database.sql, elsewhereSignedIn, (db) => makePayment(db, { ...elsewhere, amount: '1' }))
  })

  test('staff are, from the moment they become staff', async () => {
    await database.sql`insert into public.user_roles (user_id, role) values (${customer.id}, 'admin')`
    expect(await looksAround(elsewhereSignedIn)).toEqual({ profile: 'unknown', accounts: 0, transactions: 0 })
    expect(await refusedPayment(elsewhereSignedIn)).toEqual(notConfirmed)
    const { code } = await issueCode(database.sql, elsewhereSignedIn)
    await confirm(database.sql, elsewhereSignedIn, phone, code)
    expect(await looksAround(elsewhereSignedIn)).toMatchObject({ profile: 'known', accounts: 1 })
  })
})

describe('the list of devices', () => {
  beforeEach(async () => {
    await bindDevices(database.sql, 'all')
    await recognise(database.sql, customer, laptop)
    const { code } = await issueCode(database.sql, elsewhereSignedIn)
    await confirm(database.sql, elsewhereSignedIn, phone, code)
  })

  type Listed = { id: string; is_current: boolean }
  const list = (person: Person) =>
    request(database.sql, person, (db) => db<Listed[]>`select id, is_current from public.list_devices()`)
  const otherOf = async (person: Person) => (await list(person)).find(({ is_current: isCurrent }) => !isCurrent)?.id
  const remove = (person: Person, id: string | undefined) =>
    request(database.sql, person, (db) => db`select public.remove_device(${id ?? null}) as is_removed`)

  test('has one’s own, this one first', async () => {
    expect((await list(customer)).map(({ is_current: isCurrent }) => isCurrent)).toEqual([true, false])
    expect((await list(elsewhereSignedIn)).map(({ is_current: isCurrent }) => isCurrent)).toEqual([true, false])
    const other = await addCustomerOn('a third')
    expect(await list(other)).toHaveLength(1)
  })

  async function addCustomerOn(name: string): Promise<Person> {
    await bindDevices(database.sql, 'off')
    const other = await addCustomer(database.sql)
    await bindDevices(database.sql, 'all')
    await recognise(database.sql, other, browser(name))
    return other
  }

  test('a removed device is signed out at once and has to be confirmed again', async () => {
    expect(await remove(customer, await otherOf(customer))).toEqual([{ is_removed: true }])
    expect(await database.sql`select id from auth.sessions where user_id = ${customer.id}`).toEqual([
      { id: customer.sessionId },
    ])
    await actingAs(database.sql, elsewhereSignedIn, async (db) => {
      expect(await db`select id from public.profiles`).toHaveLength(0)
      expect(await db`select id from public.transactions`).toHaveLength(0)
      expect(await refusalOf(db, (q) => makePayment(q, { ...elsewhere, amount: '1' }))).toMatchObject({ code: 'PT401' })
    })
    const later = await signInAgain(database.sql, customer)
    expect(await recognise(database.sql, later, phone)).toMatchObject({ state: 'unknown' })
    expect(await list(customer)).toHaveLength(1)
  })

  test('somebody else’s device cannot be removed', async () => {
    const other = await addCustomerOn('a fourth')
    expect(await remove(other, (await list(customer))[0]?.id)).toEqual([{ is_removed: false }])
    expect(await remove(other, undefined)).toEqual([{ is_removed: false }])
    expect(await list(customer)).toHaveLength(2)
  })

  test('a new PIN leaves the devices known, and a deleted person leaves none', async () => {
    const person = await signUp(database.sql)
    await recognise(database.sql, person, laptop)
    await database.sql`delete from auth.users where id = ${person.id}`
    expect(await rowsAbout(person)).toEqual({ devices: 0, codes: 0 })
  })

  test('twenty are known at most: the one that was not used for longest goes, with its session', async () => {
    await database.sql`
      insert into private.devices (user_id, token_hash, name, last_seen_at)
      select ${customer.id}, sha256(n::text::bytea), 'Old', now() - make_interval(days => n) from generate_series(1, 18) n`
    await database.sql`
      update private.devices set last_seen_at = now() - interval '1 year'
      where id = (select device_id from private.session_devices where session_id = ${elsewhereSignedIn.sessionId})`
    const third = await signInAgain(database.sql, customer)
    await ageCodes(database.sql, customer, '1 minute')
    const { code } = await issueCode(database.sql, third)
    await confirm(database.sql, third, browser('the twenty-first'), code)
    expect(await list(customer)).toHaveLength(20)
    expect(await database.sql`select from auth.sessions where id = ${elsewhereSignedIn.sessionId}`).toHaveLength(0)
    expect(await database.sql`select from auth.sessions where id = ${customer.sessionId}`).toHaveLength(1)
  })

  test.each([
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0',
      'Edge on Windows',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
      'Safari on iPhone',
    ],
    [
      'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
      'Chrome on Android',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
    ['<script>alert(1)</script>', 'A browser'],
    [undefined, 'A browser'],
  ])('%s is called %s', (agent, name) =>
    actingAs(database.sql, customer, async (db) => {
      await db`select set_config('request.headers', ${JSON.stringify(agent === undefined ? {} : { 'user-agent': agent })}, true)`
      await db`select set_config('role', 'none', true)`
      expect(await db`select private.device_name() as name`).toEqual([{ name }])
    }),
  )
})

test('codes are for the service role alone, and devices for the signed-in alone', async () => {
  for (const speaker of ['anon', customer] as const) {
    await actingAs(database.sql, speaker, async (db) => {
      const ask = 'select public.issue_device_code(gen_random_uuid(), gen_random_uuid())'
      expect((await refusalOf(db, (q) => q.unsafe(ask))).code).toBe('42501')
      expect((await refusalOf(db, (q) => q`select public.withdraw_device_code(gen_random_uuid())`)).code).toBe('42501')
    })
  }
  for (const speaker of ['anon', 'service_role'] as const) {
    await actingAs(database.sql, speaker, async (db) => {
      expect((await refusalOf(db, (q) => q`select * from public.recognise_device(${laptop})`)).code).toBe('42501')
      expect((await refusalOf(db, (q) => q`select public.enter_device_code(${laptop}, '1')`)).code).toBe('42501')
      expect((await refusalOf(db, (q) => q`select * from public.list_devices()`)).code).toBe('42501')
      expect((await refusalOf(db, (q) => q`select public.remove_device(gen_random_uuid())`)).code).toBe('42501')
    })
  }
})
