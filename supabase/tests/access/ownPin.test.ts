import { beforeEach, describe, expect, test } from 'vitest'
import { refusalAs, actingAs, type Db, type Person, startDatabase } from '../fixtures/database'
import { signInAgain } from '../fixtures/devices'
import { addCustomer, approve, type Customer, signUp } from '../fixtures/people'
import { canSignInWith, pinOf } from '../fixtures/staff'

const { sql, as } = startDatabase()

const actionsOf = async ({ id }: Person) =>
  (
    await sql<{ action: string; subject_id: string; details: object }[]>`
      select action, subject_id, details from private.audit_log where actor_id = ${id} order by id`
  ).map(({ action, subject_id: subject, details }) => ({ action, subject, details }))

describe('the PIN of a sign-up', () => {
  let person: Person
  beforeEach(async () => {
    person = await signUp(sql)
  })

  const record = (who: Person) => as(who)`select public.record_new_pin_view()`
  const confirm = (who: Person) => as(who)`select public.confirm_new_pin()`
  const read = async (who: Person) => (await as(who)`select public.get_my_new_pin() as pin`)[0]?.pin as unknown
  const isReadable = async (who: Person) => (await as(who)`select public.has_new_pin() as answer`)[0]?.answer as unknown

  test('the first PIN can be read again and again until it is confirmed, and each minute of reading is audited', async () => {
    expect(await isReadable(person)).toBe(true)
    expect(await read(person)).toBeNull()
    await record(person)
    await record(person)
    expect(await read(person)).toBe(await pinOf(sql, person))
    expect(await read(person)).toBe(await pinOf(sql, person))
    expect(await actionsOf(person)).toEqual([{ action: 'view_new_pin', subject: person.id, details: {} }])
    await confirm(person)
    expect(await isReadable(person)).toBe(false)
    expect(await read(person)).toBeNull()
  })

  test('the first PIN cannot be read in the transaction that records the reading', () =>
    actingAs(sql, person, async (db) => {
      await db`select public.record_new_pin_view()`
      expect(await db`select public.get_my_new_pin() as pin`).toEqual([{ pin: null }])
    }))

  test.each([
    ['after the approval', (db: Db, who: Person) => approve(db, who)],
    [
      'after the session has ended',
      (db: Db, { sessionId }: Person) => db`delete from auth.sessions where id = ${sessionId}`,
    ],
  ])('the first PIN cannot be read %s', async (_when, change) => {
    await record(person)
    await change(sql, person)
    expect(await isReadable(person)).toBe(false)
    expect(await read(person)).toBeNull()
  })

  test('the first PIN cannot be read or confirmed in a later session, or by another user', async () => {
    await record(person)
    for (const other of [await signInAgain(sql, person), await addCustomer(sql)]) {
      await record(other)
      await confirm(other)
      expect(await isReadable(other)).toBe(false)
      expect(await read(other)).toBeNull()
    }
    expect(await read(person)).toMatch(/^\d{5}$/)
    expect(await refusalAs(sql, 'anon', (q) => q`select public.has_new_pin()`)).toMatchObject({ code: '42501' })
  })
})

