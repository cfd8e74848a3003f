import { errors, jwtVerify, SignJWT } from 'jose'

export type Claims = { role: string; sub?: string; exp?: number; [claim: string]: unknown }

export type JwtProblem = 'malformed' | 'algorithm' | 'signature' | 'expired' | 'not yet valid'

export class JwtError extends Error {
  constructor(
    readonly reason: JwtProblem,
    /** Seconds since 1970; set when the token has expired. */
    readonly expiredAt?: number,
  ) {
    super(`JWT refused: ${reason}`)
    this.name = 'JwtError'
  }
}

/** Signs with HS256, the only algorithm of the local keys. */
export function signJwt(claims: Claims, secret: string): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).sign(bytesOf(secret))
}

/** The claims of a valid token. Throws JwtError when it is malformed, signed with another secret or out of date. */
export async function verifyJwt(token: string, secret: string): Promise<Claims> {
  try {
    const { payload } = await jwtVerify(token, bytesOf(secret), { algorithms: ['HS256'] })
    // PostgREST runs a token without a role with its default role.
    return { ...payload, role: typeof payload.role === 'string' ? payload.role : 'anon' }
  } catch (error) {
    throw jwtError(error)
  }
}

function jwtError(error: unknown): JwtError {
  if (error instanceof errors.JWTExpired) return new JwtError('expired', error.payload.exp)
  if (error instanceof errors.JWTClaimValidationFailed && error.reason === 'check_failed')
    return new JwtError('not yet valid')
  if (error instanceof errors.JWSSignatureVerificationFailed) return new JwtError('signature')
  return new JwtError(error instanceof errors.JOSEAlgNotAllowed ? 'algorithm' : 'malformed')
}

function bytesOf(secret: string): Uint8Array {
  return new TextEncoder().encode(secret)
}
