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

function isUuid(text: string): boolean {
  return uuid.test(text)
}

/** The user of the bearer token. Throws when the user's row or the session no longer exists. */
export async function signedInUser(
  { sql, jwtSecret }: AuthContext,
  { caller }: AuthRequest,
): Promise<{ user: UserRow; session: SessionRow | undefined }> {
  // An API key names a role, not a user.
  const claims = caller.token === null ? { role: caller.role } : await verifiedClaims(caller.token, jwtSecret)
  const { sub, session_id: sessionId }: Claims = claims
  if (!sub) throw badJwt('invalid claim: missing sub claim')
  if (!isUuid(sub)) throw badJwt('invalid claim: sub claim must be a UUID')

  const user = await findUserById(sql, sub)
  if (!user) throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist')
  const session = typeof sessionId === 'string' && isUuid(sessionId) ? await findSession(sql, sessionId) : undefined
  if (sessionId && !session) {
    throw new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')
  }
  if (isBanned(user)) throw new AuthError(403, 'user_banned', 'User is banned')
  return { user, session }
}

async function verifiedClaims(token: string, secret: string): Promise<Claims> {
  try {
    return await verifyJwt(token, secret)
  } catch (error) {
    if (!(error instanceof JwtError)) throw error
    throw badJwt(`invalid JWT: unable to parse or verify signature, ${explanations[error.reason]}`)
  }
}

function badJwt(message: string): AuthError {
  return new AuthError(403, 'bad_jwt', message)
}
