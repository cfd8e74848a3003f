import { beforeEach, describe, expect, test } from 'vitest'
import {
  type Card,
  authorisation,
  cardOf,
  cardsOf,
  messageAbout,
  processMessage,
  renew,
  secretsOf,
} from '../fixtures/cards'
import { runJob } from '../fixtures/jobs'
import { refusalAs, type Db, actingAs, refusalOf } from '../fixtures/database'
import { accountOf, addApprovedPerson, withPeople, aCustomer } from '../fixtures/people'
import { callAs, pinOf } from '../fixtures/staff'

// What a customer does with their card: its states, controls, PIN and replacement.
const { sql, as, ada, ben } = withPeople({ ada: aCustomer('Ada Archer'), ben: aCustomer('Ben Baker') })
let card: Card

beforeEach(async () => {
  card = await cardOf(sql, ada)
})

const freeze = (id: string, isFrozen = true) => as(ada)`select public.set_card_frozen(${id}, ${isFrozen})`
const replace = (id: string, reason: string) => as(ada)`select public.replace_card(${id}, ${reason})`
const control = (name: string, value: boolean | string) =>
  as(ada)`select public.set_card_controls(p_card_id => ${card.id}, ${sql(name)} => ${value})`
const auditOf = (action: string) =>
  sql`select subject_id, details from private.audit_log where actor_id = ${ada.id} and action = ${action}`

test('the first card is active, valid thru 12/26, with a valid number that starts with 4659 and a PIN of four digits', async () => {
  expect(await sql`select private.first_card_expiry('2026-11-30')::text as first`).toEqual([{ first: '2026-12-31' }])
  expect(card.status).toBe('active')
  const { number, pin } = await secretsOf(sql, card.id)
  expect(pin).toMatch(/^\d{4}$/)
  expect(number).toMatch(/^4659\d{12}$/)
  expect([card.last_four, await lastFourOfAccount()]).toEqual([number.slice(-4), number.slice(-4)])
  const sum = number
    .split('')
    .toReversed()
    .reduce((total, digit, place) => {
      const value = Number(digit) * (place % 2 === 1 ? 2 : 1)
      return total + (value > 9 ? value - 9 : value)
    }, 0)
  expect(sum % 10).toBe(0)
})

const lastFourOfAccount = async () =>
  (await sql<{ last: string }[]>`select card_last_four as last from public.accounts where user_id = ${ada.id}`)[0]?.last

test('the number and the PIN are stored encrypted only, and the security code not at all', async () => {
  const { number, pin } = await secretsOf(sql, card.id)
  const [stored] = await sql<{ text: string; secrets: string }[]>`
    select c::text || a::text as text, s::text as secrets
    from public.cards c join public.accounts a on a.id = c.account_id join private.card_secrets s on s.card_id = c.id
    where c.id = ${card.id}`
  expect(stored?.text).not.toContain(number)
  for (const secret of [number, pin]) expect(stored?.secrets).not.toContain(Buffer.from(secret).toString('hex'))
})

describe('freezing', () => {
  test('freezes and unfreezes the card, once each in the audit', async () => {
    for (const isFrozen of [true, true, false, false]) {
      await freeze(card.id, isFrozen)
      expect((await cardOf(sql, ada)).status).toBe(isFrozen ? 'frozen' : 'active')
    }
    const entry = { subject_id: ada.account.id, details: { card_id: card.id } }
    expect([...(await auditOf('freeze_card'))]).toEqual([entry])
    expect([...(await auditOf('unfreeze_card'))]).toEqual([entry])
  })

  test('freezing does not unfreeze the card without a choice', async () => {
    await freeze(card.id)
    expect(await refusalAs(sql, ada, (db) => db`select public.set_card_frozen(${card.id}, null)`)).toMatchObject({
      code: 'PT400',
    })
    expect((await cardOf(sql, ada)).status).toBe('frozen')
  })
})

