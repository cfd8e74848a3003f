import { createHash, randomInt } from 'node:crypto'
import { z } from 'zod'
import { AuthError, unexpectedFailure, validationFailed } from './authError'
import type { Answer, AuthContext, AuthRequest } from './context'
import { readBody } from './readBody'
import type { SessionJson } from './sessions'
import { confirmEmail, findUserByEmail, findUserByRecoveryToken, isBanned, validEmail } from './users'

const recoverSchema = z.object({ email: z.string().nullish() })
const verifySchema = z.object({
  type: z.string(),
  email: z.string().nullish(),
  token: z.string().nullish(),
  token_hash: z.string().nullish(),
})

/** POST /recover: mails a link. The answer does not tell whether the address is known. */
export async function recover(context: AuthContext, request: AuthRequest): Promise<Answer> {
  const { sql, config, issuer, recoveryMail } = context
  const email = validEmail(readBody(recoverSchema, request.body).email)
  const user = await findUserByEmail(sql, email)
  if (!user) return { status: 200, body: {} }
  if (!recoveryMail) throw unexpectedFailure('Error sending recovery email', new Error('no mail server is set up'))

  const digits = config.recoveryCodeLength
  const code = String(randomInt(10 ** digits)).padStart(digits, '0')
  const tokenHash = hashOf(email, code)
  await sql`update auth.users set recovery_token = ${tokenHash}, recovery_sent_at = now() where id = ${user.id}`
  const link = new URL(`${issuer}/verify`)
  link.searchParams.set('token', tokenHash)
  link.searchParams.set('type', 'recovery')
  link.searchParams.set('redirect_to', allowedRedirect(request.query.get('redirect_to'), config))
  try {
    await recoveryMail(email, { link: link.href, code })
  } catch (error) {
    throw unexpectedFailure('Error sending recovery email', error)
  }
  return { status: 200, body: {} }
}

/** GET /verify, the link in the mail: leads back to the app, with the new session in the address' fragment. */
export async function verifyByLink(context: AuthContext, request: AuthRequest): Promise<Answer> {
  const target = new URL(allowedRedirect(request.query.get('redirect_to'), context.config))
  let fragment: Record<string, string>
  try {
    const session = await redeem(context, request, request.query.get('type'), request.query.get('token') ?? '')
    fragment = {
      access_token: session.access_token,
      expires_at: String(session.expires_at),
      expires_in: String(session.expires_in),
      refresh_token: session.refresh_token,
      token_type: session.token_type,
      type: 'recovery',
    }
  } catch (error) {
    if (!(error instanceof AuthError)) throw error
    fragment = {
      error: 'access_denied',
      error_code: error.code,
      error_description: 'Email link is invalid or has expired',
    }
  }
  target.hash = new URLSearchParams(fragment).toString()
  return { status: 303, headers: { location: target.href } }
}

/** POST /verify, with the code that the person typed or the link's hash. */
export async function verifyByCode(context: AuthContext, request: AuthRequest): Promise<Answer> {
  const { type, email, token, token_hash: tokenHash } = readBody(verifySchema, request.body)
  const hash = tokenHash ?? hashOf(validEmail(email), token ?? '')
  return { status: 200, body: await redeem(context, request, type, hash) }
}

async function redeem(
  context: AuthContext,
  request: AuthRequest,
  type: string | null,
  hash: string,
): Promise<SessionJson> {
  const { sql, config, sessions } = context
  if (type !== 'recovery') throw validationFailed('Verify requires a verification type')
  return sql.begin(async (db) => {
    const user = await findUserByRecoveryToken(db, hash)
    const age = user?.recovery_sent_at ? (Date.now() - user.recovery_sent_at.getTime()) / 1000 : Infinity
    if (!user || age > config.recoveryExpirySeconds) {
      throw new AuthError(403, 'otp_expired', 'Token has expired or is invalid')
    }
    if (isBanned(user)) throw new AuthError(403, 'user_banned', 'User is banned')
    await db`update auth.users set recovery_token = '' where id = ${user.id}`
    await confirmEmail(db, user.id)
    return sessions.start(db, user, request.client, 'otp')
  })
}

/** Only addresses of the app itself: a mail from the bank must not lead elsewhere. */
function allowedRedirect(wanted: string | null, config: AuthContext['config']): string {
  if (!wanted || !URL.canParse(wanted)) return config.siteUrl
  const isOwnHost = new URL(wanted).host === new URL(config.siteUrl).host
  return isOwnHost || config.redirectUrls.includes(wanted) ? wanted : config.siteUrl
}

function hashOf(email: string, code: string): string {
  return createHash('sha224')
    .update(email + code)
    .digest('hex')
}
