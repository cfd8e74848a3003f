import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { addsUp, readStatement } from '../../../src/features/money/statements/statement'
import { statementCsv } from '../../../src/features/money/statements/statementCsv'
import { type Card, authorisation, cardActions, cardOf, messageAbout, processMessage } from '../fixtures/cards'
import { runJob } from '../fixtures/jobs'
import { actingAs, refusalOf, request, setOwner, withRollback } from '../fixtures/database'
import { addAdmin, addCustomer, withPeople, aCustomer } from '../fixtures/people'

// What the card network may ask, in every order, and what it does to the money.
const { sql, as, ada } = withPeople({ ada: aCustomer('Ada Archer') })
let card: Card

beforeEach(async () => {
  card = await cardOf(sql, ada)
})

const { send, authorise, approved, money, notes, change, control, clean } = cardActions(sql, ada, () => card)
const list = () =>
  sql`
    select status, amount, reversed_at is not null as is_reversed, coalesce(from_account_holder_name, to_account_holder_name) as name,
      incoming, reference
    from public.transactions where user_id = ${ada.id} order by created_at, id`
const daysLater = (days: number) => new Date(Date.now() + days * 864e5)
const purchase = {
  name: 'Larkspur Supermarket',
  incoming: false,
  reference: expect.stringMatching(/^Card ending \d{4}$/),
}

describe('an approval', () => {
  test('holds the money and shows the payment as pending', async () => {
    await approved()
    expect(await money()).toEqual(['4980.00', '20.00'])
    expect([...(await list())]).toEqual([{ ...purchase, status: 'pending', amount: '20.00', is_reversed: false }])
    expect([...(await notes())]).toEqual([])
    await clean()
  })

  // The bank pays what is above the limit of such merchants, and disputes it.
  test.each([
    ['less', '5411', '7.25', '7.25'],
    ['more, in a supermarket', '5411', '20.01', '20.00'],
    ['a tip in a restaurant', '5812', '23.10', '23.10'],
    ['more than a tip in a restaurant', '5812', '24.01', '24.00'],
    ['a tip in a hotel', '3501', '24.00', '24.00'],
    ['a full tank at a pump', '5542', '119.99', '119.99'],
    ['more than a full tank', '5542', '130.00', '120.00'],
  ])('an approval can be cleared for %s', async (_what, mcc, amount, paid) => {
    const original = randomUUID()
    await authorise({ id: original, mcc })
    expect(await send(messageAbout(original, 'clear', amount))).toBe('00')
    expect(await money()).toEqual([(5000 - Number(paid)).toFixed(2), '0.00'])
    expect(await list()).toMatchObject([{ status: 'completed', amount: paid }])
    const [bank] = await sql`
      select coalesce(-sum(amount), 0)::numeric(14, 2) as paid from private.ledger_entries
      where account_id = private.ledger_account('card shortfalls')
        and movement_id = (select id from public.card_payments where user_id = ${ada.id})`
    expect(bank).toEqual({ paid: (Number(amount) - Number(paid)).toFixed(2) })
    await clean()
  })

  test('an approval is nothing to repair, and is in the list of staff without an account', async () => {
    await send(messageAbout(await approved(), 'clear', '12.00'))
    await approved('1.00')
    const admin = await addAdmin(sql, ['repair_transactions', 'view_transactions'])
    await as(admin)`select public.record_transaction_search(${ada.email})`
    await request(sql, admin, async (db) => {
      const [found] = await db`
        select public.find_repairs() -> 'repairs' as repairs,
          public.list_all_transactions(${ada.email}) -> 'transactions' as listed`
      const account = { to_account: null, sort_code: null, recipient: 'Larkspur Supermarket' }
      expect(found?.repairs).toEqual([])
      expect(found?.listed).toMatchObject([
        { ...account, amount: 1, status: 'pending' },
        { ...account, amount: 12, status: 'completed' },
      ])
    })
  })

  test('an approval has a balance after it, also when it was cleared for another amount or released', async () => {
    const balances = async () =>
      request(sql, ada, async (db) => [
        ...(await db`
          select public.get_balance_after(t.id) as after from public.search_transactions() t order by t.created_at, t.id`),
      ])
    const original = await approved()
    expect(await balances()).toEqual([{ after: '4980.00' }])
    await send(messageAbout(original, 'clear', '12.00'))
    expect(await balances()).toEqual([{ after: '4988.00' }])
    const second = await approved('5.00')
    await send(messageAbout(second, 'reverse'))
    expect(await balances()).toEqual([{ after: '4988.00' }, { after: '4988.00' }])
  })

  test('an approval that is cleared for more than the balance leaves zero, and the bank pays the rest', async () => {
    const original = randomUUID()
    await authorise({ id: original, amount: '100.00', mcc: '5812' })
    await control('p_purchase_limit', '10000')
    await control('p_daily_limit', '10000')
    await approved('4895.00')
    expect(await send(messageAbout(original, 'clear', '120.00'))).toBe('00')
    expect(await money()).toEqual(['0.00', '4895.00'])
    expect(await list()).toMatchObject([{ amount: '105.00', status: 'completed' }, { status: 'pending' }])
    expect(
      await sql`
        select sum(amount) as total from private.ledger_entries
        where account_id = private.ledger_account('card shortfalls')
          and movement_id in (select id from public.card_payments where user_id = ${ada.id})`,
    ).toEqual([{ total: '-15.00' }])
    await clean()
  })

  test('an approval of cash names it in the list', async () => {
    expect(await authorise({ entry: 'cash', mcc: '6011', merchant: 'Cash machine, High Street' })).toBe('00')
    expect(await list()).toMatchObject([{ reference: `Cash, card ending ${card.last_four}` }])
  })
})

