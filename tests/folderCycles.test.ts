import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { parseSync, Visitor } from 'vite'
import { expect, test } from 'vitest'
import { findCycle } from '../build/chunkCycles'

/** Sources by their paths in src. */
type Files = Record<string, string>

/** The files that a file imports, also as types or with `import()`, as paths in src without their endings. */
function importsOf(file: string, source: string): string[] {
  const found: string[] = []
  const add = ({ source: from }: { source: unknown }) => {
    const name = typeof from === 'object' && from !== null && 'value' in from ? String(from.value) : ''
    if (name.startsWith('@/')) found.push(name.slice(2))
    if (name.startsWith('.')) found.push(posix.join(posix.dirname(file), name))
  }
  new Visitor({
    ImportDeclaration: add,
    ExportNamedDeclaration: add,
    ExportAllDeclaration: add,
    ImportExpression: add,
    TSImportType: add,
  }).visit(parseSync(file, source).program)
  return found
}

/** 'features/contact/chat' for a feature, 'lib' for a layer, 'brand' for a file outside of both. */
const folderOf = (file: string) => /^(features\/[^/]+\/[^/]+|[^/.]+)/.exec(file)?.[0] ?? file

/** Each may import those before it. Nothing of a customer's imports the back office. */
const domains = ['person', 'money', 'contact', 'care', 'staff']

/** 2 for 'features/contact/chat/queries'; -1 for a file that is in no domain. */
const placeOf = (file: string) => domains.indexOf(/^features\/([^/]+)/.exec(file)?.[1] ?? '')

/** Folders that import each other, with an import of each step. Null: there are none. */
function findFolderCycle(files: Files): string[] | null {
  const folders = new Map<string, Map<string, string>>()
  for (const [file, source] of Object.entries(files)) {
    const from = folderOf(file)
    const steps = folders.get(from) ?? new Map<string, string>()
    folders.set(from, steps)
    for (const imported of importsOf(file, source))
      if (folderOf(imported) !== from) steps.set(folderOf(imported), `${file} imports ${imported}`)
  }
  const cycle = findCycle(new Map([...folders].map(([folder, steps]) => [folder, [...steps.keys()]])))
  return cycle?.slice(1).map((to, index) => folders.get(cycle[index] ?? '')?.get(to) ?? to) ?? null
}

const readSources = (): Files => {
  const names = readdirSync('src', { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/'))
  const sources = names.filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.d.ts'))
  return Object.fromEntries(sources.map((name) => [name, readFileSync(`src/${name}`, 'utf8')]))
}

test('no folders of src import each other, and no layer imports a layer above it', () => {
  expect(findFolderCycle(readSources())).toBeNull()
})

test('each feature is in a domain, and imports no domain above its own', () => {
  const files = Object.entries(readSources()).filter(([file]) => file.startsWith('features/'))
  expect(files.filter(([file]) => placeOf(file) < 0)).toEqual([])
  const upwards = files.flatMap(([file, source]) =>
    importsOf(file, source)
      .filter((imported) => placeOf(imported) > placeOf(file))
      .map((imported) => `${file} imports ${imported}`),
  )
  expect(upwards).toEqual([])
})

test('a circle of folders is found through types, `import()` and re-exports', () => {
  const files = (back: string): Files => ({
    'features/money/a/queries.ts': "import { b } from '@/features/money/b/shared'",
    'features/money/b/shared.ts': "export type { C } from '../c/queries'",
    'features/money/c/queries.ts': back,
    'lib/money.ts': '',
  })
  const circle = [
    'features/money/a/queries.ts imports features/money/b/shared',
    'features/money/b/shared.ts imports features/money/c/queries',
    'features/money/c/queries.ts imports features/money/a/copy',
  ]
  for (const back of [
    "import type { A } from '@/features/money/a/copy'",
    "type A = import('@/features/money/a/copy').A",
    "const load = () => import('@/features/money/a/copy')",
    "export * from '@/features/money/a/copy'",
  ])
    expect(findFolderCycle(files(back))).toEqual(circle)
  expect(findFolderCycle(files("import './copy'; import { money } from '@/lib/money'"))).toBeNull()
  expect(
    findFolderCycle({ ...files(''), 'lib/money.ts': "import type { A } from '@/features/money/a/queries'" }),
  ).toBeNull()
})

test('an import from a lower layer that a higher one imports is a circle', () => {
  expect(
    findFolderCycle({ 'lib/money.ts': "import '@/app/routes'", 'app/routes.tsx': "import '@/lib/money'" }),
  ).toEqual(['lib/money.ts imports app/routes', 'app/routes.tsx imports lib/money'])
})
