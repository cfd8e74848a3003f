import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { describe, expect, test } from 'vitest'

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '')

/** Its exceptions are no proof that a name exists. */
const thisFile = 'tests/docs/documents.test.ts'
const folder = 'docs/decisions/'
const records = files.filter((file) => /^docs\/decisions\/\d{4}-/.test(file)).map(readRecord)
const documents = files.filter((file) => /^(docs\/.*|[A-Z]+|local\/README)\.md$/.test(file))

/** What the documents name and this repository does not contain. */
const elsewhere = new Set(
  Object.values({
    supabaseAuth: [
      '/user',
      'same_password',
      'insufficient_aal',
      'GOTRUE_SECURITY_DB_ENCRYPTION',
      'internal/api/user.go',
    ],
    notOnTheLocalStack: [
      'supabase_vault',
      'pg_net',
      'net.http_post',
      'pg_graphql',
      'defaultToNull',
      'response.status',
      'response.headers',
    ],
    postgrest: ['application/vnd.pgrst.object'],
    triedAndNotUsed: ['CloseWatcher', 'entriesAware', 'experimentalInlineCommonChunks', 'db.retry'],
    packagesNotUsed: ['@supabase/lite', '@serwist/vite', '@react-pdf/renderer'],
    columnsOfTheSpecification: ['profiles.pin'],
    postgresAndLinux: ['shared_buffers', 'autovacuum_vacuum_insert_scale_factor', '/proc'],
    writtenByABuildOrTheStack: ['dist/', 'dist/_headers', '.local-stack/'],
  }).flat(),
)

const sqlWords = wordsOf('.sql', '.toml')
const codeWords = wordsOf('.ts', '.tsx', '.json', '.toml', '.html', '.example')
const schemas = textOf('supabase/schemas/', '.sql')

function readRecord(file: string) {
  const [, number = '', title = '', head = ''] = /^# (\d{4}) (.+)\n\n((?:- .+\n)+)\n/.exec(read(file)) ?? []
  return { file, number, title, head }
}

function read(file: string): string {
  return readFileSync(file, 'utf8')
}

/** Without the migrations and the comments of SQL, which can name what no longer exists. */
function textOf(start: string, ...endings: string[]): string {
  return files
    .filter((file) => file.startsWith(start) && endings.some((ending) => file.endsWith(ending)))
    .filter((file) => file !== thisFile && !file.startsWith('supabase/migrations/'))
    .map((file) => read(file).replaceAll(/^\s*--.*$/gm, ''))
    .join('\n')
}

function wordsOf(...endings: string[]): Set<string> {
  return new Set(textOf('', ...endings).match(/\w+/g))
}

