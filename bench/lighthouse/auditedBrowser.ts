import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import config from '../../playwright.config'

/** Starts Chromium without Playwright, which would attach to every page that Lighthouse opens. */
export async function startBrowser(profile: string) {
  const { executablePath = 'chromium', args = [] } = config.use?.launchOptions ?? {}
  const child = spawn(
    executablePath,
    [
      ...args,
      '--headless=new',
      '--ignore-certificate-errors',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const ended = once(child, 'exit')
  const close = async () => {
    child.kill()
    await ended
  }
  const lines = createInterface(child.stderr)
  for await (const line of lines) {
    const port = /^DevTools listening on ws:\/\/[^:]+:(\d+)/.exec(line)?.[1]
    if (port !== undefined) return { port: Number(port), close }
  }
  throw new Error(`${executablePath} has exited`)
}
