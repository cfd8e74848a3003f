// Which calls a streaming copy of the database answers, and what it says while it lags behind.
import { execFileSync } from 'node:child_process'
import { chownSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import postgres from 'postgres'
import { type Cluster, startCluster } from '../local/postgres/cluster'
import { databaseUser } from '../local/postgres/databaseUser'
import { freePort } from '../local/postgres/ports'
import { startApiCaller } from './apiCaller'
import { prepareAndRecord } from './people'
import { measuredCalls } from './peopleCalls'
import { type PeopleDatabase, startPeopleDatabase } from './peopleDatabase'

export const lagSeconds = 5

/** `writes`: the calls that a copy refuses, because they write. `after`: how many seconds a change is not seen. */
export type ReplicaFigures = { answered: string[]; writes: string[]; after: { what: string; seconds: number }[] }

export async function measureReplica(): Promise<ReplicaFigures> {
  const primary = await startPeopleDatabase(100)
  const copy = await startCopy(primary)
  const sql = postgres(copy.url('supabase_admin'), { max: 1, onnotice: () => undefined })
  try {
    const answered: string[] = []
    const writes: string[] = []
    const prepared = []
    for (const call of measuredCalls)
      prepared.push({ what: call.what, ...(await prepareAndRecord(call.prepare, primary)) })
    await caughtUp(primary.sql, sql)
    const api = await startApiCaller(primary.adminUrl, copy.url('supabase_admin'))
    for (const { what, caller, statements } of prepared) {
      const { refusal } = await api.time(caller, statements)
      if (refusal?.startsWith('25006') === true) writes.push(what)
      else if (refusal === null) answered.push(what)
    }
    await api.close()
    return { answered, writes, after: await measureLag(primary, sql) }
  } finally {
    await sql.end()
    await copy.stop()
    execFileSync('rm', ['-rf', copy.folder])
    await primary.destroy()
  }
}

/** Copies the files of the running database, and follows it with the lag. */
async function startCopy(primary: PeopleDatabase): Promise<Cluster & { folder: string }> {
  const { sql } = primary
  const [place] = await sql<{ folder: string }[]>`select current_setting('data_directory') as folder`
  const original = place?.folder ?? ''
  const folder = `${original}-copy`
  await sql`alter system set wal_keep_size = '1GB'`
  await sql`select pg_reload_conf()`
  const backup = await sql.reserve()
  await backup`select pg_backup_start('copy', true)`
  execFileSync('cp', ['-a', original, folder])
  const [stopped] = await backup<{ labelfile: string }[]>`select labelfile from pg_backup_stop(false)`
  backup.release()
  const { port, username, password } = new URL(primary.adminUrl)
  const files = {
    backup_label: stopped?.labelfile ?? '',
    'standby.signal': '',
    'postgresql.auto.conf': `primary_conninfo = 'host=127.0.0.1 port=${port} user=${username} password=${password}'\nrecovery_min_apply_delay = '${lagSeconds}s'\n`,
  }
  const owner = databaseUser()
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(path.join(folder, name), text)
    if (owner) chownSync(path.join(folder, name), owner.uid, owner.gid)
  }
  execFileSync('rm', ['-f', path.join(folder, 'postmaster.pid')])
  const cluster = await startCluster(folder, { port: await freePort(), isDurable: false, logFile: `${folder}.log` })
  return { ...cluster, folder }
}

async function caughtUp(primary: postgres.Sql, copy: postgres.Sql) {
  const [end] = await primary<{ place: string }[]>`select pg_current_wal_lsn()::text as place`
  await until(copy, copy`pg_last_wal_replay_lsn() >= ${end?.place ?? ''}::pg_lsn`)
}

async function until(sql: postgres.Sql, condition: postgres.PendingQuery<postgres.Row[]>): Promise<number> {
  const start = performance.now()
  for (;;) {
    if (performance.now() - start > 60_000) throw new Error('the copy does not follow')
    const [row] = await sql<{ is_so: boolean }[]>`select ${condition} as is_so`
    if (row?.is_so === true) return (performance.now() - start) / 1000
    await pause(20)
  }
}

/** What a customer and staff would still be told, after each change on the primary. */
async function measureLag(
  { sql: primary, cast }: PeopleDatabase,
  copy: postgres.Sql,
): Promise<ReplicaFigures['after']> {
  const { customer, administrator, suspended } = cast
  const live = (id: string) =>
    copy`exists (select from private.live_sessions s where s.user_id = ${id} and s.is_approved)`
  const [account] = await primary<{ paid: string }[]>`
    select (balance - 1)::text as paid from public.accounts where user_id = ${customer.id}`
  const changes = [
    {
      what: 'the balance is the old one after a payment',
      change: () => primary`update public.accounts set balance = balance - 1 where user_id = ${customer.id}`,
      isSeen: copy`(select balance = ${account?.paid ?? ''}::numeric from public.accounts where user_id = ${customer.id})`,
    },
    {
      what: 'an ended session still reads',
      change: () => primary`delete from auth.sessions where user_id = ${customer.id}`,
      isSeen: copy`not ${live(customer.id)}`,
    },
    {
      what: 'a right that was taken is still held',
      change: () => primary`delete from public.admin_permissions where admin_id = ${administrator.id}`,
      isSeen: copy`not exists (select from public.admin_permissions where admin_id = ${administrator.id})`,
    },
    {
      what: 'a suspension that was lifted still holds',
      change: () => primary`update public.profiles set suspended_at = null where id = ${suspended.id}`,
      isSeen: copy`(select suspended_at is null from public.profiles where id = ${suspended.id})`,
    },
  ]
  const after = []
  for (const { what, change, isSeen } of changes) {
    await change()
    after.push({ what, seconds: await until(copy, isSeen) })
  }
  return after
}
