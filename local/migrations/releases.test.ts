import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { readReleases, releaseProblems, upgradedRelease, writeRelease } from './releases'

let root: string
const migration = (name: string) => path.join(root, 'supabase', 'migrations', name)

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'fernbank-releases-'))
  mkdirSync(migration(''), { recursive: true })
  writeFileSync(migration('20270101000000_release_1.sql'), 'select 1;\n')
  return () => rmSync(root, { recursive: true, force: true })
})

test('a release lists its migrations as sha256sum writes them', () => {
  expect(readReleases(root)).toEqual([])
  expect(readFileSync(writeRelease(root, '1.0.0'), 'utf8')).toBe(
    '4a45092ccf992ea92250053a80b931b787924ba61648f420555511b84f10ab6c  20270101000000_release_1.sql\n',
  )
  writeFileSync(migration('20270201000000_nicknames.sql'), 'select 2;\n')
  writeRelease(root, '1.10.0')
  writeRelease(root, '1.9.0')
  expect(readReleases(root).map(({ version, migrations }) => [version, migrations.length])).toEqual([
    ['1.0.0', 1],
    ['1.9.0', 2],
    ['1.10.0', 2],
  ])
})

test('an upgrade starts from the newest release that lacks a migration', () => {
  expect(() => upgradedRelease(root)).toThrow('There is no release')
  writeRelease(root, '1.0.0')
  expect(upgradedRelease(root).version).toBe('1.0.0')
  writeFileSync(migration('20270201000000_nicknames.sql'), 'select 2;\n')
  writeRelease(root, '1.0.1')
  expect(upgradedRelease(root).version).toBe('1.0.0')
  writeFileSync(migration('20270301000000_savings.sql'), 'select 3;\n')
  expect(upgradedRelease(root).version).toBe('1.0.1')
})

test('a migration of a release is not edited, renamed or removed', () => {
  writeRelease(root, '1.0.0')
  writeFileSync(migration('20270201000000_nicknames.sql'), 'select 2;\n')
  expect(releaseProblems(root)).toEqual([])

  appendFileSync(migration('20270101000000_release_1.sql'), '-- Another comment.\n')
  // The list of a later release does not permit the change.
  writeRelease(root, '1.1.0')
  expect(releaseProblems(root)).toEqual([
    expect.stringMatching(
      /^supabase\/migrations\/20270101000000_release_1\.sql is part of release 1\.0\.0 and was changed/,
    ),
  ])
  renameSync(migration('20270101000000_release_1.sql'), migration('20270101000000_other.sql'))
  expect(releaseProblems(root)).toContain(
    'supabase/migrations/20270101000000_release_1.sql of release 1.0.0 is missing. Restore it.',
  )
})

test('a migration that is older than a released one is refused, because a push would not apply it', () => {
  writeRelease(root, '1.0.0')
  writeFileSync(migration('20260101000000_late.sql'), 'select 2;\n')
  expect(releaseProblems(root)).toEqual([expect.stringContaining('20260101000000_late.sql is older than 2027')])
})
