import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { build, type Plugin } from 'vite'
import { filesOfAreas } from './firstScript.ts'

/**
 * The app does not load _headers, the service worker, icons and source maps: the host or the browser reads them.
 * Workers and their fonts make files of data that a customer needs a connection for.
 */
const notKept = /^(_headers|serviceWorker\.js|icons\/.*|.*\.map|assets\/worker-.*|assets\/.*\.woff)$/

/** The service worker asks for files one after the other: a tap on a tab finds its own in the browser's cache first. */
const areasOfTabs = ['customer', 'payments', 'support']

/** Builds src/serviceWorker.ts beside the app, with the list of its files. */
export function serviceWorker(): Plugin {
  let root = ''
  return {
    name: 'service-worker',
    apply: 'build',
    configResolved(config) {
      ;({ root } = config)
    },
    writeBundle: {
      order: 'post',
      // Other plugins write their files first.
      sequential: true,
      async handler({ dir = 'dist' }, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        await build({
          configFile: false,
          root,
          publicDir: false,
          logLevel: 'warn',
          define: { builtFiles: JSON.stringify(await listFiles(dir, filesOfAreas(areasOfTabs, chunks))) },
          build: {
            outDir: dir,
            emptyOutDir: false,
            modulePreload: false,
            rolldownOptions: {
              input: path.join(root, 'src/serviceWorker.ts'),
              output: { format: 'iife', entryFileNames: 'serviceWorker.js' },
            },
          },
        })
      },
    },
  }
}

async function listFiles(dir: string, first: string[]): Promise<{ url: string; revision: string | null }[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true })
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(dir, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
    .filter((name) => !notKept.test(name))
    .toSorted()
    .toSorted((a, b) => Number(first.includes(b)) - Number(first.includes(a)))
  return Promise.all(
    names.map(async (name) => ({
      url: name === 'index.html' ? '/' : `/${name}`,
      // The names in assets/ contain a hash.
      revision: name.startsWith('assets/') ? null : await revisionOf(dir, name),
    })),
  )
}

/** The revision changes with the file. A page is stored with its headers, so its revision changes with them too. */
async function revisionOf(dir: string, name: string): Promise<string> {
  const hash = createHash('sha256').update(await readFile(path.join(dir, name)))
  if (name === 'index.html') hash.update(await readFile(path.join(dir, '_headers')))
  return hash.digest('hex').slice(0, 16)
}
