import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exportDatabase, importDatabase } from './backup'
import { openDatabase, removeData } from './database'
import { freePort } from './postgres/ports'
import { projectRoot } from './settings'

let folder: string
const dataDir = (name: string) => path.join(folder, name)

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'fernbank-backup-'))
  // Started by root, Postgres runs as another user, who must reach the folder.
  chmodSync(folder, 0o711)
})
afterAll(() => {
  for (const name of ['first', 'second', 'third']) removeData(dataDir(name))
  rmSync(folder, { recursive: true, force: true })
})

async function onDatabase<T>(name: string, seed: boolean, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const port = await freePort()
  const database = await openDatabase({
    root: projectRoot,
    dataDir: dataDir(name),
    port,
    isDurable: false,
    seed,
    passwordHashCost: 4,
  })
  const sql = postgres(database.url('postgres'), { max: 1, onnotice: () => undefined })
  try {
    return await work(sql)
  } finally {
    await sql.end()
    await database.stop()
  }
}

/** The data to compare: money, decrypted PINs and the hash chain of the audit. */
async function fingerprint(sql: postgres.Sql) {
  return {
    ledger: await sql`select count(*), sum(amount), max(id) from private.ledger_entries`,
    balances: await sql`select user_id, balance, account_number from public.accounts order by user_id`,
    transactions: await sql`select md5(string_agg(t::text, '' order by t.id)) from public.transactions t`,
    pins: await sql`select user_id, private.read_pin(user_id) as pin from private.pins order by user_id`,
    audit: await sql`select encode(hash, 'hex') as hash from private.audit_log order by place desc limit 1`,
  }
}

test('restores money, PINs and the audit from an export in another folder', { timeout: 180_000 }, async () => {
  const file = path.join(folder, 'backup.tgz')
  const before = await onDatabase('first', true, fingerprint)
  expect(before.pins).toContainEqual(expect.objectContaining({ pin: '24680' }))
  await exportDatabase(dataDir('first'), file)
  // The file holds every secret.
  expect(statSync(file).mode & 0o077).toBe(0)

  await importDatabase(file, dataDir('second'))
  const after = await onDatabase('second', false, async (sql) => {
    expect(await sql`select * from private.verify_ledger()`).toHaveLength(0)
    expect((await sql`select private.first_broken_audit_row() as id`)[0]?.id).toBeNull()
    return fingerprint(sql)
  })
  expect(after).toEqual(before)

  await expect(importDatabase(file, dataDir('second'))).rejects.toThrow('There is a database in')
})

test('leaves no database after a failed export or import', async () => {
  await expect(exportDatabase(dataDir('third'), path.join(folder, 'empty.tgz'))).rejects.toThrow('There is no database')
  const otherFile = path.join(projectRoot, 'README.md')
  await expect(importDatabase(otherFile, dataDir('third'))).rejects.toThrow('tar')
  // A partly imported database would make the second import fail with another message.
  await expect(importDatabase(otherFile, dataDir('third'))).rejects.toThrow('tar')
})
