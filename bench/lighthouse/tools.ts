// Packages that only the audits need. Lighthouse has two hundred dependencies, so they are not in package.json. They are
// installed once into a cache folder, at exact versions.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import type { Plugin } from 'vite'
import { projectRoot } from '../../local/settings'

const lighthouse = 'lighthouse@12.8.2'
/** A published finance app, as its authors built it. */
export const otherApp = '@actual-app/web@26.9.0'
const certificates = '@vitejs/plugin-basic-ssl@2.3.0'

const wanted = [lighthouse, otherApp, certificates]
const cache = path.join(projectRoot, 'node_modules/.cache/bench')
const folder = path.join(cache, wanted.join('+').replaceAll('/', '-'))
const run = promisify(execFile)

/** The parts of Lighthouse's result that are read here. */
export type Audit = (
  url: string,
  flags: { port: number; logLevel: 'error'; onlyAudits: string[]; disableFullPageScreenshot: true },
) => Promise<{ lhr: unknown } | undefined>

export async function loadTools() {
  if (!existsSync(folder)) await install()
  const packages = path.join(folder, 'node_modules')
  const load = async (file: string): Promise<unknown> =>
    (await import(pathToFileURL(path.join(packages, file)).href)).default
  return {
    // The packages are not installed when types are checked, so the types follow their documentation.
    audit: (await load('lighthouse/core/index.js')) as Audit,
    selfSigned: (await load('@vitejs/plugin-basic-ssl/dist/index.mjs')) as () => Plugin,
    otherApp: path.join(packages, '@actual-app/web/build'),
  }
}

/** Installs into a temporary folder first, so that an interrupted install does not look complete. */
async function install() {
  const unfinished = `${folder}.${process.pid}`
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { recursive: true })
  const options = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--legacy-peer-deps']
  await run('npm', ['install', '--prefix', unfinished, ...options, ...wanted])
  await rename(unfinished, folder)
}
