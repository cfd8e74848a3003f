// How long `npm run dev` takes until its first page is on the screen.
import { spawn } from 'node:child_process'
import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { chromium, type Browser } from '@playwright/test'
import { removeData } from '../local/database'
import { freePort } from '../local/postgres/ports'
import { projectRoot } from '../local/settings'
import config from '../playwright.config'

/** Seconds from the command to the sign-in screen in a browser, and until the whole bank answers. */
export type Start = { shown: number; ready: number }

const askEveryMs = 20
const patienceMs = 60_000

/** With a bank that is made first, and with one that is there already. */
export async function measureStarts(): Promise<{ newBank: Start; warm: Start }> {
  const browser = await chromium.launch(config.use?.launchOptions)
  const dataDir = await makeFolder()
  const newBank = await timeStart({ browser, root: projectRoot, dataDir })
  const warm = await timeStart({ browser, root: projectRoot, dataDir })
  await browser.close()
  removeData(dataDir)
  return { newBank, warm }
}

/** Others may pass through it: the database runs as another user when we are root. */
export async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'fernbank-start-'))
  await chmod(folder, 0o711)
  return folder
}

type Options = { browser: Browser; root: string; dataDir: string; env?: Record<string, string> }

export async function timeStart({ browser, root, dataDir, env }: Options): Promise<Start> {
  const [webPort, apiPort, databasePort, mailPort] = [
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
  ]
  const settings = {
    // A project that .env names would be started instead of the bank.
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
  // A group of its own, that is stopped as Ctrl-C stops it.
  const child = spawn('npm', ['run', 'dev'], {
    cwd: root,
    env: { ...process.env, ...settings, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
    detached: true,
  })
  const group = -(child.pid ?? Number.NaN)
  const show = async () => {
    const url = `http://localhost:${webPort}/auth`
    await untilAnswered(url)
    const page = await browser.newPage()
    await page.goto(url)
    await page.getByRole('textbox', { name: /PIN/ }).waitFor()
    const shown = secondsSoFar()
    await page.close()
    return shown
  }
  const becomeReady = async () => {
    await untilAnswered(`http://127.0.0.1:${apiPort}/health`)
    return secondsSoFar()
  }
  try {
    const [shown, ready] = await Promise.all([show(), becomeReady()])
    return { shown, ready }
  } finally {
    if (isThere(group)) process.kill(group, 'SIGINT')
    while (isThere(group)) await pause(askEveryMs)
  }
}

async function untilAnswered(url: string) {
  const end = performance.now() + patienceMs
  while (!(await isAnswered(url))) {
    if (performance.now() > end) throw new Error(`${url} does not answer`)
    await pause(askEveryMs)
  }
}

async function isAnswered(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { headers: { accept: 'text/html' }, signal: AbortSignal.timeout(patienceMs) })).ok
  } catch {
    return false
  }
}

function isThere(group: number): boolean {
  try {
    return process.kill(group, 0)
  } catch {
    return false
  }
}
