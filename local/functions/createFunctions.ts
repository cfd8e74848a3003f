import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { verifyJwt } from '../auth/jwt'
import { denoBinary } from './denoBinary'
import { forward } from './forward'
import { configOf, type FunctionConfig } from './functionConfig'
import { watchSources } from './watchSources'
import { startWorker } from './worker'
import { createWorkerPool } from './workerPool'

export type FunctionsOptions = {
  /** The project's folder, which holds supabase/ and node_modules/. */
  root: string
  config: Record<string, FunctionConfig>
  apiUrl: string
  keys: { publishable: string; secret: string }
  databaseUrl: string
  jwtSecret: string
  /** Environment variables in addition to the SUPABASE_ variables. */
  env: Record<string, string>
  /** Addresses that functions may call besides the API and the chat model. */
  addresses?: string[]
  log: (line: string) => void
}

const prefix = '/functions/v1'

/** Serves supabase/functions. Each function has a Deno process, which starts at the first call and after a change. */
export async function createFunctions(options: FunctionsOptions) {
  const { root, config, jwtSecret, log } = options
  const folder = join(root, 'supabase/functions')
  const cacheDir = join(root, 'node_modules/.cache/deno')
  mkdirSync(cacheDir, { recursive: true })
  const runDir = mkdtempSync(join(tmpdir(), 'fernbank-functions-'))
  const deno = denoBinary()

  const entrypointOf = (name: string) => resolve(root, 'supabase', configOf(config, name).entrypoint)
  const isDeployed = (name: string) =>
    /^[A-Za-z][\w-]*$/.test(name) && configOf(config, name).isEnabled && existsSync(entrypointOf(name))

  const pool = createWorkerPool(async (name) => {
    const startedAt = Date.now()
    const worker = await startWorker({
      name,
      deno,
      entrypoint: entrypointOf(name),
      readable: [join(root, 'node_modules'), join(root, 'package.json'), folder],
      hosts: [options.apiUrl, ...modelAddress(options.env), ...(options.addresses ?? [])].map(
        (address) => new URL(address).host,
      ),
      environment: platformEnvironment(options, name),
      runDir,
      cacheDir,
      log,
    })
    log(`[${name}] up in ${Date.now() - startedAt} ms`)
    return worker
  })

  const watcher = existsSync(folder)
    ? watchSources(folder, (changed) => {
        for (const name of changed === null ? pool.names() : [changed]) pool.retire(name)
      })
    : null

  return {
    async fetch(request: Request): Promise<Response> {
      const url = new URL(request.url)
      const path = url.pathname.slice(prefix.length)
      const name = path.split('/')[1] ?? ''
      if (!isDeployed(name)) return refusal(404, 'NOT_FOUND', 'Requested function was not found')
      if (configOf(config, name).verifiesJwt && request.method !== 'OPTIONS') {
        const problem = await jwtProblem(request.headers.get('authorization'), jwtSecret)
        if (problem) return refusal(401, 401, problem)
      }
      const body = Buffer.from(await request.arrayBuffer())
      try {
        const { worker, release } = await pool.acquire(name)
        return await forward({ request, path: path + url.search, body }, worker.address, release)
      } catch (error) {
        log(`[${name}] ${error instanceof Error ? error.message : String(error)}`)
        return refusal(503, 'BOOT_ERROR', 'Worker failed to boot (please check logs)')
      }
    },

    async close(): Promise<void> {
      watcher?.close()
      await pool.close()
      rmSync(runDir, { recursive: true, force: true })
    },
  }
}

/** The only external host that a function may reach: the chat model, when it is set. */
function modelAddress(env: Record<string, string>): string[] {
  return env.AI_BASE_URL ? [env.AI_BASE_URL] : []
}

async function jwtProblem(authorization: string | null, secret: string): Promise<string | null> {
  if (authorization === null) return 'Missing authorization header'
  const token = authorization.replace(/^Bearer\s+/i, '')
  try {
    await verifyJwt(token, secret)
    return null
  } catch {
    return token.split('.').length === 3 ? 'Invalid JWT' : 'Invalid Token or Protected Header formatting'
  }
}

/** The environment variables of hosted functions, with the current and the older names. */
function platformEnvironment(
  { apiUrl, keys, databaseUrl, env }: FunctionsOptions,
  name: string,
): Record<string, string> {
  return {
    ...env,
    SUPABASE_URL: apiUrl,
    SUPABASE_DB_URL: databaseUrl,
    SUPABASE_ANON_KEY: keys.publishable,
    SUPABASE_SERVICE_ROLE_KEY: keys.secret,
    SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: keys.publishable }),
    // A project can have several. Tests add one.
    SUPABASE_SECRET_KEYS: env.SUPABASE_SECRET_KEYS ?? JSON.stringify({ default: keys.secret }),
    SUPABASE_JWKS: JSON.stringify({ keys: [] }),
    SB_REGION: 'local',
    SB_EXECUTION_ID: randomUUID(),
    DENO_DEPLOYMENT_ID: `local_${name}`,
  }
}

function refusal(status: number, code: string | number, message: string): Response {
  return Response.json({ code, message }, { status })
}
