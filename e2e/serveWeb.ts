import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, preview } from 'vite'
import type { startTemporaryStack } from '../local/template'

type Stack = Awaited<ReturnType<typeof startTemporaryStack>>

const root = fileURLToPath(new URL('..', import.meta.url))

/** Builds the app for this stack and serves it as it is delivered, on a free port. */
export async function serveWeb(stack: Stack) {
  const outDir = await mkdtemp(path.join(tmpdir(), 'fernbank-web-'))
  process.env.VITE_SUPABASE_URL = stack.apiUrl
  process.env.VITE_SUPABASE_PUBLISHABLE_KEY = stack.keys.publishable
  process.env.VITE_SAMPLE_TRANSACTIONS = 'false'
  await build({ root, logLevel: 'warn', build: { outDir, emptyOutDir: true } })
  const server = await preview({ root, logLevel: 'warn', build: { outDir }, preview: { port: 0, host: '127.0.0.1' } })
  const webUrl = server.resolvedUrls?.local[0]
  if (webUrl === undefined) throw new Error('the web server has no address')
  return {
    webUrl: webUrl.replace(/\/$/, ''),
    /** What was built. */
    outDir,
    async close() {
      await new Promise((resolve) => server.httpServer.close(resolve))
      await rm(outDir, { recursive: true, force: true })
    },
  }
}
