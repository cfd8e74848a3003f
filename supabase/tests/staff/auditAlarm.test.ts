import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { runJob } from '../fixtures/jobs'
import { type Person, setCaller, setOwner, withRollback } from '../fixtures/database'
import { aSuperAdmin, anAdmin, withPeople } from '../fixtures/people'
import type postgres from 'postgres'

const { sql, boss, admin } = withPeople({ boss: aSuperAdmin(), admin: anAdmin([]) }, { once: true })

type Db = postgres.TransactionSql

type Alarm = { row_id: number; found_at: string } | null

/** Takes the steps of the nightly job, each of so many rows. The job itself commits after each. */
const verify = async (db: Db, rows = 10_000) => {
  await setOwner(db)
  await db`select private.verify_audit_chain(${rows})`
}
const nightly = (db: Db) => verify(db)
const alarmFor = async (db: Db, person: Person) => {
  await setCaller(db, person)
  const [row] = await db<{ alarm: Alarm }[]>`select public.get_audit_alarm() as alarm`
  return row?.alarm?.row_id ?? null
}
const acknowledge = async (db: Db, person: Person, row: number | null) => {
  await setCaller(db, person)
  const [answer] = await db<{ ended: boolean }[]>`select public.acknowledge_audit_alarm(${row}) as ended`
  return answer?.ended
}
const addRow = async (db: Db) => {
  await setOwner(db)
  const subject = randomUUID()
  await db`select private.audit('tested', 'person', ${subject})`
  await db`set constraints all immediate`
  const [row] = await db<{ id: string }[]>`select id from private.audit_log where subject_id = ${subject}`
  return Number(row?.id)
}
/** The owner of the table can turn its triggers off. */
const tamper = async (db: Db, change: string) => {
  await setOwner(db)
  await db`alter table private.audit_log disable trigger user`
  await db.unsafe(change)
  await db`alter table private.audit_log enable always trigger name_audit_row`
  await db`alter table private.audit_log enable always trigger chain_audit_row`
}
const inTest = (run: (db: Db) => Promise<void>) => withRollback(sql, run)

describe('the nightly verification', () => {
  test('raises no alarm for an intact chain', () =>
    inTest(async (db) => {
      await addRow(db)
      await nightly(db)
      expect(await alarmFor(db, boss)).toBeNull()
    }))

  test('shows a changed row to every staff member until a super admin has looked, which is audited', () =>
    inTest(async (db) => {
      const row = await addRow(db)
      await addRow(db)
      await tamper(db, `update private.audit_log set action = 'changed' where id = ${row}`)
      expect(await alarmFor(db, admin)).toBeNull()
      await nightly(db)
      expect(await alarmFor(db, admin)).toBe(row)
      expect(await alarmFor(db, boss)).toBe(row)

      expect(await acknowledge(db, boss, row)).toBe(true)
      expect(await acknowledge(db, boss, row)).toBe(false)
      expect(await alarmFor(db, admin)).toBeNull()
      await setOwner(db)
      expect(
        await db`select actor_id, details from private.audit_log where action = 'acknowledge_broken_audit'`,
      ).toEqual([{ actor_id: boss.id, details: { rows: [row] } }])

      // The same row the next night is no news; another row is.
      await nightly(db)
      expect(await alarmFor(db, boss)).toBeNull()
      const other = await addRow(db)
      await tamper(db, `update private.audit_log set details = '{"amount": 1}' where id = ${other}`)
      await nightly(db)
      expect(await alarmFor(db, boss)).toBe(other)
    }))

  test('finds rows that were cut off the end since the night before', () =>
    inTest(async (db) => {
      const last = await addRow(db)
      await nightly(db)
      await tamper(db, `delete from private.audit_log where id = ${last}`)
      await nightly(db)
      expect(await alarmFor(db, boss)).toBe(last)
    }))
})

describe('the alarm', () => {
  test.each([null, 0, -1])('the alarm does not end for the row %s', (row) =>
    inTest(async (db) => {
      const broken = await addRow(db)
      await tamper(db, `update private.audit_log set action = 'changed' where id = ${broken}`)
      await nightly(db)
      expect(await acknowledge(db, boss, row)).toBe(false)
      expect(await alarmFor(db, boss)).toBe(broken)
    }),
  )
})

describe('the steps of the nightly verification', () => {
  const last = async (db: Db) => {
    await setOwner(db)
    const [row] = await db<{ until: number; ended: boolean; due: boolean }[]>`
      select verified_until::integer as until, verified_at is not null as ended, private.is_audit_check_due() as due
      from private.audit_verifications order by id desc limit 1`
    return row
  }

  test('go on where the last one stopped, and show a broken row before the end is reached', () =>
    inTest(async (db) => {
      const rows = []
      for (let nth = 0; nth < 6; nth += 1) rows.push(await addRow(db))
      const [chain] = await db<{ length: number }[]>`select max(place)::integer as length from private.audit_log`
      const length = chain?.length ?? 0
      await tamper(db, `update private.audit_log set action = 'changed' where id in (${rows[0]}, ${rows[5]})`)
      await verify(db, length - 3)
      expect(await last(db)).toEqual({ until: length - 3, ended: false, due: true })
      expect(await alarmFor(db, boss)).toBe(rows[0])
      expect(await acknowledge(db, boss, rows[0] ?? null)).toBe(true)
      // The acknowledgement is a row of the chain, too.
      await setOwner(db)
      await db`set constraints all immediate`
      await verify(db, 2)
      expect(await last(db)).toEqual({ until: length - 1, ended: false, due: true })
      await verify(db, 2)
      expect(await last(db)).toEqual({ until: length + 1, ended: true, due: false })
      expect(await alarmFor(db, boss)).toBe(rows[5])
      await setOwner(db)
      await db`update private.audit_verifications set started_at = now() - interval '13 hours'`
      expect((await last(db))?.due).toBe(true)
    }))

  test('read no other rows', () =>
    inTest(async (db) => {
      for (let nth = 0; nth < 30; nth += 1) await addRow(db)
      await db`set local enable_seqscan = off`
      const read = async () => {
        const [table] = await db<{ rows: number }[]>`
          select (seq_tup_read + idx_tup_fetch)::integer as rows from pg_stat_xact_user_tables where relname = 'audit_log'`
        return table?.rows ?? 0
      }
      await verify(db, 5)
      const before = await read()
      await verify(db, 5)
      // Those of the step, the row before them and the end of the chain.
      expect((await read()) - before).toBeLessThanOrEqual(8)
    }))

  test('are taken by the job until the end is reached, once a night', async () => {
    const ends = () => sql`select verified_at is not null as ended from private.audit_verifications`
    await runJob(sql, 'verify-audit-chain')
    expect(await ends()).toEqual([{ ended: true }])
    await runJob(sql, 'verify-audit-chain')
    expect(await ends()).toHaveLength(1)
  })
})
