import { beforeEach, describe, expect, test } from 'vitest'
import { runJob } from '../fixtures/jobs'
import {
  actingAs,
  hintOfRequest,
  refusalAs,
  type Person,
  request,
  setCaller,
  setOwner,
  untilBlocked,
} from '../fixtures/database'
import { addAdmin, addCustomer, signUp, anAdmin, withPeople, aCustomer } from '../fixtures/people'
import { callAs, pinOf, canSignInWith } from '../fixtures/staff'

const { sql, as, admin, customer } = withPeople({
  admin: anAdmin(['approve_users']),
  customer: aCustomer('Cara Customer'),
})

const notificationsOf = (person: Person) => sql`
  select title, message, type, read from public.user_notifications where user_id = ${person.id} order by created_at`
const auditEntriesOf = async (person: Person) => [
  ...(await sql`select action, subject_id, details from private.audit_log where actor_id = ${person.id} order by id`),
]
const notification = (pin: string | null) => ({
  title: 'Your Security PIN',
  message: expect.stringContaining(` ${pin}.`),
  type: 'security',
  read: false,
})

describe('send_pin_to_inbox', () => {
  const send = (person: Person) =>
    callAs<string>(sql, admin, (db) => db`select public.send_pin_to_inbox(${person.id}) as answer`)

  test('writes the PIN to its user’s mailbox only, and returns the user’s name', async () => {
    const other = await addCustomer(sql)
    await sql`insert into private.pin_reset_requests (user_id) values (${customer.id})`
    expect(await send(customer)).toBe('Cara Customer')
    const pin = await pinOf(sql, customer)
    await request(sql, customer, async (db) => {
      expect([...(await db`select title, message, type, read from public.user_notifications`)]).toEqual([
        notification(pin),
      ])
    })
    expect(await notificationsOf(other)).toHaveLength(0)
    expect(
      await sql`select agreed_at is not null as agreed from private.pin_reset_requests where user_id = ${customer.id}`,
    ).toEqual([{ agreed: true }])
    const entries = await auditEntriesOf(admin)
    expect(entries).toEqual([{ action: 'send_pin', subject_id: customer.id, details: {} }])
    expect(JSON.stringify(entries)).not.toContain(` ${pin}`)
  })

  test('replaces the earlier PIN notification, also when concurrent, and keeps other notifications', async () => {
    await sql`select private.notify(${customer.id}, 'security', 'Something else', 'Message')`
    await Promise.all([send(customer), send(customer), send(customer)])
    expect([...(await notificationsOf(customer))]).toEqual([
      expect.objectContaining({ title: 'Something else' }),
      notification(await pinOf(sql, customer)),
    ])
  })

  test('send_pin_to_inbox is refused for a user without a PIN', async () => {
    await sql`select private.remove_pin(${customer.id})`
    expect(await refusalAs(sql, admin, (q) => q`select public.send_pin_to_inbox(${customer.id})`)).toEqual({
      code: 'PT409',
      message: 'This person has no PIN.',
    })
  })

  test('the PIN is deleted an hour after it is read, and after a day at the latest', async () => {
    await send(customer)
    const minutesLeft = async () =>
      Number(
        (
          await sql`
            select round(extract(epoch from expires_at - now()) / 60) as left
            from public.user_notifications where user_id = ${customer.id}`
        )[0]?.left,
      )
    expect(await minutesLeft()).toBe(24 * 60)
    await as(customer)`update public.user_notifications set read = true where true`
    expect(await minutesLeft()).toBe(60)
    await sql`update public.user_notifications set expires_at = now() where user_id = ${customer.id}`
    expect(await as(customer)`select from public.user_notifications`).toHaveLength(0)
    await runJob(sql, 'delete-expired-pin-notes')
    expect(await notificationsOf(customer)).toHaveLength(0)
  })

  test('the PIN of other staff is sent by super admins only', async () => {
    const colleague = await addAdmin(sql, ['approve_users'])
    const sendAs = (person: Person) =>
      hintOfRequest(sql, person, (db) => db`select public.send_pin_to_inbox(${colleague.id})`)
    expect(await sendAs(admin)).toBe('no-permission')
    const head = await addAdmin(sql, ['approve_users'])
    await sql`insert into public.user_roles values (${head.id}, 'super_admin')`
    expect(await sendAs(head)).toBeNull()
  })

  test("returns 'No name' for a user without a name", async () => {
    expect(await send(await signUp(sql, ''))).toBe('No name')
  })
})

test('record_pin_view audits a copy without the PIN', async () => {
  await as(admin)`select public.record_pin_view(${customer.id}, true)`
  expect(await auditEntriesOf(admin)).toEqual([
    { action: 'copy_pin', subject_id: customer.id, details: { user_id: customer.id } },
  ])
})

