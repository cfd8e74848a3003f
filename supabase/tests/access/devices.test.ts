import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { refusalAs, actingAs, type Person, refusalOf, setCaller } from '../fixtures/database'
import {
  ageCodes,
  setDeviceBinding,
  deviceToken,
  confirmDevice,
  issueCode,
  recogniseDevice,
  signInAgain,
  accessOf,
  deviceRowsOf,
} from '../fixtures/devices'
import { payAs, externalPayee, makePayment } from '../fixtures/payments'
import { addCustomer, type Customer, signUp, withPeople, aCustomer } from '../fixtures/people'

const { sql, as, customer } = withPeople({ customer: aCustomer() })
const notConfirmed = {
  code: 'PT403',
  message: 'Please confirm this device with the code we email you.',
  detail: undefined,
}
const laptop = deviceToken('laptop')
const phone = deviceToken('phone')

/** The same customer with a session on an unknown device. */
let onNewDevice: Customer

beforeEach(async () => {
  await payAs(sql, customer, { ...externalPayee, amount: '10' })
  onNewDevice = { ...customer, ...(await signInAgain(sql, customer)) }
})
afterEach(() => setDeviceBinding(sql, 'off'))

const refusedPayment = (person: Person) =>
  refusalAs(sql, person, (db) => makePayment(db, { ...externalPayee, amount: '1' }))

describe('with device_binding off', () => {
  beforeEach(() => setDeviceBinding(sql, 'off'))

  test('staff need a known device by default', async () => {
    await sql`update private.settings set device_binding = default where only_row`
    expect(await sql`select device_binding from private.settings`).toEqual([{ device_binding: 'staff' }])
  })

  test('a session on a new device reads and pays, and stores no device', async () => {
    expect(await accessOf(sql, onNewDevice)).toEqual({ profile: 'off', accounts: 1, transactions: 1 })
    expect(await recogniseDevice(sql, onNewDevice, phone)).toEqual({
      state: 'off',
      code_expires_at: null,
      tries_left: null,
    })
    expect(await confirmDevice(sql, onNewDevice, phone, '000000')).toEqual({
      is_confirmed: true,
      tries_left: null,
    })
    await payAs(sql, onNewDevice, { ...externalPayee, amount: '1' })
    expect(await deviceRowsOf(sql, customer)).toEqual({ devices: 0, codes: 0 })
  })

  test('issues no code', async () => {
    await expect(issueCode(sql, onNewDevice)).rejects.toMatchObject({
      code: 'PT409',
      message: "This device doesn't need a code.",
    })
  })
})

