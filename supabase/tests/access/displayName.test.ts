import { beforeEach, describe, expect, test } from 'vitest'
import { type Db, actingAs, refusalOf, request, startDatabase } from '../fixtures/database'
import { type Customer, addCustomer, approve, signUp } from '../fixtures/people'

const database = startDatabase()
let customer: Customer
let other: Customer

beforeEach(async () => {
  customer = await addCustomer(database.sql, 'Before')
  other = await addCustomer(database.sql, 'Before')
})

const rename = (db: Db, name: string | null) => db<{ name: string }[]>`select public.set_display_name(${name}) as name`
const namesOf = async (id: string) =>
  (
    await database.sql`
      select p.full_name, a.account_holder_name from public.profiles p left join public.accounts a on a.user_id = p.id where p.id = ${id}`
  )[0]

describe('the display name', () => {
  test('cannot be changed before approval or after the session has ended', async () => {
    await actingAs(database.sql, await signUp(database.sql), async (db) => {
      expect((await refusalOf(db, (q) => rename(q, 'After'))).code).toBe('PT403')
    })
    await actingAs(database.sql, { ...customer, sessionId: other.sessionId }, async (db) => {
      expect((await refusalOf(db, (q) => rename(q, 'After'))).code).toBe('PT401')
    })
  })

  test.each([
    [null, 'Enter your name.'],
    ['   ', 'Enter your name.'],
    ['x'.repeat(141), 'Name must be at most 140 characters.'],
    ['<b>Bold</b>', 'Please remove special characters such as < and >.'],
    ['hid\u200bden', 'Please remove special characters such as < and >.'],
  ])('cannot be %j', async (name, message) => {
    await actingAs(database.sql, customer, async (db) => {
      expect(await refusalOf(db, (q) => rename(q, name))).toEqual({ code: 'PT400', message })
    })
  })

  test('changes on the profile and on the account, and nobody else’s', async () => {
    expect([...(await request(database.sql, customer, (db) => rename(db, '  Zoë O’Hara ')))]).toEqual([
      { name: 'Zoë O’Hara' },
    ])
    expect(await namesOf(customer.id)).toEqual({ full_name: 'Zoë O’Hara', account_holder_name: 'Zoë O’Hara' })
    expect(await namesOf(other.id)).toEqual({ full_name: 'Before', account_holder_name: 'Before' })
  })

  test('changes on the profile of a person without an account', async () => {
    const person = await signUp(database.sql, 'Before')
    await approve(database.sql, person)
    await request(database.sql, person, (db) => rename(db, 'After'))
    expect(await namesOf(person.id)).toEqual({ full_name: 'After', account_holder_name: null })
  })
})
