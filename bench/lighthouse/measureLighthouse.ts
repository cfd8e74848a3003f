// Lighthouse for phones on our pages and on the first page of another finance app, in turns.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium } from '@playwright/test'
import { z } from 'zod'
import { launchOptions } from '../../e2e/chromium'
import { signInWithPin, type Person } from '../../e2e/people'
import { median } from '../figures'
import { addTransactions, startScreenFixture, phone } from '../screenFixture'
import { startBrowser } from './auditedBrowser'
import { deliver } from './deliver'
import { loadTools, otherApp, type Audit } from './tools'

/**
 * Medians: `score` out of 100, `bytes` as sent, the number of `requests`, the others in ms. Requests of the service worker are
 * not counted: Lighthouse follows the page, its frames and its workers, and the service worker starts when the page is idle.
 */
type PageFigures = { what: string; score: number; paint: number; blocked: number; bytes: number; requests: number }
export type LighthouseFigures = { ours: PageFigures[]; other: PageFigures }

/** Seven months of a typical customer. */
const rows = 200
const minutesApart = 24 * 60

export async function measureLighthouse(rounds: number): Promise<LighthouseFigures> {
  const { audit, selfSigned, otherApp: otherFolder } = await loadTools()
  const fixture = await startScreenFixture()
  const ours = await deliver(fixture.builtApp, selfSigned)
  const other = await deliver(otherFolder, selfSigned)
  const profile = await mkdtemp(path.join(tmpdir(), 'fernbank-lighthouse-'))
  const person = await fixture.people.customer('Lighthouse')
  await addTransactions(fixture.sql, person, rows, minutesApart)
  await leaveSession(profile, ours.url, person)
  const browser = await startBrowser(profile)
  const pages = [
    // Another host name of this machine, under which no user is signed in.
    { what: '/auth', url: `${ours.url.replace('127.0.0.1', 'localhost')}/auth` },
    { what: '/', url: `${ours.url}/` },
    { what: '/transactions', url: `${ours.url}/transactions` },
    { what: '/pay-transfer', url: `${ours.url}/pay-transfer` },
    { what: otherApp, url: `${other.url}/` },
  ].map((page) => ({ ...page, runs: [] as Run[] }))
  try {
    for (let round = 0; round < rounds; round += 1) {
      for (const { url, runs } of pages) runs.push(await auditOnce(audit, url, browser.port))
    }
  } finally {
    await browser.close()
    await rm(profile, { recursive: true, force: true })
    await Promise.all([ours.close(), other.close()])
    await fixture.close()
  }
  const figures = pages.map(({ what, runs }) => ({ what, ...medians(runs) }))
  const last = figures.pop()
  if (last === undefined) throw new Error('nothing was measured')
  return { ours: figures, other: last }
}

/** Signs in and keeps the session in the profile. Lighthouse clears caches and keeps the storage. */
async function leaveSession(profile: string, url: string, person: Person) {
  const context = await chromium.launchPersistentContext(profile, {
    ...launchOptions,
    ...phone,
    baseURL: url,
    ignoreHTTPSErrors: true,
  })
  await signInWithPin(await context.newPage(), person)
  await context.close()
}

const figure = z.object({ numericValue: z.number() })
const report = z.object({
  requestedUrl: z.string(),
  finalDisplayedUrl: z.string(),
  runtimeError: z.object({ message: z.string() }).optional(),
  categories: z.object({ performance: z.object({ score: z.number() }) }),
  audits: z.object({
    'largest-contentful-paint': figure,
    'total-blocking-time': figure,
    'total-byte-weight': figure,
    'network-requests': z.object({ details: z.object({ items: z.array(z.unknown()) }) }),
  }),
})
/** The audits of the performance score, the byte weight and the requests. Others only take time. */
const audits = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
  'speed-index',
  'total-byte-weight',
  'network-requests',
]

type Run = Omit<PageFigures, 'what'>

const attempts = 3

async function auditOnce(audit: Audit, url: string, port: number, attempt = 1): Promise<Run> {
  const result = await audit(url, { port, logLevel: 'error', onlyAudits: audits, disableFullPageScreenshot: true })
  const read = report.safeParse(result?.lhr)
  // On a busy machine a recording can lack a paint, and is repeated.
  if (!read.success && attempt < attempts) return auditOnce(audit, url, port, attempt + 1)
  if (!read.success) throw new Error(`${url} could not be audited`, { cause: read.error })
  const { runtimeError, requestedUrl, finalDisplayedUrl, categories, audits: found } = read.data
  if (runtimeError !== undefined) throw new Error(`${url}: ${runtimeError.message}`)
  if (finalDisplayedUrl !== requestedUrl) throw new Error(`${url} led to ${finalDisplayedUrl}`)
  return {
    score: categories.performance.score * 100,
    paint: found['largest-contentful-paint'].numericValue,
    blocked: found['total-blocking-time'].numericValue,
    bytes: found['total-byte-weight'].numericValue,
    requests: found['network-requests'].details.items.length,
  }
}

function medians(runs: Run[]): Run {
  const of = (name: keyof Run) => median(runs.map((run) => run[name]))
  return {
    score: of('score'),
    paint: of('paint'),
    blocked: of('blocked'),
    bytes: of('bytes'),
    requests: of('requests'),
  }
}
