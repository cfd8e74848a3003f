import { z } from 'zod'
import { AuthError } from './authError'
import type { Answer, AuthContext, AuthRequest } from './context'
import { readBody } from './readBody'
import { signedInUser } from './signedInUser'
import { userJson } from './userJson'
import { existing, findUserById, mergeMetadata, validEmail, type Db } from './users'

const changeSchema = z.object({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
  app_metadata: z.record(z.string(), z.unknown()).nullish(),
  data: z.record(z.string(), z.unknown()).nullish(),
})

/** GET /user */
export async function readOwnUser(context: AuthContext, request: AuthRequest): Promise<Answer> {
  const { user } = await signedInUser(context, request)
  return { status: 200, body: await userJson(context.sql, user) }
}

/** PUT /user */
export async function changeOwnUser(context: AuthContext, request: AuthRequest): Promise<Answer> {
  const { user } = await signedInUser(context, request)
  const { email, phone, password, app_metadata, data } = readBody(changeSchema, request.body)
  const { sql, passwords } = context
  const newEmail = email ? validEmail(email) : user.email
  if (typeof password === 'string') passwords.assertStrong(password)
  if (app_metadata) throw new AuthError(403, 'not_admin', 'Updating app_metadata requires admin privileges')
  if (password || phone || newEmail !== user.email) await refuseSignInChange(sql, user.id)

  const body = await sql.begin(async (db) => {
    if (data) {
      const metadata = JSON.stringify(mergeMetadata(user.raw_user_meta_data, data))
      await db`update auth.users set raw_user_meta_data = ${metadata}::text::jsonb, updated_at = now() where id = ${user.id}`
    }
    return userJson(db, existing(await findUserById(db, user.id)))
  })
  return { status: 200, body }
}

/** Supabase Auth refuses at this point, before it compares passwords. No session here has used a second factor. */
async function refuseSignInChange(sql: Db, userId: string): Promise<never> {
  const factors = await sql`select from auth.mfa_factors where user_id = ${userId} and status = 'verified'`
  if (factors.length === 0) {
    throw new AuthError(501, 'not_implemented', 'The local stack does not implement the change of sign-in details')
  }
  throw new AuthError(
    401,
    'insufficient_aal',
    'AAL2 session is required to update email or password when MFA is enabled.',
  )
}
