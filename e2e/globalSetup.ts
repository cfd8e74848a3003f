import { rm } from 'node:fs/promises'
import { buildWeb } from './serveWeb'

/** Builds the app once for all workers, which inherit the environment. */
export default async function setUp() {
  const builtApp = await buildWeb()
  process.env.BUILT_APP = builtApp
  return () => rm(builtApp, { recursive: true, force: true })
}
