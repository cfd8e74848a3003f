import { expect, test } from 'vitest'
import { anAdmin, anApplicant, aCustomer, withPeople } from '../fixtures/people'

const { sql, as, admin, applicant, customer } = withPeople({
  admin: anAdmin(['approve_users']),
  applicant: anApplicant(),
  customer: aCustomer(),
})

type Mail = { recipient_email: string; kind: string; title: string | null }
const mailsTo = async (email: string) =>
  (await as('service_role')<Mail[]>`select recipient_email, kind, title from public.take_due_mails()`)
    .filter((mail) => mail.recipient_email === email)
    .map(({ kind, title }) => ({ kind, title }))

test('a user who is approved hears it by mail and in the mailbox, once', async () => {
  await sql`delete from private.due_mails where true`
  const approve = () => as(admin)`select public.approve_users(${[applicant.id, customer.id]})`
  await approve()
  await approve()
  expect(await mailsTo(applicant.email)).toEqual([{ kind: 'note', title: 'Your account is approved' }])
  expect(await sql`select title from public.user_notifications where user_id = ${applicant.id}`).toEqual([
    { title: 'Your account is approved' },
  ])
  // Who was approved before hears nothing.
  expect(await sql`select title from public.user_notifications where user_id = ${customer.id}`).toEqual([])
})

test('a user who is rejected hears it by mail', async () => {
  await sql`delete from private.due_mails where true`
  await as(admin)`select public.reject_users(${[applicant.id]}, 'No proof of address')`
  expect(await mailsTo(applicant.email)).toEqual([
    { kind: 'rejection', title: "We couldn't open your Fernbank account" },
  ])
})
