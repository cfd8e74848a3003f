import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Authorisation, type Card, cardActions, cardOf, messageAbout, renew } from '../fixtures/cards'
import { aCustomer, withPeople } from '../fixtures/people'

// Why a payment by card is declined, and what the customer reads.
const { sql, ada } = withPeople({ ada: aCustomer('Ada Archer') })
let card: Card

beforeEach(async () => {
  card = await cardOf(sql, ada)
})

const { send, authorise, approved, money, notes, change, control, clean } = cardActions(sql, ada, () => card)

describe('declined', () => {
  const freeze = () => change((db) => db`select public.set_card_frozen(${card.id}, true)`)
  const replace = (reason: string) => () => change((db) => db`select public.replace_card(${card.id}, ${reason})`)
  const off = (name: string) => () => control(`p_${name}`, false)
  const limit = (name: string) => () => control(`p_${name}_limit`, '19.99')
  async function waitForNew() {
    card = { ...card, id: await renew(sql, card) }
  }
  async function activateNew() {
    const renewal = await renew(sql, card)
    await change((db) => db`select public.activate_card(${renewal})`)
  }
  const withoutMoney = () => sql`select private.adjust_balance(${ada.account.id}, 19.99, now())`
  const withoutAccess = () => sql`update public.profiles set approved = false where id = ${ada.id}`
  const noCash = 'Cash withdrawals are off in Card Settings.'

  type Decline = [prepare: () => Promise<unknown>, change: Partial<Authorisation>, code: string, words: string]
  const declines: Record<string, Record<string, Decline>> = {
    declined_frozen: { frozen: [freeze, {}, '62', 'Your card is frozen.'] },
    declined_blocked: {
      lost: [replace('lost'), {}, '41', 'This card is reported lost. Use your new card.'],
      stolen: [replace('stolen'), {}, '43', 'This card is reported stolen. Use your new card.'],
      replaced: [replace('damaged'), {}, '14', 'This card has been replaced. Use your new card.'],
      'activated, with the old card': [activateNew, {}, '14', 'This card has been replaced. Use your new card.'],
      'an owner without access': [withoutAccess, {}, '05', 'Your account is not open for payments.'],
    },
    declined_issued: { 'not activated': [waitForNew, {}, '78', 'Activate your new card before you use it.'] },
    declined_settings: {
      'online payments off': [off('online'), { entry: 'online' }, '57', 'Online payments are off in Card Settings.'],
      'contactless off': [
        off('contactless'),
        { entry: 'contactless' },
        '57',
        'Contactless is off in Card Settings. You can pay with your card and its PIN.',
      ],
      'cash off': [off('cash'), { entry: 'cash' }, '57', noCash],
      'cash off, over a counter': [off('cash'), { mcc: '6010' }, '57', noCash],
      'abroad off': [off('abroad'), { country: 'FR' }, '57', 'Payments abroad are off in Card Settings.'],
      'gambling off': [off('gambling'), { mcc: '7995' }, '57', 'Gambling is blocked in Card Settings.'],
      'above the limit of a purchase': [limit('purchase'), {}, '61', 'It is above your limit for one purchase.'],
      'above the limit of the day': [limit('daily'), {}, '61', 'It is above what is left of your daily limit.'],
    },
    declined_funds: { 'not enough money': [withoutMoney, {}, '51', 'Your balance is too low.'] },
  }
  const cases = Object.entries(declines).flatMap(([type, named]) =>
    Object.entries(named).map(([what, decline]) => [what, type, ...decline] as const),
  )
  test.each(cases)('%s: a payment is declined', async (_what, type, prepare, message, code, words) => {
    await prepare()
    await sql`delete from public.user_notifications where user_id = ${ada.id}`
    const before = await money()
    expect(await authorise(message)).toBe(code)
    expect(await money()).toEqual(before)
    expect([...(await notes())]).toEqual([
      { type, title: 'Card payment declined', message: `Larkspur Supermarket, £20.00. ${words}` },
    ])
    expect(await sql`select from public.card_payments where user_id = ${ada.id}`).toHaveLength(0)
    await clean()
  })

  test.each([
    ['online', 'p_online', { entry: 'contactless' }],
    ['contactless', 'p_contactless', { entry: 'chip' }],
    ['cash', 'p_cash', { entry: 'chip' }],
    ['abroad', 'p_abroad', { country: 'GB' }],
    ['gambling', 'p_gambling', { mcc: '5411' }],
  ] as const)('what the control %s does not cover is approved', async (_what, name, message) => {
    await control(name, false)
    expect(await authorise(message)).toBe('00')
  })

  test.each(['2026-12-31', '2030-06-30'])('expired: the card pays until the end of %s in UK time', async (expiry) => {
    await sql`update public.cards set expires_on = ${expiry} where id = ${card.id}`
    const [last] = await sql<{ ends_at: Date }[]>`
      select (expires_on + 1)::timestamp at time zone 'Europe/London' as ends_at from public.cards where id = ${card.id}`
    const end = last?.ends_at.getTime() ?? 0
    expect(await authorise({}, new Date(end - 1000))).toBe('00')
    expect(await authorise({}, new Date(end))).toBe('54')
    expect((await notes())[0]?.message).toContain('Your card has expired. Activate your new card')
  })

  test('gambling is blocked on every card of a customer who has asked for it, until 48 hours after they switch it off', async () => {
    const set = (isOn: boolean) => change((db) => db`select public.set_support_need('gambling', ${isOn})`)
    await set(true)
    await change((db) => db`select public.replace_card(${card.id}, 'damaged')`)
    card = await cardOf(sql, ada)
    await control('p_gambling', true)
    expect(await authorise({ mcc: '7995' })).toBe('57')
    expect(await notes()).toContainEqual({
      type: 'declined_gambling',
      title: 'Card payment declined',
      message: 'Larkspur Supermarket, £20.00. You asked us to block gambling.',
    })
    expect(await authorise({ mcc: '5411' })).toBe('00')
    await set(false)
    await sql`select private.review_support_needs(${ada.id}, now() + interval '47 hours 59 minutes')`
    expect(await authorise({ mcc: '7995' })).toBe('57')
    await sql`select private.review_support_needs(${ada.id}, now() + interval '48 hours')`
    expect(await authorise({ mcc: '7995' })).toBe('00')
  })

  test('gambling stays blocked for 48 hours after it is switched on', async () => {
    await control('p_gambling', false)
    await control('p_gambling', true)
    const { gambling_from: from } = await cardOf(sql, ada)
    const at = (ms: number) => new Date((from?.getTime() ?? 0) + ms)
    expect(await authorise({ mcc: '7801' })).toBe('57')
    expect(await authorise({ mcc: '7801' }, at(-1000))).toBe('57')
    expect(await authorise({ mcc: '7801' }, at(1000))).toBe('00')
  })

  test('the limit of a day counts approved and cleared payments of all cards, not reversed ones, and ends at midnight in the UK', async () => {
    await control('p_daily_limit', '50')
    await send(messageAbout(await approved('30.00'), 'clear', '25.00'))
    await send(messageAbout(await approved('25.00'), 'reverse'))
    await change((db) => db`select public.replace_card(${card.id}, 'damaged')`)
    card = await cardOf(sql, ada)
    expect(await authorise({ amount: '25.01' })).toBe('61')
    expect(await authorise({ amount: '25.00' })).toBe('00')
    const [midnight] = await sql<{ at: Date }[]>`
      select (date_trunc('day', now() at time zone 'Europe/London') + interval '1 day') at time zone 'Europe/London' as at`
    expect(await authorise({ amount: '1.00' }, new Date((midnight?.at.getTime() ?? 0) - 1000))).toBe('61')
    expect(await authorise({ amount: '50.00' }, midnight?.at)).toBe('00')
  })

  test('a payment is declined: no such card', async () => {
    expect(await authorise({ card: randomUUID() })).toBe('14')
  })

  test('repeated declines give one note an hour', async () => {
    await freeze()
    for (let nth = 0; nth < 3; nth += 1) expect(await authorise()).toBe('62')
    expect(await notes()).toHaveLength(1)
    expect(await authorise({}, new Date(Date.now() + 3_600_001))).toBe('62')
    expect(await notes()).toHaveLength(2)
  })
})
