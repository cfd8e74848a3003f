import { beforeEach, describe, expect, test } from 'vitest'
import { cardOf, renew } from '../fixtures/cards'
import { type Db, type Person, hintOfRequest, request } from '../fixtures/database'
import { makePayment, externalPayee } from '../fixtures/payments'
import { aCustomer, anAdmin, aSuperAdmin, withPeople } from '../fixtures/people'

const { sql, as, customer, other, admin, head } = withPeople({
  customer: aCustomer(),
  other: aCustomer(),
  admin: anAdmin(['approve_users']),
  head: aSuperAdmin(),
})

type Mail = { recipient_email: string; title: string; freeze_token: string | null }
const claim = () =>
  request(sql, 'service_role', async (db) => [
    ...(await db<
      Mail[]
    >`select recipient_email, title, freeze_token from public.claim_due_mails() where kind = 'security'`),
  ])
const setUndo = (person: Person, seconds: string) => as(person)`select public.set_undo_window(${seconds})`
const tokenFor = async (person: Person) => {
  await setUndo(person, '30')
  return String((await claim()).find(({ recipient_email: email }) => email === person.email)?.freeze_token)
}
const freeze = (token: string, address = '192.0.2.1') =>
  hintOfRequest(sql, 'anon', async (db) => {
    await db`select set_config('request.headers', ${JSON.stringify({ 'x-forwarded-for': address })}, true)`
    expect(await db`select public.freeze_by_link(${token}) as answer`).toMatchObject([{ answer: null }])
  })
const isSuspended = async (person: Person) =>
  (
    await sql`
      select p.suspended_at is not null and a.is_frozen as suspended
      from public.profiles p left join public.accounts a on a.user_id = p.id where p.id = ${person.id}`
  )[0]?.suspended as unknown

beforeEach(() => sql`delete from private.due_mails where true`)

describe('a security mail', () => {
  test.each<[string, string, (db: Db) => PromiseLike<unknown>]>([
    ['a changed limit', 'Your daily payment limit', (db) => db`select public.set_payment_limit('100')`],
    ['a changed undo window', 'Your undo window has changed', (db) => db`select public.set_undo_window('30')`],
    [
      'a changed notification address',
      'Your notification email address has changed',
      (db) => db`update public.profiles set notification_email = 'thief@mail.example' where id = ${customer.id}`,
    ],
    [
      'a new card',
      'Your new card',
      (db) => db`select public.replace_card((select id from public.cards where user_id = ${customer.id}), 'lost')`,
    ],
    [
      'an activated card',
      'Your new card is active',
      async (db) => {
        const renewal = await renew(sql, await cardOf(sql, customer))
        await sql`delete from private.due_mails where true`
        await db`select public.activate_card(${renewal})`
      },
    ],
  ])('tells the sign-in address about %s', async (_, title, change) => {
    await request(sql, customer, async (db) => void (await change(db)))
    expect(await claim()).toEqual([
      { recipient_email: customer.email, title, freeze_token: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ])
  })

  test('tells the sign-in address about a changed PIN and a new device', async () => {
    await as(admin)`select public.give_random_pin(${customer.id})`
    await sql`
      insert into auth.sessions (id, user_id, created_at)
      values (${customer.sessionId}, ${customer.id}, now() + interval '1 hour') on conflict do nothing`
    await sql`select private.enrol_device(${customer.id}, ${customer.sessionId}, '\\x01')`
    await sql`select private.enrol_device(${customer.id}, ${customer.sessionId}, '\\x01')`
    expect((await claim()).map(({ title }) => title).toSorted()).toEqual(['A new device', 'Your PIN has changed'])
  })

  test('has no link for a super admin, whom nobody could restore', async () => {
    await setUndo(head, '30')
    expect(await claim()).toMatchObject([{ recipient_email: head.email, freeze_token: null }])
  })
})

describe('the link in a security mail', () => {
  test('ends the sessions, stops payments and leaves a note, and only staff undo it', async () => {
    const token = await tokenFor(customer)
    expect(await sql`select from private.freeze_links where token_hash = ${Buffer.from(token)}`).toHaveLength(0)
    expect(await freeze(token)).toBeNull()
    expect(await isSuspended(customer)).toBe(true)
    expect(await isSuspended(other)).toBe(false)
    expect(await sql`select from auth.sessions where user_id = ${customer.id}`).toHaveLength(0)
    const pay = (db: Db) => makePayment(db, { ...externalPayee, amount: '1' })
    expect(await hintOfRequest(sql, customer, pay)).toBe('session-ended')
    expect(await sql`select note from private.user_notes where user_id = ${customer.id}`).toHaveLength(1)
    expect(await sql`select actor_id from private.audit_log where action = 'freeze_account'`).toEqual([
      { actor_id: null },
    ])
    // Again: nothing changes.
    expect(await freeze(token)).toBeNull()
    expect(await sql`select note from private.user_notes where user_id = ${customer.id}`).toHaveLength(1)
    expect(await hintOfRequest(sql, customer, (db) => db`select public.restore_user(${customer.id})`)).toBe(
      'session-ended',
    )
    await as(admin)`select public.restore_user(${customer.id})`
    expect(await isSuspended(customer)).toBe(false)
  })

  test('has no effect after 30 days', async () => {
    const token = await tokenFor(customer)
    await sql`update private.freeze_links set created_at = now() - interval '30 days' where user_id = ${customer.id}`
    expect(await freeze(token, '192.0.2.2')).toBeNull()
    expect(await isSuspended(customer)).toBe(false)
  })

  test('is answered like an unknown one, and five unknown ones lock the address', async () => {
    for (let count = 0; count < 5; count++) expect(await freeze('unknown', '192.0.2.3')).toBeNull()
    const token = await tokenFor(customer)
    expect(await freeze(token, '192.0.2.3')).toBe('too-many-attempts')
    expect(await isSuspended(customer)).toBe(false)
    expect(await freeze(token, '192.0.2.4')).toBeNull()
    expect(await isSuspended(customer)).toBe(true)
  })

  test('does not freeze someone who has become a super admin', async () => {
    const token = await tokenFor(customer)
    await sql`insert into public.user_roles values (${customer.id}, 'super_admin')`
    expect(await freeze(token, '192.0.2.5')).toBeNull()
    expect(await isSuspended(customer)).toBe(false)
  })
})
