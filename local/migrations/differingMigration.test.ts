import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import postgres from 'postgres'
import { expect, test } from 'vitest'
import { startTemporaryDatabase } from '../temporaryDatabase'
import { applyMigrations } from './applyMigrations'
import { differingMigration } from './differingMigration'

test('finds an applied migration that was edited, renamed or removed', async () => {
  const database = await startTemporaryDatabase({ root: import.meta.dirname })
  const sql = postgres(database.adminUrl, { max: 1, onnotice: () => {} })
  const folder = mkdtempSync(path.join(tmpdir(), 'fernbank-migrations-'))
  const first = path.join(folder, '30000101000001_first.sql')
  const write = (text: string) => writeFileSync(first, text)
  try {
    expect(await differingMigration(sql, folder)).toBeNull()
    write('create table public.first (id int); select 1;')
    expect(await differingMigration(sql, folder)).toBeNull()
    await applyMigrations(sql, folder)
    expect(await differingMigration(sql, folder)).toBeNull()

    writeFileSync(path.join(folder, '30000101000002_second.sql'), 'select 2;')
    expect(await differingMigration(sql, folder)).toBeNull()

    write('create table public.first (id bigint); select 1;')
    expect(await differingMigration(sql, folder)).toBe('30000101000001_first')
    write('create table public.first (id int);')
    expect(await differingMigration(sql, folder)).toBe('30000101000001_first')
    write('create table public.first (id int); select 1;')
    renameSync(first, path.join(folder, '30000101000001_other.sql'))
    expect(await differingMigration(sql, folder)).toBe('30000101000001_first')
  } finally {
    rmSync(folder, { recursive: true, force: true })
    await sql.end()
    await database.destroy()
  }
})
