import { randomInt } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Person, request, startDatabase } from '../fixtures/database'
import { signUp } from '../fixtures/people'

const database = startDatabase()
let person: Person
let address: string

beforeEach(async () => {
  person = await signUp(database.sql)
  address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`
})

const ask = (email: string | null) =>
  request(database.sql, 'anon', async (db) => {
    await db`select set_config('request.headers', ${JSON.stringify({ 'x-forwarded-for': address })}, true)`
    return [...(await db`select public.request_pin_reset(${email}) as answer`)]
  })
const requests = () => database.sql`select user_id from private.pin_reset_requests where user_id = ${person.id}`

describe('request_pin_reset', () => {
  test('stores one request for a known address in any case, and returns the same for an unknown address', async () => {
    const unknown = await ask('unknown@test.example')
    expect(await requests()).toHaveLength(0)
    expect(await ask(` ${person.email.toUpperCase()} `)).toEqual(unknown)
    expect(await ask(person.email)).toEqual(unknown)
    expect(await ask(null)).toEqual(unknown)
    expect(await requests()).toHaveLength(1)
  })

  test('locks a client after many requests for known or unknown addresses', async () => {
    for (let asked = 0; asked < 5; asked++) await ask('unknown@test.example')
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
