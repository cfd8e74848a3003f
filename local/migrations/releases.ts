import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { migrationFiles } from './applyMigrations'

// supabase/releases/<version>/migrations.sha256 lists the migrations of a release with their hashes, as sha256sum writes them. A
// bank on hosted Supabase has applied them, so they stay as they are.

const foldersOf = (root: string) => ({
  releases: path.join(root, 'supabase', 'releases'),
  migrations: path.join(root, 'supabase', 'migrations'),
})

const listOf = (root: string, version: string) => path.join(foldersOf(root).releases, version, 'migrations.sha256')

const hashOf = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex')

type Release = { version: string; migrations: { file: string; hash: string }[] }

/** The releases from the oldest to the newest. */
export function readReleases(root: string): Release[] {
  const { releases } = foldersOf(root)
  if (!existsSync(releases)) return []
  return readdirSync(releases)
    .filter((version) => existsSync(listOf(root, version)))
    .toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }))
    .map((version) => ({ version, migrations: parseList(readFileSync(listOf(root, version), 'utf8')) }))
}

/** The newest release that lacks a migration: what an upgrade starts from. Right after a release, that is the one before it. */
export function upgradedRelease(root: string): Release {
  const releases = readReleases(root)
  const { length } = migrationFiles(foldersOf(root).migrations)
  const release = releases.findLast(({ migrations }) => migrations.length < length) ?? releases.at(-1)
  if (release === undefined) throw new Error('There is no release in supabase/releases.')
  return release
}

const parseList = (text: string) =>
  [...text.matchAll(/^([0-9a-f]{64}) [ *](.+)$/gm)].map(([, hash = '', file = '']) => ({ file, hash }))

/** Writes the list of the migrations that exist now. */
export function writeRelease(root: string, version: string): string {
  const list = listOf(root, version)
  mkdirSync(path.dirname(list), { recursive: true })
  const lines = migrationFiles(foldersOf(root).migrations).map(
    ({ file }) => `${hashOf(file)}  ${path.basename(file)}\n`,
  )
  writeFileSync(list, lines.join(''))
  return list
}

/** What is wrong with the migrations of the releases, in words. */
export function releaseProblems(root: string): string[] {
  const releases = readReleases(root)
  const files = new Map(migrationFiles(foldersOf(root).migrations).map(({ file }) => [path.basename(file), file]))
  const released = new Map(
    releases
      .toReversed()
      .flatMap(({ version, migrations }) => migrations.map(({ file, hash }) => [file, { version, hash }])),
  )
  const newest = [...released.keys()].toSorted().at(-1) ?? ''
  return [
    ...[...released].flatMap(([name, { version, hash }]) => {
      const file = files.get(name)
      if (file === undefined) return [`supabase/migrations/${name} of release ${version} is missing. Restore it.`]
      if (hashOf(file) === hash) return []
      return [
        `supabase/migrations/${name} is part of release ${version} and was changed. Restore it, and make the change in a new file: npm run migration -- <name>.`,
      ]
    }),
    ...[...files.keys()]
      .filter((name) => !released.has(name) && name < newest)
      .map(
        (name) =>
          `supabase/migrations/${name} is older than ${newest}, which is released: supabase db push refuses it. Make it again: npm run migration -- <name>.`,
      ),
  ]
}
