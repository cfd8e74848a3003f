// A stack with the production build and a browser, for measurements on a screen.
import { rm } from 'node:fs/promises'
import { chromium, type Browser, type BrowserContextOptions, type Page } from '@playwright/test'
import postgres from 'postgres'
import { launchOptions } from '../e2e/chromium'
import { createPeople, signInWithPin, type People, type Person } from '../e2e/people'
import { buildWeb, serveWeb } from '../e2e/serveWeb'
import { startTemporaryStack, type TemporaryStack } from '../local/template'

export type ScreenFixture = {
  stack: TemporaryStack
  sql: postgres.Sql
  people: People
  webUrl: string
  /** The folder of the production build. */
  builtApp: string
  browser: Browser
  close(): Promise<void>
}

export const phone: BrowserContextOptions = { viewport: { width: 390, height: 844 }, hasTouch: true }

export async function startScreenFixture(): Promise<ScreenFixture> {
  const stack = await startTemporaryStack()
  const sql = postgres(stack.databaseUrl, { max: 2, onnotice: () => undefined })
  const build = await buildWeb()
  const web = await serveWeb(stack, build)
  const { webUrl, outDir: builtApp } = web
  const browser = await chromium.launch(launchOptions)
  return {
    stack,
    sql,
    people: createPeople({ stack, sql, webUrl, builtApp }),
    webUrl,
    builtApp,
    browser,
    async close() {
      await browser.close()
      await web.close()
      await rm(build, { recursive: true, force: true })
      await sql.end()
      await stack.destroy()
    },
  }
}

/** Opens the home page on a phone of this person, signed in. */
export async function openPhone({ browser, webUrl }: ScreenFixture, person: Person): Promise<Page> {
  const context = await browser.newContext({ ...phone, baseURL: webUrl })
  const page = await context.newPage()
  await signInWithPin(page, person)
  return page
}

export async function addTransactions(sql: postgres.Sql, person: Person, rows: number, minutesApart: number) {
  await sql`
    insert into public.transactions
      (movement_id, user_id, created_at, amount, to_sort_code, to_account_number, to_account_holder_name, reference)
    select gen_random_uuid(), ${person.id}, now() - make_interval(mins => ${minutesApart}::integer * n), 1 + n % 300, '20-00-00', '12345678',
      'Payee number ' || n % 97, case when n % 3 = 0 then 'REFERENCE ' || n % 50 end
    from generate_series(1, ${rows}::integer) n`
}

/** Slows the CPU four times, like a cheap phone. */
export async function slowDown(page: Page) {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
}