describe('a payment abroad', () => {
  const euros = { country: 'FR', merchantCurrency: 'EUR', merchantAmount: '12.50' }
  /** What its row says after the card, and what the Cards screen says. */
  const places = async () => {
    const rows = await list()
    const [onCards] = await as(ada)<{ place: string | null }[]>`select place from public.list_card_payments()`
    const [, ...place] = String(rows.at(-1)?.reference).split(' · ')
    return [place.join(' · '), onCards?.place ?? '']
  }

  test.each<[Partial<Parameters<typeof authorise>[0]>, string]>([
    [{}, ''],
    [{ merchantCurrency: 'GBP', merchantAmount: '20.00' }, ''],
    [euros, 'France · €12.50'],
    [{ ...euros, country: 'GB' }, '€12.50'],
    [{ country: 'IE', merchantCurrency: 'EUR', merchantAmount: '0.5' }, 'Ireland · €0.50'],
    [{ country: 'US', merchantCurrency: 'USD', merchantAmount: '1250' }, 'United States · US$1,250.00'],
    [{ country: 'JP', merchantCurrency: 'JPY', merchantAmount: '4200' }, 'Japan · JPY 4,200'],
    [{ country: 'KW', merchantCurrency: 'KWD', merchantAmount: '8.125' }, 'Kuwait · KWD 8.125'],
    [{ country: 'FR', merchantCurrency: 'GBP', merchantAmount: '20.00' }, 'France'],
    [{ country: 'AD' }, 'Andorra'],
    [{ country: 'ZW' }, 'Zimbabwe'],
    [{ country: 'ZZ' }, 'ZZ'],
  ])('a payment with %o says %j on its row and on the Cards screen', async (message, place) => {
    expect(await authorise(message)).toBe('00')
    expect(await places()).toEqual([place, place])
  })

  test('a payment abroad is found by its country and by its amount there, and the statement says both', async () => {
    await authorise(euros)
    for (const text of ['france', '€12.50', '12.50'])
      expect(await as(ada)`select id from public.search_transactions(${text})`).toHaveLength(1)
    const [row] = await as(ada)<{ statement: unknown }[]>`
      select public.get_statement('-infinity', 'infinity') as statement`
    const statement = readStatement({ first: '2026-01-01', last: '2099-12-31' }, row?.statement)
    if (statement === null) throw new Error('the statement has another shape')
    expect(statementCsv(statement)).toContain(`Card ending ${card.last_four} · France · €12.50,-20.00`)
  })

  test('a clearing says what the merchant charged at last, and one that says nothing changes nothing', async () => {
    const [first, second] = [randomUUID(), randomUUID()]
    await authorise({ ...euros, id: first })
    await send({ ...messageAbout(first, 'clear', '18.00'), merchantCurrency: 'EUR', merchantAmount: '13.10' })
    expect(await places()).toEqual(['France · €13.10', 'France · €13.10'])
    await authorise({ ...euros, id: second })
    await send(messageAbout(second, 'clear', '19.00'))
    expect(await places()).toEqual(['France · €12.50', 'France · €12.50'])
    const statement = await as(ada)<{ reference: string }[]>`
      select e ->> 'reference' as reference from jsonb_array_elements(public.get_statement('-infinity', 'infinity') -> 'entries') e`
    expect(new Set(statement.map(({ reference }) => reference.replace(/^(Card payment|Returned) · /, '')))).toEqual(
      new Set(['France · €13.10', 'France · €12.50']),
    )
  })

  test('a payment abroad of which a part was reversed says the country alone, until it is cleared', async () => {
    const original = randomUUID()
    await authorise({ ...euros, id: original })
    await send(messageAbout(original, 'reverse', '5.00'))
    expect(await places()).toEqual(['France', 'France'])
    await send({ ...messageAbout(original, 'clear', '15.00'), merchantCurrency: 'EUR', merchantAmount: '9.40' })
    expect(await places()).toEqual(['France · €9.40', 'France · €9.40'])
  })

  test('each country has one name', async () => {
    const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ')
    const codes = letters.flatMap((first) => letters.map((second) => first + second))
    const named = await sql<{ name: string }[]>`
      select private.country_name(code) as name from unnest(${codes}::text[]) code where private.country_name(code) <> code`
    // The countries of ISO 3166.
    expect(new Set(named.map(({ name }) => name)).size).toBe(249)
    expect(named.filter(({ name }) => !/^\p{Lu}[\p{L}().’& -]{2,50}$/u.test(name))).toEqual([])
  })
})