describe('controls', () => {
  test.each(['online', 'contactless', 'cash', 'abroad'] as const)('%s is switched off and on', async (name) => {
    await control(`p_${name}`, false)
    expect(await cardOf(sql, ada)).toEqual({ ...card, [name]: false })
    await control(`p_${name}`, true)
    expect(await cardOf(sql, ada)).toEqual(card)
    expect(await auditOf('change_card_controls')).toHaveLength(2)
  })

  test('gambling is blocked at once and allowed again 48 hours after it is switched on', async () => {
    await control('p_gambling', false)
    expect((await cardOf(sql, ada)).gambling_from).toBeNull()
    const before = Date.now()
    await control('p_gambling', true)
    const { gambling_from: from } = await cardOf(sql, ada)
    expect(from?.getTime()).toBeGreaterThanOrEqual(before + 48 * 3600e3 - 1000)
    // A second request does not start the 48 hours again, and a block ends the wait.
    await control('p_gambling', true)
    expect((await cardOf(sql, ada)).gambling_from).toEqual(from)
    await control('p_gambling', false)
    expect((await cardOf(sql, ada)).gambling_from).toBeNull()
  })

  test('limits are changed, each by itself', async () => {
    await control('p_purchase_limit', '40.50')
    await control('p_daily_limit', '10000')
    expect(await cardOf(sql, ada)).toEqual({ ...card, purchase_limit: '40.50', daily_limit: '10000.00' })
  })

  test.each(['0.99', '10000.01', '-1', 'NaN', '1e3', '10.005', '', 'much'])('refuses the limit %j', async (limit) => {
    for (const name of ['p_purchase_limit', 'p_daily_limit'])
      expect(
        await refusalAs(
          sql,
          ada,
          (db) => db`select public.set_card_controls(p_card_id => ${card.id}, ${db(name)} => ${limit})`,
        ),
      ).toEqual({ code: 'PT400', message: 'Enter an amount from £1 to £10,000.' })
  })
})

describe('replacing', () => {
  test.each([
    ['lost', 'lost'],
    ['stolen', 'stolen'],
    ['damaged', 'replaced'],
  ])('a %s card is %s permanently, and a new one has a new number, PIN and expiry', async (reason, status) => {
    await control('p_gambling', false)
    await control('p_purchase_limit', '30')
    const old = await secretsOf(sql, card.id)
    await freeze(card.id)
    await replace(card.id, reason)

    const [blocked, issued] = await cardsOf(sql, ada)
    expect(blocked).toMatchObject({ id: card.id, status })
    expect(issued).toMatchObject({ status: 'active', gambling_from: null, purchase_limit: '30.00' })
    const [expected] = await sql`
      select (date_trunc('month', now() at time zone 'Europe/London') + interval '4 years 1 month - 1 day')::date::text as day`
    expect(issued?.expires_on).toBe(expected?.day)
    const fresh = await secretsOf(sql, issued?.id ?? '')
    expect(fresh.number).not.toBe(old.number)
    expect(await lastFourOfAccount()).toBe(fresh.number.slice(-4))
    expect(await sql`select type, title from public.user_notifications where user_id = ${ada.id}`).toEqual([
      { type: 'card', title: 'Your new card' },
    ])
    for (const run of [
      (db: Db) => db`select public.set_card_frozen(${card.id}, false)`,
      (db: Db) => db`select public.set_card_controls(${card.id}, p_online => true)`,
    ])
      expect(await refusalAs(sql, ada, run)).toEqual({
        code: 'PT409',
        message: 'This card is blocked. Please use your new card.',
      })
  })

  test('a repeated or concurrent request issues one card', async () => {
    await Promise.all([replace(card.id, 'lost'), replace(card.id, 'lost'), replace(card.id, 'stolen')])
    await replace(card.id, 'damaged')
    expect(await cardsOf(sql, ada)).toHaveLength(2)
  })

  test('refuses another reason, and a sixth replacement in a day', async () => {
    expect(await refusalAs(sql, ada, (db) => db`select public.replace_card(${card.id}, 'replaced')`)).toEqual({
      code: 'PT400',
      message: 'Please choose what happened to your card.',
    })
    for (let nth = 1; nth <= 5; nth += 1) await replace((await cardOf(sql, ada)).id, 'damaged')
    const { id } = await cardOf(sql, ada)
    expect(await refusalAs(sql, ada, (db) => db`select public.replace_card(${id}, 'damaged')`)).toMatchObject({
      code: 'PT429',
    })
  })

  test('the number and the PIN of a replaced card are not shown, also not by an earlier record', async () => {
    await as(ada)`select public.record_card_reveal('card_number')`
    await replace(card.id, 'stolen')
    expect(await callAs(sql, ada, (db) => db`select public.get_my_card_secret('card_number') as answer`)).toBeNull()
  })
})

