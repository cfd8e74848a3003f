import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { closeAccount } from '../fixtures/closing'
import { type Person, refusalAs, request } from '../fixtures/database'
import {
  accessOf,
  confirmDevice,
  deviceToken,
  issueCode,
  recogniseDevice,
  setDeviceBinding,
  signInAgain,
} from '../fixtures/devices'
import { runJob } from '../fixtures/jobs'
import { payAs, payeeAt } from '../fixtures/payments'
import { accountOf, aCustomer, addCustomer, anAdmin, approve, signUp, withPeople } from '../fixtures/people'
import { callAs, canSignInWith, pinOf, suspendCustomer, unusedPin } from '../fixtures/staff'
import { givePasskey } from '../fixtures/passkeys'

const { sql, as, customer, admin } = withPeople({
  customer: aCustomer('Fred Forgetful'),
  admin: anAdmin(['approve_users']),
})

type Mail = { title: string; recipient_email: string; pin_token: string | null; freeze_token: string | null }

beforeEach(async () => {
  await sql`delete from private.due_mails where true`
  // All tests ask from one address.
  await sql`delete from private.attempts where key like 'reset:%'`
})

const asVisitor = <T>(address: string, run: (db: Parameters<Parameters<typeof request>[2]>[0]) => Promise<T>) =>
  request(sql, 'anon', async (db) => {
    await db`select set_config('request.headers', ${JSON.stringify({ 'x-forwarded-for': address })}, true)`
    return run(db)
  })
const ask = (person: Person, address = '192.0.2.1') =>
  asVisitor(address, (db) => db`select public.request_pin_reset(${person.email})`)
const sendPin = (person: Person, by: Person = admin) => as(by)`select public.send_pin_to_inbox(${person.id})`
const mailsTo = async (person: Person) => {
  await runJob(sql, 'tell-of-pin-requests')
  const mails = await as('service_role')<Mail[]>`
    select title, recipient_email, pin_token, freeze_token from public.take_due_mails()`
  return mails.filter(({ recipient_email: email }) => email === person.email)
}
const linkTo = async (person: Person) =>
  (await mailsTo(person)).find(({ pin_token: token }) => token !== null)?.pin_token ?? 'no link'
/** Asks, and has staff agree. */
const newLink = async (person: Person) => {
  await ask(person)
  await sendPin(person)
  return linkTo(person)
}
type From = { requestId?: string | null; address?: string }
const choose = (token: string, pin: string, { requestId = randomUUID(), address = '192.0.2.1' }: From = {}) =>
  asVisitor(address, async (db) => {
    const [row] = await db`select public.choose_new_pin(${token}, ${pin}, ${requestId}) as is_set`
    return row?.is_set as unknown
  })
const signInWith = async (person: Person, pin: string, address = '192.0.2.1') =>
  asVisitor(address, async (db) => {
    const [row] = await db`select public.get_email_by_pin(${pin}, null, ${person.email}) as found`
    return row?.found as unknown
  })
const found = (person: Person) => [{ user_email: person.email, user_approved: true }]
const requestOf = async (person: Person) => {
  const [row] = await sql`select requested_at, agreed_at from private.pin_reset_requests where user_id = ${person.id}`
  return row
}
const age = (person: Person) => sql`
  update private.pin_reset_requests set agreed_at = agreed_at - interval '1 day' where user_id = ${person.id}`

