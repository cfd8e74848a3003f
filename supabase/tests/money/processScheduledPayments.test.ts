import postgres from 'postgres'
import { beforeEach, describe, expect, test } from 'vitest'
import { runJob } from '../fixtures/jobs'
import { creditDue, schedulePastPayment } from '../fixtures/scheduledPayments'
import { request, setCaller, untilBlocked } from '../fixtures/database'
import { payAs, payeeAt, ledgerProblems } from '../fixtures/payments'
import { type Customer, accountOf, addCustomer, withPeople, aCustomer } from '../fixtures/people'

const { sql, adminUrl, alice, bob } = withPeople({ alice: aCustomer(), bob: aCustomer() })

const processDue = (at?: string) => creditDue(sql, at)
const balanceOf = async (customer: Customer) => (await accountOf(sql, customer)).balance
/** As the superuser, in one session. */
const asSuperuser = async (statements: (db: postgres.Sql) => PromiseLike<unknown>[]) => {
  const admin = postgres(adminUrl(), { max: 1 })
  for (const statement of statements(admin)) await statement
  await admin.end()
}
const incomingOf = (customer: Customer) => sql<{ id: string; amount: string }[]>`
  select id, amount from public.transactions where user_id = ${customer.id} and incoming`

beforeEach(async () => {
  await sql`delete from public.scheduled_payments where true`
})

describe('the crediting of due payments', () => {
  test('credits nothing before the due time, to the microsecond', async () => {
    await schedulePastPayment(sql, alice, { amount: '10', at: '2026-05-01T12:00:00.000001Z' })
    expect(await processDue('2026-05-01T12:00:00Z')).toBe(0)
    expect(await balanceOf(alice)).toBe('5000.00')
    expect(await processDue('2026-05-01T12:00:00.000001Z')).toBe(1)
    expect(await balanceOf(alice)).toBe('5010.00')
  })

  test('credits a payment once, with a transaction from the payer’s name, and the ledger agrees', async () => {
    const id = await schedulePastPayment(sql, alice, {
      amount: '12.34',
      at: '2026-05-01T12:00:00Z',
      name: 'Grandma',
      reference: 'BIRTHDAY',
    })
    expect(await processDue()).toBe(1)
    expect(await processDue()).toBe(0)
    expect(await balanceOf(alice)).toBe('5012.34')
    await request(sql, alice, async (db) => {
      expect(
        await db`
          select id, amount, incoming, status, reference, from_account_holder_name, from_account_number, from_sort_code, to_account_number
          from public.transactions`,
      ).toEqual([
        {
          id,
          amount: '12.34',
          incoming: true,
          status: 'completed',
          reference: 'BIRTHDAY',
          from_account_holder_name: 'Grandma',
          from_account_number: null,
          from_sort_code: null,
          to_account_number: alice.account.account_number,
        },
      ])
      expect(await db`select processed from public.scheduled_payments`).toEqual([{ processed: true }])
    })
    expect(
      await sql`
        select l.name, e.amount from private.ledger_entries e left join private.ledger_accounts l on l.id = e.account_id
        where e.movement_id = ${id} order by e.id`,
    ).toEqual([
      { name: 'cheques in clearing', amount: '-12.34' },
      { name: null, amount: '12.34' },
    ])
    expect(await ledgerProblems(sql)).toEqual([])
  })

  test('credits each payment once in four concurrent runs', async () => {
    for (let n = 0; n < 40; n += 1)
      await schedulePastPayment(sql, n % 2 === 0 ? alice : bob, {
        amount: '1.01',
        at: `2026-05-01T12:00:${n + 10}Z`,
      })
    const counts = await Promise.all(Array.from({ length: 4 }, () => processDue()))
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(40)
    expect(await balanceOf(alice)).toBe('5020.20')
    expect(await balanceOf(bob)).toBe('5020.20')
    expect(await incomingOf(alice)).toHaveLength(20)
    expect(await ledgerProblems(sql)).toEqual([])
  })

  test('the job does not wait for another run, and credits nothing twice after it', async () => {
    await schedulePastPayment(sql, alice, { amount: '10', at: '2026-05-01T12:00:00Z' })
    await sql.begin(async (db) => {
      expect(await creditDue(db)).toBe(1)
      expect(await processDue()).toBe(0)
    })
    expect(await processDue()).toBe(0)
    expect(await balanceOf(alice)).toBe('5010.00')
  })

  test('continues after a payment that cannot be credited, and retries it in the next run', async () => {
    await schedulePastPayment(sql, alice, { amount: '10', at: '2026-05-01T12:00:00Z' })
    await schedulePastPayment(sql, bob, { amount: '10', at: '2026-05-01T12:00:00Z' })
    // The largest possible balance.
    const fill = (change: string) => sql`
      select private.move_money(
        gen_random_uuid(),
        case when ${change}::numeric > 0 then private.ledger_account('adjustments') else ${alice.account.id}::uuid end,
        case when ${change}::numeric > 0 then ${alice.account.id}::uuid else private.ledger_account('adjustments') end,
        abs(${change}::numeric), now()
      )`
    await fill('999999994999.99')
    // The failed run is in the list of jobs.
    await expect(runJob(sql, 'process-due-scheduled-payments')).rejects.toThrow(
      '1 scheduled payments were not credited',
    )
    expect(await balanceOf(bob)).toBe('5010.00')
    expect(await sql`select user_id from public.scheduled_payments where not processed`).toEqual([
      { user_id: alice.id },
    ])
    await fill('-999999994999.99')
    expect(await processDue()).toBe(1)
    expect(await balanceOf(alice)).toBe('5010.00')
    expect(await ledgerProblems(sql)).toEqual([])
  })

  test('tries the payments of a locked account once in a run, and credits those of others', async () => {
    for (const customer of [alice, alice, alice, bob])
      await schedulePastPayment(sql, customer, { amount: '10', at: '2026-05-01T12:00:00Z' })
    const warnings: unknown[] = []
    const job = postgres(adminUrl(), { max: 1, onnotice: ({ message }) => warnings.push(message) })
    await job`set lock_timeout = '1s'`
    await sql.begin(async (db) => {
      await db`select from public.accounts where id = ${alice.account.id} for update`
      await runJob(job, 'process-due-scheduled-payments')
    })
    await job.end()
    expect(warnings).toEqual([expect.stringMatching(/was not credited: 55P03$/)])
    expect(await balanceOf(bob)).toBe('5010.00')
    await runJob(sql, 'process-due-scheduled-payments')
    expect(await balanceOf(alice)).toBe('5030.00')
  })

  test('the job does not deadlock with payments between customers, and the balances add up', async () => {
    const customers = [alice, bob, await addCustomer(sql), await addCustomer(sql)]
    for (const customer of customers)
      for (let n = 10; n < 20; n += 1)
        await schedulePastPayment(sql, customer, { amount: '1', at: `2026-05-01T12:00:${n}Z` })
    const pay = (from: Customer, to: Customer) => payAs(sql, from, { ...payeeAt(to), amount: '3' })
    const work: Promise<unknown>[] = [processDue(), processDue()]
    for (const from of customers) for (const to of customers) if (from !== to) work.push(pay(from, to))
    await Promise.all(work)
    await processDue()
    for (const customer of customers) expect(await balanceOf(customer)).toBe('5010.00')
    expect(await ledgerProblems(sql)).toEqual([])
  })
})

