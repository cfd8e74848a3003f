import { expect, test } from 'vitest'
import { signInAgain } from '../fixtures/devices'
import { aCustomer, anAdmin, withPeople } from '../fixtures/people'
import { pinOf, suspendCustomer, unusedPin } from '../fixtures/staff'

// An open window hears at once that its session has ended, or that the account is frozen. It asks, and closes.

const { sql, as, customer, admin } = withPeople({ customer: aCustomer(), admin: anAdmin(['approve_users']) })

const told = async () =>
  (
    await sql<{ count: number }[]>`
      select count(*)::int from realtime.messages where topic = ${`calls:${customer.id}`} and event = 'changed' and private`
  )[0]?.count
const freezeLink = async () => {
  await sql`select private.tell_owner(${customer.id}, 'Title', 'Message')`
  const mails = await as('service_role')<{ freeze_token: string | null }[]>`
    select freeze_token from public.take_due_mails()`
  return mails.find(({ freeze_token: token }) => token !== null)?.freeze_token ?? ''
}

const ends: Record<string, () => Promise<unknown>> = {
  'frozen in another window': () => as(customer)`select public.freeze_my_account()`,
  'frozen with the link in a mail': async () => {
    await as('anon')`select public.freeze_by_link(${await freezeLink()})`
  },
  suspended: () => suspendCustomer(sql, admin, customer),
  'signed out by staff': () => as(admin)`select public.end_user_sessions(${customer.id})`,
  'given a new PIN by its owner': async () => {
    const again = await signInAgain(sql, customer)
    await as(again)`select public.enter_my_pin(${await pinOf(sql, customer)})`
    await as(again)`select public.change_my_pin(${await unusedPin(sql)})`
  },
  'signed out at the auth server': () => sql`delete from auth.sessions where user_id = ${customer.id}`,
}

test.each(Object.keys(ends))('the open windows of an account are told that it was %s', async (name) => {
  const before = Number(await told())
  await ends[name]?.()
  expect(Number(await told())).toBeGreaterThan(before)
})

test('the open windows of a frozen account are told that it will be unfrozen', async () => {
  await as(customer)`select public.freeze_my_account()`
  const before = Number(await told())
  await sql`select private.begin_unfreezing(${customer.id}, 'A code was used.')`
  expect(Number(await told())).toBe(before + 1)
})

test('the open windows are not told of what does not change their access', async () => {
  const before = await told()
  await sql`update public.profiles set full_name = 'Other Name', frozen_at = frozen_at where id = ${customer.id}`
  await signInAgain(sql, customer)
  expect(await told()).toBe(before)
})