describe('renewing', () => {
  const due = (days: number) =>
    sql`update public.cards set expires_on = current_date + ${days}::integer where id = ${card.id}`
  const renewal = async () => (await cardsOf(sql, ada)).find(({ status }) => status === 'issued')
  const notes = () => sql<{ id: string; type: string; message: string }[]>`
    select id, type, message from public.user_notifications where user_id = ${ada.id}`

  test('the job issues one card six weeks before the old one ends, with the same PIN, a note and an email', async () => {
    await due(43)
    await runJob(sql, 'renew-cards')
    expect(await renewal()).toBeUndefined()
    await due(42)
    for (let run = 1; run <= 2; run += 1) await runJob(sql, 'renew-cards')

    const [old, issued, ...more] = await cardsOf(sql, ada)
    expect([old?.status, issued?.status, more]).toEqual(['active', 'issued', []])
    const before = await secretsOf(sql, card.id)
    const after = await secretsOf(sql, issued?.id ?? '')
    expect(after.number).not.toBe(before.number)
    expect(after.pin).toBe(before.pin)
    expect(await lastFourOfAccount()).toBe(card.last_four)
    const [note, ...others] = await notes()
    expect(others).toEqual([])
    expect(note?.type).toBe('card_issued')
    expect(note?.message).toMatch(
      new RegExp(
        `^Your card ending in ${card.last_four} expires on \\d+ \\w+ \\d{4}\\. Your new card ends in ${issued?.last_four} and has the same PIN\\. The old one works until you activate the new one\\.$`,
      ),
    )
    expect(await sql`select kind from private.due_mails where about_id = ${note?.id ?? null}`).toEqual([
      { kind: 'note' },
    ])
  })

  test('one bad row does not stop the job for others, and the run fails', async () => {
    await sql`update public.cards set expires_on = current_date + 10`
    const bens = await cardOf(sql, ben)
    await sql`delete from private.card_secrets where card_id = ${bens.id}`
    await sql`update public.cards set expires_on = current_date + 9 where id = ${bens.id}`
    await expect(runJob(sql, 'renew-cards')).rejects.toThrow('1 cards were not renewed')
    expect(await renewal()).toBeDefined()
  })

  test.each([
    ['not approved', () => sql`update public.profiles set approved = false where id = ${ada.id}`],
    ['suspended', () => sql`update public.profiles set suspended_at = now() where id = ${ada.id}`],
  ])('a customer who is %s gets no card', async (_what, shut) => {
    await due(10)
    await shut()
    expect(await sql`select private.renew_card(${card.id}) as id`).toEqual([{ id: null }])
  })

  test('the old card pays until the new one is activated, and then only the new one', async () => {
    const id = await renew(sql, card)
    const pay = (by: string) => processMessage(sql, authorisation({ card: by, amount: '20.00' }))
    expect([await pay(card.id), await pay(id)]).toEqual(['00', '78'])
    await as(ada)`select public.activate_card(${id})`
    expect([await pay(card.id), await pay(id)]).toEqual(['14', '00'])
    expect(await lastFourOfAccount()).toBe((await cardOf(sql, ada)).last_four)
    expect((await cardOf(sql, ada)).id).toBe(id)
    await as(ada)`select public.activate_card(${id})`
    expect(await auditOf('activate_card')).toEqual([
      { subject_id: ada.account.id, details: { card_id: id, old_card_id: card.id } },
    ])
  })

  test('what is pending on the old card still settles', async () => {
    const purchase = authorisation({ card: card.id, amount: '20.00' })
    await processMessage(sql, purchase)
    await as(ada)`select public.activate_card(${await renew(sql, card)})`
    expect(await processMessage(sql, messageAbout(purchase.id, 'clear', '18.00'))).toBe('00')
    expect((await accountOf(sql, ada)).balance).toBe('4982.00')
  })

  test('the controls and a freeze go over to the new card', async () => {
    await control('p_purchase_limit', '30')
    const id = await renew(sql, card)
    await control('p_abroad', false)
    await freeze(card.id)
    await as(ada)`select public.activate_card(${id})`
    expect(await cardOf(sql, ada)).toMatchObject({ id, status: 'frozen', abroad: false, purchase_limit: '30.00' })
  })

  test('an old card that has ended is no reason against the new one, but an ended new card is', async () => {
    const id = await renew(sql, card)
    await due(-1)
    expect(await processMessage(sql, authorisation({ card: card.id, amount: '20.00' }))).toBe('54')
    await sql`update public.cards set expires_on = current_date - 1 where id = ${id}`
    expect(await refusalAs(sql, ada, (db) => db`select public.activate_card(${id})`)).toEqual({
      code: 'PT409',
      message: 'This card has expired. You can order a new one in Card Settings.',
    })
    await sql`update public.cards set expires_on = current_date where id = ${id}`
    await as(ada)`select public.activate_card(${id})`
    expect((await cardOf(sql, ada)).id).toBe(id)
  })

  test('a card is activated by its owner only, and shows and changes nothing before', async () => {
    const id = await renew(sql, card)
    expect(await refusalAs(sql, ben, (db) => db`select public.activate_card(${id})`)).toEqual({
      code: 'PT404',
      message: 'This card does not exist.',
    })
    for (const run of [
      (db: Db) => db`select public.set_card_frozen(${id}, true)`,
      (db: Db) => db`select public.set_card_controls(${id}, p_online => false)`,
      (db: Db) => db`select public.replace_card(${id}, 'lost')`,
    ])
      expect(await refusalAs(sql, ada, run)).toEqual({ code: 'PT409', message: 'Please activate this card first.' })
    await as(ada)`select public.record_card_reveal('card_number')`
    expect(await callAs(sql, ada, (db) => db`select public.get_my_card_secret('card_number') as answer`)).toBe(
      (await secretsOf(sql, card.id)).number,
    )
  })

  test('a replaced card takes the renewal that waits with it', async () => {
    const id = await renew(sql, card)
    await Promise.all([replace(card.id, 'stolen'), as(ada)`select public.activate_card(${id})`.catch(() => undefined)])
    const statuses = new Map((await cardsOf(sql, ada)).map((each) => [each.id, each.status]))
    // Whichever came first: one card pays, and no other waits.
    expect([...statuses.values()].filter((status) => status === 'active' || status === 'issued')).toEqual(['active'])
    const other = await cardOf(sql, ben)
    const waiting = await renew(sql, other)
    await as(ben)`select public.replace_card(${other.id}, 'stolen')`
    expect(await refusalAs(sql, ben, (db) => db`select public.activate_card(${waiting})`)).toMatchObject({
      code: 'PT409',
    })
  })
})

