import http from 'node:http'
import { beforeEach, describe, expect, test } from 'vitest'
import { createRest } from '../../../local/rest/createRest'
import { addAdmin } from '../fixtures/people'
import { unusedPin } from '../fixtures/staff'
import { type SignedUpUser, signUpOverHttp, startTestStack } from '../fixtures/stack'

// Guesses over HTTP, by a client that has only the server's address and the publishable key.
const { stack, sql } = startTestStack()
let person: SignedUpUser
let pin: string

const wrongPin = '00000'
const attemptsBeforeLock = 5
const lockedMessage = 'Too many attempts. Please try again later.'
const lockedPassword = `${lockedMessage} minutes:1`
const lockedPin = {
  status: 429,
  body: { code: 'PT429', message: lockedMessage, details: 'minutes:1', hint: 'too-many-attempts' },
}
const lockedForTheHour = {
  ...lockedPin,
  body: { ...lockedPin.body, details: expect.stringMatching(/^minutes:\d+$/) as unknown },
}
const noUser = { status: 200, body: [] }
const wrongPassword = { status: 400, body: { code: 'invalid_credentials', message: 'Invalid login credentials' } }

beforeEach(async () => {
  await sql`delete from private.attempts where true`
  await sql`select setval('private.wrong_pins', 0), setval(private.wrong_pin_counter('pin:127.0.0.1'), 0)`
  await sql`delete from private.committed_wrong_pins where true`
  person = await signUpOverHttp(stack)
  pin = await readPin()
})

const readPin = async () => String((await sql`select private.read_pin(${person.id}) as pin`)[0]?.pin)

type Headers = Record<string, string | string[]>

/** Uses node:http, because `fetch` merges headers with the same name. */
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

