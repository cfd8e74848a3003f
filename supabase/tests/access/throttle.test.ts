import { randomInt, randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { actingAs, request, setCaller, setOwner } from '../fixtures/database'
import { signUp, withPeople, anApplicant } from '../fixtures/people'
import postgres from 'postgres'

const { sql, adminUrl, person } = withPeople({ person: anApplicant() })
const locked = { code: 'PT429', message: 'Too many attempts. Please try again later.', wait: 'minutes:1' }
const wrongPin = '00000'

let pin: string
let address: string

beforeEach(async () => {
  await sql`select setval('private.wrong_pins', 0)`
  await sql`delete from private.attempts where key = 'pin:unknown'`
  const [row] = await sql`select private.read_pin(${person.id}) as pin`
  pin = String(row?.pin)
  address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`
})

afterEach(async () => {
  await sql`update private.settings set client_address_header = default, wrong_pins_per_hour = default where only_row`
})

type Headers = Record<string, string>
const from = (client: string): Headers => ({ 'x-forwarded-for': client })

/** Sends one request without a session and returns the found email addresses or the refusal. */
async function tryPin(
  guess: string | null,
  headers = from(address),
): Promise<string[] | { code: string; message: string; wait: string | undefined }> {
  try {
    const [answer] = await request(sql, 'anon', async (db) => {
      await db`select set_config('request.headers', ${JSON.stringify(headers)}, true)`
      return db<{ found: { user_email: string }[] }[]>`select public.get_email_by_pin(${guess}) as found`
    })
    return answer?.found.map(({ user_email: email }) => email) ?? []
  } catch (error) {
    if (error instanceof postgres.PostgresError) return { code: error.code, message: error.message, wait: error.detail }
    throw error
  }
}

async function guessWrong(times: number, headers = from(address)) {
  for (let guess = 0; guess < times; guess++) expect(await tryPin(wrongPin, headers)).toEqual([])
}

/** Seconds until the lock of a key ends, or null without one. */
async function secondsLocked(key = `pin:${address}`): Promise<number | null> {
  const [row] = await sql`
    select extract(epoch from locked_until - clock_timestamp())::float as seconds from private.attempts where key = ${key}`
  return row?.seconds ?? null
}

const endLock = (key = `pin:${address}`) =>
  sql`update private.attempts set locked_until = clock_timestamp() - interval '1 second' where key = ${key}`

describe('PIN attempts from one client address', () => {
  test('return no user for a wrong PIN and the user for the correct PIN', async () => {
    expect(await tryPin(wrongPin)).toEqual([])
    expect(await tryPin(null)).toEqual([])
    expect(await tryPin(`${pin}0`)).toEqual([])
    expect(await tryPin(pin)).toEqual([person.email])
  })

  test('attempts are locked after five wrong PINs, also for the correct PIN', async () => {
    await guessWrong(4)
    expect(await secondsLocked()).toBeNull()
    await guessWrong(1)
    expect(await tryPin(pin)).toEqual(locked)
    expect(await tryPin(wrongPin)).toEqual(locked)
    const seconds = await secondsLocked()
    expect(seconds).toBeGreaterThan(50)
    expect(seconds).toBeLessThanOrEqual(60)
  })

  test('attempts are locked twice as long after each further wrong PIN, up to a day', async () => {
    await guessWrong(5)
    for (const minutes of [2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 1440, 1440]) {
      await endLock()
      expect(await tryPin(pin)).toEqual([person.email])
      await guessWrong(1)
      const seconds = await secondsLocked()
      expect(seconds).toBeGreaterThan(minutes * 60 - 10)
      expect(seconds).toBeLessThanOrEqual(minutes * 60)
      // The same time for a wrong PIN and for the correct one.
      expect(await tryPin(wrongPin)).toEqual({ ...locked, wait: `minutes:${minutes}` })
      expect(await tryPin(pin)).toEqual({ ...locked, wait: `minutes:${minutes}` })
    }
  })

  test('attempts are still counted after a correct PIN', async () => {
    await guessWrong(4)
    expect(await tryPin(pin)).toEqual([person.email])
    await guessWrong(1)
    expect(await tryPin(pin)).toEqual(locked)
  })

  test('attempts are no longer counted after a day without a wrong PIN', async () => {
    await guessWrong(5)
    await sql`
      update private.attempts set last_failure_at = last_failure_at - interval '25 hours', locked_until = locked_until - interval '25 hours'
      where key = ${`pin:${address}`}`
    await guessWrong(4)
    expect(await tryPin(pin)).toEqual([person.email])
  })

  test('attempts are counted one by one when concurrent', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => tryPin(wrongPin)))
    expect(answers.filter((answer) => Array.isArray(answer))).toHaveLength(5)
    expect(await tryPin(pin)).toEqual(locked)
  })

  test('attempts do not lock another address', async () => {
    await guessWrong(5)
    expect(await tryPin(pin, from('192.0.2.1'))).toEqual([person.email])
  })
})

describe('the client address', () => {
  test('the address is the last one in the header, after any that the client adds', async () => {
    for (let guess = 0; guess < 5; guess++) await guessWrong(1, from(`198.51.100.${guess}, ${address}`))
    expect(await tryPin(pin, from(`203.0.113.7,${address}`))).toEqual(locked)
  })

  test('the address is counted by /64 for IPv6, and as IPv4 when it is mapped', async () => {
    const network = `2001:db8:${randomInt(65536).toString(16)}:${randomInt(65536).toString(16)}`
    for (let guess = 0; guess < 5; guess++) await guessWrong(1, from(`${network}:${guess}::1`))
    expect(await tryPin(pin, from(`${network}:ffff::2`))).toEqual(locked)
    expect(await tryPin(pin, from('2001:db8:ffff:ffff::1'))).toEqual([person.email])
    await guessWrong(5, from(`::ffff:${address}`))
    expect(await tryPin(pin)).toEqual(locked)
  })

  test('the address is read from cf-connecting-ip only if the settings say so', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.9', 'cf-connecting-ip': address }
    await guessWrong(1, headers)
    expect(await sql`select from private.attempts where key = ${`pin:${address}`}`).toHaveLength(0)
    await sql`update private.settings set client_address_header = 'cf-connecting-ip' where only_row`
    await guessWrong(1, headers)
    expect(await sql`select from private.attempts where key = ${`pin:${address}`}`).toHaveLength(1)
  })

  test.each([{}, from(''), from('nonsense'), from('9'.repeat(400))])(
    'shares one counter when it is unreadable: %j',
    async (headers) => {
      await guessWrong(5, headers)
      expect(await tryPin(pin, headers)).toEqual(locked)
      expect(await secondsLocked('pin:unknown')).toBeGreaterThan(50)
    },
  )
})

test('limits wrong PINs an hour over all client addresses', async () => {
  await sql`update private.settings set wrong_pins_per_hour = 3 where only_row`
  for (const client of ['192.0.2.11', '192.0.2.12']) {
    await sql`delete from private.attempts where key = ${`pin:${client}`}`
    await guessWrong(1, from(client))
  }
  expect(await tryPin(pin)).toEqual([person.email])
  await guessWrong(1)
  expect(await tryPin(pin, from('192.0.2.13'))).toEqual({ ...locked, wait: expect.any(String) })
  const [hour] = await sql`
    select ceil(60 - mod(extract(epoch from clock_timestamp()), 3600) / 60)::integer as left`
  expect(await tryPin(wrongPin, from('192.0.2.14'))).toMatchObject({ wait: `minutes:${String(hour?.left)}` })
  await sql`select setval('private.wrong_pins', last_value - 1000000) from private.wrong_pins`
  expect(await tryPin(pin, from('192.0.2.13'))).toEqual([person.email])
})

const wrongPinsThisHour = async () =>
  Number((await sql`select last_value - private.hour_baseline() as count from private.wrong_pins`)[0]?.count)

test('counts concurrent wrong PINs of many addresses, also the first of an hour', async () => {
  const clients = Array.from({ length: 20 }, (_, nth) => `192.0.2.${100 + nth}`)
  await Promise.all(clients.map((client) => tryPin(wrongPin, from(client))))
  expect(await wrongPinsThisHour()).toBe(20)
  expect(await tryPin(pin)).toEqual([person.email])
  expect(await wrongPinsThisHour()).toBe(20)
})

test('counts a wrong PIN whose transaction is rolled back', async () => {
  await sql`update private.settings set wrong_pins_per_hour = 3 where only_row`
  for (let guess = 0; guess < 3; guess++)
    await actingAs(sql, 'anon', async (db) => {
      await db`select public.get_email_by_pin(${wrongPin})`
    })
  expect(await tryPin(pin)).toMatchObject({ code: 'PT429' })
})

test('runs the same functions for a correct and a wrong PIN', async () => {
  const callsFor = async (guess: string) => {
    // Postgres counts function calls per connection, so each count needs a new connection.
    const admin = postgres(adminUrl(), { max: 1, onnotice: () => undefined })
    const calls = await admin.begin(async (db) => {
      await db`select set_config('track_functions', 'all', true)`
      await setCaller(db, 'anon')
      await db`select public.get_email_by_pin(${guess})`
      await setOwner(db)
      return db`select schemaname, funcname, calls from pg_stat_xact_user_functions order by 1, 2`
    })
    await admin.end()
    return [...calls]
  }
  const [right, wrong] = [await callsFor(pin), await callsFor(wrongPin)]
  expect(wrong.map(({ funcname: name }) => String(name))).toEqual(expect.arrayContaining(['hmac', 'record_attempt']))
  expect(right).toEqual(wrong)
})

test('deletes expired counters on the first attempt of an hour', async () => {
  const old = `pin:old-${randomUUID()}`
  const fresh = `pin:fresh-${randomUUID()}`
  await sql`
    insert into private.attempts (key, failures, last_failure_at) values
      (${old}, 3, now() - interval '4 days'), (${fresh}, 3, now())`
  await tryPin(wrongPin)
  expect(await sql`select key from private.attempts where key in (${old}, ${fresh})`).toEqual([{ key: fresh }])
})

describe('request_pin_reset', () => {
  const ask = (email: string | null) =>
    request(sql, 'anon', async (db) => {
      await db`select set_config('request.headers', ${JSON.stringify({ 'x-forwarded-for': address })}, true)`
      return [...(await db`select public.request_pin_reset(${email}) as answer`)]
    })
  const requests = () => sql`select user_id from private.pin_reset_requests where user_id = ${person.id}`

  test('stores one request for a known address in any case, and returns the same for an unknown address', async () => {
    const unknown = await ask('unknown@test.example')
    expect(await requests()).toHaveLength(0)
    expect(await ask(` ${person.email.toUpperCase()} `)).toEqual(unknown)
    expect(await ask(person.email)).toEqual(unknown)
    expect(await ask(null)).toEqual(unknown)
    expect(await requests()).toHaveLength(1)
  })

  test('locks a client after many requests for known or unknown addresses', async () => {
    for (let asked = 0; asked < 30; asked++) await ask('unknown@test.example')
    await expect(ask(person.email)).rejects.toMatchObject({
      code: 'PT429',
      message: 'Too many attempts. Please try again later.',
    })
    expect(await requests()).toHaveLength(0)
    address = '192.0.2.200'
    await ask(person.email)
    expect(await requests()).toHaveLength(1)
  })
})

describe('hook_password_verification_attempt', () => {
  async function attempt(valid: boolean, who = person) {
    const [row] = await sql`
    select private.hook_password_verification_attempt(${JSON.stringify({ user_id: who.id, valid })}::text::jsonb) as answer`
    return row?.answer as unknown
  }

  const tooMany = { error: { http_code: 429, message: 'Too many attempts. Please try again later. minutes:1' } }
  const goOn = { decision: 'continue' }

  test('refuses the correct password with 429 after five wrong ones', async () => {
    for (let wrong = 0; wrong < 5; wrong++) expect(await attempt(false)).toEqual(goOn)
    expect(await attempt(true)).toEqual(tooMany)
    expect(await attempt(false)).toEqual(tooMany)
    const [lock] = await sql`
      select locked_until > now() + interval '50 seconds' as holds from private.attempts where key = ${`user:${person.id}`}`
    expect(lock).toEqual({ holds: true })
  })

  test('the hook does not lock another user', async () => {
    for (let wrong = 0; wrong < 5; wrong++) await attempt(false)
    expect(await attempt(true, await signUp(sql))).toEqual(goOn)
  })

  test('resets the counter after a correct password', async () => {
    for (let wrong = 0; wrong < 4; wrong++) await attempt(false)
    expect(await attempt(true)).toEqual(goOn)
    for (let wrong = 0; wrong < 4; wrong++) await attempt(false)
    expect(await attempt(true)).toEqual(goOn)
  })
})
