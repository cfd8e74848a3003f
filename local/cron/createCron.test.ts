import postgres from 'postgres'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTemporaryDatabase } from '../temporaryDatabase'
import { createCron } from './createCron'

let database: Awaited<ReturnType<typeof startTemporaryDatabase>>
let admin: postgres.Sql
let cron: ReturnType<typeof createCron>
const logged: string[] = []

beforeAll(async () => {
  // A project without migrations has no jobs.
  database = await startTemporaryDatabase({ root: import.meta.dirname })
  admin = postgres(database.adminUrl, { max: 1, onnotice: () => {} })
  await admin.unsafe(`
    select _stack.enable_pg_cron();
    create table public.cron_runs (role text, path text, time_limit text default current_setting('statement_timeout'));
    alter table public.cron_runs owner to postgres;
    set session authorization postgres;
    select cron.schedule('notes', '1 second',
      'insert into public.cron_runs values (current_user, current_setting(''search_path''))');
    select cron.schedule('breaks', '1 second', 'select 1/0');
    select cron.schedule('commits', '1 second',
      'do $$ begin insert into public.cron_runs values (''commits'', current_setting(''search_path'')); commit; end $$');
    select cron.schedule('never', '0 0 29 2 *', 'insert into public.cron_runs values (''never'', '''')');
    reset session authorization;`)
  cron = createCron({ url: database.adminUrl, log: (line) => logged.push(line) })
})
afterAll(async () => {
  await cron.close()
  await admin.end()
  await database.destroy()
})

test('runs due jobs as postgres and records each run as pg_cron does', async () => {
  await vi.waitUntil(async () => (await admin`select from public.cron_runs`).length >= 4, { timeout: 10_000 })
  expect(await admin`select distinct role, path from public.cron_runs order by 1`).toEqual([
    { role: 'commits', path: '"$user", public, extensions' },
    { role: 'postgres', path: '"$user", public, extensions' },
  ])
  // That of the platform: a job that takes longer fails there too.
  expect(await admin`select distinct time_limit from public.cron_runs`).toEqual([{ time_limit: '2min' }])
  await vi.waitUntil(async () => (await admin`select from cron.job_run_details where status = 'failed'`).length > 0, {
    timeout: 10_000,
  })
  const details = await admin`
    select distinct j.jobname, d.status, d.return_message, d.username
    from cron.job_run_details d join cron.job j using (jobid) where d.end_time is not null order by 1`
  expect(details).toEqual([
    { jobname: 'breaks', status: 'failed', return_message: 'division by zero', username: 'postgres' },
    { jobname: 'commits', status: 'succeeded', return_message: 'DO', username: 'postgres' },
    { jobname: 'notes', status: 'succeeded', return_message: '1 row', username: 'postgres' },
  ])
  expect(logged).toContain('cron breaks: division by zero')
})

test('removes an unscheduled job and refuses invalid schedules', async () => {
  await admin.unsafe(`set session authorization postgres; select cron.unschedule('notes'); reset session authorization`)
  expect(await admin`select jobname from cron.job order by 1`).toEqual([
    { jobname: 'breaks' },
    { jobname: 'commits' },
    { jobname: 'never' },
  ])
  await expect(admin`select cron.unschedule('notes')`).rejects.toThrow("could not find valid entry for job 'notes'")
  await expect(admin`select cron.schedule('bad', 'every day', 'select 1')`).rejects.toThrow(
    'invalid schedule: every day',
  )
})

test('continues after the database was killed during a job', async () => {
  const sleepers = () =>
    admin`select from pg_stat_activity where application_name = 'pg_cron' and wait_event = 'PgSleep'`
  await admin.unsafe(`
    set session authorization postgres;
    select cron.schedule('lasts', '1 second', 'select pg_sleep(600)');
    select cron.schedule('notes again', '1 second', 'insert into public.cron_runs values (''again'', '''')');
    reset session authorization`)
  await vi.waitUntil(async () => (await sleepers()).length > 0, { timeout: 10_000 })
  await database.killDatabase()
  await database.restartDatabase()
  await admin`truncate public.cron_runs`
  const runs = async () => (await admin`select from public.cron_runs`).length
  await expect.poll(runs, { timeout: 10_000 }).toBeGreaterThanOrEqual(2)
})
