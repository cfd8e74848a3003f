import { test as base } from '@playwright/test'
import postgres from 'postgres'
import { startTemporaryStack } from '../local/template'
import { createPeople, type People } from './people'
import { serveWeb } from './serveWeb'

type Stack = Awaited<ReturnType<typeof startTemporaryStack>>
export type Bank = { stack: Stack; webUrl: string; sql: postgres.Sql }

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
