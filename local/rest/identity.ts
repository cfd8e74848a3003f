import { JwtError, verifyJwt, type Claims } from '../auth/jwt'
import type { Caller } from '../caller'
import { RestError } from './restError'

/** The claims that the request runs with: those of the user's token, or the role of the API key. */
export async function identify(caller: Caller, jwtSecret: string): Promise<Claims> {
  if (caller.token === null) return { role: caller.role }
  try {
    return await verifyJwt(caller.token, jwtSecret)
  } catch (error) {
    if (!(error instanceof JwtError)) throw error
    throw refusal(error, caller.token)
  }
}

function refusal({ reason }: JwtError, token: string): RestError {
  const parts = token.split('.').length
  switch (reason) {
    case 'expired':
      return unauthorized('PGRST303', 'JWT expired')
    case 'not yet valid':
      return unauthorized('PGRST303', 'JWT not yet valid')
    case 'malformed':
      return parts === 3
        ? unauthorized('PGRST301', 'JWT cryptographic operation failed')
        : unauthorized('PGRST301', `Expected 3 parts in JWT; got ${parts}`)
    case 'algorithm':
    case 'signature':
      return unauthorized(
        'PGRST301',
        'No suitable key or wrong key type',
        'None of the keys was able to decode the JWT',
      )
  }
}

function unauthorized(code: string, message: string, details: string | null = null): RestError {
  return new RestError(401, code, message, {
    details,
    headers: { 'www-authenticate': `Bearer error="invalid_token", error_description="${message}"` },
  })
}