test('the CSV of a statement lists what is held, cleared, reversed and refunded, and adds up', async () => {
  // Seconds, which no midnight in London separates from now for long: a statement ends with today.
  const later = (seconds: number) => new Date(Date.now() + seconds * 1000)
  const cleared = await approved('20.00', later(1))
  await send(messageAbout(cleared, 'clear', '18.00'), later(2))
  await send(messageAbout(cleared, 'refund', '5.00'), later(3))
  await send(messageAbout(await approved('7.00', later(4)), 'reverse'), later(5))
  await approved('10.00', later(6))
  const [row] = await as(ada)<
    { statement: unknown }[]
  >`select public.get_statement('-infinity', 'infinity') as statement`
  const statement = readStatement({ first: '2026-01-01', last: '2099-12-31' }, row?.statement)
  if (statement === null) throw new Error('the statement has another shape')
  expect(addsUp(statement)).toBe(true)
  const lines = statementCsv(statement).split('\r\n')
  expect(lines.slice(2, -1).map((line) => line.replace(/^[^,]*,/, ''))).toEqual([
    expect.stringMatching(/^Larkspur Supermarket,.*,-20\.00,4980\.00$/),
    'Larkspur Supermarket,Returned,2.00,4982.00',
    'Larkspur Supermarket,Refund,5.00,4987.00',
    expect.stringMatching(/^Larkspur Supermarket,.*,-7\.00,4980\.00$/),
    'Larkspur Supermarket,Returned,7.00,4987.00',
    expect.stringMatching(/^Larkspur Supermarket,.*,-10\.00,4977\.00$/),
    'Closing balance,,,4977.00',
  ])
})

