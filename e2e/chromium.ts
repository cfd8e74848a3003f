import { existsSync } from 'node:fs'
import { chromium, type LaunchOptions } from '@playwright/test'

const named = process.env.CHROMIUM_PATH

/** The browser of the tests: the one that CHROMIUM_PATH names, Debian's, or Playwright's own. Undefined if there is none. */
export const chromiumPath = // Debian's headless shell takes two thirds of the CPU time of the browser with windows.
  (
    named === undefined
      ? ['/usr/bin/chromium-headless-shell', chromium.executablePath(), '/usr/bin/chromium', '/usr/bin/google-chrome']
      : [named]
  ).find((path) => existsSync(path))

export const missingChromium =
  named === undefined
    ? 'There is no Chromium. Run `apt-get install chromium-headless-shell` or `npx playwright install chromium`, or name one in CHROMIUM_PATH.'
    : `CHROMIUM_PATH names ${named}, which does not exist.`

/** How tests and benchmarks start it. */
export const launchOptions = {
  executablePath: chromiumPath,
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
    '--disable-quic',
  ],
} satisfies LaunchOptions
