import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTemporaryStack } from '../template'
import { readAuthConfig } from './authConfig'
import { createAuth, type AuthOptions } from './createAuth'

// Covers what the contract tests cannot set up through a client: broken rows, failing triggers and a test hook.
type Stack = Awaited<ReturnType<typeof startTemporaryStack>>

let stack: Stack
let superuser: postgres.Sql
let auth: Awaited<ReturnType<typeof createAuth>>
const logged: string[] = []

beforeAll(async () => {
  stack = await startTemporaryStack()
  superuser = postgres(stack.adminUrl, { max: 1, onnotice: () => {} })
  await superuser.unsafe(`
    create table public.test_attempts (valid boolean not null);
    create function public.test_hook(event jsonb) returns jsonb language sql security definer set search_path = '' as $$
      insert into public.test_attempts values ((event ->> 'valid')::boolean);
      select coalesce(
        (select u.raw_app_meta_data -> 'hook_answer' from auth.users u where u.id = (event ->> 'user_id')::uuid),
        '{"decision": "continue"}')
    $$;
    grant execute on function public.test_hook to supabase_auth_admin;
    create table public.test_signups (name text not null check (name <> 'Refused'));
    create function public.test_signup() returns trigger language plpgsql security definer set search_path = '' as $$
    begin
      insert into public.test_signups values (coalesce(new.raw_user_meta_data ->> 'full_name', ''));
      return new;
    end $$;
    create trigger test_signup after insert on auth.users for each row execute function public.test_signup();
    create table public.test_hashes (password text not null, salt text not null);
    alter function extensions.crypt(text, text) rename to crypt_uncounted;
    create function extensions.crypt(text, text) returns text language plpgsql security definer set search_path = '' as $$
    begin
      insert into public.test_hashes values ($1, $2);
      return extensions.crypt_uncounted($1, $2);
    end $$;`)
  auth = await createAuth(options())
})

afterAll(async () => {
  await auth.close()
  await superuser.end()
  await stack.destroy()
})

const password = 'a long enough password'

const options = (): AuthOptions => ({
  url: urlOf('supabase_auth_admin'),
  hashUrl: stack.databaseUrl,
  jwtSecret: stack.keys.jwtSecret,
  issuer: 'http://auth.test/auth/v1',
  config: readAuthConfig({
    hook: { password_verification_attempt: { enabled: true, uri: 'pg-functions://postgres/public/test_hook' } },
  }),
  bcryptCost: 4,
  log: (line) => logged.push(line),
})

function urlOf(role: string): string {
  const url = new URL(stack.databaseUrl)
  url.username = role
  return url.href
}

async function call(method: string, path: string, body?: object) {
  const response = await auth.fetch(
    new Request(`http://auth.test/auth/v1${path}`, {
      method,
      headers: { 'x-supabase-api-version': '2024-01-01' },
      body: body ? JSON.stringify(body) : null,
    }),
    { role: 'anon', token: null, address: '127.0.0.1' },
  )
  const text = await response.text()
  const answer: unknown = text === '' ? null : JSON.parse(text)
  return { status: response.status, body: answer }
}

async function newUser(hookAnswer?: object): Promise<{ id: string; email: string }> {
  const email = `${crypto.randomUUID()}@fernbank.example`
  await call('POST', '/signup', { email, password: crypto.randomUUID() })
  const metadata = superuser.json(hookAnswer ? { hook_answer: { ...hookAnswer } } : {})
  const [user] = await superuser<[{ id: string }]>`
    update auth.users
    set encrypted_password = extensions.crypt(${password}, extensions.gen_salt('bf', 4)),
      raw_app_meta_data = raw_app_meta_data || ${metadata}
    where email = ${email} returning id`
  return { id: user.id, email }
}

const signIn = (email: string, given = password) =>
  call('POST', '/token?grant_type=password', { email, password: given })