describe('messages in other orders', () => {
  const states = {
    approved: async () => approved(),
    cleared: async () => {
      const original = await approved()
      await send(messageAbout(original, 'clear', '20.00'))
      return original
    },
    reversed: async () => {
      const original = await approved()
      await send(messageAbout(original, 'reverse'))
      return original
    },
    expired: async () => {
      const original = await approved()
      await expire(daysLater(7))
      return original
    },
    declined: async () => {
      const id = randomUUID()
      await authorise({ id, amount: '2500.01' })
      return id
    },
    unknown: async () => randomUUID(),
  }
  test.each([
    ['approved', 'clear', '00', '4980.00'],
    ['approved', 'reverse', '00', '5000.00'],
    ['approved', 'refund', '12', '4980.00'],
    ['cleared', 'clear', '94', '4980.00'],
    ['cleared', 'reverse', '21', '4980.00'],
    ['cleared', 'refund', '00', '5000.00'],
    ['reversed', 'clear', '12', '5000.00'],
    ['reversed', 'reverse', '21', '5000.00'],
    ['reversed', 'refund', '12', '5000.00'],
    ['expired', 'clear', '00', '4980.00'],
    ['expired', 'reverse', '21', '5000.00'],
    ['expired', 'refund', '12', '5000.00'],
    ['declined', 'clear', '25', '5000.00'],
    ['declined', 'reverse', '25', '5000.00'],
    ['declined', 'refund', '25', '5000.00'],
    ['unknown', 'clear', '25', '5000.00'],
    ['unknown', 'reverse', '00', '5000.00'],
    ['unknown', 'refund', '25', '5000.00'],
  ] as const)('%s, then %s: %s', async (state, type, code, balance) => {
    const original = await states[state]()
    expect(await send(messageAbout(original, type, type === 'reverse' ? undefined : '20.00'))).toBe(code)
    expect((await money())[0]).toBe(balance)
    await clean()
  })

  test('refunds give back at most what the customer paid', async () => {
    const original = await approved()
    await send(messageAbout(original, 'clear', '12.00'))
    expect(await send(messageAbout(original, 'refund', '5.00'))).toBe('00')
    expect(await send(messageAbout(original, 'refund', '7.01'))).toBe('13')
    expect(await send(messageAbout(original, 'refund', '7.00'))).toBe('00')
    expect(await money()).toEqual(['5000.00', '0.00'])
    expect(await list()).toMatchObject([{}, { incoming: true, name: 'Larkspur Supermarket', reference: 'Refund' }, {}])
    await clean()
  })
})

