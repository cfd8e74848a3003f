// Builds the app and compares what its areas make a browser download with the budgets.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build, type Manifest, type ManifestChunk, type Plugin } from 'vite'
import { areaFile } from '../build/firstScript'

export type Budget = { what: string; measured: number; limit: number; unit: 'kB' | '' }

const root = fileURLToPath(new URL('..', import.meta.url))
const firstScripts = ['index.html', 'src/app/start.tsx']

export async function measureWeb(): Promise<Budget[]> {
  const outDir = await mkdtemp(path.join(tmpdir(), 'fernbank-budgets-'))
  try {
    const { manifest, modulesOf } = await buildInto(outDir)
    const chunks = Object.values(manifest).filter(({ file }) => file.endsWith('.js'))
    const chunkOf = (module: string) => chunks.find(({ file }) => modulesOf(file).some((id) => id.endsWith(module)))
    const size = async (file: string) => gzipSync(await readFile(path.join(outDir, file)), { level: 9 }).length / 1000
    const sum = async (files: Iterable<string>) => {
      const sizes = await Promise.all(Array.from(files, size))
      return sizes.reduce((total, each) => total + each, 0)
    }
    const filesOf = (...areas: string[]) => closure(manifest, [...firstScripts, ...areas.map(areaFile)].map(chunkOf))
    const customer = filesOf('customer')
    const over = async (area: string, before: string[] = ['customer']) =>
      (await sum(filesOf(...before, area))) - (await sum(filesOf(...before)))
    const kilobytes = (what: string, measured: number, limit: number): Budget => ({ what, measured, limit, unit: 'kB' })
    const css = new Set(
      Object.values(manifest).flatMap((chunk) => [
        ...(chunk.css ?? []),
        ...(chunk.file.endsWith('.css') ? [chunk.file] : []),
      ]),
    )
    return [
      // The first script lists the later chunks, and each part that is downloaded when it is shown makes the list longer.
      kilobytes('JS before /auth shows', await sum(filesOf('visitor')), 106.3),
      kilobytes('JS before a screen of the customer area shows', await sum(customer), 155),
      // A transfer between own accounts has 'From' and 'To', with 0.5 kB. Its confirmation is downloaded when it is shown.
      // Pay details fold the account, and know a payee who was paid before. Their parts compress a little differently with each build.
      kilobytes('JS of the payments area, over the customer area', await over('payments'), 41.3),
      // 0.1 kB since the sign-up reports a known address, and 0.5 kB for what is behind each tool of Support.
      // An error that is shown is reported from the module that sends requests, which this area shares.
      // The list of regular payments is also on the page of a savings account, so it is in a chunk of its own, with 1 kB.
      kilobytes('JS of the support area, over the customer area', await over('support'), 79.2),
      // The form says what is not refunded of a scam before the claim is sent. It shares the fields with Pay details.
      kilobytes('JS of the cases area, over the customer area', await over('cases'), 30.8),
      // Staff see which account money belongs to, and the list of a customer's accounts is in a chunk that this area shares: 1.6 kB.
      // The tabs below the navigation are on each of its screens, so they cannot be loaded later. The marks of cases, the
      // records of looks at lists and the reports of shown errors and the figures of a week came to it with 0.7 kB. Saved
      // reasons and what a customer will get are downloaded by the dialogs that show them; asking for them takes 1.5 kB, and one
      // period for all figures 0.5 kB.
      kilobytes('JS of the staff area, over the customer area', await over('staff'), 75.8),
      kilobytes('JS of the staff chat area, over the staff area', await over('staffChat', ['customer', 'staff']), 35),
      kilobytes(
        'JS of the staff payments area, over the staff area',
        await over('staffPayments', ['customer', 'staff']),
        20,
      ),
      kilobytes('JS of the staff cases area, over the staff area', await over('staffCases', ['customer', 'staff']), 24),
      kilobytes('JS of the super admin area, over the staff area', await over('superAdmin', ['customer', 'staff']), 20),
      // The back office has its own heights of controls, also in dialogs, and the room of its tabs. Parts that fold have their arrow.
      kilobytes('CSS, all', await sum(css), 13.75),
      { what: 'script files of / before idle', measured: customer.size, limit: 8, unit: '' },
      {
        what: 'modules with Intl in the customer area',
        measured: (await withIntl([...customer].flatMap(modulesOf))).length,
        limit: 0,
        unit: '',
      },
    ]
  } finally {
    await rm(outDir, { recursive: true, force: true })
  }
}

async function buildInto(outDir: string) {
  process.env.VITE_SUPABASE_URL = 'https://fernbank.example'
  process.env.VITE_SUPABASE_PUBLISHABLE_KEY = 'sb_publishable_budgets'
  const modules = new Map<string, string[]>()
  const collectModules: Plugin = {
    name: 'collect-modules',
    writeBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === 'chunk') modules.set(file.fileName, file.moduleIds)
      }
    },
  }
  const options = { outDir, emptyOutDir: true, manifest: true }
  await build({ root, logLevel: 'error', plugins: [collectModules], build: options })
  const manifest = JSON.parse(await readFile(path.join(outDir, '.vite/manifest.json'), 'utf8')) as Manifest
  return { manifest, modulesOf: (file: string) => modules.get(file) ?? [] }
}

/** The files of these chunks, with all that they import before they can run. */
function closure(manifest: Manifest, chunks: (ManifestChunk | undefined)[], found = new Set<string>()): Set<string> {
  for (const chunk of chunks) {
    if (chunk === undefined) throw new Error('the build lacks a part')
    if (found.has(chunk.file)) continue
    found.add(chunk.file)
    closure(
      manifest,
      (chunk.imports ?? []).map((key) => manifest[key]),
      found,
    )
  }
  return found
}

/** The modules of this project among them that format with Intl. */
async function withIntl(modules: string[]): Promise<string[]> {
  const own = modules.filter((id) => id.startsWith(path.join(root, 'src/')))
  const texts = await Promise.all(own.map((id) => readFile(id, 'utf8')))
  return own.filter((_id, index) => /\bIntl\.\w|\.toLocale/.test(texts[index] ?? ''))
}
