import { randomUUID } from 'node:crypto'
import postgres from 'postgres'
import { beforeAll, describe, expect, test } from 'vitest'
import { addOtherBank } from '../fixtures/banks'
import { refusalAs, setCaller, setOwner, withRollback, type Db, type Person, request } from '../fixtures/database'
import { payAs, payeeAt, sendPayment } from '../fixtures/payments'
import { addCustomer, withPeople, aCustomer } from '../fixtures/people'

const { sql, as, adminUrl, payer, payee } = withPeople({
  payer: aCustomer('Priya Shah'),
  payee: aCustomer('John Paul Smith'),
})

type Details = { name: string; sortCode?: string; accountNumber?: string; type?: string | null; id?: string }
const check = (db: Db, { name, sortCode, accountNumber, type = 'personal', id }: Details) => db`
  select public.check_payee(
    ${id ?? randomUUID()}, ${name}, ${sortCode ?? payee.account.sort_code}, ${accountNumber ?? payee.account.account_number},
    ${type}
  )`
/** Checks and reads the outcome, in two requests. */
async function outcomeOf(who: Person, details: Details) {
  const id = details.id ?? randomUUID()
  await request(sql, who, (db) => check(db, { ...details, id }))
  const [row] = await readCheck(who, id)
  return row
}
const readCheck = (who: Person, id: string) =>
  as(who)<{ outcome: string; holder_name: string | null }[]>`
      select * from public.get_payee_check(${id})`
const shown = (outcome: string, holderName: string | null = null) => ({ outcome, holder_name: holderName })

describe('a check', () => {
  test.each([
    ['the name', { name: 'john paul smith' }, shown('match')],
    ['nearly the name', { name: 'John Smith' }, shown('close_match', 'John Paul Smith')],
    ['nearly the name, without one whole word', { name: 'Jon Pual Smiht' }, shown('close_match')],
    ['another name', { name: 'Robin Marlowe' }, shown('no_match')],
    ['the name, as a business', { name: 'John Paul Smith', type: 'business' }, shown('wrong_type')],
    ['an account that does not exist', { name: 'John Paul Smith', accountNumber: '00000001' }, shown('not_found')],
    ['an account at another bank', { name: 'Olive Outside', sortCode: '20-00-00' }, shown('unavailable')],
  ])('a check of %s returns its outcome', async (_what, details, expected) => {
    expect(await outcomeOf(payer, details)).toEqual(expected)
  })

  test('a check of a business account compares the type, if one was chosen', async () => {
    const shop = await addCustomer(sql, 'Foxglove Books Ltd')
    const { sort_code: sortCode, account_number: accountNumber } = shop.account
    const details = { name: 'Foxglove Books Limited', sortCode, accountNumber }
    expect(await outcomeOf(payer, details)).toEqual(shown('wrong_type'))
    expect(await outcomeOf(payer, { ...details, type: 'business' })).toEqual(shown('match'))
    expect(await outcomeOf(payer, { ...details, type: null })).toEqual(shown('match'))
  })

  test('takes the numbers with spaces and dashes', async () => {
    const sortCode = payee.account.sort_code.replaceAll('-', ' ')
    const accountNumber = payee.account.account_number.replace(/^(.{4})/, '$1 ')
    expect(await outcomeOf(payer, { name: 'John Paul Smith', sortCode, accountNumber })).toEqual(shown('match'))
  })

  test('stores no name and no number in plain text', async () => {
    await outcomeOf(payer, { name: 'Robin Marlowe' })
    const rows = await sql`select * from private.payee_checks where user_id = ${payer.id}`
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toMatch(/Robin|Marlowe|Smith/)
    expect(JSON.stringify(rows)).not.toContain(payee.account.account_number)
  })

  test.each([
    [{ name: '' }, 'PT400', 'Enter the name on the account.'],
    [{ name: 'John', sortCode: '1' }, 'PT400', 'Sort code must be 6 digits'],
    [{ name: 'John', accountNumber: '1' }, 'PT400', 'Account number must be 8 digits'],
    [{ name: '<b>' }, 'PT400', "< and > can't be used."],
    [{ name: 'John', type: 'other' }, 'PT400', 'A check needs an id, and an account type is personal or business.'],
  ])('refuses %j', async (details, code, message) => {
    expect(await refusalAs(sql, payer, (q) => check(q, details))).toEqual({ code, message })
  })

  test('a check of the own account is refused', async () => {
    expect((await refusalAs(sql, payee, (q) => check(q, { name: 'John' }))).message).toBe(
      'You cannot pay into the account you are paying from.',
    )
  })

  test('a check is readable by the customer who made it, for 30 minutes', async () => {
    const id = randomUUID()
    await outcomeOf(payer, { name: 'John Smith', id })
    const other = await addCustomer(sql)
    expect(await readCheck(other, id)).toEqual([])
    // Another customer's request with the same id changes nothing.
    await request(sql, other, (db) => check(db, { name: 'John Paul Smith', id }))
    expect((await readCheck(payer, id))[0]?.outcome).toBe('close_match')
    expect(await readCheck(other, id)).toEqual([])
    await sql`
      update private.payee_checks set created_at = created_at - interval '30 minutes' where id = ${id}`
    expect(await readCheck(payer, id)).toEqual([])
  })
})