describe('a reversal', () => {
  test('of a part returns that part, and the rest can be cleared', async () => {
    const original = await approved('20.00')
    expect(await send(messageAbout(original, 'reverse', '4.50'))).toBe('00')
    expect(await money()).toEqual(['4984.50', '15.50'])
    expect(await list()).toMatchObject([{ status: 'pending', amount: '15.50', is_reversed: false }])
    expect(await send(messageAbout(original, 'reverse', '15.51'))).toBe('13')
    await clean()
    expect(await send(messageAbout(original, 'clear', '16.00'))).toBe('00')
    expect(await money()).toEqual(['4984.50', '0.00'])
    expect(await list()).toMatchObject([{ status: 'completed', amount: '15.50' }])
    await clean()
  })

  test('of all parts cancels the approval', async () => {
    const original = await approved('20.00')
    for (const part of ['4.50', '15.50']) expect(await send(messageAbout(original, 'reverse', part))).toBe('00')
    expect(await money()).toEqual(['5000.00', '0.00'])
    expect(await list()).toMatchObject([{ status: 'failed', is_reversed: false }])
    expect(await send(messageAbout(original, 'clear', '1.00'))).toBe('12')
    await clean()
  })

  test('of a part frees that much of the limit of the day', async () => {
    await control('p_daily_limit', '20')
    const original = await approved('20.00')
    await send(messageAbout(original, 'reverse', '5.00'))
    expect(await authorise({ amount: '5.01' })).toBe('61')
    expect(await authorise({ amount: '5.00' })).toBe('00')
  })

  test.each([
    [[undefined], '12', '5000.00'],
    [['20.00'], '12', '5000.00'],
    [['7.00', '13.00'], '12', '5000.00'],
    [['7.00', undefined], '12', '5000.00'],
    [['7.00'], '00', '4987.00'],
    [['25.00'], '12', '5000.00'],
  ])('of %j that comes before its authorisation is remembered: %s', async (amounts, code, balance) => {
    const id = randomUUID()
    for (const amount of amounts) {
      const early = messageAbout(id, 'reverse', amount)
      expect([await send(early), await send(early)]).toEqual(['00', '00'])
    }
    expect(await authorise({ id })).toBe(code)
    expect(await authorise({ id: randomUUID(), amount: '0.01' })).toBe('00')
    const held = (5000 - Number(balance) + 0.01).toFixed(2)
    expect(await money()).toEqual([(Number(balance) - 0.01).toFixed(2), held])
    expect([...(await notes())]).toEqual([])
    expect(await send(messageAbout(id, 'reverse'))).toBe(code === '00' ? '00' : '25')
    await clean()
  })

  test('and its authorisation at the same time hold nothing, whichever comes first', async () => {
    for (let nth = 0; nth < 5; nth += 1) {
      const id = randomUUID()
      const reversal = () => send(messageAbout(id, 'reverse'))
      const [reversed] = await Promise.all(
        nth % 2 === 0 ? [reversal(), authorise({ id })] : [authorise({ id }).then(reversal)],
      )
      expect(reversed).toBe('00')
    }
    expect(await money()).toEqual(['5000.00', '0.00'])
    await clean()
  })
})

const expire = async (at: Date) => {
  let released = 0
  for (const { id } of await sql<{ id: string }[]>`select id from public.card_payments where user_id = ${ada.id}`) {
    const [row] = await sql<{ done: boolean }[]>`
      select private.release_expired_card_payment(${id}, ${at}) as done`
    if (row?.done === true) released += 1
  }
  return released
}

test('an approval that is not cleared is released after 7 days, once', async () => {
  await approved()
  expect(await expire(daysLater(6.99))).toBe(0)
  expect(await money()).toEqual(['4980.00', '20.00'])
  expect(await expire(daysLater(7))).toBe(1)
  expect(await expire(daysLater(8))).toBe(0)
  expect(await money()).toEqual(['5000.00', '0.00'])
  expect(await list()).toMatchObject([{ status: 'failed', is_reversed: false }])
  await clean()
})

test('a late clearing on an empty account costs the customer nothing', async () => {
  const original = await approved()
  await expire(daysLater(7))
  await sql`select private.adjust_balance(${ada.account.id}, 0, now())`
  expect(await send(messageAbout(original, 'clear', '20.00'))).toBe('00')
  expect(await money()).toEqual(['0.00', '0.00'])
  expect((await list())[0]).toMatchObject({ status: 'failed', is_reversed: false })
  await clean()
})

test('the jobs release what is due and forget old signatures', async () => {
  await approved('20.00', daysLater(-7))
  await approved('30.00', daysLater(-6))
  await sql`
    insert into private.card_signatures values (${'a'.repeat(64)}, now() - interval '61 minutes'), (${'b'.repeat(64)}, now())`
  for (const job of ['release-expired-card-payments', 'delete-old-card-signatures'] as const) await runJob(sql, job)
  expect(await money()).toEqual(['4970.00', '30.00'])
  expect(await sql`select signature from private.card_signatures`).toEqual([{ signature: 'b'.repeat(64) }])
})

