import { beforeEach, describe, expect, test } from 'vitest'
import { type Person, actingAs, refusalOf, request, startDatabase } from '../fixtures/database'
import { type Customer, addAdmin, addCustomer, signUp } from '../fixtures/people'
import { callAs, pinOf, signsInWith } from '../fixtures/staff'

const database = startDatabase()
let admin: Person
let customer: Customer

beforeEach(async () => {
  admin = await addAdmin(database.sql, ['approve_users'])
  customer = await addCustomer(database.sql, 'Cara Customer')
})

const notesOf = (person: Person) => database.sql`
  select title, message, type, read from public.user_notifications where user_id = ${person.id} order by created_at`
const deedsOf = async (person: Person) => [
  ...(await database.sql`select action, subject_id, details from private.audit_log where actor_id = ${person.id} order by id`),
]
const note = (pin: string | null) => ({
  title: 'Your Security PIN',
  message: expect.stringContaining(` ${pin}.`),
  type: 'security',
  read: false,
})

describe('sending one PIN', () => {
  const send = (person: Person) =>
    callAs<string>(database.sql, admin, (db) => db`select public.send_pin_to_inbox(${person.id}) as answer`)

  test('puts it into the mailbox of its owner and nobody else, and answers with the name', async () => {
    const other = await addCustomer(database.sql)
    await database.sql`insert into private.pin_reset_requests (user_id) values (${customer.id})`
    expect(await send(customer)).toBe('Cara Customer')
    const pin = await pinOf(database.sql, customer)
    await request(database.sql, customer, async (db) => {
      expect([...(await db`select title, message, type, read from public.user_notifications`)]).toEqual([note(pin)])
    })
    expect(await notesOf(other)).toHaveLength(0)
    expect(await database.sql`select from private.pin_reset_requests where user_id = ${customer.id}`).toHaveLength(0)
    const deeds = await deedsOf(admin)
    expect(deeds).toEqual([{ action: 'send_pin', subject_id: customer.id, details: {} }])
    expect(JSON.stringify(deeds)).not.toContain(` ${pin}`)
  })

  test('again replaces the note, also when both come at the same moment, and leaves other notes', async () => {
    await database.sql`select private.notify(${customer.id}, 'security', 'Something else', 'Message')`
    await Promise.all([send(customer), send(customer), send(customer)])
    expect([...(await notesOf(customer))]).toEqual([
      expect.objectContaining({ title: 'Something else' }),
      note(await pinOf(database.sql, customer)),
    ])
  })

  test('is refused for somebody without a PIN', async () => {
    await database.sql`select private.remove_pin(${customer.id})`
    await actingAs(database.sql, admin, async (db) => {
      expect(await refusalOf(db, (q) => q`select public.send_pin_to_inbox(${customer.id})`)).toEqual({
        code: 'PT409',
        message: 'This person has no PIN.',
      })
    })
  })

  test('calls a person without a name so', async () => {
    expect(await send(await signUp(database.sql, ''))).toBe('No name')
  })
})

test('copying a PIN is recorded, without the PIN', async () => {
  await request(database.sql, admin, (db) => db`select public.record_pin_copy(${customer.id})`)
  expect(await deedsOf(admin)).toEqual([{ action: 'copy_pin', subject_id: customer.id, details: {} }])
})

describe('sending all PINs', () => {
  const sendAll = () =>
    request(database.sql, admin, async (db) => [...(await db`select * from public.send_all_pins()`)])
  const people = async () =>
    Number((await database.sql`select count(*) as people from public.profiles`)[0]?.people ?? 0)
  const withoutPin = async () =>
    Number(
      (
        await database.sql`
          select count(*) as people from public.profiles p where not exists (select from private.pins where user_id = p.id)`
      )[0]?.people ?? 0,
    )

  test('gives everybody theirs and counts who has none', async () => {
    const pending = await signUp(database.sql)
    const without = await addCustomer(database.sql)
    await database.sql`select private.remove_pin(${without.id})`
    const failed = await withoutPin()
    const successful = (await people()) - failed
    expect(await sendAll()).toEqual([{ successful, failed }])
    for (const person of [customer, pending, admin]) {
      expect([...(await notesOf(person))]).toEqual([note(await pinOf(database.sql, person))])
    }
    expect(await notesOf(without)).toHaveLength(0)
    expect(await deedsOf(admin)).toEqual([
      { action: 'send_all_pins', subject_id: null, details: { successful, failed } },
    ])
  })

  test('again, also at the same moment, leaves one note for each', async () => {
    await Promise.all([sendAll(), sendAll()])
    expect(await notesOf(customer)).toHaveLength(1)
  })
})

