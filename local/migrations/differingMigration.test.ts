import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import postgres from 'postgres'
import { expect, test } from 'vitest'
import { startTemporaryDatabase } from '../temporaryDatabase'
import { applyMigrations, migrationFiles } from './applyMigrations'
import { differingMigration } from './differingMigration'

test('finds an applied migration that was edited, renamed or removed, and one of a newer version', async () => {
  const database = await startTemporaryDatabase({ root: import.meta.dirname })
  const sql = postgres(database.adminUrl, { max: 1, onnotice: () => {} })
  const folder = mkdtempSync(path.join(tmpdir(), 'fernbank-migrations-'))
  const first = path.join(folder, '30000101000001_first.sql')
  const write = (text: string) => writeFileSync(first, text)
  try {
    expect(await differingMigration(sql, folder)).toBeNull()
    write('create table public.first (id int); select 1;')
    expect(await differingMigration(sql, folder)).toBeNull()
    await applyMigrations(sql, migrationFiles(folder))
    expect(await differingMigration(sql, folder)).toBeNull()

    writeFileSync(path.join(folder, '30000101000002_second.sql'), 'select 2;')
    expect(await differingMigration(sql, folder)).toBeNull()

    write('create table public.first (id bigint); select 1;')
    expect(await differingMigration(sql, folder)).toEqual({ migration: '30000101000001_first', isNewer: false })
    write('create table public.first (id int);')
    expect(await differingMigration(sql, folder)).toEqual({ migration: '30000101000001_first', isNewer: false })
    write('create table public.first (id int); select 1;')
    renameSync(first, path.join(folder, '30000101000001_other.sql'))
    expect(await differingMigration(sql, folder)).toEqual({ migration: '30000101000001_first', isNewer: false })

    renameSync(path.join(folder, '30000101000001_other.sql'), first)
    rmSync(path.join(folder, '30000101000002_second.sql'))
    writeFileSync(path.join(folder, '30000101000003_third.sql'), 'select 3;')
    await applyMigrations(sql, migrationFiles(folder))
    rmSync(path.join(folder, '30000101000003_third.sql'))
    expect(await differingMigration(sql, folder)).toEqual({ migration: '30000101000003_third', isNewer: true })
  } finally {
    rmSync(folder, { recursive: true, force: true })
    await sql.end()
    await database.destroy()
  }
})
