import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { build, type Plugin } from 'vite'
import { areaFile, filesWith } from './firstScript.ts'

/**
 * The app does not load _headers, the service worker, icons and source maps: the host or the browser reads them.
 * Workers and their fonts make files of data that a customer needs a connection for.
 */
const notKept = /^(_headers|serviceWorker\.js|icons\/.*|.*\.map|assets\/worker-.*|assets\/.*\.woff)$/

/** What a tap on one of the five tabs needs. */
const partsOfTabs = [...['customer', 'payments', 'support'].map(areaFile), 'src/components/ui/overlays.ts']

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
          define: {
            builtFiles: JSON.stringify(await listFiles(dir)),
            filesOfTabs: JSON.stringify(filesWith(partsOfTabs, chunks).map((file) => `/${file}`)),
          },
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

async function listFiles(dir: string): Promise<{ url: string; revision: string | null }[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true })
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(dir, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
    .filter((name) => !notKept.test(name))
    .toSorted()
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
