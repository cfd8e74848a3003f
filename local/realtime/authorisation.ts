import { createHash } from 'node:crypto'
import { JwtError, verifyJwt, type Claims } from '../auth/jwt'
import type { Pool } from '../postgres/pool'

/** The user or role of a token. `claims` is JSON text for the database; equal claims have the same `claimsKey`. */
export type Identity = { token: string; role: string; claims: string; claimsKey: string; expiresAt: number }

export type Authorisation = {
  /** Throws RefusedToken. */
  identify: (token: string) => Promise<Identity>
  mayRead: (identity: Identity, channel: string) => Promise<boolean>
  mayWrite: (identity: Identity, channel: string) => Promise<boolean>
}

/** The answer to a join holds the whole message; a message to an open channel holds only `reason`. */
export class RefusedToken extends Error {
  constructor(
    kind: 'InvalidJWTToken' | 'JwtSignatureError' | 'MalformedJWT',
    readonly reason: string,
  ) {
    super(`${kind}: ${reason}`)
  }
}

const apiRoles = new Set(['anon', 'authenticated', 'service_role'])

export function createAuthorisation(options: {
  pool: Pool
  jwtSecret: string
  publishableKey: string
  secretKey: string
  log: (line: string) => void
}): Authorisation {
  const { pool, jwtSecret, publishableKey, secretKey, log } = options

  const claimsOf = async (token: string): Promise<Claims> => {
    if (token === publishableKey) return { role: 'anon', exp: Infinity }
    if (token === secretKey) return { role: 'service_role', exp: Infinity }
    return verifiedClaims(token, jwtSecret)
  }

  const may = async (verb: 'read' | 'write', identity: Identity, channel: string) => {
    try {
      const [answer] = await pool.use(
        (sql) => sql<{ allowed: boolean }[]>`
          select _stack.realtime_may(${verb}, ${channel}, ${identity.role}, ${identity.claims}) as allowed`,
      )
      return answer?.allowed ?? false
    } catch (error) {
      log(`realtime: a policy on realtime.messages failed (${sqlStateOf(error)})`)
      return false
    }
  }

  return {
    async identify(token) {
      const { exp = 0, ...rest } = await claimsOf(token)
      if (!apiRoles.has(rest.role)) throw new RefusedToken('InvalidJWTToken', `Role ${rest.role} is not an API role`)
      const claims = JSON.stringify(Number.isFinite(exp) ? { ...rest, exp } : rest)
      const claimsKey = createHash('sha256').update(claims).digest('base64')
      return { token, role: rest.role, claims, claimsKey, expiresAt: exp * 1000 }
    },
    mayRead: (identity, channel) => may('read', identity, channel),
    mayWrite: (identity, channel) => may('write', identity, channel),
  }
}

async function verifiedClaims(token: string, secret: string): Promise<Claims> {
  try {
    const claims = await verifyJwt(token, secret)
    if (claims.exp !== undefined) return claims
  } catch (error) {
    if (!(error instanceof JwtError)) throw error
    if (error.reason === 'expired') {
      const seconds = Math.max(0, Math.floor(Date.now() / 1000 - (error.expiredAt ?? 0)))
      throw new RefusedToken('InvalidJWTToken', `Token has expired ${seconds} seconds ago`)
    }
    if (error.reason === 'signature') throw new RefusedToken('JwtSignatureError', 'Failed to validate JWT signature')
    throw new RefusedToken('MalformedJWT', 'The token provided is not a valid JWT')
  }
  throw new RefusedToken('InvalidJWTToken', 'Fields `role` and `exp` are required in JWT')
}

/** For the log: a database error's message can quote a row, its code cannot. */
export function sqlStateOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'no code'
}
