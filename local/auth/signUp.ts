import { z } from 'zod'
import { AuthError, validationFailed } from './authError'
import type { Answer, AuthContext, AuthRequest } from './context'
import { readBody } from './readBody'
import { findUserByEmail, insertUser, validEmail } from './users'

const bodySchema = z.object({
  email: z.string().nullish(),
  password: z.string().nullish(),
  data: z.record(z.string(), z.unknown()).nullish(),
})

/** POST /signup: inserts the user and the first session in one transaction, which a failing trigger rolls back. */
export async function signUp(context: AuthContext, request: AuthRequest): Promise<Answer> {
  const { sql, config, passwords, sessions } = context
  const { email: givenEmail, password, data } = readBody(bodySchema, request.body)
  if (!config.signupEnabled) throw new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance')
  if (!givenEmail) throw new AuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled')
  if (!password) throw validationFailed('Signup requires a valid password')
  passwords.assertStrong(password)
  const email = validEmail(givenEmail)
  if (await findUserByEmail(sql, email)) throw new AuthError(422, 'user_already_exists', 'User already registered')

  const passwordHash = await passwords.hash(password)
  const session = await sql.begin(async (db) => {
    const user = await insertUser(db, { email, passwordHash, metadata: data })
    return sessions.start(db, user, request.client)
  })
  return { status: 200, body: session }
}
