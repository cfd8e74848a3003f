// Builds the app and weighs what each screen makes a browser load before it can show, gzipped, beside its budget.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build, type Manifest, type ManifestChunk } from 'vite'

const kilobyte = 1000
const homeParts = ['PersonalData', 'guards', 'MainLayout'].map((name) => `src/app/${name}.tsx`)
const initialBudgets = [
  { screen: 'src/screens/AuthScreen.tsx', parts: [], route: '/auth', budget: 110 * kilobyte },
  { screen: 'src/screens/HomeScreen.tsx', parts: homeParts, route: '/', budget: 145 * kilobyte },
]
const routeBudget = 15 * kilobyte
const adminRouteBudget = 25 * kilobyte
const cssBudget = 12 * kilobyte

const root = fileURLToPath(new URL('..', import.meta.url))

async function buildOnce() {
  process.env.VITE_SUPABASE_URL = 'https://fernbank.example'
  process.env.VITE_SUPABASE_PUBLISHABLE_KEY = 'sb_publishable_budgets'
  const outDir = await mkdtemp(path.join(tmpdir(), 'fernbank-budgets-'))
  await build({ root, logLevel: 'error', build: { outDir, emptyOutDir: true, manifest: true } })
  const manifest = JSON.parse(await readFile(path.join(outDir, '.vite/manifest.json'), 'utf8')) as Manifest
  return { outDir, manifest }
}

/** The chunk and everything that it imports before it can run. */
function closure(manifest: Manifest, key: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[key]
  if (chunk === undefined || seen.has(chunk.file)) return seen
  seen.add(chunk.file)
  for (const imported of chunk.imports ?? []) closure(manifest, imported, seen)
  return seen
}

export async function measureWeb() {
  const { outDir, manifest } = await buildOnce()
  const sizes = new Map<string, number>()
  const size = async (file: string) => {
    const known = sizes.get(file) ?? gzipSync(await readFile(path.join(outDir, file)), { level: 9 }).length
    sizes.set(file, known)
    return known
  }
  const sum = async (files: Iterable<string>) => {
    let total = 0
    for (const file of files) total += await size(file)
    return total
  }

  const entry = closure(manifest, 'index.html')
  const rows: { what: string; bytes: number; budget: number }[] = []
  const homeFiles = new Set(entry)
  for (const part of [...homeParts, 'src/screens/HomeScreen.tsx']) closure(manifest, part, homeFiles)
  for (const { screen, parts, route, budget } of initialBudgets) {
    const files = new Set(entry)
    for (const part of [...parts, screen]) closure(manifest, part, files)
    rows.push({ what: `initial JS on ${route}`, bytes: await sum(files), budget })
  }

  const screens = Object.entries(manifest).filter(([key]) => key.startsWith('src/screens/'))
  for (const [key] of screens) {
    if (initialBudgets.some(({ screen }) => screen === key)) continue
    const extra = [...closure(manifest, key)].filter((file) => !homeFiles.has(file))
    const budget = path.basename(key).startsWith('Admin') ? adminRouteBudget : routeBudget
    rows.push({ what: `route ${path.basename(key, '.tsx')}`, bytes: await sum(extra), budget })
  }

  const chunks = Object.values(manifest) satisfies ManifestChunk[]
  const css = new Set(
    chunks.flatMap((chunk) => [...(chunk.css ?? []), ...(chunk.file.endsWith('.css') ? [chunk.file] : [])]),
  )
  rows.push({ what: 'CSS, all', bytes: await sum(css), budget: cssBudget })
  await rm(outDir, { recursive: true, force: true })
  return rows
}