describe('send_all_pins', () => {
  const sendAll = () => request(sql, admin, async (db) => [...(await db`select * from public.send_all_pins()`)])
  const people = async () => Number((await sql`select count(*) as people from public.profiles`)[0]?.people ?? 0)
  const withoutPin = async () =>
    (
      await sql<{ name: string }[]>`
        select coalesce(p.full_name, 'No name') || ' (' || u.email || ')' as name
        from public.profiles p join auth.users u on u.id = p.id
        where not exists (select from private.pins where user_id = p.id)
        order by 1`
    ).map(({ name }) => name)

  test('writes each user’s PIN to their mailbox and counts and names the users without a PIN', async () => {
    const pending = await signUp(sql)
    const without = await addCustomer(sql)
    await sql`select private.remove_pin(${without.id})`
    const names = await withoutPin()
    expect(names).toContain(`Test Person (${without.email})`)
    const failed = names.length
    const successful = (await people()) - failed
    expect(await sendAll()).toEqual([{ successful, failed, failed_names: names, sent_until: null }])
    for (const person of [customer, pending, admin]) {
      expect([...(await notificationsOf(person))]).toEqual([notification(await pinOf(sql, person))])
    }
    expect(await notificationsOf(without)).toHaveLength(0)
    expect(await auditEntriesOf(admin)).toEqual([
      { action: 'send_all_pins', subject_id: null, details: { successful, failed } },
    ])
  })

  test('goes on after the user that the last step ended with', async () => {
    const [last] = await sql<{ id: string }[]>`select max(id::text) as id from public.profiles`
    expect(
      await request(sql, admin, async (db) => [...(await db`select * from public.send_all_pins(${last?.id ?? ''})`)]),
    ).toEqual([{ successful: 0, failed: 0, failed_names: [], sent_until: null }])
  })

  test('leaves one notification per user when repeated concurrently', async () => {
    await Promise.all([sendAll(), sendAll()])
    expect(await notificationsOf(customer)).toHaveLength(1)
  })
})

describe('clear_all_notifications', () => {
  test('empties every mailbox, returns the count, and returns zero when repeated', async () => {
    const clear = () => callAs<number>(sql, admin, (db) => db`select public.clear_all_notifications() as answer`)
    await clear()
    await sql`select private.notify(${customer.id}, 'security', 'Title', 'Message')`
    await sql`select private.notify(${admin.id}, 'security', 'Title', 'Message')`
    expect(await clear()).toBe(2)
    expect(await clear()).toBe(0)
    expect(await auditEntriesOf(admin)).toMatchObject([
      { action: 'clear_all_notifications' },
      { action: 'clear_all_notifications', details: { count: 2 } },
      { action: 'clear_all_notifications', details: { count: 0 } },
    ])
  })
})

describe('sync_passwords', () => {
  const sync = (batch = 100) =>
    request(sql, admin, async (db) => [...(await db`select * from public.sync_passwords(${batch})`)])
  const hashOf = async (person: Person) =>
    (await sql`select encrypted_password as hash from auth.users where id = ${person.id}`)[0]?.hash as string
  const breakPassword = (person: Person) => sql`
    update auth.users set encrypted_password = extensions.crypt('another', extensions.gen_salt('bf', 4)) where id = ${person.id}`

  beforeEach(async () => {
    await sync(1000)
  })

  test('corrects the passwords that do not match, and hashes no other', async () => {
    const other = await addCustomer(sql)
    const untouched = await hashOf(other)
    await breakPassword(customer)
    expect(await sync()).toEqual([{ changed: 1, remaining: 0 }])
    expect(await canSignInWith(sql, customer, (await pinOf(sql, customer)) ?? '')).toBe(true)
    expect(await hashOf(other)).toBe(untouched)
    expect(await sync()).toEqual([{ changed: 0, remaining: 0 }])
    expect(await auditEntriesOf(admin)).toMatchObject([{}, { details: { changed: 1 } }, { details: { changed: 0 } }])
  })

  test('reads the users whose password differs, and no other', async () => {
    for (let nth = 0; nth < 30; nth++) await signUp(sql)
    await breakPassword(customer)
    // As autovacuum does. Plans for empty tables would say nothing.
    await sql`analyze private.pins, auth.users`
    await actingAs(sql, admin, async (db) => {
      const rowsRead = async () => {
        await setOwner(db)
        const [row] = await db<{ count: number }[]>`
          select sum(seq_tup_read + idx_tup_fetch)::integer as count from pg_stat_xact_all_tables
          where (schemaname, relname) in (('auth', 'users'), ('private', 'pins'))`
        return row?.count ?? 0
      }
      // In a small table the planner reads all rows instead of using an index.
      await db`set local enable_seqscan = off`
      const before = await rowsRead()
      await setCaller(db, admin)
      await db`select * from public.sync_passwords()`
      expect((await rowsRead()) - before).toBeLessThan(20)
    })
  })

  test('hashes passwords without a stored fingerprint again', async () => {
    await sql`update private.pins set password_fingerprint = null where user_id = ${customer.id}`
    expect(await sync()).toEqual([{ changed: 1, remaining: 0 }])
  })

  test('works in batches and returns the number of remaining users', async () => {
    for (let nth = 0; nth < 5; nth++) await breakPassword(await signUp(sql))
    expect(await sync(2)).toEqual([{ changed: 2, remaining: 3 }])
    expect(await sync(2)).toEqual([{ changed: 2, remaining: 1 }])
    expect(await sync(2)).toEqual([{ changed: 1, remaining: 0 }])
    expect(await sync(-1)).toEqual([{ changed: 0, remaining: 0 }])
  })

  test('leaves users without a PIN unchanged', async () => {
    await sql`select private.remove_pin(${customer.id})`
    const locked = await hashOf(customer)
    expect(await sync()).toEqual([{ changed: 0, remaining: 0 }])
    expect(await hashOf(customer)).toBe(locked)
  })

  test('sync_passwords does not restore a PIN that is changed concurrently', async () => {
    await breakPassword(customer)
    let synchronised: Promise<unknown> = Promise.resolve()
    await sql.begin(async (db) => {
      await db`select private.set_pin(${customer.id}, '00137')`
      synchronised = sync()
      await untilBlocked(sql)
    })
    await synchronised
    expect(await canSignInWith(sql, customer, '00137')).toBe(true)
  })
})
