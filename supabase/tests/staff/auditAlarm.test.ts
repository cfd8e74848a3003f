import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { runJob } from '../fixtures/jobs'
import { type Person, setCaller, setOwner, withRollback } from '../fixtures/database'
import { aSuperAdmin, anAdmin, withPeople } from '../fixtures/people'
import type postgres from 'postgres'

const { sql, boss, admin } = withPeople({ boss: aSuperAdmin(), admin: anAdmin([]) }, { once: true })

type Db = postgres.TransactionSql

type Alarm = { row_id: number; found_at: string } | null

/** Runs what the nightly job runs. */
const nightly = async (db: Db) => {
  await setOwner(db)
  await runJob(db, 'verify-audit-chain')
}
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
