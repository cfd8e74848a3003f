import { createClient, type Session, type SupabaseClient } from '@supabase/supabase-js'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { z } from 'zod'
import { signJwt } from '../auth/jwt'
import { openTarget, type Target } from './target'

// Node 20 has no WebSocket of its own; the client asks for one even when it is not used.
vi.stubGlobal('WebSocket', WebSocket)

let target: Target
let database: postgres.Sql
let admin: SupabaseClient

beforeAll(async () => {
  target = await openTarget()
  database = postgres(target.databaseUrl, { max: 2, onnotice: () => {} })
  admin = client(target.secretKey)
})

afterAll(async () => {
  await database`delete from auth.users where email like 'contract-auth-%@fernbank.example'`
  await database.end()
  await target.close()
})

const password = 'a long enough password'
const claimsSchema = z.looseObject({ iss: z.string(), amr: z.array(z.unknown()), session_id: z.string() })
const listSchema = z.object({ messages: z.array(z.object({ ID: z.string() })) })
const mailSchema = z.object({ Text: z.string() })

function client(key = target.publishableKey): SupabaseClient {
  return createClient(target.apiUrl, key, {
    auth: { persistSession: false, autoRefreshToken: false },
  })
}

function freshEmail(): string {
  return `contract-auth-${crypto.randomUUID()}@fernbank.example`
}

/**
 * A user with a known password. The password is set after the row is made, because a trigger on auth.users
 * may choose another one for new people.
 */
async function newUser(): Promise<{ id: string; email: string }> {
  const email = freshEmail()
  const { data, error } = await admin.auth.admin.createUser({ email, password, email_confirm: true })
  expect(error).toBeNull()
  const id = data.user?.id ?? ''
  const change = await admin.auth.admin.updateUserById(id, { password })
  expect(change.error).toBeNull()
  return { id, email }
}

async function signIn(email: string): Promise<{ supabase: SupabaseClient; session: Session }> {
  const supabase = client()
  const { data, error } = await supabase.auth.signInWithPassword({ email, password })
  expect(error).toBeNull()
  if (!data.session) throw new Error('no session')
  return { supabase, session: data.session }
}

async function refreshWith(refreshToken: string) {
  return client().auth.refreshSession({ refresh_token: refreshToken })
}

describe('sign-up', () => {
  test('gives a session and keeps what the person said about themselves', async () => {
    const email = freshEmail()
    const supabase = client()
    const { data, error } = await supabase.auth.signUp({
      email: email.toUpperCase(),
      password,
      options: { data: { full_name: 'Ada Contract' } },
    })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({
      aud: 'authenticated',
      role: 'authenticated',
      email,
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: { full_name: 'Ada Contract', email, email_verified: true },
    })
    expect(data.user?.identities).toHaveLength(1)
    expect(data.session?.token_type).toBe('bearer')

    const claims = readClaims(data.session?.access_token ?? '')
    expect(claims).toMatchObject({
      sub: data.user?.id,
      email,
      role: 'authenticated',
      aud: 'authenticated',
      aal: 'aal1',
    })
    expect(claims.iss).toMatch(/\/auth\/v1$/)
    expect(claims.amr).toEqual([expect.objectContaining({ method: 'password' })])
    expect(claims.session_id).toMatch(/^[0-9a-f-]{36}$/)

    // Stored as an object, not as text that looks like one: triggers read names from it.
    const [row] =
      await database`select raw_user_meta_data ->> 'full_name' as name from auth.users where email = ${email}`
    expect(row).toEqual({ name: 'Ada Contract' })
  })

  test.each([
    ['a taken address', { password }, 422, 'user_already_exists'],
    ['a weak password', { email: 'weak@fernbank.example', password: '123' }, 422, 'weak_password'],
    ['an address that is none', { email: 'no-address', password }, 400, 'validation_failed'],
  ])('refuses %s', async (_case, given, status, code) => {
    const email = 'email' in given ? given.email : (await newUser()).email
    const { error } = await client().auth.signUp({ email, password: given.password })
    expect(error).toMatchObject({ status, code })
  })
})

