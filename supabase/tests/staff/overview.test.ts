import type postgres from 'postgres'
import { describe, expect, test } from 'vitest'
import { version } from '../../../package.json'
import { openChat } from '../fixtures/chat'
import { type Db, type Person, request, setCaller, refusalAs, setOwner, withRollback } from '../fixtures/database'
import { payAs, payeeAt, externalPayee } from '../fixtures/payments'
import { addAdmin, addCustomer, signUp, addSuperAdmin, withPeople, aCustomer } from '../fixtures/people'

const { sql, as, customer } = withPeople({ customer: aCustomer() })

type Overview = {
  chats: {
    waiting: number
    answers_due: number
    waiting_since: string | null
  } | null
  users: { pending: number } | null
  approvals: { waiting: number } | null
  missing_credits: { count: number; total: number } | null
  late_bank_payments: { count: number; total: number } | null
  problems: string[] | null
  jobs: { name: string; count: number; is_failing: boolean }[] | null
  audit: { verified_at: string | null; broken_rows: number } | null
  device_binding: 'off' | 'staff' | 'all' | null
  database_version: string | null
  period: Figures
  week_before: Figures
}
type Figures = {
  chats: { answered: number; first_answer_seconds: number | null; handling_seconds: number | null } | null
  users: { signed_up: number } | null
  payments: { count: number; total: number } | null
  cases: { decided: number } | null
}

const read = async (db: Db, days = 1) => {
  const [row] = await db<{ overview: Overview }[]>`select public.get_staff_overview(${days}) as overview`
  if (!row) throw new Error('no overview')
  return row.overview
}
const overviewFor = (person: Person) => request(sql, person, (db) => read(db))

