import { describe, expect, test } from 'vitest'
import { request, withRollback, type Db } from '../fixtures/database'
import { aSuperAdmin, withPeople } from '../fixtures/people'

const { sql, boss } = withPeople({ boss: aSuperAdmin() }, { once: true })

const problems = async (db: Db) => (await db<{ id: string }[]>`select id from private.health()`).map(({ id }) => id)

/** A bank of a month, whose jobs have just run. */
function inOldBank(run: (db: Db) => Promise<void>) {
  return withRollback(sql, async (db) => {
    await db`update public.profiles set created_at = now() - interval '40 days'`
    await db`delete from cron.job_run_details`
    await db`insert into cron.job_run_details (jobid, status, start_time) select jobid, 'succeeded', now() from cron.job`
    await db`delete from private.due_mails`
    await run(db)
  })
}

const ranAgo = (db: Db, job: string, ago: string) => db`
  update cron.job_run_details set start_time = now() - ${ago}::text::interval
  where jobid = (select jobid from cron.job where jobname = ${job})`

describe('the health of the bank', () => {
  test('a bank whose jobs have run is well, and so is a new one', async () => {
    await inOldBank(async (db) => expect(await problems(db)).toEqual([]))
    expect(await problems(sql)).toEqual([])
  })

  test.each([
    ['send-held-payments', '4 minutes', '6 minutes'],
    ['unfreeze-accounts', '5 minutes', '7 minutes'],
    ['release-expired-card-payments', '14 minutes', '16 minutes'],
    ['delete-old-card-signatures', '70 minutes', '80 minutes'],
    ['delete-decided-cases', '25 hours', '27 hours'],
    ['renew-cards', '25 hours', '27 hours'],
    ['earn-interest', '25 hours', '27 hours'],
  ])('the job %s is late after its pause, and not before', async (job, early, late) => {
    await inOldBank(async (db) => {
      await ranAgo(db, job, early)
      expect(await problems(db)).toEqual([])
      await ranAgo(db, job, late)
      expect(await problems(db)).toEqual([`job-late ${job}`])
    })
  })

  test('every schedule has a pause that is known', async () => {
    expect(
      await sql`select jobname, schedule from cron.job where private.longest_pause(schedule) > interval '26 hours'`,
    ).toEqual([])
  })

  test('a job that never ran is late when the bank is older than its pause', async () => {
    await inOldBank(async (db) => {
      await db`delete from cron.job_run_details where jobid = (select jobid from cron.job where jobname = 'delete-decided-cases')`
      expect(await problems(db)).toEqual([])
      await db`insert into cron.job_run_details (jobid, status, start_time)
        select jobid, 'succeeded', now() - interval '27 hours' from cron.job where jobname = 'renew-cards'`
      expect(await problems(db)).toEqual(['job-late delete-decided-cases'])
      await db`delete from cron.job_run_details`
      expect(await problems(db)).toHaveLength((await db`select from cron.job`).count)
    })
  })

  test.each([
    [
      'a job that fails',
      "insert into cron.job_run_details (jobid, status, start_time) select jobid, 'failed', now() from cron.job where jobname = 'renew-cards'",
      ['job-failing renew-cards'],
    ],
    [
      'an old check of the audit',
      "insert into private.audit_verifications (verified_at, broken_rows) values (now() - interval '27 hours', '{}')",
      ['audit-late'],
    ],
    [
      'a check of the audit that has not reached its end',
      "insert into private.audit_verifications (started_at) values (now() - interval '27 hours')",
      ['audit-late'],
    ],
    [
      'an old search for payments without their credit',
      "update private.credit_search set started_at = now() - interval '1 hour', finished_at = now() - interval '27 hours'",
      ['credits-late'],
    ],
    [
      'a first search for payments without their credit that does not end',
      "update private.credit_search set started_at = now() - interval '27 hours'",
      ['credits-late'],
    ],
    ['a broken audit', "insert into private.audit_verifications (broken_rows) values ('{7}')", ['audit-broken']],
  ])('names %s', async (_, statement, named) => {
    await inOldBank(async (db) => {
      await db.unsafe(statement)
      expect(await problems(db)).toEqual(named)
    })
  })

  test('says up to which row a late check of the audit has come', async () => {
    await inOldBank(async (db) => {
      await db`
        insert into private.audit_verifications (started_at, verified_at, verified_until) values
          ('2026-01-05 03:00Z', '2026-01-05 03:10Z', 20000), ('2026-01-06 03:00Z', null, 30000)`
      expect(await db`select problem from private.health() where id = 'audit-late'`).toEqual([
        {
          problem:
            'The whole audit was last checked at 03:10 on Monday 5 January (UK time). The check of 03:00 on Tuesday 6 January (UK time) has reached row 30000.',
        },
      ])
    })
  })

  test('counts mails that wait for 15 minutes and those that were given up within a day, and none that is no longer so', async () => {
    await inOldBank(async (db) => {
      await db`select private.tell_owner(${boss.id}, 'New device', 'A device was used.')`
      const age = (ago: string, attempts: number) =>
        db`update private.due_mails set created_at = now() - ${ago}::text::interval, attempts = ${attempts}, taken_until = now()`
      await age('14 minutes', 1)
      expect(await problems(db)).toEqual([])
      await age('16 minutes', 1)
      expect(await problems(db)).toEqual(['mails-owed'])
      // A bank without a mail server.
      await age('16 minutes', 0)
      expect(await problems(db)).toEqual([])
      await age('7 days 1 hour', 160)
      expect(await problems(db)).toEqual(['mails-given-up'])
      await age('8 days 1 hour', 160)
      expect(await problems(db)).toEqual([])
      await age('16 minutes', 1)
      await db`delete from private.security_mails`
      expect(await problems(db)).toEqual([])
    })
  })

  test('names payments that are overdue', async () => {
    await inOldBank(async (db) => {
      await db`
        insert into public.scheduled_payments (to_account_id, from_name, amount, reference, scheduled_for)
        select id, 'Payer', 1, 'Late', now() - interval '16 minutes' from public.accounts limit 1`
      const [made] = await db<{ n: number }[]>`select count(*)::int as n from public.scheduled_payments`
      expect(await problems(db)).toEqual(made?.n === 1 ? ['payments-overdue'] : [])
    })
  })

  test('a report is taken when something new is wrong and when all is well for ten minutes, by one caller', async () => {
    await withRollback(sql, async (db) => {
      const take = async (at: string) =>
        (
          await db<{ report: { ids: string[] } | null }[]>`
          select private.take_health_report(now() + ${at}::text::interval) as report`
        )[0]?.report?.ids ?? null
      const mark = (ids: string[]) => db`select private.mark_health_report_sent(${ids})`
      // The times of the jobs do not move with the clock of the test.
      await db`select cron.unschedule(jobname) from cron.job`
      expect(await take('0')).toBeNull()
      await db`insert into private.audit_verifications (broken_rows) values ('{7}')`
      expect(await take('30 seconds')).toBeNull()
      expect(await take('2 minutes')).toEqual(['audit-broken'])
      // It could not be sent.
      expect(await take('5 minutes')).toBeNull()
      expect(await take('13 minutes')).toEqual(['audit-broken'])
      await mark(['audit-broken'])
      expect(await take('30 minutes')).toBeNull()
      await db`delete from private.audit_verifications`
      expect(await take('35 minutes')).toBeNull()
      expect(await take('45 minutes')).toEqual([])
      await mark([])
      expect(await take('60 minutes')).toBeNull()
    })
  })

  test('is taken by the functions alone', async () => {
    await expect(request(sql, boss, (db) => db`select public.take_health_report()`)).rejects.toMatchObject({
      code: '42501',
    })
    await expect(request(sql, boss, (db) => db`select public.mark_health_report_sent('{}')`)).rejects.toMatchObject({
      code: '42501',
    })
  })
})