describe('a forgotten PIN', () => {
  test('reaches its owner: each step is mailed to the sign-in address, and the link sets a new PIN', async () => {
    await sql`update public.profiles set notification_email = 'other@test.example' where id = ${customer.id}`
    await mailsTo(customer)
    await ask(customer)
    expect(await mailsTo(customer)).toMatchObject([{ title: 'You asked for help with your PIN', pin_token: null }])
    await sendPin(customer)
    const [mail, ...others] = await mailsTo(customer)
    expect(others).toEqual([])
    expect(mail).toMatchObject({ title: 'Set your new PIN', freeze_token: expect.stringMatching(/^[0-9a-f]{64}$/) })

    const pin = await unusedPin(sql)
    expect(await choose(mail?.pin_token ?? '', pin)).toBe(true)
    expect(await canSignInWith(sql, customer, pin)).toBe(true)
    expect(await signInWith(customer, pin)).toEqual(found(customer))
    expect(await sql`select id from auth.sessions where user_id = ${customer.id}`).toEqual([])
    expect(await mailsTo(customer)).toMatchObject([{ title: 'Your PIN has changed', pin_token: null }])
    // The note with the forgotten PIN is gone.
    expect(await sql`select title from public.user_notifications where user_id = ${customer.id}`).toEqual([
      { title: 'Your PIN has changed' },
    ])
    const [entry] = await sql`
      select actor_id, details from private.audit_log where action = 'choose_new_pin' and subject_id = ${customer.id}`
    expect(entry).toEqual({ actor_id: null, details: {} })
  })

  test('is set once: a retry of the same request gets the same answer, and another one none', async () => {
    const token = await newLink(customer)
    const [pin, other] = [await unusedPin(sql), randomUUID()]
    expect(await choose(token, pin, { requestId: other })).toBe(true)
    expect(await choose(token, await unusedPin(sql), { requestId: other })).toBe(true)
    expect(await choose(token, await unusedPin(sql))).toBe(false)
    expect(await pinOf(sql, customer)).toBe(pin)
  })

  test('is set once without an id of the request too', async () => {
    const token = await newLink(customer)
    expect(await choose(token, await unusedPin(sql), { requestId: null })).toBe(true)
    expect(await choose(token, await unusedPin(sql), { requestId: null })).toBe(false)
  })

  test('is set once by two requests at the same time', async () => {
    const token = await newLink(customer)
    const answers = await Promise.all([choose(token, await unusedPin(sql)), choose(token, await unusedPin(sql))])
    expect(new Set(answers)).toEqual(new Set([false, true]))
  })

  test.each([
    ['1234', 'PIN must be exactly 5 digits'],
    ['', 'PIN must be exactly 5 digits'],
    ['12345', 'This PIN is easy to guess. Please choose another one.'],
  ])('is not set to %j, and the link still works', async (pin, message) => {
    const token = await newLink(customer)
    await expect(choose(token, pin)).rejects.toMatchObject({ code: 'PT400', message, hint: 'field:pin' })
    expect(await choose(token, await unusedPin(sql))).toBe(true)
  })

  test('can be set to the PIN of before, which the answer does not tell', async () => {
    const pin = (await pinOf(sql, customer)) ?? ''
    expect(await choose(await newLink(customer), pin)).toBe(true)
    expect(await mailsTo(customer)).toMatchObject([{ title: 'Your PIN has changed' }])
  })

  test('is not set with a link that is unknown, a day old, or without an agreement', async () => {
    const before = await pinOf(sql, customer)
    expect(await choose('unknown', await unusedPin(sql))).toBe(false)
    await ask(customer)
    expect(await linkTo(customer)).toBe('no link')
    await sendPin(customer)
    const token = await linkTo(customer)
    await age(customer)
    expect(await choose(token, await unusedPin(sql))).toBe(false)
    expect(await pinOf(sql, customer)).toBe(before)
    await runJob(sql, 'delete-expired-pin-notes')
    expect(await requestOf(customer)).toBeUndefined()
  })

  test('a mail that is sent again has a link of its own, and both work until one is used', async () => {
    const first = await newLink(customer)
    await sql`update private.due_mails set taken_until = now() where true`
    const second = await linkTo(customer)
    expect(second).not.toBe(first)
    expect(await choose(first, await unusedPin(sql))).toBe(true)
    expect(await choose(second, await unusedPin(sql))).toBe(false)
    await sql`update private.due_mails set taken_until = now() where true`
    expect((await mailsTo(customer)).filter(({ pin_token: token }) => token !== null)).toEqual([])
  })

  test('of a user without a request is only sent to the mailbox', async () => {
    await sendPin(customer)
    expect(await mailsTo(customer)).toEqual([])
  })

  test('of users who have asked is mailed by Send All PINs', async () => {
    const other = await addCustomer(sql)
    await ask(customer)
    await as(admin)`select public.send_all_pins()`
    expect(await choose(await linkTo(customer), await unusedPin(sql))).toBe(true)
    expect(await requestOf(other)).toBeUndefined()
  })

  test('is set without one before: staff give a PIN at random, and the request stays', async () => {
    await sql`select private.remove_pin(${customer.id})`
    await ask(customer)
    expect(await refusalAs(sql, admin, (db) => db`select public.send_pin_to_inbox(${customer.id})`)).toMatchObject({
      message: 'This person has no PIN.',
    })
    await as(admin)`select public.give_random_pin(${customer.id})`
    await sendPin(customer)
    expect(await choose(await linkTo(customer), await unusedPin(sql))).toBe(true)
  })

  test('leaves the owner told when staff mark the request as done', async () => {
    await ask(customer)
    await mailsTo(customer)
    await as(admin)`select public.resolve_pin_reset_request(${customer.id})`
    expect(await mailsTo(customer)).toMatchObject([{ title: 'Your request for help with your PIN is closed' }])
    expect(await requestOf(customer)).toBeUndefined()
  })

  test('of staff is agreed to by super admins only', async () => {
    await ask(admin)
    const colleague = await anAdmin(['approve_users'])(sql)
    expect(await refusalAs(sql, colleague, (db) => db`select public.send_pin_to_inbox(${admin.id})`)).toMatchObject({
      code: 'PT403',
    })
    expect((await requestOf(admin))?.agreed_at).toBeNull()
  })
})