describe('after the card is frozen or blocked', () => {
  test.each(['frozen', 'lost', 'stolen', 'damaged'])(
    '%s: what was pending settles, and refunds arrive',
    async (state) => {
      const originals = [await approved(), await approved()]
      await change((db) =>
        state === 'frozen'
          ? db`select public.set_card_frozen(${card.id}, true)`
          : db`select public.replace_card(${card.id}, ${state})`,
      )
      expect(await send(messageAbout(originals[0] ?? '', 'clear', '20.00'))).toBe('00')
      expect(await send(messageAbout(originals[0] ?? '', 'refund', '20.00'))).toBe('00')
      expect(await send(messageAbout(originals[1] ?? '', 'reverse'))).toBe('00')
      expect(await money()).toEqual(['5000.00', '0.00'])
      await clean()
    },
  )

  test.each(['frozen', 'stolen'])(
    'a payment that comes while the card becomes %s waits and is declined',
    async (state) => {
      let answer: Promise<string> | undefined
      await request(sql, ada, async (db) => {
        await (state === 'frozen'
          ? db`select public.set_card_frozen(${card.id}, true)`
          : db`select public.replace_card(${card.id}, 'stolen')`)
        answer = authorise()
        await waitingForALock()
      })
      expect(await answer).toBe(state === 'frozen' ? '62' : '43')
      expect(await money()).toEqual(['5000.00', '0.00'])
    },
  )
})

/** Until another connection waits for a lock. */
async function waitingForALock() {
  for (;;) {
    const [row] = await sql<{ waiting: number }[]>`
      select count(*)::int as waiting from pg_locks where not granted`
    if ((row?.waiting ?? 0) > 0) return
  }
}

describe('a repeated message', () => {
  test.each(['authorise', 'clear', 'reverse', 'refund'] as const)(
    '%s gets the first answer and changes nothing',
    async (type) => {
      const original = type === 'authorise' ? '' : await approved()
      if (type === 'refund') await send(messageAbout(original, 'clear', '20.00'))
      const message =
        type === 'authorise'
          ? authorisation({ card: card.id, amount: '20.00' })
          : messageAbout(original, type, type === 'reverse' ? undefined : '20.00')
      const answers = await Promise.all([send(message), send(message), send(message)])
      expect(answers).toEqual(['00', '00', '00'])
      const after = await money()
      await change((db) => db`select public.set_card_frozen(${card.id}, true)`)
      expect(await send(message, daysLater(1))).toBe('00')
      expect(await money()).toEqual(after)
      await clean()
    },
  )

  test('a declined payment stays declined after the reason is gone', async () => {
    await change((db) => db`select public.set_card_frozen(${card.id}, true)`)
    const message = authorisation({ card: card.id, amount: '20.00' })
    expect(await send(message)).toBe('62')
    await change((db) => db`select public.set_card_frozen(${card.id}, false)`)
    expect(await send(message)).toBe('62')
  })

  test('a repeated message with other details is refused', async () => {
    const message = authorisation({ card: card.id, amount: '20.00' })
    await send(message)
    await withRollback(sql, async (db) => {
      expect(await refusalOf(db, (q) => processMessage(q, { ...message, amount: '21.00' }))).toEqual({
        code: 'PT409',
        message: 'This message was already sent with different details.',
      })
    })
  })
})

test('two payments at once cannot spend the same money or pass the same limit', async () => {
  await control('p_daily_limit', '5000')
  await control('p_purchase_limit', '4000')
  const answers = await Promise.all(Array.from({ length: 4 }, () => authorise({ amount: '1500.00' })))
  expect(answers.toSorted()).toEqual(['00', '00', '00', '61'])
  expect(await money()).toEqual(['500.00', '4500.00'])
})

