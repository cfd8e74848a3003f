// Time from a fresh clone with empty caches to the first page.
import { execFile } from 'node:child_process'
import { cp, rm } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { chromium } from '@playwright/test'
import { launchOptions } from '../e2e/chromium'
import { removeData } from '../local/database'
import { projectRoot } from '../local/settings'
import { makeFolder, timeStart, type Start } from './start'

const run = promisify(execFile)

/** `installed` is the time of `npm ci` in seconds. The start follows it. */
export async function measureInstall(): Promise<{ installed: number; start: Start }> {
  const folder = await makeFolder()
  const root = path.join(folder, 'copy')
  const { stdout } = await run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: projectRoot,
  })
  for (const file of stdout.split('\0').filter(Boolean)) await cp(path.join(projectRoot, file), path.join(root, file))
  const begin = performance.now()
  await run('npm', ['ci', '--no-audit', '--no-fund', '--cache', path.join(folder, 'npm')], { cwd: root })
  const installed = (performance.now() - begin) / 1000
  const browser = await chromium.launch(launchOptions)
  const dataDir = path.join(folder, 'data')
  const start = await timeStart({ browser, root, dataDir, env: { DENO_DIR: path.join(folder, 'deno') } })
  await browser.close()
  removeData(dataDir)
  await rm(folder, { recursive: true, force: true })
  return { installed, start }
}
