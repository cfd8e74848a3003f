import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { launchOptions } from '../../e2e/chromium'

/** Starts Chromium without Playwright, which would attach to every page that Lighthouse opens. */
export async function startBrowser(profile: string) {
  const { executablePath = 'chromium', args } = launchOptions
  const child = spawn(
    executablePath,
    [
      ...args,
      '--headless=new',
      '--ignore-certificate-errors',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
    ],
    // A process group: Debian's command is a script, and a signal to it alone would leave the browser running.
    { stdio: ['ignore', 'ignore', 'pipe'], detached: true },
  )
  // At its end no process of the browser has the pipe open, or writes into the profile.
  const ended = once(child, 'close')
  const close = async () => {
    if (child.pid !== undefined) process.kill(-child.pid)
    child.stderr.resume()
    await ended
  }
  const lines = createInterface(child.stderr)
  for await (const line of lines) {
    const port = /^DevTools listening on ws:\/\/[^:]+:(\d+)/.exec(line)?.[1]
    if (port !== undefined) return { port: Number(port), close }
  }
  throw new Error(`${executablePath} has exited`)
}