describe('what is no message', () => {
  const valid = () => authorisation({ card: card.id, amount: '20.00' })
  /** The code of the refusal. Its words repeat nothing of the message. */
  const refusal = async (db: Parameters<typeof refusalOf>[0], message: unknown) => {
    const { code, message: words } = await refusalOf(
      db,
      (q) => q`select private.process_card_message(${JSON.stringify(message)}::text::jsonb)`,
    )
    expect(words).toMatch(/^(This is not a message of the card network|Please enter a valid amount)\.$/)
    return code
  }
  test.each<[string, () => unknown]>([
    ['text', () => 'authorise'],
    ['no id', () => ({ ...valid(), id: undefined })],
    ['no card', () => ({ ...valid(), card: undefined })],
    ['no merchant', () => ({ ...valid(), merchant: ' ' })],
    ['a long merchant', () => ({ ...valid(), merchant: 'x'.repeat(141) })],
    ['a currency without an amount', () => ({ ...valid(), merchantCurrency: 'EUR' })],
    ['an amount without a currency', () => ({ ...valid(), merchantAmount: '12.50' })],
    ['a currency in small letters', () => ({ ...valid(), merchantCurrency: 'eur', merchantAmount: '12.50' })],
    ['nothing charged', () => ({ ...valid(), merchantCurrency: 'EUR', merchantAmount: '0.00' })],
    ['less than a cent', () => ({ ...valid(), merchantCurrency: 'EUR', merchantAmount: '12.505' })],
    ['a part of a yen', () => ({ ...valid(), merchantCurrency: 'JPY', merchantAmount: '12.5' })],
    [
      'a refund in another currency',
      () => ({ ...messageAbout('any', 'refund', '1'), merchantCurrency: 'EUR', merchantAmount: '1' }),
    ],
    ['no original', () => ({ id: randomUUID(), type: 'clear', amount: '1.00' })],
    ['no amount', () => ({ ...valid(), amount: undefined })],
    ['an amount of zero', () => ({ ...valid(), amount: '0' })],
    ['nothing', () => null],
    ['a list', () => [valid()]],
    ['a field that its type does not have', () => ({ ...valid(), original: randomUUID() })],
    ['a field that no type has', () => ({ ...valid(), pin: '1234' })],
    ['only invisible characters as a merchant', () => ({ ...valid(), merchant: '\u200b\u202e' })],
  ])('%s is refused', async (_what, message) => {
    await withRollback(sql, async (db) => expect(await refusal(db, message())).toBe('PT400'))
  })

  const otherTypes = [null, 20, 0.005, -1, 1e300, true, {}, ['x'], { x: '20.00' }]
  const otherTexts = ['', ' ', 'a b', '٢٠', '20\n', '9'.repeat(400)]
  test.each([
    ['authorise', 'card', ['4659', randomUUID().replaceAll('-', '')]],
    ['authorise', 'amount', ['0.005', '-1', '1e2', 'NaN', '£20']],
    ['authorise', 'mcc', ['541', '54111']],
    ['authorise', 'country', ['gb', 'GBR']],
    ['authorise', 'entry', ['Chip', 'magnetic']],
    ['authorise', 'id', []],
    ['authorise', 'type', ['close']],
    ['clear', 'original', []],
    ['clear', 'amount', ['0.005']],
    ['reverse', 'original', []],
    ['reverse', 'amount', ['0.005', '0.00']],
    ['refund', 'original', []],
  ] as const)('%s: another value of the field %s is refused', async (type, field, texts) => {
    const message = type === 'authorise' ? valid() : messageAbout(randomUUID(), type, '1.00')
    await withRollback(sql, async (db) => {
      for (const value of [...otherTypes, ...otherTexts, ...texts])
        expect([value, await refusal(db, { ...message, [field]: value })]).toEqual([value, 'PT400'])
    })
  })

  test('a merchant that is no text is refused', async () => {
    await withRollback(sql, async (db) => {
      for (const merchant of otherTypes) expect(await refusal(db, { ...valid(), merchant })).toBe('PT400')
    })
  })

  test('a merchant whose name marks up text is shown without the marks', async () => {
    expect(await authorise({ merchant: '<b>Shop</b>\u202e' })).toBe('00')
    expect(await list()).toMatchObject([{ name: 'bShop/b' }])
  })
})

