import { beforeEach, describe, expect, test } from 'vitest'
import postgres from 'postgres'
import { expireClosingNotice } from '../fixtures/closing'
import { type Person, request, setCaller, setOwner } from '../fixtures/database'
import { runJob } from '../fixtures/jobs'
import { aCustomer, addCustomer, withPeople } from '../fixtures/people'

// A sign-up with an address that has an account. The auth server refuses it, and the app reports it.

const { sql, as, adminUrl, owner } = withPeople({ owner: aCustomer('Olga Owner') })

const unknown = { email: 'unknown@test.example' }
const report = ({ email }: { email: string }, address = '192.0.2.1') =>
  request(sql, 'anon', async (db) => {
    await db`select set_config('request.headers', ${JSON.stringify({ 'x-forwarded-for': address })}, true)`
    return [...(await db`select public.report_known_address(${email}) as answer`)]
  })
type Mail = { about_id: string; kind: string; title: string; message: string; recipient_email: string }
const mailsTo = async (person: Person) => {
  await runJob(sql, 'tell-known-addresses')
  const mails = await as('service_role')<(Mail & { freeze_token: string | null })[]>`
    select about_id, kind, title, message, recipient_email, freeze_token from public.take_due_mails()`
  return mails.filter(({ recipient_email: email }) => email === person.email)
}
const pass = (time: string) => sql`
  update private.known_sign_ups set asked_at = asked_at - ${time}::interval, told_at = told_at - ${time}::interval`

beforeEach(async () => {
  await sql`delete from private.due_mails`
  await sql`delete from private.known_sign_ups`
  await sql`delete from private.attempts where key like 'sign-up:%'`
})

describe('the report of a sign-up with a known address', () => {
  test('owes its owner one mail a day to the sign-in address, without a link that freezes', async () => {
    await sql`update public.profiles set notification_email = 'other@test.example' where id = ${owner.id}`
    await sql`delete from private.due_mails`
    await report({ email: ` ${owner.email.toUpperCase()} ` })
    const [mail, ...others] = await mailsTo(owner)
    expect(others).toEqual([])
    expect(mail).toMatchObject({ kind: 'sign_up', title: 'You already have an account', freeze_token: null })
    expect(mail?.message).toContain('sign in with your PIN, or choose Forgotten details?')
    await report(owner, '192.0.2.2')
    await pass('23 hours')
    await report(owner, '192.0.2.3')
    expect(await mailsTo(owner)).toEqual([])
    await pass('1 hour')
    await report(owner, '192.0.2.4')
    expect(await mailsTo(owner)).toHaveLength(1)
  })

  test('tells the owner of a closed account that it is closed', async () => {
    const former = await addCustomer(sql, 'Fay Former')
    await expireClosingNotice(sql, former)
    await sql`delete from private.due_mails`
    await report(former)
    expect((await mailsTo(former))[0]?.message).toContain('Its account is closed')
  })

  test('stores nothing for an unknown address, and answers the same', async () => {
    const known = await report(owner)
    expect(await report(unknown)).toEqual(known)
    expect(await sql`select user_id from private.known_sign_ups`).toEqual([{ user_id: owner.id }])
  })

  test('runs the same functions for a known and an unknown address', async () => {
    const callsFor = async ({ email }: { email: string }) => {
      // Postgres counts function calls per connection, so each count needs a new connection.
      const admin = postgres(adminUrl(), { max: 1, onnotice: () => undefined })
      const calls = await admin.begin(async (db) => {
        await db`select set_config('track_functions', 'all', true)`
        await setCaller(db, 'anon')
        await db`select public.report_known_address(${email})`
        await setOwner(db)
        return db`select schemaname, funcname, calls from pg_stat_xact_user_functions order by 1, 2`
      })
      await admin.end()
      return [...calls]
    }
    const [known, other] = [await callsFor(owner), await callsFor(unknown)]
    expect(known.map(({ funcname: name }) => String(name))).toContain('record_attempt')
    expect(known).toEqual(other)
  })

  test('locks a client address after 30, for known and unknown addresses alike', async () => {
    for (let nth = 0; nth < 30; nth++) await report(unknown)
    const locked = { code: 'PT429', message: 'Too many attempts. Please try again later.' }
    await expect(report(unknown)).rejects.toMatchObject(locked)
    await expect(report(owner)).rejects.toMatchObject(locked)
    expect(await mailsTo(owner)).toEqual([])
  })

  test('is not mailed after 200 in an hour, and no longer once it is an hour old', async () => {
    await report(owner)
    await sql`
      insert into auth.users (id, email) select gen_random_uuid(), 'flood-' || n || '@test.example' from generate_series(1, 200) n`
    await sql`
      insert into private.known_sign_ups (user_id, told_at, mail_id)
      select u.id, now() - interval '59 minutes', gen_random_uuid() from auth.users u where u.email like 'flood-%'`
    expect(await mailsTo(owner)).toEqual([])
    await sql`update private.known_sign_ups set told_at = told_at - interval '2 minutes'`
    expect(await mailsTo(owner)).toHaveLength(1)
    await pass('1 day')
    await report(owner)
    await pass('61 minutes')
    expect(await mailsTo(owner)).toEqual([])
  })

  test('is forgotten after a day', async () => {
    await report(owner)
    await runJob(sql, 'delete-old-freeze-links')
    expect(await sql`select from private.known_sign_ups`).toHaveLength(1)
    await pass('25 hours')
    await runJob(sql, 'delete-old-freeze-links')
    expect(await sql`select from private.known_sign_ups`).toEqual([])
  })
})
