import { beforeEach, describe, expect, test } from 'vitest'
import { type Person, refusalOf, rolledBack, speakAs, startDatabase } from '../fixtures/database'
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

describe('the auth server’s question after a password was compared', () => {
  const tooMany = { error: { http_code: 429, message: 'Too many attempts. Please try again later.' } }
  const goOn = { decision: 'continue' }

  test('after five wrong passwords even the right one is refused with 429', async () => {
    for (let wrong = 0; wrong < 5; wrong++) expect(await attempt(false)).toEqual(goOn)
    expect(await attempt(true)).toEqual(tooMany)
    expect(await attempt(false)).toEqual(tooMany)
    const [lock] = await database.sql`
      select locked_until > now() + interval '50 seconds' as holds from private.attempts where key = ${`user:${person.id}`}`
    expect(lock).toEqual({ holds: true })
  })

  test('another person is not locked with them', async () => {
    for (let wrong = 0; wrong < 5; wrong++) await attempt(false)
    expect(await attempt(true, await signUp(database.sql))).toEqual(goOn)
  })

  test('a right password wipes the slate', async () => {
    for (let wrong = 0; wrong < 4; wrong++) await attempt(false)
    expect(await attempt(true)).toEqual(goOn)
    for (let wrong = 0; wrong < 4; wrong++) await attempt(false)
    expect(await attempt(true)).toEqual(goOn)
  })

  test('is for the auth server alone', async () => {
    for (const speaker of ['anon', 'service_role', person] as const) {
      await rolledBack(database.sql, async (db) => {
        await speakAs(db, speaker)
        expect((await refusalOf(db, (q) => q`select private.hook_password_verification_attempt('{}')`)).code).toBe(
          '42501',
        )
      })
    }
  })
})
