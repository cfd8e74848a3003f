import { createHash } from 'node:crypto'
import { z } from 'zod'
import { AuthError, validationFailed } from './authError'
import type { Answer, AuthContext, AuthRequest } from './context'
import { readBody } from './readBody'
import { endSessions } from './sessions'
import { signedInUser } from './signedInUser'
import { findUserByEmail, isBanned } from './users'

const passwordSchema = z.object({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
})
const refreshSchema = z.object({ refresh_token: z.string().nullish() })

/** POST /token */
export async function token(context: AuthContext, request: AuthRequest): Promise<Answer> {
  switch (request.query.get('grant_type')) {
    case 'password':
      return signInWithPassword(context, request)
    case 'refresh_token':
      return refreshSession(context, request)
    default:
      throw new AuthError(400, 'invalid_credentials', 'unsupported_grant_type')
  }
}

async function signInWithPassword(context: AuthContext, { body, client }: AuthRequest): Promise<Answer> {
  const { sql, passwords, passwordHook, sessions } = context
  const { email, phone, password } = readBody(passwordSchema, body)
  if (!email && phone) throw new AuthError(422, 'phone_provider_disabled', 'Phone logins are disabled')
  if (!email) throw validationFailed('missing email or phone')

  const user = await findUserByEmail(sql, email)
  const isValid = await passwords.matches(password ?? '', user?.encrypted_password)
  if (user && isBanned(user)) throw new AuthError(400, 'user_banned', 'User is banned')
  // Also for an unknown address: the time of the answer, or a lock, would tell that it is known.
  await passwordHook(sql, { userId: user?.id ?? decoyId(email), valid: isValid, address: client.address })
  if (!user || !isValid) throw invalidCredentials()
  if (!user.email_confirmed_at) throw new AuthError(400, 'email_not_confirmed', 'Email not confirmed')
  return { status: 200, body: await sql.begin((db) => sessions.start(db, user, client)) }
}

async function refreshSession({ sql, sessions }: AuthContext, { body }: AuthRequest): Promise<Answer> {
  const { refresh_token: refreshToken } = readBody(refreshSchema, body)
  if (!refreshToken) throw validationFailed('refresh_token required')
  const outcome = await sql.begin(async (db) => ({ result: await sessions.refresh(db, refreshToken) }))
  if (outcome.result instanceof AuthError) throw outcome.result
  return { status: 200, body: outcome.result }
}

/** POST /logout */
export async function signOut(context: AuthContext, request: AuthRequest): Promise<Answer> {
  const { user, session } = await signedInUser(context, request)
  const scope = request.query.get('scope') || 'global'
  switch (scope) {
    case 'global':
      await endSessions(context.sql, user.id)
      break
    case 'local':
      await endSessions(context.sql, user.id, session && { only: session.id })
      break
    case 'others':
      await endSessions(context.sql, user.id, { except: session?.id })
      break
    default:
      throw validationFailed(`Unsupported logout scope "${scope}"`)
  }
  return { status: 204 }
}

/** The same id each time for an address, and that of no user. */
function decoyId(email: string): string {
  return createHash('sha256').update(email.toLowerCase()).digest('hex').slice(0, 32)
}

function invalidCredentials(): AuthError {
  return new AuthError(400, 'invalid_credentials', 'Invalid login credentials')
}
