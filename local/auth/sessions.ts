import { randomBytes, randomUUID } from 'node:crypto'
import { isIP } from 'node:net'
import type { AuthConfig } from './authConfig'
import { AuthError } from './authError'
import { signJwt } from './jwt'
import { userJson, type UserJson } from './userJson'
import { existing, findUserById, isBanned, type Db, type UserRow } from './users'

export type SessionRow = { id: string; user_id: string; created_at: Date }

export type SessionJson = {
  access_token: string
  token_type: 'bearer'
  expires_in: number
  expires_at: number
  refresh_token: string
  user: UserJson
}

type RefreshTokenRow = {
  id: string
  token: string
  user_id: string
  session_id: string
  revoked: boolean
  parent: string | null
  age: number
}

export type SessionOptions = { config: AuthConfig; jwtSecret: string; issuer: string }
export type Client = { userAgent: string | null; address: string }

export type Sessions = ReturnType<typeof createSessions>

export function createSessions({ config, jwtSecret, issuer }: SessionOptions) {
  async function answer(
    db: Db,
    user: UserRow,
    session: SessionRow,
    refreshToken: string,
    method = 'password',
  ): Promise<SessionJson> {
    const now = Math.floor(Date.now() / 1000)
    const expiresAt = now + config.jwtExpirySeconds
    const accessToken = await signJwt(
      {
        iss: issuer,
        sub: user.id,
        aud: user.aud,
        exp: expiresAt,
        iat: now,
        email: user.email ?? '',
        phone: user.phone ?? '',
        app_metadata: user.raw_app_meta_data ?? {},
        user_metadata: user.raw_user_meta_data ?? {},
        role: user.role,
        aal: 'aal1',
        amr: [{ method, timestamp: Math.floor(session.created_at.getTime() / 1000) }],
        session_id: session.id,
        is_anonymous: user.is_anonymous,
      },
      jwtSecret,
    )
    return {
      access_token: accessToken,
      token_type: 'bearer',
      expires_in: config.jwtExpirySeconds,
      expires_at: expiresAt,
      refresh_token: refreshToken,
      user: await userJson(db, user),
    }
  }

  async function start(db: Db, user: UserRow, client: Client, method?: 'otp'): Promise<SessionJson> {
    const address = isIP(client.address) ? client.address : null
    const [session] = await db<[SessionRow]>`
      insert into auth.sessions (id, user_id, created_at, updated_at, aal, user_agent, ip)
      values (${randomUUID()}, ${user.id}, now(), now(), 'aal1', ${client.userAgent}, ${address}) returning *`
    const refreshToken = await addRefreshToken(db, session, null)
    await db`update auth.users set last_sign_in_at = now(), updated_at = now() where id = ${user.id}`
    return answer(db, existing(await findUserById(db, user.id)), session, refreshToken, method)
  }

  /**
   * Exchanges a refresh token for a new pair. Errors are returned, not thrown: the caller's transaction must commit the
   * revocation of a reused token.
   */
  async function refresh(db: Db, token: string): Promise<SessionJson | AuthError> {
    const [presented] = await db<RefreshTokenRow[]>`
      select *, extract(epoch from now() - updated_at)::float8 as age from auth.refresh_tokens where token = ${token} for update`
    const user = presented && (await findUserById(db, presented.user_id))
    if (!user) return refused('refresh_token_not_found', 'Refresh Token Not Found')
    if (isBanned(user)) return refused('user_banned', 'User Banned')
    const [session] = await db<SessionRow[]>`select * from auth.sessions where id = ${presented.session_id} for update`
    if (!session) return refused('session_not_found', 'No Valid Session Found')

    let next: string | undefined
    if (presented.revoked) {
      const [active] = await db<RefreshTokenRow[]>`
        select * from auth.refresh_tokens where session_id = ${session.id} and revoked = false order by id desc limit 1`
      // The parent of the newest token stays valid: the client may not have received the answer with the newest token.
      if (active?.parent === presented.token) {
        next = active.token
      } else if (presented.age > config.reuseIntervalSeconds) {
        if (config.rotateRefreshTokens) await revokeFamily(db, session)
        return refused('refresh_token_already_used', 'Already Used')
      }
    }
    if (next === undefined) {
      await db`update auth.refresh_tokens set revoked = true, updated_at = now() where id = ${presented.id}`
      next = await addRefreshToken(db, session, presented.token)
    }
    await db`update auth.sessions set refreshed_at = now() at time zone 'utc', updated_at = now() where id = ${session.id}`
    return answer(db, user, session, next)
  }

  return { start, refresh }
}

export async function findSession(db: Db, id: string): Promise<SessionRow | undefined> {
  const [session] = await db<SessionRow[]>`select * from auth.sessions where id = ${id}`
  return session
}

/** Deletes sessions and, by cascade, their refresh tokens. */
export async function endSessions(
  db: Db,
  userId: string,
  which: { except?: string | undefined; only?: string } = {},
): Promise<void> {
  if (which.only) await db`delete from auth.sessions where user_id = ${userId} and id = ${which.only}`
  else if (which.except) await db`delete from auth.sessions where user_id = ${userId} and id <> ${which.except}`
  else await db`delete from auth.sessions where user_id = ${userId}`
}

async function addRefreshToken(db: Db, session: SessionRow, parent: string | null): Promise<string> {
  const token = newRefreshToken()
  await db`
    insert into auth.refresh_tokens (token, user_id, session_id, parent, revoked, created_at, updated_at)
    values (${token}, ${session.user_id}, ${session.id}, ${parent}, false, now(), now())`
  return token
}

async function revokeFamily(db: Db, session: SessionRow): Promise<void> {
  await db`update auth.refresh_tokens set revoked = true, updated_at = now() where session_id = ${session.id} and revoked = false`
}

function refused(code: string, reason: string): AuthError {
  return new AuthError(400, code, `Invalid Refresh Token: ${reason}`)
}

function newRefreshToken(): string {
  const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'
  return [...randomBytes(12)].map((byte) => alphabet[byte % alphabet.length]).join('')
}