describe('the security code', () => {
  const reveal = (pin: string) =>
    callAs<boolean>(sql, ada, (db) => db`select public.record_card_reveal('security_code', ${pin}) as answer`)
  const code = () =>
    callAs<string | null>(sql, ada, (db) => db`select public.get_my_card_secret('security_code') as answer`)

  test('three digits that stay, shown after the right security PIN, with an audit row', async () => {
    const { code: expected } = await secretsOf(sql, card.id)
    expect(expected).toMatch(/^\d{3}$/)
    expect(await reveal((await pinOf(sql, ada)) ?? '')).toBe(true)
    expect([await code(), await code()]).toEqual([expected, expected])
    expect(await auditOf('reveal_security_code')).toEqual([
      { subject_id: ada.account.id, details: { card_id: card.id } },
    ])
  })

  test('the code is not shown after a wrong PIN, after another reveal, and for a replaced card', async () => {
    expect(await reveal('00000')).toBe(false)
    await as(ada)`select public.record_card_reveal('card_number')`
    await as(ada)`select public.record_card_reveal('card_pin', ${(await pinOf(sql, ada)) ?? ''})`
    expect(await code()).toBeNull()
    expect(await reveal((await pinOf(sql, ada)) ?? '')).toBe(true)
    await replace(card.id, 'lost')
    expect(await code()).toBeNull()
  })
})

