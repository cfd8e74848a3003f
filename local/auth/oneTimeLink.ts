import { createHash, randomInt } from 'node:crypto'
import { z } from 'zod'
import { AuthError } from './authError'
import type { Answer, AuthContext, AuthRequest } from './context'
import { readBody } from './readBody'
import { userJson } from './userJson'
import { existing, findUserByEmail, isBanned, type UserRow } from './users'

const linkSchema = z.object({ type: z.literal('magiclink'), email: z.string() })
const verifySchema = z.object({ type: z.literal('magiclink'), token_hash: z.string().min(1) })

/** POST /admin/generate_link: a link that signs a known user in once. No mail is sent. */
export async function generateLink({ sql, issuer }: AuthContext, { body, caller }: AuthRequest): Promise<Answer> {
  if (caller.role !== 'service_role' || caller.token !== null) throw new AuthError(403, 'not_admin', 'User not allowed')
  const { type, email } = readBody(linkSchema, body)
  const user = existing(await findUserByEmail(sql, email))
  const code = String(randomInt(1e9, 1e10))
  const hash = createHash('sha224').update(`${user.email}${code}`).digest('hex')
  await sql`update auth.users set recovery_token = ${hash}, recovery_sent_at = now() where id = ${user.id}`
  return {
    status: 200,
    body: {
      ...(await userJson(sql, user)),
      action_link: `${issuer}/verify?token=${hash}&type=${type}`,
      email_otp: code,
      hashed_token: hash,
      verification_type: type,
      redirect_to: '',
    },
  }
}

/** POST /verify, with the hash of a link. A second factor is not asked for. */
export async function verify({ sql, sessions, config }: AuthContext, { body, client }: AuthRequest): Promise<Answer> {
  const { token_hash: hash } = readBody(verifySchema, body)
  const answer = await sql.begin(async (db) => {
    const [user] = await db<UserRow[]>`
      update auth.users set recovery_token = ''
      where recovery_token = ${hash} and recovery_sent_at > now() - ${config.linkExpirySeconds} * interval '1 second'
      returning *`
    if (!user) throw new AuthError(403, 'otp_expired', 'Email link is invalid or has expired')
    if (isBanned(user)) throw new AuthError(403, 'user_banned', 'User is banned')
    return sessions.start(db, user, client, 'otp')
  })
  return { status: 200, body: answer }
}
