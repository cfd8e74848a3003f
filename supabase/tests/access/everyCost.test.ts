import { existsSync } from 'node:fs'
import path from 'node:path'
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { projectRoot } from '../../../local/settings'
import { cardOf } from '../fixtures/cards'
import { openChat } from '../fixtures/chat'
import { type Db, request, setCaller, setOwner, withRollback } from '../fixtures/database'
import { createRegularPayment, scheduleFuturePayment } from '../fixtures/outgoingPayments'
import { externalPayee, payAs, payeeAt } from '../fixtures/payments'
import { aCustomer, anAdmin, withPeople } from '../fixtures/people'
import { type Cost, type World, customerCosts, edgeCosts, staffWithoutAudit, tableCosts } from './costTable'
import { customerCalls } from './rights/customerCalls'
import { edgeCalls } from './rights/edgeCalls'
import { staffCalls } from './rights/staffCalls'

// Everything that a person can cause costs a count: costTable.ts says what each function and each write to a table writes for whom,
// and what stops it. Here each is repeated with its worst input until it stops.

const { sql, payer, payee, staff } = withPeople(
  {
    payer: aCustomer('Pia Payer'),
    payee: aCustomer('Paul Payee'),
    staff: anAdmin(['manage_cases', 'repair_transactions']),
  },
  { once: true },
)
let world: World

beforeAll(async () => {
  const idOf = async (query: Promise<{ id: string }[]>) => (await query)[0]?.id ?? ''
  const { transaction_id: payment } = await payAs(sql, payer, { ...externalPayee, amount: '300.00' })
  await sql`update public.recipients set created_at = created_at - interval '2 days'`
  await payAs(sql, payee, { ...payeeAt(payer), amount: '1.00', reference: 'Hello' })
  await request(sql, payer, (db) => db`select public.open_complaint('app', 'It is slow')`)
  world = {
    payer,
    payee,
    payment,
    incoming: await idOf(sql`select id from public.transactions where user_id = ${payer.id} and reference = 'Hello'`),
    recipient: await idOf(sql`select id from public.recipients where user_id = ${payer.id}`),
    future: await request(sql, payer, (db) => scheduleFuturePayment(db)),
    regular: (await request(sql, payer, (db) => createRegularPayment(db))).id,
    card: (await cardOf(sql, payer)).id,
    chat: await openChat(sql, payer),
    complaint: await idOf(sql`select id from private.cases where user_id = ${payer.id} and kind = 'complaint'`),
    external: randomUUID(),
  }
  await request(
    sql,
    payer,
    (db) => db`select public.import_external_transactions(${world.external}, 'Mine', '[]')`,
  ).catch(() => null)
  // So that few more audited actions of the hour are left.
  await sql`
    insert into private.audit_log (actor_id, action, created_at)
    select ${payer.id}, 'set_undo_window', now() - interval '59 minutes' from generate_series(1, 1985)`
})

let sizeQuery = ''
/** How many rows and bytes all tables have. */
async function sizeOf(db: Db) {
  if (sizeQuery === '') {
    const tables = await sql<{ name: string }[]>`
      select c.oid::regclass::text as name from pg_class c
      where c.relkind = 'r' and c.relnamespace::regnamespace::text in ('public', 'private', 'auth')`
    sizeQuery = tables
      .map(
        ({ name }) =>
          `select '${name}' as name, count(*)::int as rows, coalesce(sum(pg_column_size(t)), 0)::int as bytes from ${name} t`,
      )
      .join(' union all ')
  }
  return db.unsafe<{ name: string; rows: number; bytes: number }[]>(sizeQuery)
}