test('a payment deleted during processing is either deleted or credited, never both', async () => {
  const id = await schedulePastPayment(sql, alice, { amount: '10', at: '2026-05-01T12:00:00Z' })
  const [count, deleted] = await Promise.all([
    processDue(),
    sql.begin(async (db) => {
      await setCaller(db, alice)
      return (await db`delete from public.scheduled_payments where id = ${id}`).count
    }),
  ])
  expect(count + deleted).toBe(1)
  expect(await balanceOf(alice)).toBe(count === 1 ? '5010.00' : '5000.00')
})

test('2,000 payments due at once do not delay the payments of other customers', async () => {
  await asSuperuser((db) => [
    // Without triggers, because the limits would refuse them.
    db`set session_replication_role = replica`,
    db`
      insert into public.scheduled_payments (user_id, to_account_id, amount, from_name, scheduled_for, created_at)
      select ${alice.id}, ${alice.account.id}, 0.01, 'Penny', '2026-05-01T12:00:00Z', '2026-04-01T12:00:00Z'
      from generate_series(1, 2000)`,
  ])
  const job = { isDone: false }
  const run = runJob(sql, 'process-due-scheduled-payments').finally(() => {
    job.isDone = true
  })
  let paid = 0
  while (!job.isDone) {
    // To the account that is being credited.
    await payAs(sql, bob, { ...payeeAt(alice), amount: '0.01' })
    paid += 1
  }
  await run
  // A payment that waited for the whole run would be the only one.
  expect(paid).toBeGreaterThan(10)
  expect(await incomingOf(alice)).toHaveLength(2000 + paid)
  expect(await ledgerProblems(sql)).toEqual([])
}, 120_000)

test('a run that is ended early keeps what it has credited, and the next run credits the rest', async () => {
  // Half a second could be over before the run is ended.
  await sql`alter function private.credit_scheduled_payment set lock_timeout = '1min'`
  for (let n = 10; n < 40; n += 1) await schedulePastPayment(sql, alice, { amount: '1', at: `2026-05-01T12:00:${n}Z` })
  await sql.begin(async (db) => {
    // The job credits the payments of alice and then waits for bob's account.
    await schedulePastPayment(sql, bob, { amount: '1', at: '2026-05-01T13:00:00Z' })
    await db`select from public.accounts where id = ${bob.account.id} for update`
    const outcome = runJob(sql, 'process-due-scheduled-payments').then(
      () => null,
      (error: unknown) => error,
    )
    await expect.poll(() => incomingOf(alice)).toHaveLength(30)
    await untilBlocked(sql, 'credit_scheduled_payment(due.id)')
    await db`
      select pg_cancel_backend(a.pid) from pg_stat_activity a
      where a.query like '%credit_scheduled_payment(due.id)%' and a.wait_event_type = 'Lock'`
    expect(await outcome).toMatchObject({ code: '57014' })
  })
  await sql`alter function private.credit_scheduled_payment set lock_timeout = '500ms'`
  expect(await processDue()).toBe(1)
  expect(await balanceOf(alice)).toBe('5030.00')
  expect(await balanceOf(bob)).toBe('5001.00')
})

test('the job runs every minute', async () => {
  expect(
    await sql`
      select jobname, schedule, command, active, username from cron.job where jobname = 'process-due-scheduled-payments'`,
  ).toEqual([
    {
      jobname: 'process-due-scheduled-payments',
      schedule: '* * * * *',
      command: expect.stringContaining('private.credit_scheduled_payment(due.id)'),
      active: true,
      username: 'postgres',
    },
  ])
})
