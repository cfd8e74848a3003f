import { randomUUID } from 'node:crypto'
import http from 'node:http'
import postgres from 'postgres'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createRest } from '../../../local/rest/createRest'
import { startTemporaryStack, type TemporaryStack } from '../../../local/template'
import { addAdmin } from '../fixtures/people'

// Guessing over HTTP, as somebody does who has nothing but the address of the bank.
let stack: TemporaryStack
let sql: postgres.Sql
let person: { id: string; email: string }
let pin: string

const wrongPin = '00000'
const triesBeforeLock = 5
const lockedWords = 'Too many attempts. Please try again later.'
const lockedPin = {
  status: 429,
  body: { code: 'PT429', message: lockedWords, details: null, hint: 'too-many-attempts' },
}
const nobody = { status: 200, body: [] }
const wrongPassword = { status: 400, body: { code: 'invalid_credentials', message: 'Invalid login credentials' } }

const signedUp = z.object({ user: z.object({ id: z.guid() }) })

beforeAll(async () => {
  stack = await startTemporaryStack()
  sql = postgres(stack.databaseUrl, { max: 4, onnotice: () => undefined })
})
afterAll(async () => {
  await sql.end()
  await stack.destroy()
})
beforeEach(async () => {
  await sql`delete from private.attempts where true`
  await sql`select setval('private.wrong_pins', 0)`
  const email = `${randomUUID()}@test.example`
  const { body } = await post('/auth/v1/signup', { email, password: randomUUID(), data: { full_name: 'Test Person' } })
  person = { id: signedUp.parse(body).user.id, email }
  pin = await readPin()
})

const readPin = async () => String((await sql`select private.read_pin(${person.id}) as pin`)[0]?.pin)

type Headers = Record<string, string | string[]>

/** Not by `fetch`, which would put headers of the same name together. */
function post(path: string, body: object, headers: Headers = {}): Promise<{ status: number; body: unknown }> {
  return new Promise((resolve, reject) => {
    const request = http.request(
      `${stack.apiUrl}${path}`,
      {
        method: 'POST',
        headers: {
          apikey: stack.keys.publishable,
          'content-type': 'application/json',
          'x-supabase-api-version': '2024-01-01',
          ...headers,
        },
      },
      (answer) => {
        let text = ''
        answer.on('data', (chunk: Buffer) => (text += chunk.toString()))
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, body: text === '' ? null : (JSON.parse(text) as unknown) }),
        )
      },
    )
    request.on('error', reject)
    request.end(JSON.stringify(body))
  })
}

const tryPin = (guess: string | null, headers?: Headers, query = '') =>
  post(`/rest/v1/rpc/get_email_by_pin${query}`, { user_pin: guess }, headers)
const tryPassword = (password: string, email = person.email, headers?: Headers) =>
  post('/auth/v1/token?grant_type=password', { email, password }, headers)
const rightPassword = () => `${pin}0`

const times = <Value>(count: number, value: Value) => Array.from({ length: count }, () => value)

async function failures(kind: 'pin' | 'user'): Promise<number> {
  const rows = await sql<{ failures: number }[]>`select failures from private.attempts where key like ${`${kind}:%`}`
  return rows.reduce((sum, row) => sum + row.failures, 0)
}

describe('40 guesses at the same moment', () => {
  test('of PINs: five are answered, the rest are not, and the count is exact', async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, () => tryPin(wrongPin)))
    expect(answers.filter(({ status }) => status === 200)).toEqual(times(triesBeforeLock, nobody))
    expect(answers.filter(({ status }) => status !== 200)).toEqual(times(40 - triesBeforeLock, lockedPin))
    expect(await failures('pin')).toBe(triesBeforeLock)
    expect(await tryPin(pin)).toEqual(lockedPin)
  })

  test('of a password: five are answered, the rest are not, and the count is exact', async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, () => tryPassword('wrong password')))
    expect(answers.filter(({ status }) => status === 400)).toEqual(times(triesBeforeLock, wrongPassword))
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(40 - triesBeforeLock)
    expect(await failures('user')).toBe(triesBeforeLock)
    expect(await tryPassword(rightPassword())).toMatchObject({ status: 429, body: { message: lockedWords } })
  })
})

describe('a forged address', () => {
  const forged = (nth: number): Headers[] => [
    { 'x-forwarded-for': `198.51.100.${nth}` },
    { 'x-forwarded-for': `198.51.100.${nth}, 203.0.113.${nth}, 10.0.0.${nth}` },
    // Two headers of the name, and one that pretends to end with the gateway's own entry.
    { 'X-Forwarded-For': [`198.51.100.${nth}`, `203.0.113.${nth}`] },
    { 'x-forwarded-for': `127.0.0.1, 2001:db8::${nth},` },
    { 'x-real-ip': `198.51.100.${nth}` },
    { forwarded: `for=198.51.100.${nth};proto=https` },
    { 'cf-connecting-ip': `198.51.100.${nth}`, 'true-client-ip': `198.51.100.${nth}` },
    { 'x-client-ip': `198.51.100.${nth}`, 'x-cluster-client-ip': `198.51.100.${nth}` },
  ]

  test.each(forged(0).map((headers, kind) => ({ headers, kind })))('$headers is not another one', async ({ kind }) => {
    for (let nth = 1; nth <= triesBeforeLock; nth++) expect(await tryPin(wrongPin, forged(nth)[kind])).toEqual(nobody)
    expect(await tryPin(pin, forged(9)[kind])).toEqual(lockedPin)
    expect(await sql`select key, failures from private.attempts`).toEqual([
      { key: 'pin:127.0.0.1', failures: triesBeforeLock },
    ])

    for (let nth = 1; nth <= triesBeforeLock; nth++) await tryPassword('wrong', person.email, forged(nth)[kind])
    expect(await tryPassword(rightPassword(), person.email, forged(9)[kind])).toMatchObject({ status: 429 })
  })
})

