import { beforeEach, describe, expect, test } from 'vitest'
import { type Card, cardActions, cardOf, messageAbout } from '../fixtures/cards'
import { hintOfRequest, request } from '../fixtures/database'
import { runJob } from '../fixtures/jobs'
import { ledgerProblems } from '../fixtures/payments'
import { type Customer, aCustomer, withPeople } from '../fixtures/people'
import { listAccounts, moveMoney, openSavings } from '../fixtures/savings'

const { sql, as, alice, bob } = withPeople({ alice: aCustomer('Alice Archer'), bob: aCustomer('Bob Baker') })

let savings: string
let card: Card
beforeEach(async () => {
  savings = await request(sql, alice, (db) => openSavings(db))
  card = await cardOf(sql, alice)
  await turnOn(savings)
})

const { send, authorise, approved, clean } = cardActions(sql, alice, () => card)
const turnOn = (account: string | null, customer: Customer = alice) =>
  request(sql, customer, async (db) => void (await db`select public.set_round_ups(${account})`))
const hintOfTurningOn = (account: string | null, customer: Customer = alice) =>
  hintOfRequest(sql, customer, (db) => db`select public.set_round_ups(${account})`)
const round = () => runJob(sql, 'make-round-ups')
const balances = async () => (await request(sql, alice, listAccounts)).map(({ balance }) => balance)
const targets = async () =>
  (
    await as(alice)<
      { name: string | null; takes_round_ups: boolean }[]
    >`select name, takes_round_ups from public.list_my_accounts()`
  )
    .filter(({ takes_round_ups: takes }) => takes)
    .map(({ name }) => name)
/** Approves and clears a payment. Returns the approval. */
const pay = async (amount: string, cleared = amount) => {
  const id = await approved(amount)
  expect(await send(messageAbout(id, 'clear', cleared))).toBe('00')
  return id
}
const due = () => sql`select from public.card_payments where rounds_up`

describe('a cleared card payment', () => {
  test.each([
    ['12.34', '12.34', '0.66'],
    ['12.01', '12.01', '0.99'],
    ['12.99', '12.99', '0.01'],
    ['0.01', '0.01', '0.99'],
    ['12.00', '12.00', '0.00'],
    // Cleared for less than was approved.
    ['20.00', '7.25', '0.75'],
  ])('of £%s, cleared for £%s, moves £%s once', async (amount, cleared, moved) => {
    await pay(amount, cleared)
    expect(await balances()).toEqual([(5000 - Number(cleared)).toFixed(2), '0.00'])
    await round()
    await round()
    const left = (5000 - Number(cleared) - Number(moved)).toFixed(2)
    expect(await balances()).toEqual([left, moved])
    expect(await due()).toEqual([])
    await clean()
  })

  test('moves what the customer paid lacks, not what the merchant took', async () => {
    // The bank pays what is above the approval.
    await pay('20.40', '21.90')
    await round()
    expect(await balances()).toEqual(['4979.00', '0.60'])
  })

  test('is a row of both accounts that says what it is', async () => {
    await pay('4.30')
    await round()
    expect(
      await as(alice)`
        select amount, incoming, reference from public.search_transactions(p_account_id => ${savings})`,
    ).toEqual([{ amount: '0.70', incoming: true, reference: 'Round-up' }])
    expect((await as(alice)`select reference from public.search_transactions() limit 1`)[0]).toEqual({
      reference: 'Round-up',
    })
  })

  test('abroad is rounded up by what it cost in pounds', async () => {
    await request(sql, alice, (db) => db`select public.set_card_controls(p_card_id => ${card.id}, p_abroad => true)`)
    const id = crypto.randomUUID()
    const abroad = { merchantCurrency: 'EUR', merchantAmount: '10.00' }
    expect(await authorise({ id, amount: '8.61', country: 'FR', ...abroad })).toBe('00')
    await send({ ...messageAbout(id, 'clear', '8.65'), ...abroad })
    await round()
    expect((await balances())[1]).toBe('0.39')
  })

  test('keeps its round-up when the merchant refunds it, and a refund moves nothing', async () => {
    const id = await pay('4.30')
    await round()
    expect(await send(messageAbout(id, 'refund', '4.30'))).toBe('00')
    await round()
    expect(await balances()).toEqual(['4999.30', '0.70'])
  })

  test('moves nothing while it is only approved, when it is reversed, or when it has expired', async () => {
    const open = await approved('4.30')
    const reversed = await approved('4.30')
    await send(messageAbout(reversed, 'reverse'))
    await round()
    expect(await balances()).toEqual(['4995.70', '0.00'])
    await sql`update public.card_payments set created_at = now() - interval '8 days' where status = 'approved'`
    await runJob(sql, 'release-expired-card-payments')
    await round()
    expect(await balances()).toEqual(['5000.00', '0.00'])
    // The network takes the money in any case.
    await send(messageAbout(open, 'clear', '4.30'))
    await round()
    expect(await balances()).toEqual(['4995.00', '0.70'])
  })

  test('is rounded up once by four runs at a time, while its customer moves money', async () => {
    for (let nth = 0; nth < 5; nth += 1) await pay('1.90')
    await Promise.all([
      ...[1, 2, 3, 4].map(round),
      ...[1, 2, 3].map(() => request(sql, alice, (db) => moveMoney(db, alice.account.id, savings, '10.00'))),
    ])
    await round()
    expect(await balances()).toEqual(['4960.00', '30.50'])
    await clean()
  })

  test('is cleared although the job has the accounts, and the job waits for the next run if another has them', async () => {
    await pay('4.30')
    await sql.begin(async (db) => {
      await db`select from public.accounts where user_id = ${alice.id} for update`
      await round()
    })
    expect(await balances()).toEqual(['4995.70', '0.00'])
    await round()
    expect(await balances()).toEqual(['4995.00', '0.70'])
  })
})

