import { beforeAll, expect, test } from 'vitest'
import { actingAs, speakAsOwner, startDatabase } from '../fixtures/database'
import { type Customer, addCustomer, signUp } from '../fixtures/people'

const database = startDatabase()
let customer: Customer

beforeAll(async () => {
  customer = await addCustomer(database.sql)
})

test('a person without access sees no card number and leaves no trace of having seen one', async () => {
  await actingAs(database.sql, await signUp(database.sql), async (db) => {
    expect(await db`select public.get_my_card_number() as number`).toEqual([{ number: null }])
    await speakAsOwner(db)
    expect(await db`select id from private.audit_log where action = 'reveal_card_number'`).toHaveLength(0)
  })
})

test('each look at the full card number is recorded, without the number', () =>
  actingAs(database.sql, customer, async (db) => {
    const [card] = await db`select public.get_my_card_number() as number`
    await db`select public.get_my_card_number()`
    expect(card?.number).toMatch(/^4659\d{12}$/)
    await speakAsOwner(db)
    expect(
      await db`select actor_id, subject_id, details from private.audit_log where action = 'reveal_card_number'`,
    ).toEqual([
      { actor_id: customer.id, subject_id: customer.account.id, details: {} },
      { actor_id: customer.id, subject_id: customer.account.id, details: {} },
    ])
  }))
