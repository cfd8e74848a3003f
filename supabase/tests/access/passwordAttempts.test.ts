import { beforeEach, describe, expect, test } from 'vitest'
import { type Person, refusalOf, withRollback, setCaller, startDatabase } from '../fixtures/database'
import { signUp } from '../fixtures/people'

const database = startDatabase()
let person: Person

beforeEach(async () => {
  person = await signUp(database.sql)
})

async function attempt(valid: boolean, who = person) {
  const [row] = await database.sql`
    select private.hook_password_verification_attempt(${JSON.stringify({ user_id: who.id, valid })}::text::jsonb) as answer`
  return row?.answer as unknown
}

describe('hook_password_verification_attempt', () => {
  const tooMany = { error: { http_code: 429, message: 'Too many attempts. Please try again later.' } }
  const goOn = { decision: 'continue' }

  test('refuses the correct password with 429 after five wrong ones', async () => {
    for (let wrong = 0; wrong < 5; wrong++) expect(await attempt(false)).toEqual(goOn)
    expect(await attempt(true)).toEqual(tooMany)
    expect(await attempt(false)).toEqual(tooMany)
    const [lock] = await database.sql`
      select locked_until > now() + interval '50 seconds' as holds from private.attempts where key = ${`user:${person.id}`}`
    expect(lock).toEqual({ holds: true })
  })

  test('does not lock another user', async () => {
    for (let wrong = 0; wrong < 5; wrong++) await attempt(false)
    expect(await attempt(true, await signUp(database.sql))).toEqual(goOn)
  })

  test('resets the counter after a correct password', async () => {
    for (let wrong = 0; wrong < 4; wrong++) await attempt(false)
    expect(await attempt(true)).toEqual(goOn)
    for (let wrong = 0; wrong < 4; wrong++) await attempt(false)
    expect(await attempt(true)).toEqual(goOn)
  })

  test('can be called only by the auth server', async () => {
    for (const caller of ['anon', 'service_role', person] as const) {
      await withRollback(database.sql, async (db) => {
        await setCaller(db, caller)
        expect((await refusalOf(db, (q) => q`select private.hook_password_verification_attempt('{}')`)).code).toBe(
          '42501',
        )
      })
    }
  })
})
