import { expect, test as base, type BrowserContext } from '@playwright/test'
import postgres from 'postgres'
import { startTemporaryStack } from '../local/template'
import { createPeople, type People } from './people'
import { serveWeb } from './serveWeb'

type Stack = Awaited<ReturnType<typeof startTemporaryStack>>
/** `builtApp`: the folder that a web server would deliver. */
export type Bank = { stack: Stack; webUrl: string; builtApp: string; sql: postgres.Sql }

type TestFixtures = { people: People; keepsPolicy: void }
type WorkerFixtures = { bank: Bank; policyViolations: string[] }

/**
 * `bank`: this worker's own bank, from the production build. `people`: customers made for one test. A test fails when the
 * browser had to refuse something of the app for its Content Security Policy, in whatever window.
 */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the parameter's shape
  policyViolations: [async ({}, use) => use([]), { scope: 'worker' }],
  browser: [
    async ({ browser, policyViolations }, use) => {
      const open = browser.newContext.bind(browser)
      browser.newContext = async (options) => reportViolations(await open(options), policyViolations)
      await use(browser)
    },
    { scope: 'worker' },
  ],
  keepsPolicy: [
    async ({ policyViolations }, use) => {
      policyViolations.length = 0
      await use()
      expect(policyViolations).toEqual([])
    },
    { auto: true },
  ],
  bank: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the parameter's shape
    async ({}, use) => {
      const stack = await startTemporaryStack()
      const sql = postgres(stack.databaseUrl, { max: 2, onnotice: () => undefined })
      const web = await serveWeb(stack)
      await use({ stack, webUrl: web.webUrl, builtApp: web.outDir, sql })
      await web.close()
      await sql.end()
      await stack.destroy()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ bank }, use) => use(bank.webUrl),
  people: async ({ bank }, use) => use(createPeople(bank)),
})

function reportViolations(context: BrowserContext, violations: string[]) {
  context.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) violations.push(message.text())
  })
  return context
}

export { expect }