describe('with device_binding for all users', () => {
  beforeEach(() => setDeviceBinding(sql, 'all'))

  test('a session on an unknown device reads only its own profile', async () => {
    expect(await accessOf(sql, onNewDevice)).toEqual({ profile: 'unknown', accounts: 0, transactions: 0 })
    await actingAs(sql, onNewDevice, async (db) => {
      expect(await db`select id from public.profiles`).toEqual([{ id: customer.id }])
      for (const table of ['recipients', 'user_notifications', 'chat_conversations', 'scheduled_payments']) {
        expect(await db`select id from ${db(`public.${table}`)}`).toHaveLength(0)
      }
      expect(await refusalOf(db, (q) => q`select public.record_card_reveal('card_number')`)).toEqual(notConfirmed)
      expect(await refusalOf(db, (q) => q`select public.get_my_card_secret('card_number')`)).toEqual(notConfirmed)
      expect(await db`select public.get_my_new_pin() as pin`).toEqual([{ pin: null }])
      expect(await refusalOf(db, (q) => q`select * from public.get_statement_months()`)).toEqual(notConfirmed)
      expect(await refusalOf(db, (q) => q`select * from public.list_devices()`)).toEqual(notConfirmed)
      expect(await refusalOf(db, (q) => q`select public.remove_device(gen_random_uuid())`)).toEqual(notConfirmed)
      expect(await refusalOf(db, (q) => q`select public.open_current_account()`)).toEqual(notConfirmed)
      await db`update public.profiles set full_name = 'Changed' where id = ${customer.id}`
      expect(await db`select full_name from public.profiles`).toEqual([{ full_name: 'Test Person' }])
    })
    expect(await refusedPayment(onNewDevice)).toEqual(notConfirmed)
  })

  test('the correct code gives access to this session and to later sessions on the device', async () => {
    expect(await recogniseDevice(sql, onNewDevice, phone)).toEqual({
      state: 'unknown',
      code_expires_at: null,
      tries_left: null,
    })
    const { code, email } = await issueCode(sql, onNewDevice)
    expect(code).toMatch(/^\d{6}$/)
    expect(email).toBe(customer.email)
    expect(await recogniseDevice(sql, onNewDevice, phone)).toMatchObject({
      state: 'unknown',
      tries_left: 5,
    })
    expect(await confirmDevice(sql, onNewDevice, phone, code)).toEqual({
      is_confirmed: true,
      tries_left: null,
    })
    expect(await accessOf(sql, onNewDevice)).toEqual({ profile: 'known', accounts: 1, transactions: 1 })
    await payAs(sql, onNewDevice, { ...externalPayee, amount: '1' })

    const later = await signInAgain(sql, customer)
    expect(await accessOf(sql, later)).toEqual({ profile: 'unknown', accounts: 0, transactions: 0 })
    expect(await recogniseDevice(sql, later, phone)).toMatchObject({ state: 'known' })
    expect(await accessOf(sql, later)).toEqual({ profile: 'known', accounts: 1, transactions: 2 })
    expect(await deviceRowsOf(sql, customer)).toEqual({ devices: 1, codes: 1 })
  })

  test('concurrent repeated calls return the same answer', async () => {
    const { code } = await issueCode(sql, onNewDevice)
    const answers = await Promise.all([1, 2, 3].map(() => confirmDevice(sql, onNewDevice, phone, code)))
    expect(answers.map(({ is_confirmed }) => is_confirmed)).toEqual([true, true, true])
    const later = await signInAgain(sql, customer)
    await Promise.all([1, 2, 3].map(() => recogniseDevice(sql, later, phone)))
    expect(await deviceRowsOf(sql, customer)).toEqual({ devices: 1, codes: 1 })
  })

  test('sign-up makes its device known to that user only', async () => {
    const person = await signUp(sql)
    expect(await recogniseDevice(sql, person, laptop)).toMatchObject({ state: 'known' })
    expect(await deviceRowsOf(sql, person)).toEqual({ devices: 1, codes: 0 })
    const later = await signInAgain(sql, person)
    expect(await recogniseDevice(sql, later, laptop)).toMatchObject({ state: 'known' })
    expect(await recogniseDevice(sql, await signInAgain(sql, person), phone)).toMatchObject({
      state: 'unknown',
    })
    // Another user's sign-up on the same browser does not make the device known to this user.
    const otherUser = await signUp(sql)
    await recogniseDevice(sql, otherUser, phone)
    expect(await recogniseDevice(sql, await signInAgain(sql, person), phone)).toMatchObject({
      state: 'unknown',
    })
  })

  test('only the first session of a new user makes its device known', async () => {
    const person = await signUp(sql)
    const second = await signInAgain(sql, person)
    expect(await recogniseDevice(sql, second, phone)).toMatchObject({ state: 'unknown' })
    await actingAs(sql, person, async (db) => {
      expect(await db`select public.has_new_pin() as is_readable`).toEqual([{ is_readable: true }])
      await setCaller(db, second)
      expect(await db`select public.has_new_pin() as is_readable`).toEqual([{ is_readable: false }])
    })

    const old = await signUp(sql)
    await sql`update auth.users set created_at = created_at - interval '1 minute' where id = ${old.id}`
    expect(await recogniseDevice(sql, old, phone)).toMatchObject({ state: 'unknown' })
  })

  test.each(['', 'short', 'g'.repeat(64), 'A'.repeat(64), `${'a'.repeat(64)}\n`, 'a'.repeat(65), null])(
    'refuses the device token %j',
    (token) =>
      actingAs(sql, onNewDevice, async (db) => {
        const refused = { code: 'PT400', message: 'The device token is not valid.' }
        expect(await refusalOf(db, (q) => q`select * from public.recognise_device(${token})`)).toMatchObject(refused)
        expect(await refusalOf(db, (q) => q`select public.enter_device_code(${token}, '000000')`)).toMatchObject(
          refused,
        )
      }),
  )
})

