import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { test as base } from '@playwright/test'
import postgres from 'postgres'
import { build, preview } from 'vite'
import { startTemporaryStack } from '../local/template'
import { createPeople, type People } from './people'

type Stack = Awaited<ReturnType<typeof startTemporaryStack>>
export type Bank = { stack: Stack; webUrl: string; sql: postgres.Sql }

const root = fileURLToPath(new URL('..', import.meta.url))

async function serveWeb(stack: Stack) {
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
    async close() {
      await new Promise((resolve) => server.httpServer.close(resolve))
      await rm(outDir, { recursive: true, force: true })
    },
  }
}

/** `bank`: this worker's own bank, from the production build. `people`: customers made for one test. */
export const test = base.extend<{ people: People }, { bank: Bank }>({
  bank: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the parameter's shape
    async ({}, use) => {
      const stack = await startTemporaryStack()
      const sql = postgres(stack.databaseUrl, { max: 2, onnotice: () => undefined })
      const web = await serveWeb(stack)
      await use({ stack, webUrl: web.webUrl, sql })
      await web.close()
      await sql.end()
      await stack.destroy()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ bank }, use) => use(bank.webUrl),
  people: async ({ bank }, use) => use(createPeople(bank)),
})

export { expect } from '@playwright/test'
