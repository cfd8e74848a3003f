import { createPool } from '../postgres/pool'
import { readCronSchedule } from './cronSchedule'

type Job = { id: string; name: string | null; schedule: string; command: string; owner: string }

const tickMs = 1000

/** Runs the due jobs of cron.job, at most one run of a job at a time, as pg_cron does. `url` connects as supabase_admin. */
export function createCron(options: { url: string; log: (line: string) => void }) {
  const { log } = options
  const pool = createPool(options.url, 3, {
    onnotice: () => {},
    backoff: () => 0.2,
    connection: { application_name: 'pg_cron' },
  })
  const running = new Map<string, Promise<void>>()
  const lastRun = new Map<string, number>()
  let checkedMinute = minuteOf(new Date())
  let isTicking = false

  async function tick(): Promise<void> {
    // With a slow database, a tick can take longer than a second.
    if (isTicking) return
    isTicking = true
    try {
      const now = new Date()
      const isNewMinute = minuteOf(now) !== checkedMinute
      checkedMinute = minuteOf(now)
      for (const job of await activeJobs()) if (isDue(job, now, isNewMinute)) start(job)
    } catch (error) {
      log(`cron: ${messageOf(error)}`)
    } finally {
      isTicking = false
    }
  }

  function activeJobs() {
    return pool.use(
      (sql) => sql<Job[]>`
        select jobid::text as id, jobname as name, schedule, command, username as owner from cron.job where active`,
    )
  }

  function isDue(job: Job, now: Date, isNewMinute: boolean): boolean {
    try {
      const schedule = readCronSchedule(job.schedule)
      if ('matches' in schedule) return isNewMinute && schedule.matches(now)
      // A tick can come a few milliseconds early.
      const isDueNow = now.getTime() - (lastRun.get(job.id) ?? 0) >= schedule.everySeconds * 1000 - tickMs / 4
      if (isDueNow) lastRun.set(job.id, now.getTime())
      return isDueNow
    } catch (error) {
      if (isNewMinute) log(`cron ${job.name ?? job.id}: ${messageOf(error)}`)
      return false
    }
  }

  function start(job: Job): void {
    if (running.has(job.id)) return
    const run = runJob(job)
      .catch((error: unknown) => log(`cron ${job.name ?? job.id}: ${messageOf(error)}`))
      .finally(() => running.delete(job.id))
    running.set(job.id, run)
  }

  async function runJob(job: Job): Promise<void> {
    const [details] = await pool.use(
      (sql) => sql<{ id: string }[]>`
        insert into cron.job_run_details (jobid, database, username, command, status, start_time)
        values (${job.id}, 'postgres', ${job.owner}, ${job.command}, 'running', clock_timestamp())
        returning runid::text as id`,
    )
    const outcome = await runCommand(job)
    if (outcome.status === 'failed') log(`cron ${job.name ?? job.id}: ${outcome.message}`)
    await pool.use(
      (sql) => sql`
        update cron.job_run_details
        set status = ${outcome.status}, return_message = ${outcome.message}, end_time = clock_timestamp()
        where runid = ${details?.id ?? null}`,
    )
  }

  async function runCommand(job: Job): Promise<{ status: string; message: string }> {
    try {
      // Not in a transaction: a job may commit. Each connection of the pool is one session.
      const result = await pool.use(async (sql) => {
        await sql.unsafe('set search_path = "$user", public, extensions; set session authorization postgres')
        try {
          return await sql.unsafe(job.command)
        } finally {
          await sql.unsafe('reset session authorization; reset all')
        }
      })
      // A statement without rows has no count.
      if (!Number.isInteger(result.count)) return { status: 'succeeded', message: result.command }
      return { status: 'succeeded', message: `${result.count} ${result.count === 1 ? 'row' : 'rows'}` }
    } catch (error) {
      return { status: 'failed', message: messageOf(error) }
    }
  }

  const timer = setInterval(() => void tick(), tickMs)
  timer.unref()

  return {
    async close(): Promise<void> {
      clearInterval(timer)
      await pool.close()
    },
  }
}

function minuteOf(time: Date): number {
  return Math.floor(time.getTime() / 60_000)
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