test('a user who cannot be told that they asked does not keep the others from it, and the job fails visibly', async () => {
  const other = await addCustomer(sql)
  for (const person of [customer, other]) await ask(person)
  await sql.unsafe(`alter table private.security_mails add constraint broken check (user_id <> '${customer.id}')`)
  await expect(runJob(sql, 'tell-of-pin-requests')).rejects.toThrow('1 users who asked for help with their PIN')
  await sql`alter table private.security_mails drop constraint broken`
  const told = async (person: Person) =>
    (await sql`select told_at is not null as told from private.pin_reset_requests where user_id = ${person.id}`)[0]
      ?.told
  expect([await told(customer), await told(other)]).toEqual([false, true])
  await runJob(sql, 'tell-of-pin-requests')
  expect(await told(customer)).toBe(true)
})

describe('a stranger who knows the address', () => {
  test('neither moves the request to the end of the list, nor ends the link, and causes one mail', async () => {
    await ask(customer)
    const first = await requestOf(customer)
    for (let n = 0; n < 20; n++) await ask(customer, `192.0.2.${n + 10}`)
    expect(await requestOf(customer)).toEqual(first)
    expect(await mailsTo(customer)).toHaveLength(1)
    await sendPin(customer)
    const token = await linkTo(customer)
    await ask(customer)
    expect(await mailsTo(customer)).toEqual([])
    expect(await choose(token, await unusedPin(sql))).toBe(true)
  })

  test('can ask again after a day, or once the link is used, and the old link stays useless', async () => {
    const old = await newLink(customer)
    await age(customer)
    await ask(customer)
    expect((await requestOf(customer))?.agreed_at).toBeNull()
    expect(await choose(old, await unusedPin(sql))).toBe(false)
    await sendPin(customer)
    expect(await choose(await linkTo(customer), await unusedPin(sql))).toBe(true)
    await ask(customer)
    expect((await requestOf(customer))?.agreed_at).toBeNull()
  })

  test('locks their own address with 30 wrong links, and nobody else', async () => {
    const token = await newLink(customer)
    for (let n = 0; n < 30; n++) await choose('unknown', '48317', { address: '192.0.2.66' })
    await expect(choose(token, '48317', { address: '192.0.2.66' })).rejects.toMatchObject({ code: 'PT429' })
    expect(await choose(token, await unusedPin(sql))).toBe(true)
  })
})

