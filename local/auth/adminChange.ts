import { z } from 'zod'
import { AuthError, validationFailed } from './authError'
import type { Answer, AuthContext } from './context'
import { readBody } from './readBody'
import { endSessions } from './sessions'
import { userJson } from './userJson'
import {
  confirmEmail,
  existing,
  findUserByEmail,
  findUserById,
  mergeMetadata,
  validEmail,
  type Db,
  type UserRow,
} from './users'

const metadataSchema = z.record(z.string(), z.unknown()).nullish()

export const changeSchema = z.object({
  email: z.string().nullish(),
  password: z.string().nullish(),
  user_metadata: metadataSchema,
  app_metadata: metadataSchema,
  role: z.string().nullish(),
  email_confirm: z.boolean().nullish(),
  ban_duration: z.string().nullish(),
})

/** PUT /admin/users/<id>: everything that is given changes at once, without asking the person. */
export async function changeUserAsAdministrator(context: AuthContext, user: UserRow, body: unknown): Promise<Answer> {
  const change = readBody(changeSchema, body)
  const { sql, passwords } = context
  if (change.password) passwords.assertStrong(change.password)
  const passwordHash = change.password ? await passwords.hash(change.password) : null

  const changed = await sql.begin(async (db) => {
    if (passwordHash) {
      await db`update auth.users set encrypted_password = ${passwordHash} where id = ${user.id}`
      await endSessions(db, user.id)
    }
    if (change.email) await changeEmail(db, user, validEmail(change.email))
    if (change.user_metadata) {
      const metadata = JSON.stringify(mergeMetadata(user.raw_user_meta_data, change.user_metadata))
      await db`update auth.users set raw_user_meta_data = ${metadata}::text::jsonb where id = ${user.id}`
    }
    if (change.app_metadata) {
      const metadata = JSON.stringify(mergeMetadata(user.raw_app_meta_data, change.app_metadata))
      await db`update auth.users set raw_app_meta_data = ${metadata}::text::jsonb where id = ${user.id}`
    }
    if (change.role) await db`update auth.users set role = ${change.role} where id = ${user.id}`
    if (change.email_confirm) await confirmEmail(db, user.id)
    if (change.ban_duration) {
      await db`update auth.users set banned_until = ${bannedUntil(change.ban_duration)} where id = ${user.id}`
    }
    await db`update auth.users set updated_at = now() where id = ${user.id}`
    return userJson(db, existing(await findUserById(db, user.id)))
  })
  return { status: 200, body: changed }
}

async function changeEmail(db: Db, user: UserRow, email: string): Promise<void> {
  if (email === user.email) return
  if (await findUserByEmail(db, email)) {
    throw new AuthError(422, 'email_exists', 'A user with this email address has already been registered')
  }
  await db`update auth.users set email = ${email} where id = ${user.id}`
  await db`
    update auth.identities set identity_data = identity_data || ${JSON.stringify({ email })}::text::jsonb, updated_at = now()
    where user_id = ${user.id} and provider = 'email'`
}

const unitMilliseconds: Record<string, number> = { s: 1000, m: 60_000, h: 3_600_000 }

/** '24h', '1h30m' or 'none'. */
export function bannedUntil(duration: string): Date | null {
  if (duration === 'none') return null
  if (!/^(\d+[smh])+$/.test(duration)) throw validationFailed(`invalid format for ban duration: "${duration}"`)
  const parts = duration.matchAll(/(\d+)([smh])/g)
  const total = [...parts].reduce(
    (sum, [, count, unit]) => sum + Number(count) * (unitMilliseconds[unit ?? ''] ?? 0),
    0,
  )
  return new Date(Date.now() + total)
}
