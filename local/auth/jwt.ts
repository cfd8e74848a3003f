import { createHmac, timingSafeEqual } from 'node:crypto'

export type Claims = {
  role: string
  sub?: string
  session_id?: string
  exp?: number
  email?: string
  [claim: string]: unknown
}

export type JwtProblem = 'malformed' | 'algorithm' | 'signature' | 'expired' | 'not yet valid'

export class JwtError extends Error {
  constructor(readonly reason: JwtProblem) {
    super(`JWT refused: ${reason}`)
    this.name = 'JwtError'
  }
}

const header = base64Url(JSON.stringify({ alg: 'HS256', typ: 'JWT' }))
const clockSkewSeconds = 30

/** Signs with HS256, the only algorithm that the local keys know. */
export function signJwt(claims: Claims, secret: string): string {
  const content = `${header}.${base64Url(JSON.stringify(claims))}`
  return `${content}.${hmac(content, secret).toString('base64url')}`
}

/** The claims of a token that is well formed, signed with our secret and inside its time. Throws JwtError otherwise. */
export function verifyJwt(token: string, secret: string): Claims {
  const [head, body, signature, ...rest] = token.split('.')
  if (!head || !body || signature === undefined || rest.length > 0) throw new JwtError('malformed')
  if (parseObject(head).alg !== 'HS256') throw new JwtError('algorithm')

  const expected = hmac(`${head}.${body}`, secret)
  const given = Buffer.from(signature, 'base64url')
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw new JwtError('signature')

  const claims = parseObject(body)
  const { exp, nbf, role } = claims
  const now = Date.now() / 1000
  if (exp !== undefined && (typeof exp !== 'number' || exp <= now)) throw new JwtError('expired')
  if (nbf !== undefined && (typeof nbf !== 'number' || nbf > now + clockSkewSeconds))
    throw new JwtError('not yet valid')
  // A token without a role acts as nobody in particular, as PostgREST's default role does.
  return { ...claims, role: typeof role === 'string' ? role : 'anon' }
}

function parseObject(part: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  } catch {
    // Falls through: text that is no JSON is as malformed as JSON that is no object.
  }
  throw new JwtError('malformed')
}

function hmac(content: string, secret: string): Buffer {
  return createHmac('sha256', secret).update(content).digest()
}

function base64Url(text: string): string {
  return Buffer.from(text).toString('base64url')
}