/** The wrong PINs of this hour, including those of calls that were rolled back. */
async function countedWrongPins(): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select (last_value - private.hour_baseline())::integer as count from private.wrong_pins`
  return row.count
}

describe('concurrent guesses', () => {
  test('of 40 concurrent guesses of a PIN the server answers five and counts exactly five', async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, () => tryPin(wrongPin)))
    expect(answers.filter(({ status }) => status === 200)).toEqual(times(attemptsBeforeLock, noUser))
    expect(answers.filter(({ status }) => status !== 200)).toEqual(times(40 - attemptsBeforeLock, lockedPin))
    expect(await failures('pin')).toBe(attemptsBeforeLock)
    expect(await tryPin(pin)).toEqual(lockedPin)
  })

  test('of 40 concurrent guesses of a password the server answers five and counts exactly five', async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, () => tryPassword('wrong password')))
    expect(answers.filter(({ status }) => status === 400)).toEqual(times(attemptsBeforeLock, wrongPassword))
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(40 - attemptsBeforeLock)
    expect(await failures('user')).toBe(attemptsBeforeLock)
    expect(await tryPassword(rightPassword())).toMatchObject({ status: 429, body: { message: lockedPassword } })
  })
})

describe('a forged client address', () => {
  const forged = (nth: number): Headers[] => [
    { 'x-forwarded-for': `198.51.100.${nth}` },
    { 'x-forwarded-for': `198.51.100.${nth}, 203.0.113.${nth}, 10.0.0.${nth}` },
    // Two headers with the same name, and one that imitates the gateway's own entry.
    { 'X-Forwarded-For': [`198.51.100.${nth}`, `203.0.113.${nth}`] },
    { 'x-forwarded-for': `127.0.0.1, 2001:db8::${nth},` },
    { 'x-real-ip': `198.51.100.${nth}` },
    { forwarded: `for=198.51.100.${nth};proto=https` },
    { 'cf-connecting-ip': `198.51.100.${nth}`, 'true-client-ip': `198.51.100.${nth}` },
    { 'x-client-ip': `198.51.100.${nth}`, 'x-cluster-client-ip': `198.51.100.${nth}` },
  ]

  test.each(forged(0).map((headers, kind) => ({ headers, kind })))(
    'a forged address in $headers does not reset the counter',
    async ({ kind }) => {
      for (let nth = 1; nth <= attemptsBeforeLock; nth++)
        expect(await tryPin(wrongPin, forged(nth)[kind])).toEqual(noUser)
      expect(await tryPin(pin, forged(9)[kind])).toEqual(lockedPin)
      expect(await sql`select key, failures from private.attempts`).toEqual([
        { key: 'pin:127.0.0.1', failures: attemptsBeforeLock },
      ])

      for (let nth = 1; nth <= attemptsBeforeLock; nth++) await tryPassword('wrong', person.email, forged(nth)[kind])
      expect(await tryPassword(rightPassword(), person.email, forged(9)[kind])).toMatchObject({ status: 429 })
    },
  )
})

describe('the counter of wrong PINs', () => {
  const one = 'application/vnd.pgrst.object+json'
  test.each<{ what: string; headers?: Headers; query?: string }>([
    { what: 'one object is requested', headers: { accept: one } },
    { what: 'one object is requested in two headers', headers: { accept: [one, '*/*'] } },
    { what: 'one object without nulls is requested', headers: { accept: `${one};nulls=stripped` } },
    { what: 'a rollback is requested', headers: { prefer: 'tx=rollback' } },
    { what: 'the answer is filtered', query: '?pgrst_scalar=eq.{}' },
    { what: 'rows after the last are requested', headers: { prefer: 'count=exact' }, query: '?offset=7' },
    { what: 'another type is requested', query: '?select=pgrst_scalar::int' },
    { what: 'only a correct PIN passes the filter', headers: { accept: one }, query: '?pgrst_scalar=neq.[]' },
  ])('the counter keeps its value when $what', async ({ headers, query }) => {
    const answers: unknown[] = []
    for (let guess = 0; guess < 2 * attemptsBeforeLock; guess++) answers.push(await tryPin(wrongPin, headers, query))
    expect(answers.slice(attemptsBeforeLock)).toEqual(times(attemptsBeforeLock, lockedForTheHour))
    expect(await countedWrongPins()).toBe(attemptsBeforeLock)
    expect(await tryPin(pin, headers, query)).toEqual(lockedForTheHour)
    expect(await tryPin(pin)).toEqual(lockedForTheHour)
  })

  test('a guess is not looked up when Postgres refuses the query before it runs', async () => {
    for (const guess of [pin, wrongPin])
      expect(await tryPin(guess, {}, '?select=pgrst_scalar::uuid')).toMatchObject({ body: { code: '42846' } })
    expect(await sql`select from private.attempts`).toHaveLength(0)
  })

  test('a guess is not looked up when no row is requested', async () => {
    for (const guess of [pin, wrongPin])
      expect(await tryPin(guess, { accept: one }, '?limit=0')).toEqual({ status: 200, body: null })
    expect(await sql`select from private.attempts`).toHaveLength(0)
  })

  test('a guess by GET is not answered', async () => {
    const ask = async (guess: string) => {
      const answer = await fetch(`${stack.apiUrl}/rest/v1/rpc/get_email_by_pin?user_pin=${guess}`, {
        headers: { apikey: stack.keys.publishable },
      })
      return { status: answer.status, body: await answer.text() }
    }
    expect(await ask(pin)).toEqual(await ask(wrongPin))
    expect(await ask(pin)).toMatchObject({ status: 405 })
  })

  test('the counter keeps its value after a guess that times out', async () => {
    await sql.begin(async (db) => {
      // Holds the counter's lock for longer than the API waits.
      await db`select private.is_locked('pin:127.0.0.1')`
      expect(await tryPin(pin)).toMatchObject({ status: 500, body: { code: '57014' } })
    })
    for (let guess = 0; guess < attemptsBeforeLock; guess++) await tryPin(wrongPin)
    expect(await tryPin(pin)).toEqual(lockedPin)
  })

  test('the counter keeps its value for another API process and after a database restart', async () => {
    for (let guess = 0; guess < attemptsBeforeLock; guess++) {
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

  test('the counter keeps its value after a PIN change, for the old and the new PIN', async () => {
    const admin = await addAdmin(sql, ['approve_users'])
    for (let guess = 0; guess < attemptsBeforeLock; guess++) {
      await tryPin(wrongPin)
      await tryPassword('wrong password')
    }
    const newPin = await unusedPin(sql)
    await sql.begin(async (db) => {
      const claims = { role: 'authenticated', sub: admin.id, session_id: admin.sessionId }
      await db`select set_config('request.jwt.claims', ${JSON.stringify(claims)}, true), set_config('role', 'authenticated', true)`
      await db`select public.update_user(${person.id}, p_pin => ${newPin})`
    })
    pin = await readPin()
    expect(await tryPin(pin)).toEqual(lockedPin)
    expect(await tryPassword(rightPassword())).toMatchObject({ status: 429, body: { message: lockedPassword } })
  })
})

describe('the response', () => {
  test.each(['00000', '99999999', 'abcde', '', ' ', '１２３４５', null])(
    'the response to %j is the same as to any unknown PIN',
    async (guess) => {
      expect(await tryPin(guess)).toEqual(noUser)
    },
  )

  test('during a lock is the same to correct, wrong and malformed PINs', async () => {
    for (let guess = 0; guess < attemptsBeforeLock; guess++) await tryPin(wrongPin)
    for (const guess of [pin, wrongPin, 'abcde', null]) expect(await tryPin(guess)).toEqual(lockedPin)
  })

  test('the response to a wrong password is the same as to an unknown address', async () => {
    expect(await tryPassword('wrong password')).toEqual(wrongPassword)
    expect(await tryPassword('wrong password', 'unknown@test.example')).toEqual(wrongPassword)
    expect(await tryPassword('', 'unknown@test.example')).toEqual(await tryPassword(''))
  })

  test('the response to the correct PIN and password signs the user in', async () => {
    await sql`update public.profiles set approved = true where id = ${person.id}`
    expect(await tryPin(pin)).toEqual({ status: 200, body: [{ user_email: person.email, user_approved: true }] })
    expect(await tryPassword(rightPassword())).toMatchObject({ status: 200, body: { token_type: 'bearer' } })
  })
})