/** The words between backticks, and those of SQL examples. */
function namesIn(text: string): string[] {
  const examples = Array.from(text.matchAll(/```sql\n([^`]+)```/g), ([, example = '']) =>
    // Addresses are values, not names.
    example.replaceAll(/--.*|https?:[^'\s]*/g, ''),
  )
  const prose = text.replaceAll(/^ *```[^`]+```$/gm, '').matchAll(/`([^`\n]+)`/g)
  return [...examples, ...Array.from(prose, ([, span = '']) => span)].flatMap((code) => code.split(/[^\w./@-]+/))
}

function exists(name: string): boolean {
  if (elsewhere.has(name)) return true
  const [schema, object = '', ...columns] = name.split('.')
  if (['private', 'public', 'internal_api'].includes(schema ?? '') && object !== '') {
    const isDefined = new RegExp(
      `create (table|function|type|domain|view|sequence) ${schema}\\.${object}\\b${schema === 'public' ? `|private\\.expose\\('${object}'` : ''}`,
    )
    return isDefined.test(schemas) && columns.every((column) => sqlWords.has(column))
  }
  if (/\/|\.(tsx?|sql|md|toml|html)$/.test(name)) {
    // As a path from the root or from any folder. Tests are named without their ending.
    const path = name.replace(/^\//, '').replace(/\/$/, '').replaceAll('.', '\\.')
    return files.some((file) => new RegExp(`(^|/)${path}($|/|\\.(test|spec)\\.ts$)`).test(file))
  }
  if (/^[a-z0-9_.]*_[a-z0-9_.]*$/.test(name)) return name.split('.').every((part) => sqlWords.has(part))
  if (/^[A-Za-z][\w.]*([a-z][A-Z]|_|\.)\w+$/.test(name)) {
    return name.split('.').every((part) => codeWords.has(part) || sqlWords.has(part))
  }
  return true
}

describe('the decision records', () => {
  test.each(records)('$number has a date, a status and a file name from its title', ({ file, number, title, head }) => {
    expect(head).toMatch(
      /^- Date: \d{4}-\d\d-\d\d\n- Status: (accepted|superseded by \d{4})\n(- Supersedes: \d{4}(, \d{4})*\n)?$/,
    )
    const words = title
      .toLowerCase()
      .replaceAll(/[',]/g, '')
      .replaceAll(/[^a-z0-9]+/g, '-')
    expect(file).toBe(`${folder}${number}-${words}.md`)
  })

  test.each(records)('$number has at most 350 words', ({ file }) => {
    expect(read(file).trim().split(/\s+/).length).toBeLessThanOrEqual(350)
  })

  test('the index lists each record with its title', () => {
    const entries = read(`${folder}README.md`).matchAll(/\[(\d{4} [^\]]+)\]\(([^)]+)\)/g)
    expect(Array.from(entries, ([, title, file]) => `${file}: ${title}`).toSorted()).toEqual(
      records.map(({ file, number, title }) => `${file.replace(folder, '')}: ${number} ${title}`).toSorted(),
    )
  })

  test('each record that a document or the code refers to by its number exists', () => {
    const numbers = new Set(records.map(({ number }) => number))
    const references = files
      .filter((file) => /\.(md|sql|tsx?|toml)$/.test(file))
      .flatMap((file) =>
        (read(file).match(/\(00\d\d(, 00\d\d)*\)|decisions\/00\d\d|([Rr]ecord|superseded by|see) 00\d\d/g) ?? [])
          .flatMap((reference) => reference.match(/00\d\d/g) ?? [])
          .map((number) => ({ file, number })),
      )
    expect(references.filter(({ number }) => !numbers.has(number))).toEqual([])
  })
})

test.each(documents)('every name and path in %s exists', (document) => {
  expect(namesIn(read(document)).filter((name) => !exists(name))).toEqual([])
})

test.each(documents)('every link in %s leads to a file or a folder', (document) => {
  const links = Array.from(read(document).matchAll(/\]\((?!https?:)([^)#]+)\)/g), ([, target = '']) => target)
  const isThere = (link: string) => {
    const path = posix.join(posix.dirname(document), link).replace(/\/$/, '')
    return files.some((file) => file === path || file.startsWith(`${path}/`))
  }
  expect(links.filter((link) => !isThere(link))).toEqual([])
})

test('the README has at most 150 lines', () => {
  expect(read('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(150)
})

describe('the threats', () => {
  const rows = documents.flatMap((document) =>
    Array.from(
      read(document).matchAll(/^\| Attacker .+ Tests \|\n\|[-| ]+\|\n((?:\|.+\n)+)/gm),
      ([, table = '']) => table,
    )
      .flatMap((table) => table.trim().split('\n'))
      .map((row) => ({ document, cells: row.slice(2, -2).split(' | ') })),
  )
  /** From the root, or in `supabase/tests`: a file of tests without its ending, or a folder with some. */
  const isTest = (name: string) =>
    [name, `supabase/tests/${name}`].some((path) =>
      files.some(
        (file) =>
          /\.(test|spec)\.tsx?$/.test(file) &&
          (file === path || file.startsWith(`${path}/`) || file.replace(/\.(test|spec)\.tsx?$/, '') === path),
      ),
    )

  test('have an attacker, an attack, a defence and tests each', () => {
    expect(rows.filter(({ document }) => document.startsWith('docs/domains/')).length).toBeGreaterThan(90)
    expect(rows.filter(({ cells }) => cells.length !== 4 || cells.some((cell) => cell.trim() === ''))).toEqual([])
  })

  test('name tests that exist', () => {
    const named = rows.flatMap(({ document, cells: [, attack, , tests = ''] }) =>
      tests.split(', ').map((span) => ({ document, attack, name: span.replaceAll('`', '') })),
    )
    expect(named.filter(({ name }) => !isTest(name))).toEqual([])
  })
})

describe('the commands in the documents', () => {
  const scripts = new Map(
    Object.entries((JSON.parse(read('package.json')) as { scripts: Record<string, string> }).scripts),
  )
  /** Each `npm run x`, with the flags in its line: the tables describe them beside the command. */
  const commands = documents.flatMap((document) =>
    read(document)
      .split('\n')
      .flatMap((line) =>
        Array.from(line.matchAll(/\bnpm run (?:--silent )?([a-z][a-z0-9-]*(?::[a-z]+)?)/g), ([, script = '']) => ({
          document,
          script,
          flags: line.replace('--silent', '').match(/--[a-z][a-z-]+/g) ?? [],
        })),
      ),
  )

  test('are scripts of package.json', () => {
    expect(commands.length).toBeGreaterThan(30)
    expect(commands.filter(({ script }) => !scripts.has(script))).toEqual([])
  })

  test('have only flags that the program reads', () => {
    const withFlags = commands.filter(({ flags }) => flags.length > 0)
    expect(withFlags.map(({ script }) => script)).toContain('card')
    const sourceOf = (script: string) => read(/[\w/]+\.ts/.exec(scripts.get(script) ?? '')?.[0] ?? 'package.json')
    expect(
      withFlags.filter(({ script, flags }) => flags.some((flag) => !sourceOf(script).includes(flag.slice(2)))),
    ).toEqual([])
  })
})
