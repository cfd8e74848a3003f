import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Person, actingAs, refusalOf, request } from '../fixtures/database'
import { cardOf, secretsOf } from '../fixtures/cards'
import { signInAgain } from '../fixtures/devices'
import { runJob } from '../fixtures/jobs'
import { addAdmin, addCustomer, aSuperAdmin, anAdmin, addSuperAdmin, withPeople, aCustomer } from '../fixtures/people'
import { pinOf } from '../fixtures/staff'
import type postgres from 'postgres'

// A secret is read in two requests: the first writes the audit row and returns nothing, the second returns the secret.
const { sql, customer, userAdmin, superAdmin } = withPeople(
  { customer: aCustomer('Cara Customer'), userAdmin: anAdmin(['approve_users']), superAdmin: aSuperAdmin() },
  { once: true },
)
let customerPin: string

beforeAll(async () => {
  customerPin = (await pinOf(sql, customer)) ?? ''
  await sql`insert into private.pin_reset_requests (user_id) values (${customer.id})`
})

type Db = postgres.TransactionSql
type Read = {
  name: string
  action: string
  reader: () => Person
  record: (db: Db, listId: string) => postgres.PendingQuery<postgres.Row[]>
  read: (db: Db, listId: string) => postgres.PendingQuery<postgres.Row[]>
  secret: () => Promise<string | null>
  /** How long the record allows the read; a minute if it is not said. */
  lasts?: string
}

const cardSecrets = async () => secretsOf(sql, (await cardOf(sql, customer)).id)

const notRecorded = {
  code: 'PT409',
  message: expect.stringMatching(/^This (list|read) is not in the audit log\. Please (load it|try) again\.$/) as string,
}
const reads: Read[] = [
  {
    name: 'the card number',
    action: 'reveal_card_number',
    reader: () => customer,
    record: (db) => db`select public.record_card_reveal('card_number')`,
    read: (db) => db`select public.get_my_card_secret('card_number') as number`,
    secret: async () => (await cardSecrets()).number,
  },
  {
    name: 'the card PIN',
    action: 'reveal_card_pin',
    reader: () => customer,
    record: (db) => db`select public.record_card_reveal('card_pin', ${customerPin})`,
    read: (db) => db`select public.get_my_card_secret('card_pin') as card_pin`,
    secret: async () => `"${(await cardSecrets()).pin}"`,
  },
  {
    name: 'the security code of the card',
    action: 'reveal_security_code',
    reader: () => customer,
    record: (db) => db`select public.record_card_reveal('security_code', ${customerPin})`,
    read: (db) => db`select public.get_my_card_secret('security_code') as security_code`,
    secret: async () => `"${(await cardSecrets()).code}"`,
  },
  {
    name: 'the user list',
    action: 'list_users',
    reader: () => userAdmin,
    record: (db, listId) => db`select public.record_user_list(${listId}, true)`,
    read: (db, listId) => db`select * from public.list_users(${listId})`,
    secret: async () => customer.id,
  },
  {
    name: 'the PIN of a user',
    action: 'view_pin',
    reader: () => userAdmin,
    record: (db) => db`select public.record_pin_view(${customer.id})`,
    read: (db) => db`select public.get_user_pin(${customer.id}) as pin`,
    secret: () => pinOf(sql, customer),
  },
  {
    name: 'the money that a deletion takes',
    action: 'view_user',
    reader: () => userAdmin,
    record: (db) => db`select public.record_user_view(${customer.id}, 'asked')`,
    read: (db) => db`select balance from public.preview_deletion(${customer.id})`,
    lasts: '61 minutes',
    secret: async () => '5000.00',
  },
  {
    name: 'the list of roles',
    action: 'list_people_by_role',
    reader: () => superAdmin,
    record: (db, listId) => db`select public.record_role_list(${listId}, 'user')`,
    read: (db, listId) => db`select * from public.list_people_by_role(${listId})`,
    secret: async () => customer.id,
  },
  {
    name: 'the PIN requests',
    action: 'list_pin_requests',
    reader: () => userAdmin,
    record: (db, listId) => db`select public.record_pin_request_list(${listId})`,
    read: (db, listId) => db`select * from public.list_pin_reset_requests(${listId})`,
    secret: async () => customer.email,
  },
]

describe.each(reads)('$name', ({ action, reader, record, read, secret, lasts = '60 seconds' }) => {
  /** What the read shows, or its refusal. */
  const shown = async (who: Person, listId: string, before?: (db: Db) => PromiseLike<unknown>) => {
    let text = ''
    await actingAs(sql, who, async (db) => {
      await before?.(db)
      const refusal = await refusalOf(db, async (q) => {
        text = JSON.stringify(await read(q, listId))
        throw new Error('it was not refused')
      }).catch(() => null)
      if (refusal !== null) expect(refusal).toEqual(notRecorded)
    })
    return text
  }
  const recorded = async (who: Person) => {
    const listId = randomUUID()
    await request(sql, who, async (db) => void (await record(db, listId)))
    return listId
  }
  const isShown = async (...args: Parameters<typeof shown>) =>
    (await shown(...args)).includes((await secret()) ?? 'no secret')

  test('the data is shown after the request that records the read, and the audit has no secret', async () => {
    expect(await isShown(reader(), await recorded(reader()))).toBe(true)
    const rows = await sql`
      select * from private.audit_log where action = ${action} and actor_id = ${reader().id}`
    expect(rows.length).toBeGreaterThan(0)
    for (const hidden of [await pinOf(sql, customer), customer.email])
      expect(JSON.stringify(rows)).not.toContain(`"${hidden}"`)
  })

  test('the data is not shown without a record, or in the transaction of the record', async () => {
    const fresh = await signInAgain(sql, reader())
    const listId = randomUUID()
    expect(await isShown(fresh, listId)).toBe(false)
    expect(await isShown(fresh, listId, (db) => record(db, listId))).toBe(false)
  })

  test('the data is not shown in another session, to another user, or after its time', async () => {
    const listId = await recorded(reader())
    expect(await isShown(await signInAgain(sql, reader()), listId)).toBe(false)
    const other = action.startsWith('reveal_') ? await addCustomer(sql) : await colleagueOf(action)
    expect(await isShown(other, listId)).toBe(false)

    const late = await signInAgain(sql, reader())
    const lateId = await recorded(late)
    await sql`
      update private.recorded_reads r set read_at = r.read_at - ${lasts}::interval - interval '1 second'
      from private.audit_log l where l.id = r.audit_id and l.session_id = ${late.sessionId}`
    expect(await isShown(late, lateId)).toBe(false)
  })
})

test('a job deletes the records of reads after a day, and the audit keeps the reads', async () => {
  await sql`update private.recorded_reads set read_at = now() - interval '23 hours'`
  const count = async (table: string) => (await sql`select from ${sql.unsafe(table)}`).length
  const [records, rows] = [await count('private.recorded_reads'), await count('private.audit_log')]
  expect(records).toBeGreaterThan(0)
  await runJob(sql, 'delete-old-recorded-reads')
  expect(await count('private.recorded_reads')).toBe(records)
  await sql`update private.recorded_reads set read_at = now() - interval '25 hours'`
  await runJob(sql, 'delete-old-recorded-reads')
  expect([await count('private.recorded_reads'), await count('private.audit_log')]).toEqual([0, rows])
})

async function colleagueOf(action: string): Promise<Person> {
  return action === 'list_people_by_role' ? addSuperAdmin(sql) : addAdmin(sql, ['approve_users'])
}
