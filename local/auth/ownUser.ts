import { z } from 'zod'
import { AuthError } from './authError'
import type { Answer, AuthContext, AuthRequest } from './context'
import { readBody } from './readBody'
import { endSessions } from './sessions'
import { signedInUser } from './signedInUser'
import { userJson } from './userJson'
import { existing, findUserById, mergeMetadata } from './users'

const changeSchema = z.object({
  email: z.string().nullish(),
  password: z.string().nullish(),
  data: z.record(z.string(), z.unknown()).nullish(),
})

/** GET /user */
export async function readOwnUser(context: AuthContext, request: AuthRequest): Promise<Answer> {
  const { user } = await signedInUser(context, request)
  return { status: 200, body: await userJson(context.sql, user) }
}

/** PUT /user */
export async function changeOwnUser(context: AuthContext, request: AuthRequest): Promise<Answer> {
  const { user, session } = await signedInUser(context, request)
  const { email, password, data } = readBody(changeSchema, request.body)
  const { sql, passwords } = context
  if (email && email.toLowerCase() !== user.email) {
    throw new AuthError(
      501,
      'not_implemented',
      'The local stack does not implement the change of an email address by confirmation mail',
    )
  }
  if (password) {
    passwords.assertStrong(password)
    if (await passwords.matches(password, user.encrypted_password)) {
      throw new AuthError(422, 'same_password', 'New password should be different from the old password.')
    }
  }
  const passwordHash = password ? await passwords.hash(password) : null

  const body = await sql.begin(async (db) => {
    if (passwordHash) {
      await db`update auth.users set encrypted_password = ${passwordHash}, updated_at = now() where id = ${user.id}`
      await endSessions(db, user.id, { except: session?.id })
    }
    if (data) {
      const metadata = JSON.stringify(mergeMetadata(user.raw_user_meta_data, data))
      await db`update auth.users set raw_user_meta_data = ${metadata}::text::jsonb, updated_at = now() where id = ${user.id}`
    }
    return userJson(db, existing(await findUserById(db, user.id)))
  })
  return { status: 200, body }
}