describe('clearing all notifications', () => {
  test('empties every mailbox, counts, and has nothing left to do', async () => {
    const clear = () =>
      callAs<number>(database.sql, admin, (db) => db`select public.clear_all_notifications() as answer`)
    await clear()
    await database.sql`select private.notify(${customer.id}, 'security', 'Title', 'Message')`
    await database.sql`select private.notify(${admin.id}, 'security', 'Title', 'Message')`
    expect(await clear()).toBe(2)
    expect(await clear()).toBe(0)
    expect(await deedsOf(admin)).toMatchObject([
      { action: 'clear_all_notifications' },
      { action: 'clear_all_notifications', details: { count: 2 } },
      { action: 'clear_all_notifications', details: { count: 0 } },
    ])
  })
})

describe('synchronising passwords', () => {
  const sync = (batch = 100) =>
    request(database.sql, admin, async (db) => [...(await db`select * from public.sync_passwords(${batch})`)])
  const hashOf = async (person: Person) =>
    (await database.sql`select encrypted_password as hash from auth.users where id = ${person.id}`)[0]?.hash as string
  const spoil = (person: Person) => database.sql`
    update auth.users set encrypted_password = extensions.crypt('another', extensions.gen_salt('bf', 4)) where id = ${person.id}`

  beforeEach(async () => {
    await sync(1000)
  })

  test('mends the passwords that do not match, and hashes no other', async () => {
    const other = await addCustomer(database.sql)
    const untouched = await hashOf(other)
    await spoil(customer)
    expect(await sync()).toEqual([{ changed: 1, remaining: 0 }])
    expect(await signsInWith(database.sql, customer, (await pinOf(database.sql, customer)) ?? '')).toBe(true)
    expect(await hashOf(other)).toBe(untouched)
    expect(await sync()).toEqual([{ changed: 0, remaining: 0 }])
    expect(await deedsOf(admin)).toMatchObject([{}, { details: { changed: 1 } }, { details: { changed: 0 } }])
  })

  test('looks at passwords again of which it does not know', async () => {
    await database.sql`update private.pins set password_fingerprint = null where user_id = ${customer.id}`
    expect(await sync()).toEqual([{ changed: 1, remaining: 0 }])
  })

  test('goes in batches, and says how many are left', async () => {
    for (let nth = 0; nth < 5; nth++) await spoil(await signUp(database.sql))
    expect(await sync(2)).toEqual([{ changed: 2, remaining: 3 }])
    expect(await sync(2)).toEqual([{ changed: 2, remaining: 1 }])
    expect(await sync(2)).toEqual([{ changed: 1, remaining: 0 }])
    expect(await sync(-1)).toEqual([{ changed: 0, remaining: 0 }])
  })

  test('leaves alone who has no PIN', async () => {
    await database.sql`select private.remove_pin(${customer.id})`
    const locked = await hashOf(customer)
    expect(await sync()).toEqual([{ changed: 0, remaining: 0 }])
    expect(await hashOf(customer)).toBe(locked)
  })

  test('does not bring back the PIN that is being changed at the same moment', async () => {
    await spoil(customer)
    let synchronised: Promise<unknown> = Promise.resolve()
    await database.sql.begin(async (db) => {
      await db`select private.set_pin(${customer.id}, '00137')`
      synchronised = sync()
      await expect
        .poll(() => database.sql`select from pg_stat_activity where wait_event_type = 'Lock'`, { timeout: 10_000 })
        .toHaveLength(1)
    })
    await synchronised
    expect(await signsInWith(database.sql, customer, '00137')).toBe(true)
  })
})