describe('the overview', () => {
  test.each([
    ['manage_chat', ['chats'], ['chats']],
    ['approve_users', ['users', 'approvals'], ['users']],
    ['view_transactions', ['missing_credits'], ['payments']],
    ['repair_transactions', ['missing_credits', 'late_bank_payments'], []],
    ['financial_support', ['approvals'], []],
    ['manage_cases', ['approvals', 'cases'], ['cases']],
  ] as const)('shows an admin with %s only its figures', async (permission, parts, counted) => {
    const admin = await addAdmin(sql, [permission])
    const { period, week_before: before, ...now } = await overviewFor(admin)
    const shown = (figures: object) =>
      Object.entries(figures).flatMap(([name, figure]) => (figure === null ? [] : [name]))
    expect(shown(now)).toEqual(expect.arrayContaining([...parts]))
    expect(shown(now)).toHaveLength(parts.length)
    expect(shown(period)).toEqual(counted)
    expect(shown(before)).toEqual(counted)
    const days = await as(admin)<{ figures: Figures }[]>`select figures from public.list_figures_by_day(3)`
    expect(days.map(({ figures }) => shown(figures))).toEqual([counted, counted, counted])
  })

  test('has no figures for customers, also by day', async () => {
    for (const run of [read, (db: Db) => db`select * from public.list_figures_by_day(7)`])
      expect(await refusalAs(sql, customer, (db) => run(db))).toMatchObject({ code: 'PT403' })
  })

  test('shows a super admin the approvals, late payments to other banks, the jobs, the audit, whose devices must be known and the release only', async () => {
    const overview = await overviewFor(await addSuperAdmin(sql))
    expect(overview).toMatchObject({
      chats: null,
      users: null,
      period: { chats: null, users: null, payments: null, cases: null },
      missing_credits: null,
      late_bank_payments: { count: 0, total: 0 },
      problems: [],
      jobs: [],
      audit: { broken_rows: 0 },
      device_binding: 'off',
      // A release changes both.
      database_version: version,
    })
    expect(overview.approvals).toEqual({ waiting: 0 })
  })

  test('counts who waits, and takes the median of the waits and of the chats of today', async () => {
    const admin = await addAdmin(sql, ['manage_chat'])
    const before = (await overviewFor(admin)).chats
    const chat = await openChat(sql, customer)
    await as(customer)`
      insert into public.agent_requests (conversation_id, user_id) values (${chat}, ${customer.id})`
    expect((await overviewFor(admin)).chats?.waiting).toBe((before?.waiting ?? 0) + 1)
    await as(admin)`
      select public.accept_agent_request(id) from public.agent_requests where conversation_id = ${chat}`
    await sql`
      update private.chat_times set asked_at = answered_at - interval '40 seconds' where conversation_id = ${chat}`
    await as(admin)`select public.release_chat(${chat})`
    await as(admin)`
      select public.accept_agent_request(id) from public.agent_requests
      where conversation_id = ${chat} and status = 'pending'`
    await sql`
      update private.chat_times
      set asked_at = asked_at - interval '10 minutes', answered_at = answered_at - interval '10 minutes'
      where conversation_id = ${chat}`
    await as(admin)`select public.end_chat(${chat})`
    const [times] = await sql<{ waited: number; handled: number }[]>`
      select extract(epoch from answered_at - asked_at)::int as waited,
        round(extract(epoch from ended_at - answered_at))::int as handled
      from private.chat_times where conversation_id = ${chat} and is_first`
    expect(times?.waited).toBe(40)
    expect(times?.handled).toBeGreaterThanOrEqual(600)
    expect((await overviewFor(admin)).period.chats?.handling_seconds).toBe(times?.handled)
    expect(
      await sql`
        select is_first, ended_at is not null as has_ended from private.chat_times
        where conversation_id = ${chat} order by answered_at`,
    ).toEqual([
      { is_first: true, has_ended: true },
      { is_first: false, has_ended: true },
    ])
  })

  test('counts the users who wait for approval and the payments of today', async () => {
    const admin = await addAdmin(sql, ['approve_users', 'view_transactions'])
    await sql`select private.sum_payments()`
    const before = await overviewFor(admin)
    await signUp(sql, 'Paula Pending')
    await payAs(sql, customer, { ...externalPayee, amount: '12.5' })
    // Neither is a payment.
    await sql`select private.adjust_balance(${customer.account.id}, 4000, now())`
    await as(customer)`select public.add_manual_transaction('Shop', '5')`
    // A look adds up nothing.
    expect((await overviewFor(admin)).period.payments).toEqual(before.period.payments)
    await sql`select private.sum_payments()`
    const after = await overviewFor(admin)
    expect((after.users?.pending ?? 0) - (before.users?.pending ?? 0)).toBe(1)
    expect((after.period.payments?.count ?? 0) - (before.period.payments?.count ?? 0)).toBe(1)
    expect((after.period.users?.signed_up ?? 0) - (before.period.users?.signed_up ?? 0)).toBe(1)
    expect((after.period.payments?.total ?? 0) - (before.period.payments?.total ?? 0)).toBe(12.5)
  })

  /** What this person reads after these changes by the owner of the database. `midnight`: of today, in London. */
  async function readAfter(
    person: Person,
    change: (db: postgres.TransactionSql, midnight: Date) => Promise<unknown>,
    check: (overview: Overview) => void,
  ) {
    await withRollback(sql, async (db) => {
      await setOwner(db)
      const [today] = await db<{ midnight: Date }[]>`
        select (now() at time zone 'Europe/London')::date::timestamp at time zone 'Europe/London' as midnight`
      if (!today) throw new Error('no day')
      await change(db, today.midnight)
      await setCaller(db, person)
      check(await read(db))
    })
  }

  test('the overview has the medians of the chats answered and ended since midnight in London', async () => {
    const admin = await addAdmin(sql, ['manage_chat'])
    /** Asked, answered and ended these many seconds after midnight. */
    const rows = (
      db: postgres.TransactionSql,
      midnight: Date,
      times: [number, number, number | null, boolean?, boolean?][],
    ) =>
      Promise.all(
        times.map(
          ([asked, answered, ended, left = false, isFirst = true]) => db`
            insert into private.chat_times (
              request_id, conversation_id, asked_at, answered_at, ended_at, left_message, is_first
            )
            select gen_random_uuid(), gen_random_uuid(), ${midnight}::timestamptz + ${asked} * interval '1 second',
              ${midnight}::timestamptz + ${answered} * interval '1 second',
              ${midnight}::timestamptz + ${ended}::int * interval '1 second', ${left}, ${isFirst}`,
        ),
      )
    await readAfter(
      admin,
      async (db, midnight) => {
        await db`delete from public.agent_requests`
        await db`delete from private.chat_times`
        // Answered and ended a second before midnight.
        await rows(db, midnight, [[-100, -50, -1]])
      },
      ({ chats, period, week_before: before }) => {
        expect(chats).toEqual({ waiting: 0, answers_due: 0, waiting_since: null })
        expect(period.chats).toEqual({ answered: 0, first_answer_seconds: null, handling_seconds: null })
        expect(before.chats).toEqual({ answered: 1, first_answer_seconds: 50, handling_seconds: 49 })
      },
    )
    await readAfter(
      admin,
      async (db, midnight) => {
        await db`delete from private.chat_times`
        await rows(db, midnight, [
          // Waits of 30, 60 and 40 s. A message that was left counts only for the handling.
          [-30, 0, 100],
          [0, 60, null],
          [0, 40, 340],
          [-30_000, 10, 1010, true],
          // Answered a second time, which counts for neither.
          [0, 500, 9000, false, false],
          // Answered yesterday, ended today after 50 s.
          [-100, -20, 30],
          [-100, -50, -1],
        ])
      },
      // Handled for 100, 300, 1000 and 50 s.
      ({ period }) => expect(period.chats).toEqual({ answered: 4, first_answer_seconds: 40, handling_seconds: 200 }),
    )
  })

  test('the overview has no longest wait where all who ask have left a message', async () => {
    const admin = await addAdmin(sql, ['manage_chat'])
    const chat = await openChat(sql, customer)
    await readAfter(
      admin,
      async (db) => {
        await db`delete from public.agent_requests`
        await db`insert into public.agent_requests (conversation_id, user_id, left_message) values (${chat}, ${customer.id}, true)`
      },
      ({ chats }) => expect(chats).toMatchObject({ waiting: 1, answers_due: 0, waiting_since: null }),
    )
  })

  test('adds up the completed payments sent since midnight in London, once each', async () => {
    const viewer = await addAdmin(sql, ['view_transactions'])
    const friend = await addCustomer(sql)
    const paid: string[] = []
    for (const amount of ['10', '0.25', '5', '7', '9'])
      paid.push((await payAs(sql, customer, { ...externalPayee, amount })).transaction_id)
    const internal = await payAs(sql, customer, { ...payeeAt(friend), amount: '3' })
    const [, , yesterday, reversed, failed] = paid
    await readAfter(
      viewer,
      async (db, midnight) => {
        await db`delete from public.transactions where id <> all (${[...paid, internal.transaction_id]}::uuid[]) and not incoming`
        await db`update public.transactions set created_at = ${midnight} where id = ${internal.transaction_id}`
        await db`
          update public.transactions set created_at = ${midnight}::timestamptz - interval '1 microsecond'
          where id = ${yesterday ?? null}`
        await db`update public.transactions set reversed_at = now() where id = ${reversed ?? null}`
        await db`update public.transactions set status = 'failed' where id = ${failed ?? null}`
        await db`delete from private.payment_days`
        await db`select private.sum_payments()`
      },
      // £10.00, £0.25 and £3.00 of the transfer, whose second row is the payee's.
      ({ period, week_before: before }) => {
        expect(period.payments).toEqual({ count: 3, total: 13.25 })
        expect(before.payments).toEqual({ count: 1, total: 5 })
      },
    )
    await readAfter(
      viewer,
      async (db) => {
        await db`delete from private.payment_days`
        await db`delete from public.transactions`
        await db`select private.sum_payments()`
      },
      ({ period, week_before: before }) => {
        expect(period.payments).toEqual({ count: 0, total: 0 })
        expect(before.payments).toEqual({ count: 0, total: 0 })
      },
    )
  })

  test('15,000 transactions that a customer books by hand in a day are left out of its sum within a second', async () => {
    await withRollback(sql, async (db) => {
      await setOwner(db)
      await db`
        with booked as materialized (select gen_random_uuid() as id from generate_series(1, 15000)),
        listed as (
          insert into public.transactions (
            movement_id, user_id, amount, from_account_id, to_sort_code, to_account_number, to_account_holder_name
          )
          select id, ${customer.id}, 1, ${customer.account.id}, '12-34-56', '12345678', 'Shop' from booked
        )
        insert into private.ledger_entries (account_id, movement_id, amount, created_at)
        select private.ledger_account('adjustments'), id, 1, now() from booked`
      await db`delete from private.payment_days`
      const started = performance.now()
      await db`select private.sum_payments()`
      expect(performance.now() - started).toBeLessThan(1000)
      expect(await db`select from private.payment_days where count >= 15000`).toHaveLength(0)
    })
  })

  test('one period governs all figures, and its days add up to it', async () => {
    const admin = await addAdmin(sql, ['view_transactions', 'approve_users', 'manage_cases'])
    await withRollback(sql, async (db) => {
      await setOwner(db)
      await db`delete from private.payment_days`
      await db`
        insert into private.payment_days (day, count, total, summed_at)
        select private.london_date(now()) - back, 10, 100, now() from generate_series(0, 40) back`
      await db`update public.profiles set created_at = now() - interval '100 days'`
      await db`update public.profiles set created_at = now() - interval '3 days' where id = ${customer.id}`
      await db`delete from private.cases`
      await db`
        insert into private.cases (kind, user_id, opened_at, due_at, last_at, state, decision, decided_at)
        select 'complaint', ${customer.id}, now() - interval '50 days', now(), now(), 'decided', 'upheld', now() - back * interval '1 day'
        from unnest(array[0, 5, 9]) back`
      await setCaller(db, admin)
      const figures = async (days: number) => {
        const { period, week_before: before } = await read(db, days)
        return [period, before].map(({ payments, users, cases }) => [payments?.count, users?.signed_up, cases?.decided])
      }
      expect(await figures(1)).toEqual([
        [10, 0, 1],
        [70, 1, 1],
      ])
      expect(await figures(7)).toEqual([
        [70, 1, 2],
        [70, 0, 1],
      ])
      expect(await figures(30)).toEqual([
        [300, 1, 3],
        [70, 0, 0],
      ])
      // More days are not read.
      expect(await figures(400)).toEqual(await figures(30))
      const days = await db<{ figures: Figures }[]>`select figures from public.list_figures_by_day(7)`
      expect(days).toHaveLength(7)
      const sum = (of: (day: Figures) => number | undefined) =>
        days.reduce((total, day) => total + (of(day.figures) ?? 0), 0)
      expect([
        sum((day) => day.payments?.count),
        sum((day) => day.users?.signed_up),
        sum((day) => day.cases?.decided),
      ]).toEqual([70, 1, 2])
    })
  })

  test('a day is added up for the last time after its end', async () => {
    await withRollback(sql, async (db) => {
      await setOwner(db)
      await db`delete from private.payment_days`
      await db`select private.sum_payments('2026-11-20T12:00Z')`
      await db`select private.sum_payments('2026-11-21T00:01Z')`
      await db`update private.payment_days set count = 99 where day in ('2026-11-20', '2026-11-21')`
      await db`select private.sum_payments('2026-11-21T00:02Z')`
      expect(
        await db`select day::text, count from private.payment_days where day >= '2026-11-20' order by day`,
      ).toEqual([
        { day: '2026-11-20', count: 99 },
        { day: '2026-11-21', count: 0 },
      ])
    })
  })

  test('shows super admins what each agent answered, and agents themselves alone', async () => {
    const [agent, colleague] = [await addAdmin(sql, ['manage_chat']), await addAdmin(sql, ['manage_chat'])]
    const figures = (byDay: boolean) => (db: Db) => db`select * from public.list_agent_figures(7, ${byDay})`
    await withRollback(sql, async (db) => {
      await setOwner(db)
      await db`delete from private.chat_times`
      for (const [who, wait, left] of [
        [agent, 40, false],
        [agent, 60, false],
        [agent, 9000, true],
        [colleague, 10, false],
      ] as const)
        await db`
          insert into private.chat_times (request_id, conversation_id, asked_at, answered_at, ended_at, left_message, is_first, agent_id)
          select gen_random_uuid(), gen_random_uuid(), now() - ${wait} * interval '1 second', now(), now() + interval '5 minutes', ${left}, true, ${who.id}`
      await db`update private.chat_times set answered_at = answered_at - interval '8 days' where agent_id = ${colleague.id}`
      const own = { agent_id: agent.id, agent_name: 'Test Admin', answered: 3, wait_seconds: 50, handling_seconds: 300 }
      await setCaller(db, agent)
      expect(await figures(false)(db)).toEqual([{ day: null, ...own }])
      expect(await figures(true)(db)).toMatchObject([own])
      await setCaller(db, colleague)
      expect(await figures(false)(db)).toEqual([])
    })
    const boss = await addSuperAdmin(sql)
    await sql`
      insert into private.chat_times (request_id, conversation_id, asked_at, answered_at, left_message, is_first, agent_id)
      select gen_random_uuid(), gen_random_uuid(), now() - interval '10 seconds', now(), false, true, id from unnest(${[agent.id, colleague.id]}::uuid[]) id`
    expect(
      (await as(boss)`select answered, wait_seconds from public.list_agent_figures() where wait_seconds = 10`).length,
    ).toBeGreaterThanOrEqual(2)
    const viewer = await addAdmin(sql, ['view_transactions'])
    expect(await refusalAs(sql, viewer, figures(false))).toMatchObject({ code: 'PT403' })
    expect(await refusalAs(sql, customer, figures(false))).toMatchObject({ code: 'PT403' })
  })

  test('names the jobs that failed within a day, and the state of the audit', async () => {
    const boss = await addSuperAdmin(sql)
    await withRollback(sql, async (db) => {
      await setOwner(db)
      await db`
        insert into cron.job_run_details (jobid, status, start_time)
        select jobid, 'failed', now() - hours * interval '1 hour'
        from cron.job, unnest(array[1, 2, 30]) hours where jobname = 'verify-audit-chain'`
      await db`insert into private.audit_verifications (verified_at, broken_rows) values (now(), array[7, 8])`
      await setCaller(db, boss)
      expect(await read(db)).toMatchObject({
        jobs: [{ name: 'verify-audit-chain', count: 2, week: 3, is_failing: true }],
        audit: { broken_rows: 2, verified_at: expect.any(String) },
      })
      await setOwner(db)
      await db`
        insert into cron.job_run_details (jobid, status, start_time)
        select jobid, 'succeeded', now() from cron.job where jobname = 'verify-audit-chain'`
      await setCaller(db, boss)
      expect((await read(db)).jobs).toMatchObject([{ count: 2, is_failing: false }])
    })
  })
})
