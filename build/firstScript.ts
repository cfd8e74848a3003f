import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { accountColumns } from '../src/features/money/accounts/columns.ts'
import { transactionPageSize } from '../src/features/money/transactions/pageSize.ts'
import { profileColumns } from '../src/features/person/profile/columns.ts'
import type { WebEnv } from '../src/lib/env.ts'
import { paths } from '../src/lib/paths.ts'
import { readWebEnv } from './webEnv.ts'

const text = readFileSync(path.join(import.meta.dirname, 'headScript.js'), 'utf8')

/** Lets the Content Security Policy allow the script. */
export const firstScriptHash = `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** An address of the API; `USER` becomes the user's id. The query of the app has the same address. */
const read = (name: string, query: Record<string, string>) => `${name}?${new URLSearchParams(query)}`
const profile = read('profiles', { select: profileColumns, id: 'eq.USER' })
const account = read('rpc/get_current_account', { select: accountColumns })
const transactions = read('rpc/search_transactions', { limit: String(transactionPageSize) })

/** The areas and the reads of a signed-in user's first screens. Any other needs the guard's profile and the customer area. */
export const firstScreens: Record<string, { areas: string[]; reads: string[] }> = {
  '*': { areas: ['customer'], reads: [profile] },
  [paths.home]: { areas: ['customer'], reads: [profile, account] },
  [paths.transactions]: { areas: ['customer'], reads: [profile, account, transactions] },
  [paths.payTransfer]: { areas: ['customer', 'payments'], reads: [profile, account] },
  [paths.paymentDetails]: { areas: ['customer', 'payments'], reads: [profile, account] },
}

/** What the script takes from its attribute. `filesOf`: the scripts of an area in this build. */
export function firstData(env: WebEnv, filesOf: (areas: string[]) => string[]) {
  const screens = Object.entries(firstScreens).map(([address, { areas, reads }]) => [
    address,
    { files: filesOf(areas), reads },
  ])
  return JSON.stringify({
    api: env.supabaseUrl,
    key: env.publishableKey,
    visitor: filesOf(['visitor']),
    screens: Object.fromEntries(screens),
  })
}

/** The chunks that each first screen needs, besides the first script of the page. */
const always = new Set(['react', 'rolldown-runtime', 'shell'])

/** Puts the script into index.html, and preloads what every first screen needs. */
export function firstScript(): Plugin {
  let env: WebEnv | null = null
  return {
    name: 'first-script',
    configResolved(config) {
      ;({ env } = readWebEnv(config.env))
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        if (env === null) return html
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const first = chunks.filter(({ name, isEntry }) => isEntry || always.has(name))
        const known = new Set(first.map(({ fileName }) => fileName))
        const filesOf = (areas: string[]) =>
          filesWith(areas.map(areaFile), chunks).flatMap((file) => (known.has(file) ? [] : [`/${file}`]))
        const data = firstData(env, filesOf).replaceAll('&', '&amp;').replaceAll('"', '&quot;')
        const preloads = first
          .filter(({ isEntry }) => !isEntry)
          .map(({ fileName }) => `<link rel="modulepreload" crossorigin href="/${fileName}">`)
        const tags = [`<script data-first="${data}">${text}</script>`, ...preloads].join('\n    ')
        return html.replace('<!-- first script -->', () => tags)
      },
    },
  }
}

export const areaFile = (area: string) => `src/app/${area}Area.ts`

/** The files with these modules, and with all that they import. */
export function filesWith(modules: string[], chunks: Rolldown.OutputChunk[]): string[] {
  const found = chunks.filter(({ moduleIds }) => moduleIds.some((id) => modules.some((module) => id.endsWith(module))))
  return [...closure(found, chunks)]
}

/** The files of these chunks, and of all that they import. */
function closure(chunks: Rolldown.OutputChunk[], all: Rolldown.OutputChunk[], found = new Set<string>()): Set<string> {
  for (const { fileName, imports } of chunks) {
    if (found.has(fileName)) continue
    found.add(fileName)
    closure(
      all.filter((chunk) => imports.includes(chunk.fileName)),
      all,
      found,
    )
  }
  return found
}
