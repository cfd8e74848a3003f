import { beforeAll, describe, expect, test } from 'vitest'
import { actingAs, refusalOf, withRollback, setCaller } from '../fixtures/database'
import { withPeople, aCustomer, anApplicant } from '../fixtures/people'

const { sql, alice, bob, pending } = withPeople(
  { alice: aCustomer(), bob: aCustomer(), pending: anApplicant() },
  { once: true },
)
const denied = '42501'

beforeAll(async () => {
  for (const person of [alice, bob, pending])
    await sql`select private.notify(${person.id}, 'security', 'A title', 'A message')`
})

describe('user_notifications', () => {
  test('notifications cannot be marked unread', () =>
    actingAs(sql, alice, async (db) => {
      await db`update public.user_notifications set read = true where user_id = ${alice.id}`
      expect((await refusalOf(db, (q) => q`update public.user_notifications set read = false where true`)).code).toBe(
        denied,
      )
    }))

  test.each([
    ['<b>title</b>', 'message'],
    ['title', 'hidden\u200bmessage'],
    ['', 'message'],
    ['title', ''],
  ])('refuse the title %j with the message %j', (title, message) =>
    withRollback(sql, async (db) => {
      const notify = (q: typeof db) => q`select private.notify(${alice.id}, 'security', ${title}, ${message})`
      expect((await refusalOf(db, notify)).code).toBe('23514')
    }),
  )

  test('notifications are deleted with the user', () =>
    withRollback(sql, async (db) => {
      await db`delete from auth.users where id = ${pending.id}`
      expect(await db`select id from public.user_notifications where user_id = ${pending.id}`).toHaveLength(0)
      await setCaller(db, alice)
      expect(await db`select id from public.user_notifications`).toHaveLength(1)
    }))
})
