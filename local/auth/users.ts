import { randomUUID } from 'node:crypto'
import postgres from 'postgres'
import { AuthError, unexpectedFailure, validationFailed } from './authError'

export type Db = postgres.ISql
export type Metadata = Record<string, unknown>

export type UserRow = {
  id: string
  aud: string
  role: string
  email: string | null
  phone: string | null
  encrypted_password: string | null
  raw_app_meta_data: Metadata | null
  raw_user_meta_data: Metadata | null
  is_anonymous: boolean
  created_at: Date | null
  updated_at: Date | null
  invited_at: Date | null
  confirmed_at: Date | null
  email_confirmed_at: Date | null
  phone_confirmed_at: Date | null
  confirmation_sent_at: Date | null
  recovery_sent_at: Date | null
  last_sign_in_at: Date | null
  banned_until: Date | null
  deleted_at: Date | null
}

// Supabase Auth reads these columns into plain strings: a null in one of them makes its sign-in fail.
const textColumnsWithoutNull = [
  'confirmation_token',
  'recovery_token',
  'email_change_token_new',
  'email_change',
  'email_change_token_current',
  'phone_change',
  'phone_change_token',
  'reauthentication_token',
] as const

type StoredUser = UserRow & Record<(typeof textColumnsWithoutNull)[number], string | null>

export async function findUserByEmail(db: Db, email: string): Promise<UserRow | undefined> {
  const [row] = await db<StoredUser[]>`
    select * from auth.users where email = ${email.toLowerCase()} and aud = 'authenticated' and is_sso_user = false`
  return row && readable(row)
}

export async function findUserById(db: Db, id: string): Promise<UserRow | undefined> {
  const [row] = await db<StoredUser[]>`select * from auth.users where id = ${id}`
  return row && readable(row)
}

function readable(row: StoredUser): UserRow {
  const broken = textColumnsWithoutNull.find((column) => row[column] === null)
  if (broken) throw unexpectedFailure('Database error querying schema', new Error(`auth.users.${broken} is null`))
  return row
}

export type NewUser = { email: string; passwordHash: string; metadata: Metadata | null | undefined }

/** Runs the same statements as Supabase Auth, because triggers on auth.users see each of them. */
export async function insertUser(db: Db, { email, passwordHash, metadata }: NewUser): Promise<UserRow> {
  const id = randomUUID()
  const appMetadata = JSON.stringify({ provider: 'email', providers: ['email'] })
  const userMetadata = JSON.stringify({ ...metadata, sub: id, email, email_verified: false, phone_verified: false })
  try {
    await db`
      insert into auth.users (instance_id, id, aud, role, email, encrypted_password, confirmation_token, recovery_token,
        email_change_token_new, email_change, raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
      values ('00000000-0000-0000-0000-000000000000', ${id}, 'authenticated', '', ${email}, ${passwordHash}, '', '',
        '', '', ${appMetadata}::text::jsonb, ${userMetadata}::text::jsonb, now(), now())`
    await db`update auth.users set role = 'authenticated' where id = ${id}`
    await db`
      insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
      values (${id}, ${id}, ${userMetadata}::text::jsonb, 'email', now(), now(), now())`
    await db`
      update auth.users
      set email_confirmed_at = now(), raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || '{"email_verified": true}'
      where id = ${id}`
  } catch (error) {
    if (isTakenEmail(error)) throw new AuthError(422, 'user_already_exists', 'User already registered')
    throw unexpectedFailure('Database error saving new user', error)
  }
  // A trigger may have changed the row, for example the password.
  return existing(await findUserById(db, id))
}

/** Merges as Supabase Auth does: null removes a key. */
export function mergeMetadata(current: Metadata | null, change: Metadata): Metadata {
  return Object.fromEntries(Object.entries({ ...current, ...change }).filter(([, value]) => value !== null))
}

export function isBanned(user: UserRow): boolean {
  return user.banned_until !== null && user.banned_until > new Date()
}

export function existing(user: UserRow | undefined): UserRow {
  if (!user) throw new AuthError(404, 'user_not_found', 'User not found')
  return user
}

// The rule of HTML for <input type="email">, which Supabase Auth uses.
const emailLabel = '[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?'
const emailFormat = new RegExp(`^[a-zA-Z0-9.!#$%&'*+/=?^_\`{|}~-]+@${emailLabel}(?:\\.${emailLabel})*$`)

/** The address in lower case. Throws when it is invalid. */
export function validEmail(email: string | null | undefined): string {
  if (!email) throw validationFailed('An email address is required')
  if (Buffer.byteLength(email) > 255) throw validationFailed('An email address is too long')
  if (!emailFormat.test(email)) throw validationFailed('Unable to validate email address: invalid format')
  return email.toLowerCase()
}

function isTakenEmail(error: unknown): boolean {
  return error instanceof postgres.PostgresError && error.constraint_name === 'users_email_partial_key'
}
