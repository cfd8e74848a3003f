// Time from `npm run dev` to the first page.
import { spawn } from 'node:child_process'
import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { chromium, type Browser } from '@playwright/test'
import { launchOptions } from '../e2e/chromium'
import { removeData } from '../local/database'
import { freePort } from '../local/postgres/ports'

/** Seconds from the command to the sign-in screen in a browser, and to the first response of the API. */
type Start = { shown: number; ready: number }

const askEveryMs = 20
const timeoutMs = 60_000

/** Measures a start with a new database and one with an existing database. */
export async function measureStarts(): Promise<{ newDatabase: Start; warm: Start }> {
  const browser = await chromium.launch(launchOptions)
  const dataDir = await makeFolder()
  const newDatabase = await timeStart(browser, dataDir)
  const warm = await timeStart(browser, dataDir)
  await browser.close()
  removeData(dataDir)
  return { newDatabase, warm }
}

/** Other users can enter the folder, because Postgres runs as another user when this process is root. */
async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'fernbank-start-'))
  await chmod(folder, 0o711)
  return folder
}

async function timeStart(browser: Browser, dataDir: string): Promise<Start> {
  const [webPort, apiPort, databasePort, mailPort] = [
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
  ]
  const settings = {
    // A project in .env would be used instead of the local stack.
    VITE_SUPABASE_URL: '',
    VITE_SUPABASE_PUBLISHABLE_KEY: '',
    WEB_PORT: String(webPort),
    STACK_API_PORT: String(apiPort),
    STACK_DB_PORT: String(databasePort),
    STACK_MAIL_PORT: String(mailPort),
    STACK_DATA_DIR: dataDir,
  }
  const start = performance.now()
  const secondsSoFar = () => (performance.now() - start) / 1000
  // A separate process group, so that SIGINT reaches all its processes, as Ctrl-C does.
  const child = spawn('npm', ['run', 'dev'], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
    detached: true,
  })
  const group = -(child.pid ?? Number.NaN)
  const show = async () => {
    const url = `http://localhost:${webPort}/auth`
    await waitForResponse(url)
    const page = await browser.newPage()
    await page.goto(url)
    await page.getByRole('textbox', { name: /PIN/ }).waitFor()
    const shown = secondsSoFar()
    await page.close()
    return shown
  }
  const becomeReady = async () => {
    await waitForResponse(`http://127.0.0.1:${apiPort}/health`)
    return secondsSoFar()
  }
  try {
    const [shown, ready] = await Promise.all([show(), becomeReady()])
    return { shown, ready }
  } finally {
    if (isRunning(group)) process.kill(group, 'SIGINT')
    while (isRunning(group)) await pause(askEveryMs)
  }
}

async function waitForResponse(url: string) {
  const end = performance.now() + timeoutMs
  while (!(await responds(url))) {
    if (performance.now() > end) throw new Error(`${url} does not respond`)
    await pause(askEveryMs)
  }
}

async function responds(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { headers: { accept: 'text/html' }, signal: AbortSignal.timeout(timeoutMs) })).ok
  } catch {
    return false
  }
}

function isRunning(group: number): boolean {
  try {
    return process.kill(group, 0)
  } catch {
    return false
  }
}