describe('checks that do not match', () => {
  const tooMany = {
    code: 'PT429',
    message: expect.stringMatching(
      /^You've checked several payees that don't match\. You can check another one from \d\d:\d\d on \w+ \d+ \w+ \(UK time\)\.$/,
    ),
  }
  const refusalTo = (who: Person, name = 'Robin Marlowe') => refusalAs(sql, who, (db) => check(db, { name }))
  const checked = async (count: number, ago = '1 minute', outcome = 'no_match') => {
    await sql`
      insert into private.payee_checks (id, user_id, created_at, details_hash, outcome, shows_name)
      select gen_random_uuid(), ${payer.id}, now() - ${ago}::text::interval, '', ${outcome}, false
      from generate_series(1, ${count})`
  }

  test('checks are limited to 10 an hour', async () => {
    for (const outcome of ['no_match', 'close_match', 'wrong_type']) await checked(3, '59 minutes', outcome)
    await outcomeOf(payer, { name: 'John Paul Smith', accountNumber: '00000001' })
    expect(await refusalTo(payer)).toEqual(tooMany)
    expect(await refusalTo(payer, 'John Paul Smith')).toEqual(tooMany)
    await outcomeOf(await addCustomer(sql), { name: 'Robin Marlowe' })
  })

  test('checks are limited to 30 a day', async () => {
    await checked(29, '23 hours')
    await outcomeOf(payer, { name: 'Robin Marlowe' })
    expect(await refusalTo(payer)).toEqual(tooMany)
  })

  test('the refusal says from when the next check is possible, and the check is possible then', async () => {
    const until = async (ago: string) => {
      const [row] = await sql<{ until: string }[]>`
        select to_char((now() + ${ago}::text::interval) at time zone 'Europe/London', 'HH24:MI "on" FMDay FMDD FMMonth') as until`
      return expect.objectContaining({ message: expect.stringContaining(`from ${row?.until} (UK time)`) })
    }
    await checked(9, '20 minutes')
    await checked(1, '50 minutes')
    expect(await refusalTo(payer)).toEqual(await until('10 minutes'))
    await checked(20, '22 hours')
    expect(await refusalTo(payer)).toEqual(await until('2 hours'))
    await sql`update private.payee_checks set created_at = created_at - interval '2 hours' where user_id = ${payer.id}`
    expect(await outcomeOf(payer, { name: 'Robin Marlowe' })).toEqual(shown('no_match'))
  })

  test('a refusal that is not counted compares no names, so its time tells nothing about the name', async () => {
    /** How often names are compared, as Postgres counts the calls of this connection. */
    const comparisonsOf = async (act: (db: Db) => PromiseLike<unknown>) => {
      const admin = postgres(adminUrl(), { max: 1, onnotice: () => undefined })
      let calls = Number.NaN
      await withRollback(admin, async (db) => {
        await db`select set_config('track_functions', 'all', true)`
        await setCaller(db, payer)
        await db.savepoint(async (inner) => void (await act(inner))).catch(() => undefined)
        await setOwner(db)
        const [row] = await db`
          select coalesce(sum(f.calls), 0)::int as calls from pg_stat_xact_user_functions f
          where f.funcname in ('match_names', 'near_words', 'compare_name_words', 'has_right_word')`
        calls = Number(row?.calls)
      })
      await admin.end()
      return calls
    }
    const pay = (db: Db) => sendPayment(db, { ...payeeAt(payee), name: 'Robin Marlowe', amount: '1' })
    const checkOther = (db: Db) => check(db, { name: 'Robin Marlowe' })
    const before = await comparisonsOf(checkOther)
    expect(await comparisonsOf(pay)).toBe(0)
    await checked(10)
    expect(await refusalTo(payer)).toEqual(tooMany)
    expect(await comparisonsOf(checkOther)).toBe(0)
    expect(before).toBeGreaterThan(0)
  })

  test('checks that match, or of another bank, are not counted', async () => {
    await checked(40, '1 minute', 'match')
    await checked(40, '1 minute', 'unavailable')
    expect(await outcomeOf(payer, { name: 'John Paul Smith' })).toEqual(shown('match'))
  })

  test('checks of a saved payee by the name of the last payment are neither refused nor counted', async () => {
    const payBy = (name: string) => payAs(sql, payer, { ...payeeAt(payee), name, amount: '1' })
    await payBy('J Smith')
    await checked(8)
    for (let n = 0; n < 3; n += 1) await outcomeOf(payer, { name: 'J Smith' })
    await outcomeOf(payer, { name: 'Robin Marlowe' })
    expect(await refusalTo(payer)).toEqual(tooMany)
    expect(await outcomeOf(payer, { name: 'J Smith' })).toEqual(shown('close_match', 'John Paul Smith'))
    await payBy('J Smith')
    // A name that the customer gave the saved payee has not been paid.
    await as(payer)`select public.edit_recipient(r.id, 'Robin Marlowe', null, false) from public.recipients r`
    expect(await refusalTo(payer)).toEqual(tooMany)
  })

  test('checks are counted one by one when they are concurrent', async () => {
    await checked(7)
    const answers = await Promise.allSettled(
      Array.from({ length: 8 }, () => outcomeOf(payer, { name: 'Robin Marlowe' })),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  })
})

describe('a check of a payee at another bank', () => {
  const elsewhere = { name: 'Amara Patel', sortCode: '30-00-01', accountNumber: '12345678' }
  const ask = async (who: Person, details: Partial<typeof elsewhere> = {}) => {
    const id = randomUUID()
    const [row] = await request(sql, who, (db) => check(db, { ...elsewhere, ...details, id }))
    return { id, canAsk: row?.check_payee as boolean }
  }
  const take = (id: string, who: Person, details: Partial<typeof elsewhere> = {}) => {
    const { name, sortCode, accountNumber } = { ...elsewhere, ...details }
    return sql<{ bank_id: string; message: Record<string, unknown> }[]>`
      select * from public.take_bank_check(${id}, ${who.id}, ${name}, ${sortCode}, ${accountNumber}, 'personal')`
  }
  const record = (id: string, outcome: string, name = '') =>
    sql`select public.record_bank_check(${id}, ${outcome}, ${name})`

  beforeAll(() => addOtherBank(sql, { prefixes: ['30'] }))

  test('asks that bank only where there is a route and the bank is on', async () => {
    expect(await ask(payer)).toMatchObject({ canAsk: true })
    expect(await ask(payer, { sortCode: '20-00-00' })).toMatchObject({ canAsk: false })
    expect(await ask(payer, { sortCode: payee.account.sort_code })).toMatchObject({ canAsk: false })
    await sql`update private.banks set is_on = false`
    try {
      expect(await ask(payer)).toMatchObject({ canAsk: false })
    } finally {
      await sql`update private.banks set is_on = true`
    }
  })

  test.each([
    ['match', 'match', '', null],
    ['close_match', 'close_match', 'Amara M Patel', 'Amara M Patel'],
    ['no_match', 'no_match', 'Amara M Patel', null],
    ['wrong_type', 'wrong_type', '', null],
    ['not_found', 'no_match', '', null],
    ['unavailable', 'unavailable', '', null],
    ['anything else', 'unavailable', 'Amara M Patel', null],
    ['close_match', 'close_match', 'Fernbank', null],
    ['close_match', 'close_match', 'A'.repeat(141), null],
    ['close_match', 'close_match', 'Amara \u0420atel', null],
    ['close_match', 'close_match', '\u202eAmara <Patel>', 'Amara Patel'],
  ])('takes %s as %s, and of a name %j only what may be a name here', async (answer, outcome, name, shownName) => {
    const { id } = await ask(payer)
    expect(await readCheck(payer, id)).toEqual([shown('unavailable')])
    expect(await take(id, payer)).toMatchObject([
      {
        bank_id: 'other-bank',
        message: { type: 'name-check', ...elsewhere, accountType: 'personal', id: expect.any(String) as unknown },
      },
    ])
    await record(id, answer, name)
    await record(id, 'match')
    expect(await readCheck(payer, id)).toEqual([shown(outcome, shownName)])
  })

  test('is asked once, for its own customer and with its own details', async () => {
    const { id } = await ask(payer)
    await record(id, 'match')
    expect(await take(id, payee)).toEqual([])
    expect(await take(id, payer, { name: 'Somebody Else' })).toEqual([])
    expect(await take(id, payer, { accountNumber: '87654321' })).toEqual([])
    expect(await take(id, payer)).toHaveLength(1)
    expect(await take(id, payer)).toEqual([])
    expect(await readCheck(payer, id)).toEqual([shown('unavailable')])
  })

  test('stays unavailable when the answer comes after two seconds', async () => {
    const { id } = await ask(payer)
    await take(id, payer)
    await sql`update private.payee_checks set created_at = now() - interval '3 seconds' where id = ${id}`
    await record(id, 'close_match', 'Amara M Patel')
    expect(await readCheck(payer, id)).toEqual([shown('unavailable')])
  })

  test('counts before it is asked, and after it did not match', async () => {
    for (let count = 0; count < 5; count += 1) await ask(payer)
    for (let count = 0; count < 5; count += 1) {
      const { id } = await ask(payer)
      await take(id, payer)
      await record(id, 'no_match')
    }
    await expect(ask(payer)).rejects.toMatchObject({ hint: 'too-many-checks' })
  })

  test('no signed-in user stores an answer or learns the address of a bank', async () => {
    const { id } = await ask(payer)
    const invented = await refusalAs(sql, payer, (db) => db`select public.record_bank_check(${id}, 'match', '')`)
    expect(invented.code).toBe('42501')
    const read = await refusalAs(
      sql,
      payer,
      (db) => db`select public.take_bank_check(${id}, ${payer.id}, 'A', '30-00-01', '12345678', 'personal')`,
    )
    expect(read.code).toBe('42501')
  })

  test('goes into the payment, which warns of another name', async () => {
    const { id } = await ask(payer)
    await take(id, payer)
    await record(id, 'no_match')
    const payment = { ...elsewhere, amount: '20.00', checkId: id }
    await expect(request(sql, payer, (db) => sendPayment(db, payment))).rejects.toMatchObject({
      hint: 'warnings-needed',
    })
    expect(
      await as(payer)`select rule from public.assess_payment('Amara Patel', '30-00-01', '12345678', '20', ${id})`,
    ).toEqual([{ rule: 'name_mismatch' }])
  })
})
