import type { Caller } from '../caller'
import { createPool } from '../postgres/pool'
import type { AuthConfig } from './authConfig'
import { AuthError, errorBody, unexpectedFailure } from './authError'
import type { Answer, AuthContext, AuthRequest } from './context'
import { generateLink, verify } from './oneTimeLink'
import { changeOwnUser, readOwnUser } from './ownUser'
import { createPasswordHook } from './passwordHook'
import { createPasswords } from './passwords'
import { readJson } from './readBody'
import { createSessions } from './sessions'
import { signOut, token } from './signIn'
import { signUp } from './signUp'

export type AuthOptions = {
  /** Connects as supabase_auth_admin, the role that triggers on auth.users run as on the platform. */
  url: string
  /** Connects as postgres, which may use pgcrypto. */
  hashUrl: string
  jwtSecret: string
  /** Public address of this service: `iss` of its tokens. */
  issuer: string
  config: AuthConfig
  bcryptCost: number
  log?: (line: string) => void
}

type Endpoint = (context: AuthContext, request: AuthRequest) => Answer | Promise<Answer>

const endpoints: Record<string, Endpoint> = {
  'POST /signup': signUp,
  'POST /token': token,
  'POST /logout': signOut,
  'GET /user': readOwnUser,
  'PUT /user': changeOwnUser,
  'POST /verify': verify,
  'POST /admin/generate_link': generateLink,
}

/** The part of Supabase Auth that this project uses, on the tables of Supabase Auth. */
export async function createAuth(options: AuthOptions) {
  const { config, jwtSecret, issuer, log = () => {} } = options
  const shared = { onnotice: () => {}, backoff: () => 0.2 }
  const pool = createPool(options.url, 6, { ...shared, connection: { application_name: 'auth' } })
  const hashing = createPool(options.hashUrl, 2, { ...shared, connection: { application_name: 'auth hashing' } })
  const context: Omit<AuthContext, 'sql'> = {
    config,
    jwtSecret,
    issuer,
    passwords: createPasswords(hashing, { cost: options.bcryptCost, minimumLength: config.minimumPasswordLength }),
    sessions: createSessions({ config, jwtSecret, issuer }),
    passwordHook: createPasswordHook(config.passwordHook),
  }

  async function answer(request: Request, caller: Caller): Promise<Answer> {
    const url = new URL(request.url)
    const path = url.pathname.replace(/^\/auth\/v1/, '').replace(/\/+$/, '')
    const endpoint = endpoints[`${request.method} ${path}`]
    if (!endpoint) throw new AuthError(404, 'not_found', `${request.method} ${path} is not part of the local stack`)
    const given: AuthRequest = {
      method: request.method,
      path,
      query: url.searchParams,
      body: await readJson(request),
      caller,
      client: { userAgent: request.headers.get('user-agent'), address: caller.address },
    }
    return pool.use(async (sql) => endpoint({ ...context, sql }, given))
  }

  return {
    async fetch(request: Request, caller: Caller): Promise<Response> {
      const apiVersion = request.headers.get('x-supabase-api-version')
      try {
        return respond(await answer(request, caller), apiVersion)
      } catch (thrown) {
        const error = thrown instanceof AuthError ? thrown : hidden(thrown)
        // Logs only the message: a database error's detail can hold a user's input.
        if (error.cause instanceof Error) log(`auth: ${error.message}: ${error.cause.message}`)
        return respond({ status: error.status, body: errorBody(error, apiVersion) }, apiVersion)
      }
    },

    async close(): Promise<void> {
      await Promise.all([pool.close(), hashing.close()])
    },
  }
}

function hidden(cause: unknown): AuthError {
  return unexpectedFailure('Unexpected failure, please check server logs for more information', cause)
}

function respond({ status, body, headers }: Answer, apiVersion: string | null): Response {
  return new Response(body === undefined ? null : JSON.stringify(body), {
    status,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(apiVersion === null ? {} : { 'x-supabase-api-version': '2024-01-01' }),
      ...headers,
    },
  })
}
