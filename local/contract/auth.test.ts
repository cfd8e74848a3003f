import { createClient, type Session, type SupabaseClient } from '@supabase/supabase-js'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { signJwt } from '../auth/jwt'
import { openTarget, type Target } from './target'

let target: Target
let database: postgres.Sql

beforeAll(async () => {
  target = await openTarget()
  database = postgres(target.databaseUrl, { max: 2, onnotice: () => {} })
})

afterAll(async () => {
  await database`delete from auth.users where email like 'contract-auth-%@fernbank.example'`
  await database.end()
  await target.close()
})

const password = 'a long enough password'
const claimsSchema = z.looseObject({ iss: z.string(), amr: z.array(z.unknown()), session_id: z.string() })

function client(): SupabaseClient {
  return createClient(target.apiUrl, target.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  })
}

function freshEmail(): string {
  return `contract-auth-${crypto.randomUUID()}@fernbank.example`
}

/** Signs a user up and then sets a known password, because a trigger on auth.users sets another one for new users. */
async function newUser(): Promise<{ id: string; email: string }> {
  const email = freshEmail()
  const { data, error } = await client().auth.signUp({ email, password })
  expect(error).toBeNull()
  const id = data.user?.id ?? ''
  await setPassword(id, password)
  return { id, email }
}