describe('sign-in', () => {
  test('answers a wrong password and an unknown address alike', async () => {
    const { email } = await newUser()
    const wrong = await client().auth.signInWithPassword({ email, password: 'not the password' })
    const unknown = await client().auth.signInWithPassword({ email: freshEmail(), password })
    expect(wrong.error).toMatchObject({
      status: 400,
      code: 'invalid_credentials',
      message: 'Invalid login credentials',
    })
    expect(unknown.error).toMatchObject({
      status: 400,
      code: 'invalid_credentials',
      message: 'Invalid login credentials',
    })
  })

  test('follows a password that SQL has changed', async () => {
    const { id, email } = await newUser()
    await database`
      update auth.users set encrypted_password = extensions.crypt('another password', extensions.gen_salt('bf', 4)) where id = ${id}`
    expect((await client().auth.signInWithPassword({ email, password })).error).toMatchObject({
      code: 'invalid_credentials',
    })
    expect((await client().auth.signInWithPassword({ email, password: 'another password' })).error).toBeNull()
  })

  test('refuses a banned person', async () => {
    const { id, email } = await newUser()
    await admin.auth.admin.updateUserById(id, { ban_duration: '24h' })
    const { error } = await client().auth.signInWithPassword({ email, password })
    expect(error).toMatchObject({ status: 400, code: 'user_banned' })
  })
})

describe('refresh', () => {
  test('swaps the token; the one before the newest still leads to the newest', async () => {
    const { session } = await signIn((await newUser()).email)
    const first = await refreshWith(session.refresh_token)
    expect(first.error).toBeNull()
    expect(first.data.session?.refresh_token).not.toBe(session.refresh_token)
    const repeated = await refreshWith(session.refresh_token)
    expect(repeated.data.session?.refresh_token).toBe(first.data.session?.refresh_token)
  })

  test('an old token used again after the reuse interval ends the whole session', async () => {
    const { session } = await signIn((await newUser()).email)
    const second = await refreshWith(session.refresh_token)
    const third = await refreshWith(second.data.session?.refresh_token ?? '')
    await backdate(session.refresh_token)

    expect((await refreshWith(session.refresh_token)).error).toMatchObject({
      status: 400,
      code: 'refresh_token_already_used',
    })
    const newest = third.data.session?.refresh_token ?? ''
    await backdate(newest)
    expect((await refreshWith(newest)).error).toMatchObject({ status: 400, code: 'refresh_token_already_used' })
  })

  test('refuses an unknown token', async () => {
    expect((await refreshWith('nosuchtoken1')).error).toMatchObject({ status: 400, code: 'refresh_token_not_found' })
  })
})

describe('sign-out', () => {
  test('local ends this session alone', async () => {
    const { email } = await newUser()
    const here = await signIn(email)
    const there = await signIn(email)
    expect((await here.supabase.auth.signOut({ scope: 'local' })).error).toBeNull()
    expect((await refreshWith(here.session.refresh_token)).error).toMatchObject({ code: 'refresh_token_not_found' })
    expect((await refreshWith(there.session.refresh_token)).error).toBeNull()
  })

  test('others ends the other sessions', async () => {
    const { email } = await newUser()
    const here = await signIn(email)
    const there = await signIn(email)
    expect((await here.supabase.auth.signOut({ scope: 'others' })).error).toBeNull()
    expect((await refreshWith(there.session.refresh_token)).error).toMatchObject({ code: 'refresh_token_not_found' })
    expect((await refreshWith(here.session.refresh_token)).error).toBeNull()
  })

  test('global ends all of them, and the token no longer names a session', async () => {
    const { email } = await newUser()
    const here = await signIn(email)
    const there = await signIn(email)
    expect((await here.supabase.auth.signOut({ scope: 'global' })).error).toBeNull()
    expect((await refreshWith(there.session.refresh_token)).error).toMatchObject({ code: 'refresh_token_not_found' })
    const answer = await rawUser(here.session.access_token)
    expect(answer).toMatchObject({ status: 403, body: { code: 'session_not_found' } })
  })
})

describe('the person behind a token', () => {
  test('is told plainly when the account is gone', async () => {
    const { id, email } = await newUser()
    const { supabase, session } = await signIn(email)
    expect((await supabase.auth.getUser()).data.user?.email).toBe(email)
    expect((await admin.auth.admin.deleteUser(id)).error).toBeNull()
    const { error } = await supabase.auth.getUser(session.access_token)
    expect(error).toMatchObject({
      status: 403,
      code: 'user_not_found',
      message: 'User from sub claim in JWT does not exist',
    })
  })

  test('a forged token is refused', async () => {
    const claims = { role: 'authenticated', sub: crypto.randomUUID(), exp: Math.floor(Date.now() / 1000) + 60 }
    const forged = signJwt(claims, 'a secret that is not the one of this project')
    expect((await client().auth.getUser(forged)).error).toMatchObject({ status: 403, code: 'bad_jwt' })
  })

  test('may change their password, which ends their other sessions', async () => {
    const { email } = await newUser()
    const here = await signIn(email)
    const there = await signIn(email)
    const same = await here.supabase.auth.updateUser({ password })
    expect(same.error).toMatchObject({ status: 422, code: 'same_password' })

    const change = await here.supabase.auth.updateUser({ password: 'another password', data: { colour: 'green' } })
    expect(change.error).toBeNull()
    expect(change.data.user?.user_metadata.colour).toBe('green')
    expect((await client().auth.signInWithPassword({ email, password: 'another password' })).error).toBeNull()
    expect((await refreshWith(there.session.refresh_token)).error).toMatchObject({ code: 'refresh_token_not_found' })
  })
})