describe('nothing moves', () => {
  /** What the savings have after a run of the job, and what is still to be moved. */
  const outcome = async () => {
    await round()
    return [(await balances())[1], (await due()).length]
  }
  const nothing = ['0.00', 0]

  test('without the switch, or once it is off', async () => {
    await pay('4.30')
    await turnOn(null)
    expect(await outcome()).toEqual(nothing)
    await pay('4.30')
    await turnOn(savings)
    expect(await outcome()).toEqual(nothing)
  })

  test('when the balance is, or would fall, below the low balance', async () => {
    await sql`
      insert into private.notification_choices (user_id, push, mail, mailbox, shows_amounts, low_balance, is_low)
      values (${alice.id}, '{}', '{}', '{}', false, 4995.50, false)`
    await pay('4.30')
    expect(await outcome()).toEqual(nothing)
    await sql`update private.notification_choices set low_balance = 5000 where user_id = ${alice.id}`
    await pay('0.40')
    expect(await outcome()).toEqual(nothing)
    await sql`update private.notification_choices set low_balance = 4994 where user_id = ${alice.id}`
    await pay('0.30')
    await round()
    expect(await balances()).toEqual(['4994.30', '0.70'])
  })

  test('without the money', async () => {
    await request(sql, alice, (db) => moveMoney(db, alice.account.id, savings, '4995.00'))
    await pay('4.30')
    await round()
    expect(await balances()).toEqual(['0.00', '4995.70'])
    await request(sql, alice, (db) => moveMoney(db, savings, alice.account.id, '4.50'))
    await pay('4.30')
    await round()
    expect(await balances()).toEqual(['0.20', '4991.20'])
    expect(await ledgerProblems(sql)).toEqual([])
  })

  test('from a frozen account, also not later', async () => {
    await pay('4.30')
    await as(alice)`select public.freeze_my_account()`
    expect(await outcome()).toEqual(nothing)
    await sql`select private.unfreeze(${alice.id})`
    expect(await outcome()).toEqual(nothing)
  })

  test('from the account of a suspended customer', async () => {
    await pay('4.30')
    await sql`update public.accounts set is_frozen = true where user_id = ${alice.id}`
    expect(await outcome()).toEqual(nothing)
  })

  test('from an account that is closed', async () => {
    await pay('4.30')
    await sql.begin(async (db) => {
      await db`select private.lock_records_of(${alice.id})`
      await db`select private.close_account(${alice.id}, 'bank', now())`
    })
    await round()
    expect(await due()).toEqual([])
    expect(await ledgerProblems(sql)).toEqual([])
  })

  test('once the savings account is closed, which turns the switch off', async () => {
    await pay('4.30')
    await as(alice)`select public.close_savings_account(${savings})`
    expect(await outcome()).toEqual(nothing)
    expect(await targets()).toEqual([])
    await pay('4.30')
    expect(await due()).toEqual([])
  })
})

describe('the switch', () => {
  test('has one account for each customer, and another one takes its place', async () => {
    const car = await request(sql, alice, (db) => openSavings(db, { name: 'Car' }))
    expect(await targets()).toEqual(['Holiday'])
    await pay('4.30')
    await turnOn(car)
    await turnOn(car)
    expect(await targets()).toEqual(['Car'])
    await round()
    expect(await balances()).toEqual(['4995.00', '0.00', '0.70'])
    await turnOn(null)
    await turnOn(null)
    expect(await targets()).toEqual([])
    expect(
      await sql`select action, details from private.audit_log where action = 'set_round_ups' and actor_id = ${alice.id} order by id`,
    ).toMatchObject([{ details: { on: true } }, { details: { on: true } }, { details: { on: false } }])
  })

  test('is refused to the current account, to a closed one and to that of another customer, and in a frozen account', async () => {
    const his = await request(sql, bob, (db) => openSavings(db))
    for (const wrong of [alice.account.id, his, bob.account.id, crypto.randomUUID()])
      expect(await hintOfTurningOn(wrong)).toBe('no-account')
    expect(await hintOfTurningOn(savings, bob)).toBe('no-account')
    await as(alice)`select public.close_savings_account(${savings})`
    expect(await hintOfTurningOn(savings)).toBe('account-closed')
    await as(alice)`select public.freeze_my_account()`
    expect(await hintOfTurningOn(null)).toBe('account-frozen')
  })

  test('of one customer changes nothing for another', async () => {
    const his = await request(sql, bob, (db) => openSavings(db))
    await turnOn(his, bob)
    await pay('4.30')
    await round()
    expect(await balances()).toEqual(['4995.00', '0.70'])
    expect(await sql`select balance from public.accounts where id = ${his}`).toEqual([{ balance: '0.00' }])
  })

  test('and a closing of its account at the same moment leave no round-ups to a closed account', async () => {
    for (let nth = 0; nth < 4; nth += 1) {
      const pot = await request(sql, alice, (db) => openSavings(db, { name: `Pot ${nth}` }))
      await turnOn(null)
      await Promise.all([hintOfTurningOn(pot), as(alice)`select public.close_savings_account(${pot})`])
      expect(await targets()).toEqual([])
    }
  })
})
