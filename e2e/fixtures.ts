import { expect, test as base, type BrowserContext, type Page } from '@playwright/test'
import postgres from 'postgres'
import { freePort, retryTakenPort } from '../local/postgres/ports'
import { startTemporaryStack, type TemporaryStack } from '../local/template'
import { createPeople, signIn, type People, type Person } from './people'
import { serveWeb } from './serveWeb'

/** `builtApp`: the folder of the production build. */
export type Server = { stack: TemporaryStack; webUrl: string; builtApp: string; sql: postgres.Sql }

/** Signs this person in, in a window of their own, and opens `path`. */
export type OpenWindow = (person: Person, path: string) => Promise<Page>

type TestFixtures = { people: People; openWindow: OpenWindow; keepsPolicy: void; closesWindows: void }
type WorkerFixtures = { server: Server; policyViolations: string[]; spareWindows: Page[] }

/**
 * Sort codes from 30-00-00 lead to other banks, which answer. Payments to the rest need no answer.
 * `server`: the worker's local stack and web server. `people`: creates the customers of one test. A test fails when the
 * browser reports a violation of the Content Security Policy in any window. Every window is closed at the end of its test,
 * except those of `openWindow`: the next test opens another person in them. A new one would compile the app again.
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
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the parameter's shape
  spareWindows: [async ({}, use) => use([]), { scope: 'worker' }],
  context: async ({ context, policyViolations }, use) => use(reportViolations(context, policyViolations)),
  keepsPolicy: [
    async ({ policyViolations }, use) => {
      policyViolations.length = 0
      await use()
      expect(policyViolations).toEqual([])
    },
    { auto: true },
  ],
  // A window that stays open goes on answering live updates, in the time of every later test.
  closesWindows: [
    async ({ browser, spareWindows }, use) => {
      await use()
      const spare = new Set(spareWindows.map((page) => page.context()))
      const others = browser.contexts().filter((context) => !spare.has(context))
      await Promise.all(others.map((context) => context.close()))
    },
    { auto: true },
  ],
  server: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the parameter's shape
    async ({}, use) => {
      const { stack, webUrl, web } = await retryTakenPort(startServer)
      const sql = postgres(stack.databaseUrl, { max: 2, onnotice: () => undefined })
      await use({ stack, webUrl, builtApp: web.outDir, sql })
      await web.close()
      await sql.end()
      await stack.destroy()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ server }, use) => use(server.webUrl),
  people: async ({ server }, use) => use(createPeople(server)),
  openWindow: async ({ browser, baseURL, spareWindows }, use, testInfo) => {
    const opened: Page[] = []
    await use(async (person, path) => {
      const spare = spareWindows.pop()
      const page = spare ?? (await (await browser.newContext({ baseURL, viewport: desktop })).newPage())
      opened.push(page)
      await signIn(page, person, path)
      return page
    })
    // What a failed test has left is unknown.
    if (testInfo.status !== testInfo.expectedStatus) return
    for (const page of opened) {
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      await page.emulateMedia({ colorScheme: 'light' })
      await page.setViewportSize(desktop)
      // A dialog that has just been closed moves the history, which can stop this.
      await page.goto('about:blank').catch(() => page.goto('about:blank'))
      spareWindows.push(page)
    }
  },
})

const desktop = { width: 1280, height: 900 }

/** The stack knows the address of the web app, so its port is chosen before the stack starts. */
async function startServer() {
  const port = await freePort()
  // Passkeys need a name: no browser accepts them for an IP address.
  const webUrl = `http://localhost:${port}`
  const stack = await startTemporaryStack({ otherBanks: '30', env: { APP_URL: webUrl } })
  try {
    return { stack, webUrl, web: await serveWeb(stack, process.env.BUILT_APP ?? '', { isCompressed: false, port }) }
  } catch (error) {
    await stack.destroy()
    throw error
  }
}

function reportViolations(context: BrowserContext, violations: string[]) {
  context.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) violations.push(message.text())
  })
  return context
}

export { expect }
