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

test('hands method, path, headers and body over, and the answer back', async () => {
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

test('answers without a body and in pieces come through', async () => {
  write(
    'hello/index.ts',
    `Deno.serve((request) => request.method === 'DELETE' ? new Response(null, { status: 204 })
      : new Response(ReadableStream.from(['one ', 'two ', 'three']).pipeThrough(new TextEncoderStream())))`,
  )
  expect((await call('hello', { method: 'DELETE' })).status).toBe(204)
  expect(await (await call('hello')).text()).toBe('one two three')
})

test('the environment is what was given and the platform variables, and nothing of ours', async () => {
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

test('lets the model be reached that the environment names, and no other host', async () => {
  write(
    'hello/index.ts',
    answering(`await Promise.all(['model.example', 'elsewhere.example'].map(async (host) =>
      (await Deno.permissions.query({ name: 'net', host })).state))`),
  )
  expect(await (await call('hello')).json()).toEqual(['granted', expect.not.stringMatching('granted')])
})

test('what is not there, switched off, shared or badly named is not found', async () => {
  write('off/index.ts', answering('1'))
  write('_shared/index.ts', answering('1'))
  for (const name of ['nothing', 'off', '_shared', '..', '']) {
    const response = await call(name)
    expect(response.status).toBe(404)
    expect(await response.json()).toEqual({ code: 'NOT_FOUND', message: 'Requested function was not found' })
  }
})

test('checks the token first where the configuration says so, but never the preflight', async () => {
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

test('starts anew after a change of its own or a shared file', async () => {
  write('_shared/word.ts', `export const word = 'first'`)
  write('hello/index.ts', `import { word } from '../_shared/word.ts'\n${answering('word')}`)
  expect(await hello()).toBe('"first"')
  write('_shared/word.ts', `export const word = 'second'`)
  await expect.poll(hello).toBe('"second"')
  write('hello/index.ts', answering(`'third'`))
  await expect.poll(hello).toBe('"third"')
})

test('a function that does not start says so in the log, and works once it is mended', async () => {
  write('hello/index.ts', 'this is no program')
  const response = await call('hello')
  expect(response.status).toBe(503)
  expect(await response.json()).toMatchObject({ code: 'BOOT_ERROR' })
  expect(logged.join('\n')).toContain('[hello]')
  write('hello/index.ts', answering(`'mended'`))
  await expect.poll(hello).toBe('"mended"')
})

test('a function that dies in the middle answers 500 and the next call finds a new process', async () => {
  write('hello/index.ts', answering(`new URL(request.url).search === '?die' ? Deno.exit(1) : 'alive'`))
  expect(await hello()).toBe('"alive"')
  const died = await call('hello?die')
  expect(died.status).toBe(500)
  expect(await died.json()).toMatchObject({ code: 'WORKER_ERROR' })
  await expect.poll(hello).toBe('"alive"')
})

test('runs nothing before the first call, one process for many calls, and none after closing', async () => {
  write('hello/index.ts', answering('Deno.pid'))
  expect(logged).toEqual([])
  const pids = await Promise.all(Array.from({ length: 8 }, async (): Promise<number> => (await call('hello')).json()))
  expect(new Set(pids).size).toBe(1)
  await functions.close()
  expect(() => process.kill(pids[0] ?? 0, 0)).toThrow('ESRCH')
})