describe('administration', () => {
  test('is for the secret key alone', async () => {
    const { email } = await newUser()
    const { supabase } = await signIn(email)
    expect((await supabase.auth.admin.listUsers()).error).toMatchObject({ status: 403, code: 'not_admin' })
  })

  test('creates, reads, lists, changes and deletes', async () => {
    const email = freshEmail()
    const made = await admin.auth.admin.createUser({
      email,
      email_confirm: true,
      user_metadata: { full_name: 'Grace Contract' },
      app_metadata: { team: 'tests' },
    })
    expect(made.error).toBeNull()
    const id = made.data.user?.id ?? ''

    expect((await admin.auth.admin.getUserById(id)).data.user).toMatchObject({
      email,
      user_metadata: { full_name: 'Grace Contract' },
      app_metadata: { provider: 'email', team: 'tests' },
    })
    const list = await admin.auth.admin.listUsers({ page: 1, perPage: 1 })
    expect(list.data.users).toHaveLength(1)

    const otherEmail = freshEmail()
    const changed = await admin.auth.admin.updateUserById(id, { email: otherEmail, user_metadata: { full_name: null } })
    expect(changed.data.user?.email).toBe(otherEmail)
    expect(changed.data.user?.user_metadata).not.toHaveProperty('full_name')

    expect((await admin.auth.admin.deleteUser(id)).error).toBeNull()
    expect((await admin.auth.admin.getUserById(id)).error).toMatchObject({ status: 404, code: 'user_not_found' })
  })

  test('refuses a taken address and one that is none', async () => {
    const { email } = await newUser()
    expect((await admin.auth.admin.createUser({ email })).error).toMatchObject({ status: 422, code: 'email_exists' })
    expect((await admin.auth.admin.createUser({ email: 'no-address' })).error).toMatchObject({
      status: 400,
      code: 'validation_failed',
    })
  })
})

describe('a forgotten password', () => {
  test('the answer is the same for known and unknown addresses', async () => {
    const { email } = await newUser()
    expect((await client().auth.resetPasswordForEmail(email)).error).toBeNull()
    expect((await client().auth.resetPasswordForEmail(freshEmail())).error).toBeNull()
  })

  test('the mailed link signs in once', async () => {
    const { email } = await newUser()
    await client().auth.resetPasswordForEmail(email)
    expect(await newestMailText(email)).toMatch(/\b\d{10}\b/)
    const link = /https?:\S+\/auth\/v1\/verify\S+/.exec(await newestMailText(email))?.[0] ?? ''
    expect(link).not.toBe('')

    const followed = await fetch(link, { redirect: 'manual' })
    expect(followed.status).toBe(303)
    const fragment = new URLSearchParams(new URL(followed.headers.get('location') ?? '').hash.slice(1))
    expect((await client().auth.getUser(fragment.get('access_token') ?? '')).data.user?.email).toBe(email)

    const again = await fetch(link, { redirect: 'manual' })
    expect(again.headers.get('location')).toContain('error_code=otp_expired')
  })
})

/** Instead of waiting for the reuse interval to pass. */
async function backdate(refreshToken: string): Promise<void> {
  const { count } = await database`
    update auth.refresh_tokens set updated_at = updated_at - interval '1 hour' where token = ${refreshToken}`
  expect(count).toBe(1)
}

/** GET /user as it is on the wire: the client turns a missing session into an error of its own. */
async function rawUser(accessToken: string): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`${target.apiUrl}/auth/v1/user`, {
    headers: {
      apikey: target.publishableKey,
      authorization: `Bearer ${accessToken}`,
      'x-supabase-api-version': '2024-01-01',
    },
  })
  return { status: response.status, body: await response.json() }
}

function readClaims(accessToken: string): z.infer<typeof claimsSchema> {
  return claimsSchema.parse(JSON.parse(Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString('utf8')))
}

async function newestMailText(email: string): Promise<string> {
  const search = `${target.mailboxUrl}/api/v1/search?query=${encodeURIComponent(`to:"${email}"`)}`
  let id = ''
  await expect
    .poll(async () => {
      id = listSchema.parse(await (await fetch(search)).json()).messages[0]?.ID ?? ''
      return id
    })
    .not.toBe('')
  return mailSchema.parse(await (await fetch(`${target.mailboxUrl}/api/v1/message/${id}`)).json()).Text
}