describe('with device_binding for staff', () => {
  beforeEach(() => setDeviceBinding(sql, 'staff'))

  test('customers need no code', async () => {
    expect(await accessOf(sql, onNewDevice)).toEqual({ profile: 'off', accounts: 1, transactions: 1 })
    await payAs(sql, onNewDevice, { ...externalPayee, amount: '1' })
  })

  test('staff need a code as soon as they have a role', async () => {
    await sql`insert into public.user_roles (user_id, role) values (${customer.id}, 'admin')`
    expect(await accessOf(sql, onNewDevice)).toEqual({ profile: 'unknown', accounts: 0, transactions: 0 })
    expect(await refusedPayment(onNewDevice)).toEqual(notConfirmed)
    const { code } = await issueCode(sql, onNewDevice)
    await confirmDevice(sql, onNewDevice, phone, code)
    expect(await accessOf(sql, onNewDevice)).toMatchObject({ profile: 'known', accounts: 1 })
  })
})

describe('the list of devices', () => {
  beforeEach(async () => {
    await setDeviceBinding(sql, 'all')
    await recogniseDevice(sql, customer, laptop)
    const { code } = await issueCode(sql, onNewDevice)
    await confirmDevice(sql, onNewDevice, phone, code)
  })

  type Listed = { id: string; is_current: boolean }
  const list = (person: Person) => as(person)<Listed[]>`select id, is_current from public.list_devices()`
  const otherOf = async (person: Person) => (await list(person)).find(({ is_current: isCurrent }) => !isCurrent)?.id
  const remove = (person: Person, id: string | undefined) =>
    as(person)`select public.remove_device(${id ?? null}) as is_removed`

  test('contains the caller’s devices, the current one first', async () => {
    expect((await list(customer)).map(({ is_current: isCurrent }) => isCurrent)).toEqual([true, false])
    expect((await list(onNewDevice)).map(({ is_current: isCurrent }) => isCurrent)).toEqual([true, false])
    const other = await addCustomerOn('a third')
    expect(await list(other)).toHaveLength(1)
  })

  async function addCustomerOn(name: string): Promise<Person> {
    await setDeviceBinding(sql, 'off')
    const other = await addCustomer(sql)
    await setDeviceBinding(sql, 'all')
    await recogniseDevice(sql, other, deviceToken(name))
    return other
  }

  test('a removed device is signed out and needs a code again', async () => {
    expect(await remove(customer, await otherOf(customer))).toEqual([{ is_removed: true }])
    expect(await sql`select id from auth.sessions where user_id = ${customer.id}`).toEqual([{ id: customer.sessionId }])
    expect(
      await sql`select from private.security_mails where user_id = ${customer.id} and title = 'A device was removed'`,
    ).toHaveLength(1)
    await actingAs(sql, onNewDevice, async (db) => {
      expect(await db`select id from public.profiles`).toHaveLength(0)
      expect(await db`select id from public.transactions`).toHaveLength(0)
      expect(await refusalOf(db, (q) => makePayment(q, { ...externalPayee, amount: '1' }))).toMatchObject({
        code: 'PT401',
      })
    })
    const later = await signInAgain(sql, customer)
    expect(await recogniseDevice(sql, later, phone)).toMatchObject({ state: 'unknown' })
    expect(await list(customer)).toHaveLength(1)
  })

  test('a deleted user leaves no devices and no codes', async () => {
    const person = await signUp(sql)
    await recogniseDevice(sql, person, laptop)
    await sql`delete from auth.users where id = ${person.id}`
    expect(await deviceRowsOf(sql, person)).toEqual({ devices: 0, codes: 0 })
  })

  test('keeps at most twenty devices, and removes the least recently used one with its session', async () => {
    await sql`
      insert into private.devices (user_id, token_hash, name, last_seen_at)
      select ${customer.id}, sha256(n::text::bytea), 'Old', now() - make_interval(days => n) from generate_series(1, 18) n`
    await sql`
      update private.devices set last_seen_at = now() - interval '1 year'
      where id = (select device_id from private.session_devices where session_id = ${onNewDevice.sessionId})`
    const third = await signInAgain(sql, customer)
    await ageCodes(sql, customer, '1 minute')
    const { code } = await issueCode(sql, third)
    await confirmDevice(sql, third, deviceToken('the twenty-first'), code)
    expect(await list(customer)).toHaveLength(20)
    expect(await sql`select from auth.sessions where id = ${onNewDevice.sessionId}`).toHaveLength(0)
    expect(await sql`select from auth.sessions where id = ${customer.sessionId}`).toHaveLength(1)
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
  ])('names the user agent %s %s', (agent, name) =>
    actingAs(sql, customer, async (db) => {
      await db`select set_config('request.headers', ${JSON.stringify(agent === undefined ? {} : { 'user-agent': agent })}, true)`
      await db`select set_config('role', 'none', true)`
      expect(await db`select private.device_name() as name`).toEqual([{ name }])
    }),
  )
})
