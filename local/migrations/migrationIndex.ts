import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from '../settings'
import { migrationFiles } from './applyMigrations'

export const indexFile = path.join(projectRoot, 'supabase', 'migrations', 'README.md')

/** The share of the names in a test that makes it a test of their migration. */
const leastShare = 0.2

type Migration = {
  name: string
  file: string
  about: string
  tables: string[]
  published: string[]
  /** Of its functions and tables, without the schema. */
  names: Set<string>
}

/** A folder of the app or of an edge function, and the names that it gives to the client library. */
type Client = { folder: string; names: Set<string> }

/** The text of supabase/migrations/README.md: from a feature, a table or a function to its migration and its tests. */
export function migrationIndex(): string {
  const migrations = migrationFiles(path.dirname(indexFile)).map(({ file }) => readMigration(file))
  const tests = filesIn('supabase/tests', /^(?!schema\/).*\.test\.ts$/).map((file) => ({
    file,
    calls: callsIn(file, migrations),
  }))
  const clients = ['src/features', 'supabase/functions'].flatMap(foldersIn).map((folder) => ({
    folder,
    names: namesIn(filesIn(folder, /\.tsx?$/)),
  }))

  const sections = migrations.map((migration) => {
    const users = clients.filter((client) => uses(client, migration))
    const shares = tests.map(({ file, calls }) => ({
      file,
      share: shareOf(calls, migration),
      count: calls.get(migration) ?? 0,
    }))
    const most = Math.max(...shares.map(({ count }) => count))
    const own = shares.filter(({ share, count }) => count > 0 && (share >= leastShare || count === most))
    return [
      `### ${migration.name}`,
      `${link(migration.file, `supabase/migrations/${migration.file}`)}: ${migration.about}`,
      [
        line('Tables', migration.tables.map(code)),
        line('Functions of the API', migration.published.map(code)),
        line(
          'Used by',
          users.map(({ folder }) => link(folder, folder)),
        ),
        line(
          'Tests',
          own.map(({ file }) => link(file.replace('supabase/tests/', ''), file)),
        ),
      ].join(''),
    ].join('\n\n')
  })
  const features = clients.flatMap((client) => {
    const { folder } = client
    const used = migrations.filter((migration) => uses(client, migration))
    return used.length === 0
      ? []
      : [`| ${link(folder, folder)} | ${used.map(({ name }) => `[${name}](#${name})`).join(', ')} |`]
  })
  return `# Migrations

\`npm run types\` writes this file. \`npm run check\` fails when it is out of date.

Each object is written once, in the migration of its subject. A function that is not of the API is in \`private\`: search for
its name. A folder uses the migrations whose tables and functions of the API it calls, and the one that has its name. The
tests of a migration are those that name its functions and tables in a fifth of the places where they name any, and the one
that names them most. The tests in [schema](../tests/schema) are about all migrations.

## By feature

| Folder | Migrations |
| --- | --- |
${features.join('\n')}

## By migration

${sections.join('\n').trimEnd()}
`
}

function readMigration(file: string): Migration {
  const sql = readFileSync(file, 'utf8')
  const found = (pattern: RegExp) => Array.from(sql.matchAll(pattern), ([, name = '']) => name)
  const published = [...found(/private\.expose\('(\w+)'/g), ...found(/^create function public\.(\w+)/gm)]
  const comment = /^(?:-- .*\n)+/.exec(sql)?.[0] ?? ''
  return {
    name: path.basename(file, '.sql').replace(/^\d+_/, ''),
    file: path.basename(file),
    about: comment.replaceAll(/^-- /gm, '').replaceAll('\n', ' ').trim(),
    tables: found(/^create table ((?:public|private)\.\w+)/gm),
    published,
    names: new Set(found(/^create (?:function|table) \w+\.(\w+)/gm)),
  }
}

/** How often a test names the functions and tables of each migration, or fixtures that are named after them. */
function callsIn(test: string, migrations: Migration[]): Map<Migration, number> {
  const calls = new Map<Migration, number>()
  const words = read(test).matchAll(/(?:public|private)\.(\w+)|\b(\w+)\(/g)
  for (const [, inSql, fixture = ''] of words) {
    const name = inSql ?? fixture.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    const migration = migrations.find(({ names }) => names.has(name))
    if (migration && (inSql !== undefined || name.includes('_'))) calls.set(migration, (calls.get(migration) ?? 0) + 1)
  }
  return calls
}

function shareOf(calls: Map<Migration, number>, migration: Migration): number {
  const all = [...calls.values()].reduce((sum, count) => sum + count, 0)
  return (calls.get(migration) ?? 0) / Math.max(all, 1)
}

/** The names that files give to the client library: functions and tables. */
function namesIn(files: string[]): Set<string> {
  const calls = files.flatMap((file) => read(file).match(/(?:[rR]pc|\.from)\([^]{0,80}/g) ?? [])
  return new Set(calls.flatMap((call) => Array.from(call.matchAll(/'(\w+)'/g), ([, name = '']) => name)))
}

/** Whether a folder calls a function or a table of the migration, or has its name. */
function uses({ folder, names }: Client, { name: subject, published, tables }: Migration): boolean {
  return (
    path.basename(folder).replaceAll('-', '_') === subject ||
    [...published, ...tables.map((table) => table.replace('public.', ''))].some((name) => names.has(name))
  )
}

function foldersIn(parent: string): string[] {
  return readdirSync(path.join(projectRoot, parent), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${parent}/${name}`)
    .toSorted()
}

function filesIn(folder: string, ending: RegExp): string[] {
  return readdirSync(path.join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name))
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .toSorted()
}

function read(file: string): string {
  return readFileSync(path.join(projectRoot, file), 'utf8')
}

const code = (name: string) => `\`${name}\``
const link = (text: string, file: string) => `[${text}](${path.posix.relative('supabase/migrations', file)})`
const line = (title: string, items: string[]) => (items.length === 0 ? '' : `- ${title}: ${items.join(', ')}\n`)
