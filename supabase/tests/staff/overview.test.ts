import { beforeEach, describe, expect, test } from 'vitest'
import { openChat } from '../fixtures/chat'
import { type Db, type Person, request, setCaller, setOwner, startDatabase, withRollback } from '../fixtures/database'
import { externalPayee, makePayment } from '../fixtures/payments'
import { type Customer, addAdmin, addCustomer, signUp } from '../fixtures/people'
import { addSuperAdmin } from '../fixtures/staff'

const database = startDatabase()
let customer: Customer

type Overview = {
  chats: { waiting: number; first_answer_seconds: number | null; handling_seconds: number | null } | null
  users: { pending: number } | null
  approvals: { waiting: number } | null
  payments: { count: number; total: number } | null
  jobs: { name: string; count: number; is_failing: boolean }[] | null
  audit: { checked_at: string | null; broken_rows: number } | null
}

const read = async (db: Db) => {
  const [row] = await db<{ overview: Overview }[]>`select public.get_staff_overview() as overview`
  if (!row) throw new Error('no overview')
  return row.overview
}
const overviewFor = (person: Person) => request(database.sql, person, read)

beforeEach(async () => {
  customer = await addCustomer(database.sql)
})

describe('the overview', () => {
  test.each([
    ['manage_chat', ['chats']],
    ['approve_users', ['users', 'approvals']],
    ['view_transactions', ['payments']],
    ['repair_transactions', []],
    ['financial_support', ['approvals']],
  ] as const)('shows an admin with %s only its figures', async (permission, parts) => {
    const overview = await overviewFor(await addAdmin(database.sql, [permission]))
    const shown = Object.entries(overview).flatMap(([name, figures]) => (figures === null ? [] : [name]))
    expect(shown).toEqual(expect.arrayContaining([...parts]))
    expect(shown).toHaveLength(parts.length)
  })

  test('shows a super admin the approvals, the jobs and the audit only', async () => {
    const overview = await overviewFor(await addSuperAdmin(database.sql))
    expect(overview).toMatchObject({ chats: null, users: null, payments: null, jobs: [], audit: { broken_rows: 0 } })
    expect(overview.approvals).toEqual({ waiting: 0 })
  })

  test('is refused to a customer', async () => {
    await expect(overviewFor(customer)).rejects.toMatchObject({ code: 'PT403' })
  })

  test('counts who waits, and takes the median of the waits and of the chats of today', async () => {
    const admin = await addAdmin(database.sql, ['manage_chat'])
    const before = (await overviewFor(admin)).chats
    const chat = await openChat(database.sql, customer)
    await request(
      database.sql,
      customer,
      (db) => db`
      insert into public.agent_requests (conversation_id, user_id) values (${chat}, ${customer.id})`,
    )
    expect((await overviewFor(admin)).chats?.waiting).toBe((before?.waiting ?? 0) + 1)
    await request(
      database.sql,
      admin,
      (db) => db`
      select public.accept_agent_request(id) from public.agent_requests where conversation_id = ${chat}`,
    )
    await database.sql`
      update private.chat_times set requested_at = answered_at - interval '40 seconds' where conversation_id = ${chat}`
    await database.sql`
      update private.chat_times
      set requested_at = requested_at - interval '10 minutes', answered_at = answered_at - interval '10 minutes'
      where conversation_id = ${chat}`
    await request(database.sql, admin, (db) => db`select public.end_chat(${chat})`)
    const [times] = await database.sql<{ waited: number; handled: number }[]>`
      select extract(epoch from answered_at - requested_at)::int as waited,
        round(extract(epoch from ended_at - answered_at))::int as handled
      from private.chat_times where conversation_id = ${chat}`
    expect(times?.waited).toBe(40)
    expect(times?.handled).toBeGreaterThanOrEqual(600)
    expect((await overviewFor(admin)).chats?.handling_seconds).toBe(times?.handled)
  })

  test('counts the users who wait for approval and the payments of today', async () => {
    const admin = await addAdmin(database.sql, ['approve_users', 'view_transactions'])
    const before = await overviewFor(admin)
    await signUp(database.sql, 'Paula Pending')
    await request(database.sql, customer, (db) => makePayment(db, { ...externalPayee, amount: '12.5' }))
    const after = await overviewFor(admin)
    expect((after.users?.pending ?? 0) - (before.users?.pending ?? 0)).toBe(1)
    expect((after.payments?.count ?? 0) - (before.payments?.count ?? 0)).toBe(1)
    expect((after.payments?.total ?? 0) - (before.payments?.total ?? 0)).toBe(12.5)
  })

  test('names the jobs that failed within a day, and the state of the audit', async () => {
    const boss = await addSuperAdmin(database.sql)
    await withRollback(database.sql, async (db) => {
      await setOwner(db)
      await db`
        insert into cron.job_run_details (jobid, status, start_time)
        select jobid, 'failed', now() - hours * interval '1 hour'
        from cron.job, unnest(array[1, 2, 30]) hours where jobname = 'check-audit-chain'`
      await db`insert into private.audit_checks (broken_rows) values (array[7, 8])`
      await setCaller(db, boss)
      expect(await read(db)).toMatchObject({
        jobs: [{ name: 'check-audit-chain', count: 2, is_failing: true }],
        audit: { broken_rows: 2, checked_at: expect.any(String) },
      })
      await setOwner(db)
      await db`
        insert into cron.job_run_details (jobid, status, start_time)
        select jobid, 'succeeded', now() from cron.job where jobname = 'check-audit-chain'`
      await setCaller(db, boss)
      expect((await read(db)).jobs).toMatchObject([{ count: 2, is_failing: false }])
    })
  })
})
