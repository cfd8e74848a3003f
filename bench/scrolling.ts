// How long frames take while a customer scrolls through a long list of transactions, on a CPU slowed four times.
import { chromium, type Page } from '@playwright/test'
import postgres from 'postgres'
import { createPeople, signIn, type Person } from '../e2e/people'
import { serveWeb } from '../e2e/serveWeb'
import { startTemporaryStack } from '../local/template'
import config from '../playwright.config'

export type Scrolling = { rows: number; median: number; p95: number; p99: number }

const cpuSlowdown = 4
const pixelsPerFrame = 60
const secondsPerPlace = 4

/** Frame times in ms. The rows are all loaded before. */
export async function measureScrolling(rowCounts: number[]): Promise<Scrolling[]> {
  const stack = await startTemporaryStack()
  const sql = postgres(stack.databaseUrl, { max: 2, onnotice: () => undefined })
  const web = await serveWeb(stack)
  const browser = await chromium.launch(config.use?.launchOptions)
  const people = createPeople({ stack, sql, webUrl: web.webUrl, builtApp: web.outDir })
  const results: Scrolling[] = []
  for (const rows of rowCounts) {
    const person = await people.customer('Scrolling')
    await addTransactions(sql, person, rows)
    const context = await browser.newContext({ baseURL: web.webUrl, viewport: { width: 390, height: 844 } })
    const page = await context.newPage()
    await signIn(page, person)
    await page.goto('/transactions')
    await loadAll(page)
    results.push({ rows, ...(await scrollThrough(page)) })
    await context.close()
  }
  await browser.close()
  await web.close()
  await sql.end()
  await stack.destroy()
  return results
}

/** Some thirty a day. */
async function addTransactions(sql: postgres.Sql, person: Person, rows: number) {
  await sql`
    insert into public.transactions
      (user_id, created_at, amount, to_sort_code, to_account_number, to_account_holder_name, reference)
    select ${person.id}, now() - make_interval(mins => 48 * n), 1 + n % 300, '20-00-00', '12345678',
      'Payee number ' || n % 97, case when n % 3 = 0 then 'REFERENCE ' || n % 50 end
    from generate_series(1, ${rows}) n`
}

async function loadAll(page: Page) {
  await page.getByText('Latest transactions').waitFor()
  await page.evaluate(async () => {
    while (!document.body.textContent.includes('That is everything')) {
      window.scrollTo(0, document.documentElement.scrollHeight)
      await new Promise(requestAnimationFrame)
    }
  })
}

/** At the top, in the middle and near the end. */
async function scrollThrough(page: Page) {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
  const frames = await page.evaluate(
    async ([step, seconds]) => {
      const times: number[] = []
      for (const place of [0, 0.5, 0.9]) {
        window.scrollTo(0, document.documentElement.scrollHeight * place)
        let last = await new Promise(requestAnimationFrame)
        const end = last + seconds * 1000
        while (last < end) {
          window.scrollBy(0, step)
          const now = await new Promise(requestAnimationFrame)
          times.push(now - last)
          last = now
        }
      }
      return times.toSorted((a, b) => a - b)
    },
    [pixelsPerFrame, secondsPerPlace] as const,
  )
  const at = (share: number) => frames[Math.floor((frames.length - 1) * share)] ?? Number.NaN
  return { median: at(0.5), p95: at(0.95), p99: at(0.99) }
}
