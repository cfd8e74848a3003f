import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { request, startDatabase } from '../fixtures/database'
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
import { externalPayee, makePayment } from '../fixtures/payments'
import { addCustomer, type Customer, signUp } from '../fixtures/people'

const database = startDatabase()
const laptop = deviceToken('laptop')
const phone = deviceToken('phone')

let customer: Customer
/** The same customer with a session on an unknown device. */
let onNewDevice: Customer

beforeEach(async () => {
  customer = await addCustomer(database.sql)
  await request(database.sql, customer, (db) => makePayment(db, { ...externalPayee, amount: '10' }))
  onNewDevice = { ...customer, ...(await signInAgain(database.sql, customer)) }
  await setDeviceBinding(database.sql, 'all')
})
afterEach(() => setDeviceBinding(database.sql, 'off'))

/** Another code of six digits. */
const wrongCode = (code: string) => (code === '000000' ? '111111' : '000000')

describe('a device code', () => {
  test('returns the remaining attempts for a wrong code, and is refused after five', async () => {
    const { code } = await issueCode(database.sql, onNewDevice)
    for (const left of [4, 3, 2, 1, 0]) {
      expect(await confirmDevice(database.sql, onNewDevice, phone, wrongCode(code))).toEqual({
        is_confirmed: false,
        tries_left: left,
      })
    }
    expect(await confirmDevice(database.sql, onNewDevice, phone, code)).toEqual({
      is_confirmed: false,
      tries_left: 0,
    })
    expect(await recogniseDevice(database.sql, onNewDevice, phone)).toMatchObject({ code_expires_at: null })
    expect(await accessOf(database.sql, onNewDevice)).toEqual({ profile: 'unknown', accounts: 0, transactions: 0 })
  })

  test('is locked by concurrent guesses, each counted', async () => {
    const { code } = await issueCode(database.sql, onNewDevice)
    await Promise.all(
      Array.from({ length: 12 }, () => confirmDevice(database.sql, onNewDevice, phone, wrongCode(code))),
    )
    expect(await database.sql`select wrong_tries from private.device_codes where user_id = ${customer.id}`).toEqual([
      { wrong_tries: 5 },
    ])
    expect(await confirmDevice(database.sql, onNewDevice, phone, code)).toMatchObject({ is_confirmed: false })
  })

  test.each([null, '', '12345', '1234567', 'abcdef'])('is not %j', async (malformed) => {
    await issueCode(database.sql, onNewDevice)
    expect(await confirmDevice(database.sql, onNewDevice, phone, malformed)).toEqual({
      is_confirmed: false,
      tries_left: 4,
    })
  })

  test('expires after ten minutes', async () => {
    const { code } = await issueCode(database.sql, onNewDevice)
    await ageCodes(database.sql, customer, '10 minutes')
    expect(await confirmDevice(database.sql, onNewDevice, phone, code)).toEqual({
      is_confirmed: false,
      tries_left: 0,
    })
    const second = await issueCode(database.sql, onNewDevice)
    await ageCodes(database.sql, customer, '9 minutes 50 seconds')
    expect(await confirmDevice(database.sql, onNewDevice, phone, second.code)).toMatchObject({
      is_confirmed: true,
    })
  })

  test('invalidates the previous code', async () => {
    const first = await issueCode(database.sql, onNewDevice)
    await ageCodes(database.sql, customer, '1 minute')
    const second = await issueCode(database.sql, onNewDevice)
    // The two codes can be equal by chance.
    const isAnother = first.code !== second.code
    expect(
      await confirmDevice(database.sql, onNewDevice, phone, isAnother ? first.code : wrongCode(first.code)),
    ).toMatchObject({
      is_confirmed: false,
    })
    expect(await confirmDevice(database.sql, onNewDevice, phone, second.code)).toMatchObject({
      is_confirmed: true,
    })
  })

  test('works once, for the session that requested it', async () => {
    const { code } = await issueCode(database.sql, onNewDevice)
    const third = await signInAgain(database.sql, customer)
    expect(await confirmDevice(database.sql, third, laptop, code)).toEqual({ is_confirmed: false, tries_left: 0 })
    expect(await confirmDevice(database.sql, onNewDevice, phone, code)).toMatchObject({ is_confirmed: true })
    expect(await confirmDevice(database.sql, third, laptop, code)).toEqual({ is_confirmed: false, tries_left: 0 })
    expect(await accessOf(database.sql, third)).toMatchObject({ profile: 'unknown' })
  })

  test('is issued at most once a minute, five times an hour and ten times a day', async () => {
    const tooSoon = { code: 'PT429', message: 'Please wait a minute before you ask for another code.' }
    const tooMany = { code: 'PT429', message: "We've sent you several codes already. Please try again later." }
    for (let hour = 0; hour < 2; hour++) {
      for (let sent = 0; sent < 5; sent++) {
        await issueCode(database.sql, onNewDevice)
        await expect(issueCode(database.sql, onNewDevice)).rejects.toMatchObject(tooSoon)
        await ageCodes(database.sql, customer, '61 seconds')
      }
      await expect(issueCode(database.sql, onNewDevice)).rejects.toMatchObject(tooMany)
      await ageCodes(database.sql, customer, '1 hour')
    }
    // A new session does not reset the counter.
    await database.sql`delete from auth.sessions where id = ${onNewDevice.sessionId}`
    const again = await signInAgain(database.sql, customer)
    await expect(issueCode(database.sql, again)).rejects.toMatchObject(tooMany)
    await ageCodes(database.sql, customer, '1 day')
    await issueCode(database.sql, again)
    expect(await deviceRowsOf(database.sql, customer)).toEqual({ devices: 0, codes: 1 })
  })

  test('is issued once to concurrent requests', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 6 }, () => issueCode(database.sql, onNewDevice)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('is withdrawn and not counted when its email could not be sent', async () => {
    const { code_id: id, code } = await issueCode(database.sql, onNewDevice)
    const [withdrawn] = await request(
      database.sql,
      'service_role',
      (db) => db`select public.withdraw_device_code(${id}) as is_withdrawn`,
    )
    expect(withdrawn).toEqual({ is_withdrawn: true })
    expect(await confirmDevice(database.sql, onNewDevice, phone, code)).toEqual({
      is_confirmed: false,
      tries_left: 0,
    })
    await issueCode(database.sql, onNewDevice)
  })

  test('is not issued for an ended session or another user’s session', async () => {
    const other = await signUp(database.sql)
    const ended = { code: 'PT401', message: 'Your session has ended. Please sign in again.' }
    await expect(issueCode(database.sql, { ...customer, sessionId: other.sessionId })).rejects.toMatchObject(ended)
    await expect(issueCode(database.sql, { ...customer, sessionId: randomUUID() })).rejects.toMatchObject(ended)
  })

  test('is stored as a keyed hash, and the device without its token', async () => {
    const { code } = await issueCode(database.sql, onNewDevice)
    await confirmDevice(database.sql, onNewDevice, phone, code)
    const [row] = await database.sql`
      select c.code_hash in (sha256(convert_to(${code}, 'utf8')), sha256(convert_to(c.session_id || ':' || ${code}, 'utf8'))) as plain_code,
        to_jsonb(d)::text like ${`%${phone}%`} as has_token
      from private.device_codes c join private.devices d on d.user_id = c.user_id where c.user_id = ${customer.id}`
    expect(row).toEqual({ plain_code: false, has_token: false })
  })
})