/** Calls until the limits are reached, and then some more. What grew in those, and whether a call succeeded. */
async function repeat({ call, near, by }: Cost) {
  const caller = by === 'staff' ? staff : payer
  const [untilStopped, more] = [60, 5]
  const grown: string[] = []
  let succeeded = 0
  let problem: unknown
  await withRollback(sql, async (db) => {
    await near?.(db, caller, world)
    const run = async (first: number, count: number) => {
      await setCaller(db, by === 'anon' ? 'anon' : caller)
      for (let nth = first; nth < first + count; nth++)
        await db
          .savepoint((saved) => saved.unsafe(call?.(world, nth) ?? ''))
          .then(
            () => (succeeded += 1),
            (error: unknown) => (problem = error),
          )
      await setOwner(db)
    }
    await run(0, untilStopped)
    const before = new Map((await sizeOf(db)).map((row) => [row.name, row]))
    await run(untilStopped, more)
    for (const { name, rows, bytes } of await sizeOf(db)) {
      const was = before.get(name)
      if (rows > (was?.rows ?? 0)) grown.push(`${name}: ${rows - (was?.rows ?? 0)} rows`)
      else if (bytes > (was?.bytes ?? 0) + 200) grown.push(`${name}: ${bytes - (was?.bytes ?? 0)} bytes`)
    }
  })
  return { grown, succeeded, problem }
}

const all = { ...customerCosts, ...tableCosts, ...edgeCosts, ...staffWithoutAudit }
const repeated = Object.entries(all).filter(([, { call }]) => call !== undefined)

describe('what a person can cause', () => {
  test.each(repeated)('stops: %s', async (_, cost) => {
    const { grown, succeeded, problem } = await repeat(cost)
    expect(succeeded === 0 ? problem : grown).toEqual([])
  })

  test('is seen to stop in a test for everything else', () => {
    const missing = Object.entries(all)
      .filter(([, cost]) => cost.call === undefined)
      .filter(([, cost]) => !existsSync(path.join(projectRoot, 'supabase/tests', `${cost.in}.test.ts`)))
    expect(missing).toEqual([])
  })
})

describe('the table of costs', () => {
  const writers = () => sql<{ name: string; body: string }[]>`
    select f.proname as name, pg_get_functiondef(coalesce(to_regproc('private.' || f.proname), to_regproc('internal_api.' || f.proname))) as body
    from pg_proc f
    where f.pronamespace = 'public'::regnamespace and f.provolatile = 'v'
      and (has_function_privilege('anon', f.oid, 'execute') or has_function_privilege('authenticated', f.oid, 'execute'))
    order by 1`
  const namesOf = (calls: readonly { name: string }[]) => new Set(calls.map(({ name }) => name))

  test('has each function that a visitor or a customer can call and that writes', async () => {
    const names = namesOf(customerCalls)
    const found = (await writers()).map(({ name }) => name).filter((name) => names.has(name))
    expect(Object.keys(customerCosts).toSorted()).toEqual(found.toSorted())
  })

  test('has each edge function', () => {
    expect(Object.keys(edgeCosts).toSorted()).toEqual([...namesOf(edgeCalls)].toSorted())
  })

  test('has each write to a table that a client may make', async () => {
    const granted = await sql<{ write: string }[]>`
      select distinct lower(acl.privilege) || ' ' || c.relname as write
      from pg_class c
      cross join lateral (
        select g.privilege_type as privilege from aclexplode(c.relacl) g where g.grantee = 'authenticated'::regrole
        union
        select g.privilege_type from pg_attribute a, aclexplode(a.attacl) g
        where a.attrelid = c.oid and g.grantee = 'authenticated'::regrole
      ) acl
      where c.relnamespace = 'public'::regnamespace and acl.privilege in ('INSERT', 'UPDATE', 'DELETE')`
    expect(Object.keys(tableCosts).toSorted()).toEqual(granted.map(({ write }) => write).toSorted())
  })

  test('has each function for staff that writes without naming them in the audit', async () => {
    const functions = await sql<{ name: string; body: string }[]>`
      select f.oid::regproc::text as name, pg_get_functiondef(f.oid) as body from pg_proc f
      where f.pronamespace::regnamespace::text = 'private' and f.prokind = 'f'`
    const auditing = new Set(['private.audit'])
    // A set's loop also visits what is added in it.
    for (const check of auditing)
      for (const { name, body } of functions) if (body.includes(`${check}(`)) auditing.add(name)
    const names = namesOf(staffCalls)
    const found = (await writers())
      .map(({ name }) => name)
      .filter((name) => names.has(name) && !auditing.has(`private.${name}`))
    expect(Object.keys(staffWithoutAudit).toSorted()).toEqual(found.toSorted())
  })
})
