import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Person, request } from '../fixtures/database'
import {
  confirmDevice,
  deviceToken,
  issueCode,
  recogniseDevice,
  setDeviceBinding,
  signInAgain,
} from '../fixtures/devices'
import { aCustomer, signUp, withPeople } from '../fixtures/people'

const { sql, customer, other } = withPeople({ customer: aCustomer(), other: aCustomer() })
const phone = deviceToken('phone')
const laptop = deviceToken('laptop')

beforeEach(() => sql`delete from private.due_mails where true`)
afterEach(() => setDeviceBinding(sql, 'off'))

const touch = (person: Person, token: string | null) =>
  request(sql, person, (db) => db`select public.touch_session(${token}) as is_counted`)

/** The mails about sign-ins, and whether each can be sent now. */
const owed = ({ id }: Person) => sql<{ message: string; is_due: boolean }[]>`
  select n.message, m.taken_until <= now() as is_due
  from private.due_mails m join private.security_mails n on n.id = m.about_id
  where n.user_id = ${id} and n.title = 'A new device' order by m.created_at`

/** A sign-in on a browser that the bank knows. */
async function knowing(token: string): Promise<void> {
  await touch(await signInAgain(sql, customer), token)
  await sql`delete from private.due_mails where true`
}

describe('a sign-in where devices need no code', () => {
  test('is mailed to its owner two minutes later when it shows no id', async () => {
    const session = await signInAgain(sql, customer)
    expect(await owed(customer)).toMatchObject([{ is_due: false }])
    await touch(session, null)
    expect(await owed(customer)).toMatchObject([{ is_due: false }])
    expect(
      await sql`
        select round(extract(epoch from taken_until - now())) between 100 and 120 as waits from private.due_mails`,
    ).toEqual([{ waits: true }])
  })

  test('is mailed at once when it shows an id that is new, and only once', async () => {
    const session = await signInAgain(sql, customer)
    await touch(session, phone)
    await touch(session, phone)
    expect(await owed(customer)).toEqual([{ message: expect.stringMatching(/^A new device signed in/), is_due: true }])
  })

  test('is not mailed when it shows the id of a device that was told', async () => {
    await knowing(phone)
    await touch(await signInAgain(sql, customer), phone)
    expect(await owed(customer)).toEqual([])
    await touch(await signInAgain(sql, customer), laptop)
    expect(await owed(customer)).toHaveLength(1)
  })

  test('is mailed also when its session ends at once', async () => {
    const { sessionId } = await signInAgain(sql, customer)
    await sql`delete from auth.sessions where id = ${sessionId}`
    expect(await owed(customer)).toHaveLength(1)
  })

  test('is mailed when it shows an id that only another customer uses', async () => {
    await knowing(phone)
    await touch(await signInAgain(sql, other), phone)
    expect(await owed(other)).toMatchObject([{ is_due: true }])
  })

  test('cannot withdraw the mail about another session', async () => {
    await knowing(phone)
    await signInAgain(sql, customer)
    await touch(await signInAgain(sql, customer), phone)
    expect(await owed(customer)).toHaveLength(1)
  })

  test.each([
    ['that is told', () => signInAgain(sql, customer), null],
    ['on a known browser', () => signInAgain(sql, customer), phone],
    ['of a sign-up', () => signUp(sql), null],
  ])('makes one browser known in a session %s, and no second one', async (_which, start, known) => {
    if (known !== null) await knowing(known)
    const session = await start()
    await touch(session, phone)
    await sql`delete from private.due_mails where true`
    await touch(session, laptop)
    await touch(await signInAgain(sql, session), laptop)
    expect(await owed(session)).toMatchObject([{ is_due: true }])
  })

  test.each(['', 'short', 'A'.repeat(64)])('goes on with the malformed id %j, which counts as none', async (token) => {
    const session = await signInAgain(sql, customer)
    expect(await touch(session, token)).toEqual([{ is_counted: true }])
    expect(await owed(customer)).toMatchObject([{ is_due: false }])
  })

  test('is not mailed at the sign-up, whose device is known from then on', async () => {
    const person = await signUp(sql)
    expect(await owed(person)).toEqual([])
    await touch(person, laptop)
    await touch(await signInAgain(sql, person), laptop)
    expect(await owed(person)).toEqual([])
  })

  test('leaves a hash of its id, and fifty devices of a customer at most', async () => {
    await sql`
      insert into private.seen_browsers (user_id, token_hash, last_seen_at)
      select ${customer.id}, sha256(n::text::bytea), now() - interval '1 day' from generate_series(1, 60) n`
    await touch(await signInAgain(sql, customer), laptop)
    const rows = await sql<{ hash: string }[]>`
      select encode(token_hash, 'hex') as hash from private.seen_browsers where user_id = ${customer.id}`
    expect(rows).toHaveLength(50)
    expect(rows.map(({ hash }) => hash)).not.toContain(laptop)
  })

  test('does not make the owner’s unknown, however many a thief shows in a day', async () => {
    await sql`
      insert into private.seen_browsers (user_id, token_hash, created_at, last_seen_at)
      values (${customer.id}, private.hash_device_token(${customer.id}, ${laptop}), now() - interval '25 hours', now() - interval '3 days')`
    await sql`
      insert into private.seen_browsers (user_id, token_hash)
      select ${customer.id}, sha256(n::text::bytea) from generate_series(1, 60) n`
    await touch(await signInAgain(sql, customer), phone)
    const known = await sql`
      select from private.seen_browsers
      where user_id = ${customer.id}
        and token_hash in (private.hash_device_token(${customer.id}, ${laptop}), private.hash_device_token(${customer.id}, ${phone}))`
    expect(known).toHaveLength(2)
  })

  test('does not make its device known where devices need a code', async () => {
    await knowing(phone)
    await setDeviceBinding(sql, 'all')
    expect(await recogniseDevice(sql, await signInAgain(sql, customer), phone)).toMatchObject({ state: 'unknown' })
  })
})

test('where devices need a code, the mail follows the right code', async () => {
  await setDeviceBinding(sql, 'all')
  const session = await signInAgain(sql, customer)
  await touch(session, phone)
  expect(await owed(customer)).toEqual([])
  const { code } = await issueCode(sql, session)
  await confirmDevice(sql, session, phone, code)
  expect(await owed(customer)).toMatchObject([{ is_due: true }])
  await setDeviceBinding(sql, 'off')
  await touch(await signInAgain(sql, customer), phone)
  expect(await owed(customer)).toHaveLength(1)
})