describe('the card PIN', () => {
  const reveal = (pin: string) =>
    callAs<boolean>(sql, ada, (db) => db`select public.record_card_reveal('card_pin', ${pin}) as answer`)
  const cardPin = () =>
    callAs<string | null>(sql, ada, (db) => db`select public.get_my_card_secret('card_pin') as answer`)

  test('the card PIN is shown after the right security PIN, with an audit row', async () => {
    expect(await reveal((await pinOf(sql, ada)) ?? '')).toBe(true)
    expect(await cardPin()).toBe((await secretsOf(sql, card.id)).pin)
    expect(await auditOf('reveal_card_pin')).toHaveLength(1)
  })

  test("the card PIN is not shown after a wrong one or another customer's", async () => {
    for (const pin of ['00000', (await pinOf(sql, ben)) ?? '', '']) expect(await reveal(pin)).toBe(false)
    expect(await cardPin()).toBeNull()
    expect(await auditOf('reveal_card_pin')).toHaveLength(0)
  })

  test('after five wrong PINs the right one is refused too, for this customer only', async () => {
    for (let nth = 1; nth <= 5; nth += 1) expect(await reveal('00000')).toBe(false)
    const right = (await pinOf(sql, ada)) ?? ''
    expect(await refusalAs(sql, ada, (db) => db`select public.record_card_reveal('card_pin', ${right})`)).toMatchObject(
      {
        code: 'PT429',
        message: 'Too many attempts. Please try again later.',
      },
    )
    const bensPin = (await pinOf(sql, ben)) ?? ''
    expect(await callAs(sql, ben, (db) => db`select public.record_card_reveal('card_pin', ${bensPin}) as answer`)).toBe(
      true,
    )
  })

  test('a wrong PIN counts together with those at Change PIN', async () => {
    for (let nth = 1; nth <= 3; nth += 1) expect(await reveal('00000')).toBe(false)
    for (let nth = 1; nth <= 2; nth += 1) await as(ada)`select public.enter_my_pin('00000')`
    expect(await refusalAs(sql, ada, (db) => db`select public.record_card_reveal('card_pin', '00000')`)).toMatchObject({
      code: 'PT429',
    })
    expect(await refusalAs(sql, ada, (db) => db`select public.enter_my_pin('00000')`)).toMatchObject({ code: 'PT429' })
  })

  test('the right PIN resets the counter', async () => {
    const right = (await pinOf(sql, ada)) ?? ''
    for (let round = 1; round <= 2; round += 1) {
      for (let nth = 1; nth <= 4; nth += 1) expect(await reveal('00000')).toBe(false)
      expect(await reveal(right)).toBe(true)
    }
  })

  test('wrong PINs that the caller has rolled back count too', async () => {
    for (let nth = 1; nth <= 5; nth += 1)
      await actingAs(sql, ada, async (db) => void (await db`select public.record_card_reveal('card_pin', '00000')`))
    expect(await refusalAs(sql, ada, (db) => db`select public.record_card_reveal('card_pin', '00000')`)).toMatchObject({
      code: 'PT429',
    })
  })
})

test('a user without an account has no card', async () => {
  const person = await addApprovedPerson(sql)
  await actingAs(sql, person, async (db) => {
    for (const run of [
      (q: Db) => q`select public.record_card_reveal('card_number')`,
      (q: Db) => q`select public.record_card_reveal('card_pin', '00000')`,
      (q: Db) => q`select public.get_my_card_secret('card_pin')`,
    ])
      expect(await refusalOf(db, run)).toEqual({ code: 'PT404', message: 'You do not have an account yet.' })
  })
})
