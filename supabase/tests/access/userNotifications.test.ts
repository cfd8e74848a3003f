import { beforeAll, describe, expect, test } from 'vitest'
import { type Person, actingAs, refusalOf, request, rolledBack, speakAs, startDatabase } from '../fixtures/database'
import { type Customer, addAdmin, addCustomer, signUp } from '../fixtures/people'

const database = startDatabase()
const denied = '42501'
let alice: Customer
let bob: Customer
let pending: Person
let staff: Person

beforeAll(async () => {
  const { sql } = database
  alice = await addCustomer(sql)
  bob = await addCustomer(sql)
  pending = await signUp(sql)
  staff = await addAdmin(sql, ['manage_chat', 'view_transactions', 'repair_transactions', 'approve_users'])
  for (const person of [alice, bob, pending])
    await sql`select private.notify(${person.id}, 'security', 'A title', 'A message')`
})

describe('notes in the mailbox', () => {
  test('of others cannot be read, not by staff either', async () => {
    await actingAs(database.sql, alice, async (db) => {
      expect(await db`select id from public.user_notifications where user_id <> ${alice.id}`).toHaveLength(0)
    })
    await actingAs(database.sql, staff, async (db) => {
      expect(await db`select id from public.user_notifications`).toHaveLength(0)
    })
  })

  test('are closed to a person who waits for approval', () =>
    actingAs(database.sql, pending, async (db) => {
      expect(await db`select id from public.user_notifications`).toHaveLength(0)
      expect(await db`update public.user_notifications set read = true where true`).toHaveProperty('count', 0)
    }))

  test.each([
    "insert into public.user_notifications (user_id, type, title, message) values (auth.uid(), 'security', 'A', 'B')",
    "update public.user_notifications set message = 'x' where true",
    'update public.user_notifications set user_id = auth.uid() where true',
    'delete from public.user_notifications where true',
  ])('may not be made, changed or removed by their reader: %s', (query) =>
    actingAs(database.sql, alice, async (db) => {
      expect((await refusalOf(db, (q) => q.unsafe(query))).code).toBe(denied)
    }),
  )

  test('cannot be made unread again', () =>
    actingAs(database.sql, alice, async (db) => {
      await db`update public.user_notifications set read = true where user_id = ${alice.id}`
      expect((await refusalOf(db, (q) => q`update public.user_notifications set read = false where true`)).code).toBe(
        denied,
      )
    }))

  test('are read by their owner, who marks only the own ones read', async () => {
    await request(database.sql, alice, async (db) => {
      expect(await db`select title, message, type, read from public.user_notifications`).toEqual([
        { title: 'A title', message: 'A message', type: 'security', read: false },
      ])
      expect(await db`update public.user_notifications set read = true where true`).toHaveProperty('count', 1)
    })
    expect(await database.sql`select read from public.user_notifications where user_id = ${bob.id}`).toEqual([
      { read: false },
    ])
  })

  test.each([
    ['<b>title</b>', 'message'],
    ['title', 'hidden\u200bmessage'],
    ['', 'message'],
    ['title', ''],
  ])('never say %j, %j', (title, message) =>
    rolledBack(database.sql, async (db) => {
      const notify = (q: typeof db) => q`select private.notify(${alice.id}, 'security', ${title}, ${message})`
      expect((await refusalOf(db, notify)).code).toBe('23514')
    }),
  )

  test('go with the person', () =>
    rolledBack(database.sql, async (db) => {
      await db`delete from auth.users where id = ${pending.id}`
      expect(await db`select id from public.user_notifications where user_id = ${pending.id}`).toHaveLength(0)
      await speakAs(db, alice)
      expect(await db`select id from public.user_notifications`).toHaveLength(1)
    }))
})
