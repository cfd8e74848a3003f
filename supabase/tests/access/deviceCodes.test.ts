import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
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
import { payAs, externalPayee } from '../fixtures/payments'
import { type Customer, signUp, withPeople, aCustomer } from '../fixtures/people'

const { sql, as, customer } = withPeople({ customer: aCustomer() })
const laptop = deviceToken('laptop')
const phone = deviceToken('phone')

/** The same customer with a session on an unknown device. */
let onNewDevice: Customer

beforeEach(async () => {
  await payAs(sql, customer, { ...externalPayee, amount: '10' })
  onNewDevice = { ...customer, ...(await signInAgain(sql, customer)) }
  await setDeviceBinding(sql, 'all')
})
afterEach(() => setDeviceBinding(sql, 'off'))

/** Another code of six digits. */
const wrongCode = (code: string) => (code === '000000' ? '111111' : '000000')

describe('a device code', () => {
  test('returns the remaining attempts for a wrong code, and is refused after five', async () => {
    const { code } = await issueCode(sql, onNewDevice)
    for (const left of [4, 3, 2, 1, 0]) {
      expect(await confirmDevice(sql, onNewDevice, phone, wrongCode(code))).toEqual({
        is_confirmed: false,
        tries_left: left,
      })
    }
    expect(await confirmDevice(sql, onNewDevice, phone, code)).toEqual({
      is_confirmed: false,
      tries_left: 0,
    })
    expect(await recogniseDevice(sql, onNewDevice, phone)).toMatchObject({ code_expires_at: null })
    expect(await accessOf(sql, onNewDevice)).toEqual({ profile: 'unknown', accounts: 0, transactions: 0 })
  })

  test('a code is locked by concurrent guesses, each counted', async () => {
    const { code } = await issueCode(sql, onNewDevice)
    await Promise.all(Array.from({ length: 12 }, () => confirmDevice(sql, onNewDevice, phone, wrongCode(code))))
    expect(await sql`select wrong_tries from private.device_codes where user_id = ${customer.id}`).toEqual([
      { wrong_tries: 5 },
    ])
    expect(await confirmDevice(sql, onNewDevice, phone, code)).toMatchObject({ is_confirmed: false })
  })

  test.each([null, '', '12345', '1234567', 'abcdef'])('a code is not %j', async (malformed) => {
    await issueCode(sql, onNewDevice)
    expect(await confirmDevice(sql, onNewDevice, phone, malformed)).toEqual({
      is_confirmed: false,
      tries_left: 4,
    })
  })

  test('expires after ten minutes', async () => {
    const { code } = await issueCode(sql, onNewDevice)
    await ageCodes(sql, customer, '10 minutes')
    expect(await confirmDevice(sql, onNewDevice, phone, code)).toEqual({
      is_confirmed: false,
      tries_left: 0,
    })
    const second = await issueCode(sql, onNewDevice)
    await ageCodes(sql, customer, '9 minutes 50 seconds')
    expect(await confirmDevice(sql, onNewDevice, phone, second.code)).toMatchObject({
      is_confirmed: true,
    })
  })

  test('invalidates the previous code', async () => {
    const first = await issueCode(sql, onNewDevice)
    await ageCodes(sql, customer, '1 minute')
    const second = await issueCode(sql, onNewDevice)
    // The two codes can be equal by chance.
    const isAnother = first.code !== second.code
    expect(await confirmDevice(sql, onNewDevice, phone, isAnother ? first.code : wrongCode(first.code))).toMatchObject({
      is_confirmed: false,
    })
    expect(await confirmDevice(sql, onNewDevice, phone, second.code)).toMatchObject({
      is_confirmed: true,
    })
  })

  test('works once, for the session that requested it', async () => {
    const { code } = await issueCode(sql, onNewDevice)
    const third = await signInAgain(sql, customer)
    expect(await confirmDevice(sql, third, laptop, code)).toEqual({ is_confirmed: false, tries_left: 0 })
    expect(await confirmDevice(sql, onNewDevice, phone, code)).toMatchObject({ is_confirmed: true })
    expect(await confirmDevice(sql, third, laptop, code)).toEqual({ is_confirmed: false, tries_left: 0 })
    expect(await accessOf(sql, third)).toMatchObject({ profile: 'unknown' })
  })

  test('a code is issued at most once a minute, five times an hour and ten times a day', async () => {
    const tooSoon = { code: 'PT429', message: 'Please wait a minute before you ask for another code.' }
    const tooMany = { code: 'PT429', message: "We've sent you several codes already. Please try again later." }
    for (let hour = 0; hour < 2; hour++) {
      for (let sent = 0; sent < 5; sent++) {
        await issueCode(sql, onNewDevice)
        await expect(issueCode(sql, onNewDevice)).rejects.toMatchObject(tooSoon)
        await ageCodes(sql, customer, '61 seconds')
      }
      await expect(issueCode(sql, onNewDevice)).rejects.toMatchObject(tooMany)
      await ageCodes(sql, customer, '1 hour')
    }
    // A new session does not reset the counter.
    await sql`delete from auth.sessions where id = ${onNewDevice.sessionId}`
    const again = await signInAgain(sql, customer)
    await expect(issueCode(sql, again)).rejects.toMatchObject(tooMany)
    await ageCodes(sql, customer, '1 day')
    await issueCode(sql, again)
    expect(await deviceRowsOf(sql, customer)).toEqual({ devices: 0, codes: 1 })
  })

  // Otherwise a thief with the PIN keeps the owner from confirming, or from unfreezing, for as long as they like.
  const remember = (token: string, age: string, unused = '0') => sql`
    insert into private.seen_browsers (user_id, token_hash, created_at, last_seen_at)
    values (
      ${customer.id}, private.hash_device_token(${customer.id}, ${token}), now() - ${age}::interval, now() - ${unused}::interval
    )`

  test('is counted alone for a browser that the customer has known for a day, and not ended by the code of another', async () => {
    await remember(laptop, '25 hours')
    await remember(phone, '23 hours')
    const thief = await signInAgain(sql, customer)
    for (let sent = 0; sent < 4; sent++) {
      await issueCode(sql, thief, false, phone)
      await ageCodes(sql, customer, '61 seconds')
    }
    const { code } = await issueCode(sql, onNewDevice, false, laptop)
    const { code: other } = await issueCode(sql, thief, false, phone)
    await ageCodes(sql, customer, '61 seconds')
    for (const token of [phone, deviceToken('another'), 'no token', null])
      await expect(issueCode(sql, thief, false, token)).rejects.toMatchObject({ hint: 'too-many-attempts' })
    // The two codes can be equal by chance.
    const owners = other === code ? wrongCode(code) : code
    expect(await confirmDevice(sql, thief, phone, owners)).toMatchObject({ is_confirmed: false })
    expect(await confirmDevice(sql, onNewDevice, laptop, code)).toMatchObject({ is_confirmed: true })
  })

  // Otherwise each of fifty browsers that a thief has made known has ten codes a day, with five guesses each.
  test('is counted alone for the first five of these browsers only', async () => {
    await remember(deviceToken('unused'), '200 days', '91 days')
    for (let known = 1; known <= 6; known++) await remember(deviceToken(`browser ${known}`), `${60 - known} hours`)
    const ask = (name: string) => issueCode(sql, onNewDevice, false, deviceToken(name))
    for (const name of ['browser 1', 'browser 5', 'browser 6']) await ask(name)
    // Counted with browser 6.
    for (const name of ['unused', 'another'])
      await expect(ask(name)).rejects.toMatchObject({ hint: 'too-many-attempts' })
  })

  test('a code is issued once to concurrent requests', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 6 }, () => issueCode(sql, onNewDevice)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('a code is withdrawn and not counted when its email could not be sent', async () => {
    const { code_id: id, code } = await issueCode(sql, onNewDevice)
    const [withdrawn] = await as('service_role')`select public.withdraw_device_code(${id}) as is_withdrawn`
    expect(withdrawn).toEqual({ is_withdrawn: true })
    expect(await confirmDevice(sql, onNewDevice, phone, code)).toEqual({
      is_confirmed: false,
      tries_left: 0,
    })
    await issueCode(sql, onNewDevice)
  })

  test('a code is not issued for an ended session or another user’s session', async () => {
    const other = await signUp(sql)
    const ended = { code: 'PT401', message: 'Your session has ended. Please sign in again.' }
    await expect(issueCode(sql, { ...customer, sessionId: other.sessionId })).rejects.toMatchObject(ended)
    await expect(issueCode(sql, { ...customer, sessionId: randomUUID() })).rejects.toMatchObject(ended)
  })

  test('a code is stored as a keyed hash, and the device without its token', async () => {
    const { code } = await issueCode(sql, onNewDevice)
    await confirmDevice(sql, onNewDevice, phone, code)
    const [row] = await sql`
      select c.code_hash in (sha256(convert_to(${code}, 'utf8')), sha256(convert_to(c.session_id || ':' || ${code}, 'utf8'))) as plain_code,
        to_jsonb(d)::text like ${`%${phone}%`} as has_token
      from private.device_codes c join private.devices d on d.user_id = c.user_id where c.user_id = ${customer.id}`
    expect(row).toEqual({ plain_code: false, has_token: false })
  })
})