describe('the count stays', () => {
  const one = 'application/vnd.pgrst.object+json'
  test.each<{ what: string; headers?: Headers; query?: string }>([
    { what: 'one object is wanted', headers: { accept: one } },
    { what: 'one object is wanted, of two headers', headers: { accept: [one, '*/*'] } },
    { what: 'one object is wanted, without nulls', headers: { accept: `${one};nulls=stripped` } },
    { what: 'a rollback is wanted', headers: { prefer: 'tx=rollback' } },
    { what: 'no row is wanted', headers: { accept: one }, query: '?limit=0' },
    { what: 'rows beyond the last are wanted', headers: { prefer: 'count=exact' }, query: '?offset=7' },
    { what: 'another type is wanted', query: '?select=pgrst_scalar::uuid' },
    { what: 'only a right PIN would pass the filter', headers: { accept: one }, query: '?pgrst_scalar=neq.[]' },
  ])('when $what', async ({ headers, query }) => {
    const answers: unknown[] = []
    for (let guess = 0; guess < 2 * triesBeforeLock; guess++) answers.push(await tryPin(wrongPin, headers, query))
    expect(answers.slice(triesBeforeLock)).toEqual(times(triesBeforeLock, lockedPin))
    expect(await failures('pin')).toBe(triesBeforeLock)
    expect(await tryPin(pin, headers, query)).toEqual(lockedPin)
  })

  test('by GET, which cannot count, no guess is answered', async () => {
    const ask = async (guess: string) => {
      const answer = await fetch(`${stack.apiUrl}/rest/v1/rpc/get_email_by_pin?user_pin=${guess}`, {
        headers: { apikey: stack.keys.publishable },
      })
      return { status: answer.status, body: await answer.text() }
    }
    expect(await ask(pin)).toEqual(await ask(wrongPin))
    expect(await ask(pin)).toMatchObject({ status: 405 })
  })

  test('when a guess is too slow to be answered', async () => {
    await sql.begin(async (db) => {
      // Somebody else's turn, for longer than the API waits.
      await db`select private.is_locked('pin:127.0.0.1')`
      expect(await tryPin(pin)).toMatchObject({ status: 500, body: { code: '57014' } })
    })
    for (let guess = 0; guess < triesBeforeLock; guess++) await tryPin(wrongPin)
    expect(await tryPin(pin)).toEqual(lockedPin)
  })

  test('when another API process asks, and when the database was started again', async () => {
    for (let guess = 0; guess < triesBeforeLock; guess++) {
      await tryPin(wrongPin)
      await tryPassword('wrong password')
    }
    await stack.restartDatabase()
    const { jwtSecret } = stack.keys
    const rest = await createRest({ url: stack.databaseUrlAs('authenticator'), jwtSecret })
    const request = new Request(`${stack.apiUrl}/rest/v1/rpc/get_email_by_pin`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '127.0.0.1' },
      body: JSON.stringify({ user_pin: pin }),
    })
    const answer = await rest.fetch(request, { role: 'anon', token: null, address: '127.0.0.1' })
    expect({ status: answer.status, body: await answer.json() }).toEqual(lockedPin)
    await rest.close()
    expect(await tryPin(pin)).toEqual(lockedPin)
    expect(await tryPassword(rightPassword())).toMatchObject({ status: 429 })
  })

  test('when the PIN is changed: neither the old nor the new one opens what is locked', async () => {
    const admin = await addAdmin(sql, ['approve_users'])
    for (let guess = 0; guess < triesBeforeLock; guess++) {
      await tryPin(wrongPin)
      await tryPassword('wrong password')
    }
    await sql.begin(async (db) => {
      const claims = { role: 'authenticated', sub: admin.id, session_id: admin.sessionId }
      await db`select set_config('request.jwt.claims', ${JSON.stringify(claims)}, true), set_config('role', 'authenticated', true)`
      await db`select public.update_user(${person.id}, p_pin => ${pin === '54321' ? '54322' : '54321'})`
    })
    pin = await readPin()
    expect(await tryPin(pin)).toEqual(lockedPin)
    expect(await tryPassword(rightPassword())).toMatchObject({ status: 429, body: { message: lockedWords } })
  })
})

describe('the answer', () => {
  test.each(['00000', '99999999', 'abcde', '', ' ', '１２３４５', null])(
    'to %j is that to any PIN of nobody’s',
    async (guess) => {
      expect(await tryPin(guess)).toEqual(nobody)
    },
  )

  test('while locked is the same to right, wrong and unreadable PINs', async () => {
    for (let guess = 0; guess < triesBeforeLock; guess++) await tryPin(wrongPin)
    for (const guess of [pin, wrongPin, 'abcde', null]) expect(await tryPin(guess)).toEqual(lockedPin)
  })

  test('to a wrong password is that to an address that nobody has', async () => {
    expect(await tryPassword('wrong password')).toEqual(wrongPassword)
    expect(await tryPassword('wrong password', 'nobody@test.example')).toEqual(wrongPassword)
    expect(await tryPassword('', 'nobody@test.example')).toEqual(await tryPassword(''))
  })

  test('to the right ones lets in', async () => {
    await sql`update public.profiles set approved = true where id = ${person.id}`
    expect(await tryPin(pin)).toEqual({ status: 200, body: [{ user_email: person.email, user_approved: true }] })
    expect(await tryPassword(rightPassword())).toMatchObject({ status: 200, body: { token_type: 'bearer' } })
  })
})