async function setPassword(userId: string, newPassword: string): Promise<void> {
  await database`
    update auth.users set encrypted_password = extensions.crypt(${newPassword}, extensions.gen_salt('bf', 4))
    where id = ${userId}`
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

test('the server makes a link that signs a user in once, also with a verified second factor', async () => {
  const { id, email } = await newUser()
  const admin = createClient(target.apiUrl, target.secretKey, { auth: { persistSession: false } }).auth.admin
  const { data } = await admin.generateLink({ type: 'magiclink', email })
  const token = { token_hash: data.properties?.hashed_token ?? '', type: 'magiclink' } as const
  const supabase = client()
  const signedIn = await supabase.auth.verifyOtp(token)
  expect(signedIn.data.user?.id).toBe(id)
  expect(readClaims(signedIn.data.session?.access_token ?? '')).toMatchObject({
    sub: id,
    aal: 'aal1',
    amr: [expect.objectContaining({ method: 'otp' })],
  })
  expect((await client().auth.verifyOtp(token)).error).toMatchObject({ status: 403, code: 'otp_expired' })
  const visitors = createClient(target.apiUrl, target.publishableKey, { auth: { persistSession: false } }).auth.admin
  expect((await visitors.generateLink({ type: 'magiclink', email })).error).not.toBeNull()
})

describe('sign-up', () => {
  test('returns a session and stores the user metadata', async () => {
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

    // Triggers read the name, so the metadata must be a JSON object and not a JSON string.
    const [row] =
      await database`select raw_user_meta_data ->> 'full_name' as name from auth.users where email = ${email}`
    expect(row).toEqual({ name: 'Ada Contract' })
  })

  test.each([
    ['a taken address', { password }, 422, 'user_already_exists'],
    ['a weak password', { email: 'weak@fernbank.example', password: '123' }, 422, 'weak_password'],
    ['an address without @', { email: 'no-address', password }, 400, 'validation_failed'],
    ['an address with an accent', { email: 'adá@fernbank.example', password }, 400, 'validation_failed'],
    ['a domain with an accent', { email: 'ada@fernbänk.example', password }, 400, 'validation_failed'],
    ['a domain that starts with -', { email: 'ada@-fernbank.example', password }, 400, 'validation_failed'],
    ['a domain with _', { email: 'ada@fern_bank.example', password }, 400, 'validation_failed'],
    ['a domain with two dots in a row', { email: 'ada@fernbank..example', password }, 400, 'validation_failed'],
    ['a quoted name', { email: '"ada"@fernbank.example', password }, 400, 'validation_failed'],
    ['a name in front', { email: 'Ada <ada@fernbank.example>', password }, 400, 'validation_failed'],
    ['a space', { email: 'ada @fernbank.example', password }, 400, 'validation_failed'],
    ['an address of 256 bytes', { email: `${'a'.repeat(239)}@fernbank.example`, password }, 400, 'validation_failed'],
  ])('refuses %s', async (_case, given, status, code) => {
    const email = 'email' in given ? given.email : (await newUser()).email
    const { error } = await client().auth.signUp({ email, password: given.password })
    expect(error).toMatchObject({ status, code })
  })
})

describe('sign-in', () => {
  test('gives the same answer for a wrong password and an unknown address', async () => {
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

  test('accepts a password that SQL has set', async () => {
    const { id, email } = await newUser()
    await setPassword(id, 'another password')
    expect((await client().auth.signInWithPassword({ email, password })).error).toMatchObject({
      code: 'invalid_credentials',
    })
    expect((await client().auth.signInWithPassword({ email, password: 'another password' })).error).toBeNull()
  })

  test('a sign-in by phone number is refused', async () => {
    const { error } = await client().auth.signInWithPassword({ phone: '447700900123', password })
    expect(error).toMatchObject({ status: 422, code: 'phone_provider_disabled' })
  })

  test('refuses a banned user', async () => {
    const { id, email } = await newUser()
    await database`update auth.users set banned_until = now() + interval '1 day' where id = ${id}`
    const { error } = await client().auth.signInWithPassword({ email, password })
    expect(error).toMatchObject({ status: 400, code: 'user_banned' })
  })
})

describe('refresh', () => {
  test('exchanges the token, and returns the newest token again for the one before it', async () => {
    const { session } = await signIn((await newUser()).email)
    const first = await refreshWith(session.refresh_token)
    expect(first.error).toBeNull()
    expect(first.data.session?.refresh_token).not.toBe(session.refresh_token)
    const repeated = await refreshWith(session.refresh_token)
    expect(repeated.data.session?.refresh_token).toBe(first.data.session?.refresh_token)
  })

  test('gives two tabs that refresh at once the same new token', async () => {
    const { session } = await signIn((await newUser()).email)
    const tabs = await Promise.all([refreshWith(session.refresh_token), refreshWith(session.refresh_token)])
    expect(tabs.map(({ error }) => error)).toEqual([null, null])
    const [first, second] = tabs.map(({ data }) => data.session?.refresh_token ?? '')
    expect(first).toBe(second)
    expect((await refreshWith(first ?? '')).error).toBeNull()
  })

  test('ends the session when an old token is used after the reuse interval', async () => {
    const { session } = await signIn((await newUser()).email)
    const second = await refreshWith(session.refresh_token)
    const third = await refreshWith(second.data.session?.refresh_token ?? '')
    await backdate(session)

    expect((await refreshWith(session.refresh_token)).error).toMatchObject({
      status: 400,
      code: 'refresh_token_already_used',
    })
    const newest = third.data.session?.refresh_token ?? ''
    await backdate(session)
    // Version 1 keeps the rows of the ended tokens. Version 2 deletes the session.
    const code = newest.length === 12 ? 'refresh_token_already_used' : 'refresh_token_not_found'
    expect((await refreshWith(newest)).error).toMatchObject({ status: 400, code })
  })

  test('refuses an unknown token', async () => {
    expect((await refreshWith('nosuchtoken1')).error).toMatchObject({ status: 400, code: 'refresh_token_not_found' })
  })
})

describe('sign-out', () => {
  test('local ends only this session', async () => {
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

  test('global ends all sessions, and GET /user answers session_not_found', async () => {
    const { email } = await newUser()
    const here = await signIn(email)
    const there = await signIn(email)
    expect((await here.supabase.auth.signOut({ scope: 'global' })).error).toBeNull()
    expect((await refreshWith(there.session.refresh_token)).error).toMatchObject({ code: 'refresh_token_not_found' })
    const answer = await rawUser(here.session.access_token)
    expect(answer).toMatchObject({ status: 403, body: { code: 'session_not_found' } })
  })
})

describe('the user of a token', () => {
  test('gets user_not_found after the account is deleted', async () => {
    const { id, email } = await newUser()
    const { supabase, session } = await signIn(email)
    expect((await supabase.auth.getUser()).data.user?.email).toBe(email)
    await database`delete from auth.users where id = ${id}`
    const { error } = await supabase.auth.getUser(session.access_token)
    expect(error).toMatchObject({
      status: 403,
      code: 'user_not_found',
      message: 'User from sub claim in JWT does not exist',
    })
  })

  test('the user is refused with a forged token', async () => {
    const claims = { role: 'authenticated', sub: crypto.randomUUID(), exp: Math.floor(Date.now() / 1000) + 60 }
    const forged = await signJwt(claims, 'a secret that is not the one of this project')
    expect((await client().auth.getUser(forged)).error).toMatchObject({ status: 403, code: 'bad_jwt' })
  })

  test('the user can change their metadata', async () => {
    const { supabase } = await signIn((await newUser()).email)
    const { data, error } = await supabase.auth.updateUser({ data: { colour: 'green' } })
    expect(error).toBeNull()
    expect(data.user?.user_metadata.colour).toBe('green')
  })

  // With a second factor, the auth server refuses before it compares passwords. The schema gives one to every user.
  test.each([
    ['the password that they have', { password }],
    ['another password', { password: 'another password', data: { colour: 'green' } }],
    ['another address', { email: freshEmail() }],
    ['a phone number', { phone: '+447700900123' }],
  ])('the user cannot change their sign-in details to %s, and learns nothing about them', async (_case, change) => {
    const { email } = await newUser()
    const { supabase, session } = await signIn(email)
    const { error } = await supabase.auth.updateUser(change)
    expect(error).toMatchObject({ status: 401, code: 'insufficient_aal' })
    expect((await supabase.auth.getUser()).data.user).toMatchObject({ email })
    expect((await supabase.auth.getUser()).data.user?.user_metadata.colour).toBeUndefined()
    expect((await refreshWith(session.refresh_token)).error).toBeNull()
    expect((await client().auth.signInWithPassword({ email, password })).error).toBeNull()
  })

  test('a user cannot change their rights', async () => {
    const { supabase } = await signIn((await newUser()).email)
    const change = { data: {}, app_metadata: { role: 'admin' } }
    expect((await supabase.auth.updateUser(change)).error).toMatchObject({ status: 403, code: 'not_admin' })
  })

  test('the user cannot remove the second factor, use it or add another one', async () => {
    const { supabase } = await signIn((await newUser()).email)
    const { data } = await supabase.auth.getUser()
    const factors = data.user?.factors ?? []
    expect(factors).toEqual([expect.objectContaining({ factor_type: 'totp', status: 'verified' })])
    const factorId = factors[0]?.id ?? ''
    expect((await supabase.auth.mfa.unenroll({ factorId })).error).not.toBeNull()
    expect((await supabase.auth.mfa.enroll({ factorType: 'totp' })).error).not.toBeNull()
    expect((await supabase.auth.mfa.challengeAndVerify({ factorId, code: '000000' })).error).not.toBeNull()
    const change = await supabase.auth.updateUser({ password: 'another password' })
    expect(change.error).toMatchObject({ status: 401, code: 'insufficient_aal' })
  })
})

/** Makes the last refresh older than the reuse interval. Version 2 of the tokens has no rows: the session counts them. */
async function backdate({ access_token }: Session): Promise<void> {
  const { session_id } = readClaims(access_token)
  await database`
    update auth.refresh_tokens set updated_at = updated_at - interval '1 hour' where session_id = ${session_id}`
  await database`update auth.sessions set refreshed_at = refreshed_at - interval '1 hour' where id = ${session_id}`
}

/** The raw answer of GET /user: the client replaces a missing session with its own error. */
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