test('rolls back the sign-up when a trigger fails, and logs the details without the password', async () => {
  const email = `${crypto.randomUUID()}@fernbank.example`
  const answer = await call('POST', '/signup', { email, password, data: { full_name: 'Refused' } })
  expect(answer).toEqual({
    status: 500,
    body: { code: 'unexpected_failure', message: 'Database error saving new user' },
  })
  expect(await superuser`select 1 from auth.users where email = ${email}`).toHaveLength(0)
  expect(logged.at(-1)).toContain('test_signups')
  expect(logged.join('\n')).not.toContain(password)
})

test('the auth server cannot read a user row with null token columns, as on the platform', async () => {
  const { id, email } = await newUser()
  await superuser`update auth.users set recovery_token = null where id = ${id}`
  expect(await signIn(email)).toMatchObject({ status: 500, body: { message: 'Database error querying schema' } })
})

test('lets the password hook reject a correct password', async () => {
  const { email } = await newUser({ decision: 'reject', message: 'Not now.' })
  expect(await signIn(email)).toEqual({ status: 400, body: { code: 'invalid_credentials', message: 'Not now.' } })
})

test('lets the password hook choose the status', async () => {
  const { email } = await newUser({ error: { http_code: 429, message: 'Too many attempts.' } })
  expect(await signIn(email)).toMatchObject({ status: 429, body: { message: 'Too many attempts.' } })
})

test('lets the password hook end the sessions of the user', async () => {
  const { id, email } = await newUser()
  expect((await signIn(email)).status).toBe(200)
  const answer = { decision: 'reject', should_logout_user: true }
  await superuser`update auth.users set raw_app_meta_data = ${superuser.json({ hook_answer: answer })} where id = ${id}`
  expect(await signIn(email, 'wrong')).toEqual({
    status: 400,
    body: { code: 'invalid_credentials', message: 'Further password verification attempts will be rejected.' },
  })
  expect(await superuser`select 1 from auth.sessions where user_id = ${id}`).toHaveLength(0)
})

test('refuses every sign-in when the answer of the hook is invalid', async () => {
  const { email } = await newUser({ decision: 5 })
  expect(await signIn(email)).toMatchObject({ status: 500, body: { code: 'unexpected_failure' } })
})

test('calls the hook for correct and wrong passwords, and signs in when the hook agrees', async () => {
  const { email } = await newUser()
  expect(await signIn(email, 'wrong')).toMatchObject({ status: 400, body: { message: 'Invalid login credentials' } })
  expect(await signIn(email)).toMatchObject({ status: 200, body: { token_type: 'bearer' } })
})

test('hashes once at the same cost, and calls the hook, for a wrong password, a locked account and an unknown address', async () => {
  const locked = await newUser({ error: { http_code: 429, message: 'Too many attempts.' } })
  const known = await newUser()
  for (const email of [known.email, locked.email, 'unknown@fernbank.example']) {
    await superuser`truncate public.test_hashes, public.test_attempts`
    await signIn(email, 'wrong')
    expect(await superuser`select salt, password from public.test_hashes`).toEqual([
      { salt: expect.stringMatching(/^\$2a\$04\$.{22}/), password: 'wrong' },
    ])
    expect(await superuser`select valid from public.test_attempts`).toEqual([{ valid: false }])
  }
})

test('refuses an invalid body, an unknown path and an unknown grant', async () => {
  const garbage = await auth.fetch(new Request('http://auth.test/auth/v1/signup', { method: 'POST', body: '{' }), {
    role: 'anon',
    token: null,
    address: '127.0.0.1',
  })
  expect(garbage.status).toBe(400)
  // Without an API version in the request, the answer has the older field names.
  expect(await garbage.json()).toMatchObject({ code: 400, error_code: 'bad_json' })
  expect((await call('POST', '/magiclink')).status).toBe(404)
  expect((await call('POST', '/token?grant_type=pkce', {})).status).toBe(400)
})
