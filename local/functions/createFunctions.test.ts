import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { signJwt } from '../auth/jwt'
import { createFunctions } from './createFunctions'
import { readFunctionConfig } from './functionConfig'

const jwtSecret = 'a secret that is long enough for a test'
const keys = { publishable: 'sb_publishable_test', secret: 'sb_secret_test' }

let root: string
let functions: Awaited<ReturnType<typeof createFunctions>>
let logged: string[]

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'functions-test-'))
  mkdirSync(join(root, 'supabase/functions'), { recursive: true })
  mkdirSync(join(root, 'node_modules'))
  writeFileSync(join(root, 'package.json'), '{}')
  logged = []
  functions = await createFunctions({
    root,
    config: readFunctionConfig({
      hello: { verify_jwt: false },
      off: { enabled: false },
      guarded: { verify_jwt: true },
    }),
    apiUrl: 'http://127.0.0.1:54321',
    keys,
    databaseUrl: 'postgres://postgres@127.0.0.1:54322/postgres',
    jwtSecret,
    env: { GREETING: 'Hello', AI_BASE_URL: 'https://model.example/v1' },
    log: (line) => logged.push(line),
  })
})

afterEach(async () => {
  await functions.close()
  rmSync(root, { recursive: true, force: true })
})

function write(file: string, source: string): void {
  const path = join(root, 'supabase/functions', file)
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, source)
}

function call(path: string, init?: RequestInit): Promise<Response> {
  return functions.fetch(new Request(`http://127.0.0.1:54321/functions/v1/${path}`, init))
}

const hello = async () => (await call('hello')).text()

const answering = (expression: string) => `Deno.serve(async (request) => Response.json(${expression}))`

test('passes on method, path, headers and body, and returns the answer', async () => {
  write(
    'hello/index.ts',
    `Deno.serve(async (request) => new Response(
      [request.method, new URL(request.url).pathname, new URL(request.url).search, request.headers.get('x-own'), await request.text()].join(' '),
      { status: 201, headers: { 'x-answer': 'yes' } }))`,
  )
  const response = await call('hello/deeper?q=1', { method: 'POST', headers: { 'x-own': 'mine' }, body: 'the body' })
  expect(response.status).toBe(201)
  expect(response.headers.get('x-answer')).toBe('yes')
  expect(await response.text()).toBe('POST /hello/deeper ?q=1 mine the body')
})

test('returns answers without a body and streamed answers', async () => {
  write(
    'hello/index.ts',
    `Deno.serve((request) => request.method === 'DELETE' ? new Response(null, { status: 204 })
      : new Response(ReadableStream.from(['one ', 'two ', 'three']).pipeThrough(new TextEncoderStream())))`,
  )
  expect((await call('hello', { method: 'DELETE' })).status).toBe(204)
  expect(await (await call('hello')).text()).toBe('one two three')
})

test('sets the given and the platform variables, and passes on no other variable', async () => {
  write('hello/index.ts', answering('Deno.env.toObject()'))
  const environment: Record<string, string> = await (await call('hello')).json()
  expect(environment).toMatchObject({
    GREETING: 'Hello',
    SUPABASE_URL: 'http://127.0.0.1:54321',
    SUPABASE_SECRET_KEYS: JSON.stringify({ default: keys.secret }),
  })
  expect(environment).not.toHaveProperty('VITEST')
})

test.each([
  ['reading a file', `Deno.readTextFile('/etc/passwd')`],
  ['reading outside its folder', `Deno.readTextFile('../../config.toml')`],
  ['writing a file', `Deno.writeTextFile('./written', 'x')`],
  ['starting a program', `new Deno.Command('ls').output()`],
  ['reaching another host', `fetch('https://example.com')`],
])('forbids %s', async (_case, expression) => {
  writeFileSync(join(root, 'supabase/config.toml'), '')
  write('hello/index.ts', answering(`await (async () => ${expression})().then(() => 'done', (error) => error.name)`))
  expect(await (await call('hello')).json()).toBe('NotCapable')
})

test('allows connections to the chat model and to no other host', async () => {
  write(
    'hello/index.ts',
    answering(`await Promise.all(['model.example', 'elsewhere.example'].map(async (host) =>
      (await Deno.permissions.query({ name: 'net', host })).state))`),
  )
  expect(await (await call('hello')).json()).toEqual(['granted', expect.not.stringMatching('granted')])
})

test('answers 404 for unknown, disabled, shared and invalid names', async () => {
  write('off/index.ts', answering('1'))
  write('_shared/index.ts', answering('1'))
  for (const name of ['nothing', 'off', '_shared', '..', '']) {
    const response = await call(name)
    expect(response.status).toBe(404)
    expect(await response.json()).toEqual({ code: 'NOT_FOUND', message: 'Requested function was not found' })
  }
})

test('verifies the token when the configuration requires it, except for a preflight', async () => {
  write('guarded/index.ts', answering('"in"'))
  const withToken = (token: string) => call('guarded', { headers: { authorization: `Bearer ${token}` } })
  expect(await (await call('guarded')).json()).toEqual({ code: 401, message: 'Missing authorization header' })
  expect((await withToken('sb_publishable_test')).status).toBe(401)
  expect(await (await withToken(await signJwt({ role: 'authenticated' }, 'another secret'))).json()).toMatchObject({
    message: 'Invalid JWT',
  })
  expect(await (await withToken(await signJwt({ role: 'authenticated' }, jwtSecret))).json()).toBe('in')
  expect((await call('guarded', { method: 'OPTIONS' })).status).toBe(200)
})

test('restarts a function after a change of its own or a shared file', async () => {
  write('_shared/word.ts', `export const word = 'first'`)
  write('hello/index.ts', `import { word } from '../_shared/word.ts'\n${answering('word')}`)
  expect(await hello()).toBe('"first"')
  write('_shared/word.ts', `export const word = 'second'`)
  await expect.poll(hello).toBe('"second"')
  write('hello/index.ts', answering(`'third'`))
  await expect.poll(hello).toBe('"third"')
})

test('logs a function that does not start, and serves it after a fix', async () => {
  write('hello/index.ts', 'not a program')
  const response = await call('hello')
  expect(response.status).toBe(503)
  expect(await response.json()).toMatchObject({ code: 'BOOT_ERROR' })
  expect(logged.join('\n')).toContain('[hello]')
  write('hello/index.ts', answering(`'fixed'`))
  await expect.poll(hello).toBe('"fixed"')
})

test('answers 500 when a function dies, and starts a new process for the next call', async () => {
  write('hello/index.ts', answering(`new URL(request.url).search === '?die' ? Deno.exit(1) : 'alive'`))
  expect(await hello()).toBe('"alive"')
  const died = await call('hello?die')
  expect(died.status).toBe(500)
  expect(await died.json()).toMatchObject({ code: 'WORKER_ERROR' })
  await expect.poll(hello).toBe('"alive"')
})

test('runs no process before the first call, one for many calls and none after close()', async () => {
  write('hello/index.ts', answering('Deno.pid'))
  expect(logged).toEqual([])
  const pids = await Promise.all(Array.from({ length: 8 }, async (): Promise<number> => (await call('hello')).json()))
  expect(new Set(pids).size).toBe(1)
  await functions.close()
  expect(() => process.kill(pids[0] ?? 0, 0)).toThrow('ESRCH')
})