describe('a customer', () => {
  let customer: Customer
  let pin: string
  beforeEach(async () => {
    customer = await addCustomer(sql)
    pin = (await pinOf(sql, customer)) ?? ''
  })

  const wrong = { code: 'PT403', message: "That isn't your current PIN." }
  const locked = { code: 'PT429', message: 'Too many attempts. Please try again later.' }

  const enter = (entered: string, who: Person = customer) => as(who)`select public.enter_my_pin(${entered})`
  const change = async (to: string | null, who: Person = customer) =>
    (await as(who)`select public.change_my_pin(${to}) as pin`)[0]?.pin as unknown
  const refusal = async (run: () => Promise<unknown>) =>
    run().then(
      () => null,
      ({ code, message }: { code: string; message: string }) => ({ code, message }),
    )

  test('gets a random PIN, which ends the other sessions and is audited', async () => {
    const other = await signInAgain(sql, customer)
    await enter(pin)
    const fresh = await change(null)
    expect(fresh).toMatch(/^\d{5}$/)
    expect(fresh).not.toBe(pin)
    expect(await canSignInWith(sql, customer, String(fresh))).toBe(true)
    expect(await canSignInWith(sql, customer, pin)).toBe(false)
    expect(await sql`select id from auth.sessions where user_id = ${customer.id}`).toEqual([{ id: customer.sessionId }])
    expect(await refusal(() => enter(String(fresh), other))).toMatchObject({ code: 'PT401' })
    expect(await actionsOf(customer)).toEqual([{ action: 'change_own_pin', subject: customer.id, details: {} }])
    const inbox = await sql`select type, title, message from public.user_notifications where user_id = ${customer.id}`
    expect(inbox).toEqual([{ type: 'security', title: 'Your PIN has changed', message: expect.any(String) }])
    expect(JSON.stringify(inbox)).not.toContain(String(fresh))
  })

  test('chooses a PIN, also one that another customer has', async () => {
    const theirs = (await pinOf(sql, await addCustomer(sql))) ?? ''
    const chosen = theirs === pin ? '40718' : theirs
    await enter(pin)
    expect(await change(chosen)).toBe(chosen)
    expect(await canSignInWith(sql, customer, chosen)).toBe(true)
    expect((await actionsOf(customer)).map(({ action }) => action)).toEqual(['change_own_pin'])
  })

  test('cannot choose the PIN that they have', async () => {
    await enter(pin)
    const refused = { code: 'PT409', message: 'Choose a PIN that differs from your current one.' }
    expect(await refusal(() => change(pin))).toEqual(refused)
    expect(await actionsOf(customer)).toEqual([])
  })

  test.each([
    '12345',
    '98765',
    '11111',
    '77770',
    '12121',
    '11222',
    '11122',
    '24680',
    '19850',
    '20010',
    '14789',
    '15935',
    '11223',
    '33221',
    '12321',
    '23432',
    '52125',
  ])('the customer cannot choose %s, which people guess first', async (easy) => {
    await enter(pin)
    const refused = { code: 'PT400', message: 'This PIN is easy to guess. Please choose another one.' }
    expect(await refusal(() => change(easy))).toEqual(refused)
    expect(await pinOf(sql, customer)).toBe(pin)
  })

  test('about 2,000 PINs are easy to guess, and none of them is drawn', async () => {
    const [count] = await sql`
      select count(*)::int as easy from generate_series(10000, 99999) as pin where private.is_easy_pin(pin::text)`
    expect(count?.easy).toBeGreaterThan(1500)
    expect(count?.easy).toBeLessThan(2500)
    const [drawn] = await sql`
      select count(*)::int as easy from generate_series(1, 3000) where private.is_easy_pin(private.random_pin())`
    expect(drawn?.easy).toBe(0)
  })

  test.each(['', '1234', '123456', '1234a'])('a customer cannot choose %j', async (text) => {
    await enter(pin)
    expect(await refusal(() => change(text))).toEqual({ code: 'PT400', message: 'PIN must be exactly 5 digits' })
    expect(await pinOf(sql, customer)).toBe(pin)
  })

  test('a customer without the current PIN cannot change it', async () => {
    expect(await refusal(() => change(null))).toEqual(wrong)
    await enter(pin)
    await enter('00000')
    expect(await refusal(() => change(null))).toEqual(wrong)
    expect(await refusal(() => change('54320'))).toEqual(wrong)
    expect(await actionsOf(customer)).toEqual([])
  })

  test('a customer must have entered the PIN in this session, within five minutes', async () => {
    await enter(pin)
    expect(await refusal(async () => change(null, await signInAgain(sql, customer)))).toEqual(wrong)
    await sql`update private.pin_confirmations set confirmed_at = now() - interval '5 minutes' where true`
    expect(await refusal(() => change(null))).toEqual(wrong)
  })

  test('a customer is locked after five wrong PINs, also for the right one and for sign-ins with the password', async () => {
    for (let nth = 0; nth < 5; nth++) await enter('00000')
    expect(await refusal(() => enter(pin))).toEqual(locked)
    const [hook] = await sql`
      select private.hook_password_verification_attempt(${JSON.stringify({ user_id: customer.id, valid: true })}::text::jsonb)
        -> 'error' ->> 'http_code' as status`
    expect(hook).toEqual({ status: '429' })
    await sql`update private.attempts set locked_until = clock_timestamp() where key = ${`user:${customer.id}`}`
    await enter(pin)
    expect(await change(null)).toMatch(/^\d{5}$/)
  })

  test('changes it at most five times an hour', async () => {
    await enter(pin)
    for (let nth = 0; nth < 5; nth++) await change(null)
    expect(await refusal(() => change(null))).toEqual({
      code: 'PT429',
      message: 'You can change your PIN 5 times an hour.',
    })
  })

  test('a customer whose session is idle can neither enter nor change the PIN', async () => {
    await enter(pin)
    await sql`update auth.sessions set created_at = now() - interval '6 minutes' where id = ${customer.sessionId}`
    const ended = { code: 'PT401', message: 'Your session has ended. Please sign in again.' }
    expect(await refusal(() => enter(pin))).toEqual(ended)
    expect(await refusal(() => change(null))).toEqual(ended)
  })
})
