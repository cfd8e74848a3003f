import { existsSync } from 'node:fs'
import path from 'node:path'
import { loadEnv, type Plugin } from 'vite'
import { readWebEnv } from './webEnv.ts'

const hint =
  'Set them in .env (see .env.example). For the local stack, `npm run stack` prints its address and `npm run stack:status` its key.'

/** Stops a build without the app's variables, which could not start, and a preview without a build. Without a stack trace. */
export function checkedEnvironment(): Plugin {
  let isPreview = false
  return {
    name: 'checked-environment',
    apply: () => process.env.VITEST === undefined,
    config({ root = process.cwd() }, { command, mode, isPreview: showsBuild = false }) {
      isPreview = showsBuild
      // A build is for customers. Only the development server shows samples without being asked.
      const { VITE_SAMPLE_TRANSACTIONS: samples } = loadEnv(mode, root, 'VITE_')
      if (command === 'build' && samples === undefined) process.env.VITE_SAMPLE_TRANSACTIONS = 'false'
    },
    configResolved({ env, root, build, logger }) {
      const problems = isPreview ? missingBuild(path.resolve(root, build.outDir)) : readWebEnv(env).problems
      if (problems.length === 0) return
      for (const problem of isPreview ? problems : [...problems, hint]) logger.error(problem)
      process.exit(1)
    },
  }
}

function missingBuild(folder: string): string[] {
  return existsSync(path.join(folder, 'index.html')) ? [] : ['There is no build to show. Run `npm run build` first.']
}
