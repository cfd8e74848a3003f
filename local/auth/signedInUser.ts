import { AuthError } from './authError'
import type { AuthContext, AuthRequest } from './context'
import { JwtError, verifyJwt, type Claims, type JwtProblem } from './jwt'
import { findSession, type SessionRow } from './sessions'
import { findUserById, isBanned, type UserRow } from './users'

const explanations: Record<JwtProblem, string> = {
  malformed: 'token is malformed: token contains an invalid number of segments',
  algorithm: 'token signature is invalid: signing method is invalid',
  signature: 'token signature is invalid: signature is invalid',
  expired: 'token has invalid claims: token is expired',
  'not yet valid': 'token has invalid claims: token is not valid yet',
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export function isUuid(text: string): boolean {
  return uuid.test(text)
}

/** The person behind the bearer token, whose row and session must still be there. */
export async function signedInUser(
  { sql, jwtSecret }: AuthContext,
  { caller }: AuthRequest,
): Promise<{ user: UserRow; session: SessionRow | undefined }> {
  // An API key instead of a token stands for a role, not for a person.
  const claims = caller.token === null ? { role: caller.role } : verifiedClaims(caller.token, jwtSecret)
  const { sub, session_id: sessionId }: Claims = claims
  if (!sub) throw badJwt('invalid claim: missing sub claim')
  if (!isUuid(sub)) throw badJwt('invalid claim: sub claim must be a UUID')

  const user = await findUserById(sql, sub)
  if (!user) throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist')
  const session = sessionId && isUuid(sessionId) ? await findSession(sql, sessionId) : undefined
  if (sessionId && !session) {
    throw new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')
  }
  if (isBanned(user)) throw new AuthError(403, 'user_banned', 'User is banned')
  return { user, session }
}

/** Administration is for the secret key, or a token of that role. */
export function assertAdministrator({ jwtSecret }: AuthContext, { caller }: AuthRequest): void {
  const role = caller.token === null ? caller.role : verifiedClaims(caller.token, jwtSecret).role
  if (role !== 'service_role') throw new AuthError(403, 'not_admin', 'User not allowed')
}

function verifiedClaims(token: string, secret: string): Claims {
  try {
    return verifyJwt(token, secret)
  } catch (error) {
    if (!(error instanceof JwtError)) throw error
    throw badJwt(`invalid JWT: unable to parse or verify signature, ${explanations[error.reason]}`)
  }
}

function badJwt(message: string): AuthError {
  return new AuthError(403, 'bad_jwt', message)
}