describe('every way back in', () => {
  const comeBack = async (person: Person, by = admin) => {
    await ask(person)
    await sendPin(person, by)
    const pin = await unusedPin(sql)
    expect(await choose(await linkTo(person), pin)).toBe(true)
    return pin
  }

  test('after guesses that locked the address: the new PIN is not locked', async () => {
    for (let n = 0; n < 5; n++) await signInWith(customer, '00000', `192.0.2.${n + 20}`)
    await expect(signInWith(customer, '00000', '192.0.2.30')).rejects.toMatchObject({ code: 'PT429' })
    expect(await signInWith(customer, await comeBack(customer), '192.0.2.31')).toEqual(found(customer))
  })

  test('from a lost device, where each device is confirmed: the code goes to the same address', async () => {
    await setDeviceBinding(sql, 'all')
    await recogniseDevice(sql, customer, deviceToken('lost phone'))
    await setDeviceBinding(sql, 'off')
    const pin = await comeBack(customer)
    await setDeviceBinding(sql, 'all')
    try {
      expect(await signInWith(customer, pin)).toEqual(found(customer))
      const again = await signInAgain(sql, customer)
      const token = deviceToken('new phone')
      await recogniseDevice(sql, again, token)
      await confirmDevice(sql, again, token, (await issueCode(sql, again)).code)
      expect(await accessOf(sql, again)).toMatchObject({ accounts: 1 })
    } finally {
      await setDeviceBinding(sql, 'off')
    }
  })

  test('to a frozen account: it stays frozen, and a code from the mail unfreezes it', async () => {
    await as(customer)`select public.freeze_my_account()`
    const pin = await comeBack(customer)
    expect(await canSignInWith(sql, customer, pin)).toBe(true)
    const again = await signInAgain(sql, customer)
    const { code } = await issueCode(sql, again)
    await as(again)`select public.enter_device_code(${deviceToken('laptop')}, ${code})`
    expect([...(await as(again)`select public.ask_to_unfreeze() as is_asked`)]).toEqual([{ is_asked: true }])
  })

  test('to a suspended account: the screen says why, and stays the only one', async () => {
    await suspendCustomer(sql, admin, customer)
    const pin = await comeBack(customer)
    expect(await canSignInWith(sql, customer, pin)).toBe(true)
    const again = await signInAgain(sql, customer)
    expect(await as(again)`select public.get_my_suspension()`).toHaveLength(1)
  })

  test('not to an account that was suspended after the link was mailed, nor once it is restored', async () => {
    const old = await newLink(customer)
    await suspendCustomer(sql, admin, customer)
    expect(await choose(old, await unusedPin(sql))).toBe(false)
    await as(admin)`select public.restore_user(${customer.id})`
    expect(await choose(old, await unusedPin(sql))).toBe(false)
  })

  test('to an account that waits for a new PIN: staff tell the PIN themselves, because the mailbox may be another person’s', async () => {
    await sql`update public.profiles set suspended_at = now() where id = ${customer.id}`
    await sql`select private.open_suspension(${customer.id}, 'access', 'Who are you?', null, now())`
    const old = await newLink(customer)
    await sql`select private.ask_new_pin(${customer.id}, now())`
    expect(await choose(old, await unusedPin(sql))).toBe(false)
    await ask(customer)
    expect(await refusalAs(sql, admin, (db) => db`select public.send_pin_to_inbox(${customer.id})`)).toMatchObject({
      code: 'PT409',
      message:
        'This customer sets a new PIN when they sign in. Check who they are, then tell them the PIN that this page shows.',
    })
    await as(admin)`select public.send_all_pins()`
    expect((await requestOf(customer))?.agreed_at).toBeNull()
    await as(admin)`select public.record_pin_view(${customer.id})`
    const told = await callAs<string>(sql, admin, (db) => db`select public.get_user_pin(${customer.id}) as answer`)
    expect(await canSignInWith(sql, customer, told)).toBe(true)
    const again = await signInAgain(sql, customer)
    await as(again)`select public.restore_with_pin(${await unusedPin(sql)})`
    expect(await sql`select from public.profiles where id = ${customer.id} and suspended_at is null`).toHaveLength(1)
  })

  test('without the passkey: the new PIN signs in beside it', async () => {
    await givePasskey(sql, customer)
    expect(await signInWith(customer, await comeBack(customer))).toEqual(found(customer))
  })

  test('to a new account that waits for approval', async () => {
    const person = await signUp(sql)
    const pin = await comeBack(person)
    expect(await signInWith(person, pin)).toEqual([{ user_email: person.email, user_approved: false }])
    await approve(sql, person)
    expect(await signInWith(person, pin)).toEqual(found(person))
  })

  test('not to a closed account', async () => {
    const other = await addCustomer(sql)
    const { balance } = await accountOf(sql, customer)
    await payAs(sql, customer, { ...payeeAt(other), amount: balance })
    const token = await newLink(customer)
    expect(await closeAccount(sql, customer)).toBeNull()
    expect(await choose(token, await unusedPin(sql))).toBe(false)
    await ask(customer)
    expect(await requestOf(customer)).toBeUndefined()
  })
})
