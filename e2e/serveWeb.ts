import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, preview, type Plugin } from 'vite'
import type { TemporaryStack } from '../local/template'
import { keys } from '../local/settings'

const root = fileURLToPath(new URL('..', import.meta.url))
/** The API's host in the build. `serveWeb` replaces it: the stacks have different ports, and one build serves them all. */
const builtApiHost = 'api.build.invalid'

const uncompressed: Plugin = {
  name: 'uncompressed',
  configurePreviewServer(server) {
    server.middlewares.use((request, _response, next) => {
      delete request.headers['accept-encoding']
      next()
    })
  },
}

/** Makes the production build. Returns its folder. */
export async function buildWeb(): Promise<string> {
  const outDir = await mkdtemp(path.join(tmpdir(), 'fernbank-build-'))
  process.env.VITE_SUPABASE_URL = `http://${builtApiHost}`
  process.env.VITE_SUPABASE_PUBLISHABLE_KEY = keys.publishable
  process.env.VITE_SAMPLE_TRANSACTIONS = 'false'
  await build({ root, logLevel: 'warn', build: { outDir, emptyOutDir: true } })
  return outDir
}

/**
 * Serves a build for this stack, by default on a free port, with the headers of the real delivery. Without a slow network, to compress
 * the app again for each page costs more than to send it whole.
 */
export async function serveWeb(
  stack: TemporaryStack,
  builtApp: string,
  { isCompressed = true, port = 0 }: { isCompressed?: boolean; port?: number } = {},
) {
  const outDir = await mkdtemp(path.join(tmpdir(), 'fernbank-web-'))
  await cp(builtApp, outDir, { recursive: true })
  await replaceInFiles(outDir, builtApiHost, new URL(stack.apiUrl).host)
  const server = await preview({
    root,
    logLevel: 'warn',
    plugins: isCompressed ? [] : [uncompressed],
    build: { outDir },
    preview: { port, strictPort: port !== 0, host: '127.0.0.1' },
  })
  const webUrl = server.resolvedUrls?.local[0]
  if (webUrl === undefined) throw new Error('the web server has no address')
  return {
    webUrl: webUrl.replace(/\/$/, ''),
    /** The folder that it serves. */
    outDir,
    async close() {
      await new Promise((resolve) => server.httpServer.close(resolve))
      await rm(outDir, { recursive: true, force: true })
    },
  }
}

async function replaceInFiles(folder: string, from: string, to: string) {
  const files = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const file of files.filter((entry) => entry.isFile() && !entry.name.endsWith('.png'))) {
    const name = path.join(file.parentPath, file.name)
    const text = await readFile(name, 'utf8')
    if (text.includes(from)) await writeFile(name, text.replaceAll(from, to))
  }
}
