import { describe, expect, test } from 'vitest'
import { runJob } from '../fixtures/jobs'
import { type Db, setCaller, setOwner, withRollback } from '../fixtures/database'
import { aSuperAdmin, withPeople } from '../fixtures/people'

const { sql, boss } = withPeople({ boss: aSuperAdmin() }, { once: true })

type Job = {
  name: string
  is_failing: boolean
  failures: number
  last_run_at: Date | null
  last_success_at: Date | null
  failed_run: string | null
  problem: string | null
}
type Run = { job: string; status: string; hoursAgo: number; message?: string }

/** What the super admin reads after these runs, the oldest first. */
async function after(runs: Run[], read: (db: Db) => Promise<void>) {
  await withRollback(sql, async (db) => {
    await setOwner(db)
    await db`delete from cron.job_run_details`
    for (const { job, status, hoursAgo, message = '' } of runs) {
      await db`
        insert into cron.job_run_details (jobid, status, return_message, start_time, end_time)
        select jobid, ${status}, ${message}, at, at
        from cron.job, (values (now() - ${hoursAgo} * interval '1 hour')) run (at) where jobname = ${job}`
    }
    await setCaller(db, boss)
    await read(db)
  })
}
const jobs = (db: Db) => db<Job[]>`select * from public.list_jobs()`

describe('the jobs', () => {
  test('fail while their newest finished run failed, and those come first', async () => {
    const runs = [
      { job: 'send-held-payments', status: 'failed', hoursAgo: 3 },
      { job: 'send-held-payments', status: 'succeeded', hoursAgo: 2 },
      { job: 'verify-audit-chain', status: 'succeeded', hoursAgo: 30 },
      { job: 'verify-audit-chain', status: 'failed', hoursAgo: 6 },
      { job: 'verify-audit-chain', status: 'failed', hoursAgo: 5 },
      { job: 'verify-audit-chain', status: 'running', hoursAgo: 0 },
      { job: 'send-scheduled-payments', status: 'failed', hoursAgo: 200 },
      { job: 'send-scheduled-payments', status: 'succeeded', hoursAgo: 1 },
    ]
    await after(runs, async (db) => {
      const listed = await jobs(db)
      expect(listed[0]).toMatchObject({
        name: 'verify-audit-chain',
        schedule: '* 3 * * *',
        is_failing: true,
        failures: 2,
      })
      const held = listed.find(({ name }) => name === 'send-held-payments')
      expect(held).toMatchObject({ is_failing: false, failures: 1 })
      expect(held?.last_run_at).toEqual(held?.last_success_at)
      // Kept for seven days.
      expect(listed.find(({ name }) => name === 'send-scheduled-payments')).toMatchObject({
        failures: 0,
        problem: null,
      })
      expect(listed.find(({ name }) => name === 'remove-old-transcripts')).toMatchObject({
        is_failing: false,
        failures: 0,
        last_run_at: null,
        last_success_at: null,
      })
      expect(listed.filter(({ is_failing: isFailing }) => isFailing)).toHaveLength(1)
    })
  })

  test('delete runs older than seven days, and keep the others', async () => {
    const runs = [
      { job: 'verify-audit-chain', status: 'failed', hoursAgo: 7 * 24 + 1 },
      { job: 'verify-audit-chain', status: 'failed', hoursAgo: 7 * 24 - 1 },
    ]
    await after(runs, async (db) => {
      await setOwner(db)
      await runJob(db, 'delete-old-job-runs')
      expect(await db`select from cron.job_run_details`).toHaveLength(1)
    })
  })
})

describe('the newest failed run', () => {
  test('is named by its number and the kind of error, and nothing of its text leaves the database', async () => {
    const kinds = [
      ['ERROR:  canceling statement due to statement timeout', 'too-slow'],
      ['ERROR:  deadlock detected', 'locked'],
      ['server restarted', 'connection'],
      ['ERROR:  relation "private.x" does not exist', 'missing'],
      ['ERROR:  permission denied for table accounts', 'no-right'],
      ['ERROR:  duplicate key value\nDETAIL:  Key (email)=(carla@example.test) already exists.', 'bad-data'],
      ['ERROR:  could not extend file: No space left on device', 'no-room'],
      ['carla@example.test', 'other'],
    ]
    for (const [message = '', problem] of kinds) {
      const runs = [
        { job: 'verify-audit-chain', status: 'failed', hoursAgo: 2, message: 'ERROR:  deadlock detected' },
        { job: 'verify-audit-chain', status: 'failed', hoursAgo: 1, message },
      ]
      await after(runs, async (db) => {
        const listed = await jobs(db)
        expect(listed[0]).toMatchObject({ failed_run: expect.any(String), problem })
        expect(JSON.stringify(listed)).not.toContain('carla')
      })
    }
  })
})
