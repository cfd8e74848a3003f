import { rm } from 'node:fs/promises'
import { chromiumPath, missingChromium } from './chromium'
import { buildWeb } from './serveWeb'

/** Builds the app once for all workers, which inherit the environment. */
export default async function setUp() {
  if (chromiumPath === undefined) {
    process.stderr.write(`${missingChromium}\n`)
    process.exit(1)
  }
  const builtApp = await buildWeb()
  process.env.BUILT_APP = builtApp
  return () => rm(builtApp, { recursive: true, force: true })
}
