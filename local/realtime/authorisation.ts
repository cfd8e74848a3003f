import { createHash } from 'node:crypto'
import { JwtError, verifyJwt, type Claims } from '../auth/jwt'
import type { Pool } from '../postgres/pool'
import { asObject } from './wire'

/** Who speaks: the claims as text, since that is how the database gets them, and a key that equal claims share. */
export type Person = { token: string; role: string; claims: string; claimsKey: string; expiresAt: number }

export type Authorisation = {
  /** Throws RefusedToken. */
  identify: (token: string) => Person
  mayRead: (person: Person, channel: string) => Promise<boolean>
  mayWrite(person: Person, channel: string): Promise<boolean>
}

/** `message` names the kind of problem, as an answer to a join does; `reason` alone is what an open channel is told. */
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

  const claimsOf = (token: string): Claims => {
    if (token === publishableKey) return { role: 'anon', exp: Infinity }
    if (token === secretKey) return { role: 'service_role', exp: Infinity }
    return verifiedClaims(token, jwtSecret)
  }

  const may = async (verb: 'read' | 'write', person: Person, channel: string) => {
    try {
      const [answer] = await pool.use(
        (sql) => sql<{ allowed: boolean }[]>`
          select _stack.realtime_may(${verb}, ${channel}, ${person.role}, ${person.claims}) as allowed`,
      )
      return answer?.allowed ?? false
    } catch (error) {
      log(`realtime: a policy on realtime.messages failed (${sqlStateOf(error)})`)
      return false
    }
  }

  return {
    identify(token) {
      const { exp = 0, ...rest } = claimsOf(token)
      if (!apiRoles.has(rest.role)) throw new RefusedToken('InvalidJWTToken', `Role ${rest.role} is not an API role`)
      const claims = JSON.stringify(Number.isFinite(exp) ? { ...rest, exp } : rest)
      const claimsKey = createHash('sha256').update(claims).digest('base64')
      return { token, role: rest.role, claims, claimsKey, expiresAt: exp * 1000 }
    },
    mayRead: (person, channel) => may('read', person, channel),
    mayWrite: (person, channel) => may('write', person, channel),
  }
}

function verifiedClaims(token: string, secret: string): Claims {
  try {
    const claims = verifyJwt(token, secret)
    if (claims.exp !== undefined) return claims
  } catch (error) {
    if (!(error instanceof JwtError)) throw error
    if (error.reason === 'expired') {
      throw new RefusedToken('InvalidJWTToken', `Token has expired ${secondsSinceExpiry(token)} seconds ago`)
    }
    if (error.reason === 'signature') throw new RefusedToken('JwtSignatureError', 'Failed to validate JWT signature')
    throw new RefusedToken('MalformedJWT', 'The token provided is not a valid JWT')
  }
  throw new RefusedToken('InvalidJWTToken', 'Fields `role` and `exp` are required in JWT')
}

function secondsSinceExpiry(token: string): number {
  const body: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  return Math.max(0, Math.floor(Date.now() / 1000 - Number(asObject(body).exp)))
}

/** Database messages can quote a row, so that the log only ever gets their code. */
export function sqlStateOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'no code'
}
