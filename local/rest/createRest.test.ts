import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { signJwt } from '../auth/jwt'
import { startTemporaryDatabase, type TemporaryDatabase } from '../temporaryDatabase'
import { createRest } from './createRest'

const jwtSecret = 'a secret for these tests of more than thirty-two characters'
const errorSchema = z.object({ code: z.string(), message: z.string() })
let database: TemporaryDatabase
let sql: postgres.Sql
let rest: Awaited<ReturnType<typeof createRest>>

beforeAll(async () => {
  database = await startTemporaryDatabase({ seed: false })
  sql = postgres(database.databaseUrl, { max: 1, onnotice: () => {}, backoff: () => 0.1 })
  await sql.unsafe(`
    create table public.things (id int primary key, name text);
    insert into public.things values (1, 'one');
    grant all on public.things to service_role;
    create function public.who() returns text language sql stable as 'select current_user || current_setting(''request.jwt.claims'')';
    grant execute on function public.who to anon, authenticated, service_role;
    create function public.lasts() returns void language sql as 'select pg_sleep(5)';
    grant execute on function public.lasts to anon;`)
  rest = await createRest({ url: database.databaseUrlAs('authenticator'), jwtSecret })
})

afterAll(async () => {
  await rest.close()
  await sql.end()
  await database.destroy()
})

async function ask(
  path: string,
  options: {
    method?: string
    body?: string
    role?: 'anon' | 'service_role'
    token?: string
    headers?: Record<string, string>
  } = {},
): Promise<{ status: number; text: string; headers: Headers }> {
  const { method = 'GET', body, role = 'service_role', token = null, headers = {} } = options
  const request = new Request(`http://localhost/rest/v1/${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body }),
  })
  const response = await rest.fetch(request, { role, token, address: '127.0.0.1' })
  return { status: response.status, text: await response.text(), headers: response.headers }
}

function errorOf({ text }: { text: string }): z.infer<typeof errorSchema> {
  return errorSchema.parse(JSON.parse(text))
}

test('runs each request with the role of its own token, also when requests share a connection', async () => {
  const answers = await Promise.all(
    Array.from({ length: 40 }, async (_, index) => {
      const sub = `00000000-0000-4000-8000-0000000000${10 + index}`
      const token = index % 2 === 0 ? await signJwt({ role: 'authenticated', sub }, jwtSecret) : undefined
      const { text } = await ask('rpc/who', { role: 'anon', ...(token ? { token } : {}) })
      return text.includes('authenticated') === (index % 2 === 0) && text.includes(sub) === (index % 2 === 0)
    }),
  )
  expect(answers.every(Boolean)).toBe(true)
})

describe('refuses a token with the role', () => {
  test.each(['postgres', 'supabase_admin', 'unknown', `anon'; drop table public.things; --`, ''])(
    '"%s"',
    async (role) => {
      const answer = await ask('things', { role: 'anon', token: await signJwt({ role }, jwtSecret) })
      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect(answer.status).toBeLessThan(500)
      expect((await ask('things?select=id')).text).toBe('[{"id":1}]')
    },
  )
})

test('cancels a statement at the time limit of the role', async () => {
  const answer = await ask('rpc/lasts', { method: 'POST', role: 'anon' })
  expect([answer.status, errorOf(answer).code]).toEqual([500, '57014'])
})

test('answers HEAD with all headers and no body', async () => {
  const answer = await ask('things', { method: 'HEAD', headers: { prefer: 'count=exact' } })
  expect([answer.status, answer.text, answer.headers.get('content-range')]).toEqual([200, '', '0-0/1'])
})

test('leaves out nulls on request', async () => {
  await sql`insert into public.things values (2, null)`
  const headers = { accept: 'application/vnd.pgrst.object+json;nulls=stripped' }
  expect((await ask('things?id=eq.2', { headers })).text).toBe('{"id":2}')
  await sql`delete from public.things where id = 2`
})

test.each([
  ['PUT', 'things', 405, 'PGRST117'],
  ['OPTIONS', 'things', 405, 'PGRST117'],
  ['PATCH', 'rpc/who', 405, 'PGRST101'],
  ['GET', '', 404, 'PGRST125'],
  ['GET', 'things/1', 404, 'PGRST125'],
  ['GET', 'rpc/who/x', 404, 'PGRST125'],
  ['GET', '%E0%A4%A', 404, 'PGRST125'],
  ['GET', 'thongs', 404, 'PGRST205'],
  ['GET', 'pg_roles', 404, 'PGRST205'],
  ['GET', 'rpc/pg_sleep?seconds=1', 404, 'PGRST202'],
])('answers %s %s with %i %s', async (method, path, status, code) => {
  const answer = await ask(path, { method })
  expect([answer.status, errorOf(answer).code]).toEqual([status, code])
})

test('sees the last of many schema changes', async () => {
  for (let index = 1; index <= 12; index++) {
    await sql.unsafe(`alter table public.things add column extra_${index} int`)
  }
  await expect
    .poll(() => ask('things?id=eq.1', { method: 'PATCH', body: '{"extra_12":1}' }).then(({ status }) => status), {
      timeout: 10_000,
    })
    .toBe(204)
})

test('reconnects to a restarted database and sees later schema changes', async () => {
  await database.killDatabase()
  const gone = await ask('things?select=id')
  expect([gone.status, errorOf(gone).code]).toEqual([503, 'PGRST001'])
  await database.restartDatabase()
  const status = (path: string) => ask(path).then((answer) => answer.status)
  await expect.poll(() => status('things?select=id'), { timeout: 15_000 }).toBe(200)
  await vi.waitFor(
    () => sql.unsafe('create table if not exists public.later (id int); grant all on public.later to service_role'),
    { timeout: 15_000 },
  )
  await expect.poll(() => status('later'), { timeout: 15_000 }).toBe(200)
})
