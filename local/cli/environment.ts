import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { readWebEnv } from '../../build/webEnv'
import type { WebEnv } from '../../src/lib/env'
import { keys, projectRoot, readStackSettings, type StackSettings } from '../settings'

type Environment = Record<string, string | undefined>

export type Backend =
  | { kind: 'local stack'; settings: StackSettings }
  /** A Supabase project that the variables name. */
  | { kind: 'project'; web: WebEnv; webPort: number }

type Result = { backend: Backend; problems: [] } | { backend: null; problems: string[] }

/** The variables of the process, which override those of .env.local, which override those of .env. */
export function readEnvironment(root = projectRoot): Environment {
  // Vite's loadEnv would do, but loading Vite takes a second, and most commands need nothing else of it.
  const files = ['.env', '.env.local'].map((name) => path.join(root, name)).filter((file) => existsSync(file))
  return Object.assign({}, ...files.map((file) => parseEnv(readFileSync(file, 'utf8'))), process.env)
}

/** The backend of the web app: the local stack or a project. Returns all problems with the variables together. */
export function chooseBackend(environment: Environment): Result {
  const stack = readStackSettings(environment)
  const namesProject = Boolean(
    environment.VITE_SUPABASE_URL?.trim() || environment.VITE_SUPABASE_PUBLISHABLE_KEY?.trim(),
  )
  const web = readWebEnv(namesProject ? environment : { ...environment, ...localVariables(54321) })
  const problems = [...stack.problems, ...web.problems]
  if (stack.settings === null || web.env === null) return { backend: null, problems }
  if (!namesProject) return { backend: { kind: 'local stack', settings: stack.settings }, problems: [] }
  return { backend: { kind: 'project', web: web.env, webPort: stack.settings.webPort }, problems: [] }
}

/** The variables of the web app for the local stack. */
export function localVariables(apiPort: number, pushService = '') {
  return {
    VITE_PUSH_SERVICE: pushService,
    VITE_SUPABASE_URL: `http://127.0.0.1:${apiPort}`,
    VITE_SUPABASE_PUBLISHABLE_KEY: keys.publishable,
  }
}