describe('the rights', () => {
  test('a customer lists their ten latest card payments, newest first, with the category of each', async () => {
    for (let n = 0; n < 11; n += 1) await approved('1.00', new Date(Date.now() + n * 1000))
    const ben = await addCustomer(sql, 'Ben Baker')
    await actingAs(sql, ada, async (db) => {
      const rows = await db<{ id: string; category: string }[]>`select * from public.list_card_payments()`
      expect(rows).toHaveLength(10)
      expect(rows[0]).toMatchObject({ merchant: 'Larkspur Supermarket', amount: '1.00', category: 'groceries' })
      await db`select public.set_category(${rows[0]?.id ?? null}, 'shopping')`
      expect((await db`select category from public.list_card_payments()`).slice(0, 2)).toEqual([
        { category: 'shopping' },
        { category: 'groceries' },
      ])
      await setOwner(db)
    })
    await actingAs(sql, ben, async (db) => {
      expect(await db`select from public.list_card_payments()`).toHaveLength(0)
    })
  })
})

test('what a deleted customer bought is paid once, from what was held and the rest by the bank, and refunded up to what they paid', async () => {
  const admin = await addAdmin(sql, ['approve_users'])
  const cleared = await approved('5.00')
  expect(await send(messageAbout(cleared, 'clear', '5.00'))).toBe('00')
  expect(await send(messageAbout(cleared, 'refund', '1.00'))).toBe('00')
  const late = await approved('10.00', new Date(Date.now() - 8 * 86_400_000))
  await runJob(sql, 'release-expired-card-payments')
  const open = await approved('20.00')
  const inLedger = async () =>
    Object.fromEntries(
      (
        await sql<{ name: string; total: string }[]>`
          select l.name, sum(e.amount) as total from private.ledger_entries e
          join private.ledger_accounts l on l.id = e.account_id
          where l.name in ('closed accounts', 'card shortfalls', 'card holds') group by 1`
      ).map(({ name, total }) => [name, Number(total)]),
    )
  const before = await inLedger()
  await as(admin)`select public.delete_person(${ada.id})`
  expect(await send(messageAbout(open, 'refund', '20.00'))).toBe('12')
  expect([await send(messageAbout(open, 'clear', '21.00')), await send(messageAbout(late, 'clear', '10.00'))]).toEqual([
    '00',
    '00',
  ])
  for (const id of [open, late, cleared]) expect(await send(messageAbout(id, 'clear', '20.00'))).toBe('25')
  const refund = (id: string, amount: string) => send(messageAbout(id, 'refund', amount))
  expect([await refund(cleared, '4.01'), await refund(open, '20.01'), await refund(late, '10.00')]).toEqual([
    '13',
    '13',
    '13',
  ])
  expect([await refund(cleared, '4.00'), await refund(open, '15.00'), await refund(open, '5.00')]).toEqual([
    '00',
    '00',
    '00',
  ])
  expect([await refund(cleared, '0.01'), await refund(open, '0.01')]).toEqual(['13', '13'])
  const differences = Object.entries(await inLedger()).map(([name, total]) => [name, total - (before[name] ?? 0)])
  // The shop has returned all that the customer had paid.
  expect(Object.fromEntries(differences)).toEqual({
    'closed accounts': 5000,
    'card shortfalls': -11,
    'card holds': -20,
  })
  expect(await authorise()).toBe('14')
  await clean()
})
