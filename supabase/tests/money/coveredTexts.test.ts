import { describe, expect, test } from 'vitest'
import { apiCalls } from '../fixtures/apiCalls'
import { type Person, hintOfRequest, refusalAs } from '../fixtures/database'
import { ledgerProblems, payAs, payeeAt } from '../fixtures/payments'
import { aCustomer, anAdmin, withPeople } from '../fixtures/people'
import { callAs } from '../fixtures/staff'

const { sql, as, alice, ben, agent } = withPeople({
  alice: aCustomer('Alice Archer'),
  ben: aCustomer('Ben Baker'),
  agent: anAdmin(['manage_chat', 'view_transactions', 'approve_users']),
})

/** Alice pays Ben. Returns the id of Ben's transaction. */
async function pay(reference: string | null, amount = '1') {
  const { transaction_id: movement } = await payAs(sql, alice, { ...payeeAt(ben), amount, reference })
  const [row] = await sql<{ id: string }[]>`
    select id from public.transactions where movement_id = ${movement} and incoming`
  return row?.id ?? ''
}
const referenceOf = async (id: string, who: Person = ben) =>
  (await as(who)<{ reference: string }[]>`select reference from public.transactions where id = ${id}`)[0]?.reference
const coveredText = (who: Person, id: string) =>
  callAs<{ reference: string | null; payer_name: string | null } | null>(
    sql,
    who,
    (db) => db`select public.get_covered_text(${id}) as answer`,
  )
const fromOutside = async (name: string, reference: string) => {
  const [row] = await sql<{ id: string }[]>`
    select private.receive_from_outside(
      (select id from public.accounts where user_id = ${ben.id}), (${name}, '20-00-00', '12345678')::private.party, 1,
      ${reference}, now()
    ) as id`
  return row?.id ?? ''
}

const hurtful = async (text: string) =>
  (await sql<{ hurts: boolean }[]>`select private.is_hurtful(${text}) as hurts`)[0]?.hurts

describe('words that hurt', () => {
  test.each([
    'bitch',
    'You BITCH',
    'b1tch',
    'b!tch',
    'B I T C H',
    'b.i.t.c.h',
    'biiitch',
    'biitch',
    'b*tch',
    'bi tch',
    'bítch',
    'ｂｉｔｃｈ',
    'bitсh',
    'whores',
    'puta',
    'Hurensohn',
    'connard',
    'stronzo',
    'kurwa',
    'блядь',
    'orospu',
    '씨발놈',
  ])('%s is covered', async (text) => expect(await hurtful(text)).toBe(true))

  test.each([
    'Scunthorpe',
    'Cockburn',
    'Dick',
    'Dick Cumming',
    'Essex',
    'Middlesex',
    'Penistone',
    'Hancock',
    'Bonner',
    'Twatt',
    'Rapping lessons',
    'Assam tea',
    'class',
    'grass',
    'Peter',
    'Anita',
    'Regina',
    'Mona',
    'Pitt',
    'xx',
    'Love you xxx',
    'A55 toll',
    'Invoice 455',
    'Rent May',
    'Shitake mushrooms',
    'Butt',
    'Matsushita',
    'Arsenal',
    'Cocktails',
    'Lunch 5*2',
    '**',
    '',
    'Therapist',
    'Analysis',
    'Sussex',
  ])('%s is not', async (text) => expect(await hurtful(text)).toBe(false))
})

describe('an incoming payment', () => {
  test('is covered in every answer but its own, and the payer sees what they wrote', async () => {
    const id = await pay('you b1tch')
    expect(await referenceOf(id)).toBe('Covered message')
    expect(await as(alice)`select reference from public.transactions`).toMatchObject([{ reference: 'you b1tch' }])
    const said: string[] = []
    for (const { name, call } of await apiCalls(sql)) {
      const answer = await as(ben)`select ${sql.unsafe(call.replace('select ', ''))} as answer`.catch(() => [])
      if (JSON.stringify(answer).includes('b1tch')) said.push(name)
    }
    expect(said).toEqual([])
    const statement = await as(ben)`select public.get_statement(current_date - 1, current_date + 1)::text as answer`
    expect(statement[0]?.answer).toContain('Covered message')
    expect(statement[0]?.answer).not.toContain('b1tch')
    expect(await as(ben)`select id from public.search_transactions('b1tch')`).toHaveLength(0)
    expect(await coveredText(ben, id)).toEqual({ reference: 'you b1tch', payer_name: null })
    expect(await ledgerProblems(sql)).toEqual([])
  })

  test('only the payee reads the covered text', async () => {
    const id = await pay('bitch')
    for (const who of [alice, agent]) expect(await coveredText(who, id)).toBeNull()
    for (const who of [ben, agent, 'anon', 'service_role'] as const)
      expect((await refusalAs(sql, who, (db) => db`select from private.covered_texts`)).code).toBe('42501')
  })

  test.each([['Rent May'], [null], ['Scunthorpe'], ['Love xxx']])('stays as it is: %s', async (reference) => {
    const id = await pay(reference)
    expect(await referenceOf(id)).toBe(reference ?? 'Payment from Alice Archer')
    expect(await coveredText(ben, id)).toBeNull()
  })

  test('from another bank is covered with its name', async () => {
    await fromOutside('Arsehole Ltd', 'Rent')
    expect(await as(ben)`select from_account_holder_name as name, reference from public.transactions`).toMatchObject([
      { name: 'Covered name', reference: 'Rent' },
    ])
  })

  test('a customer cannot take a name that hurts', async () => {
    const call = (name: string) => hintOfRequest(sql, alice, (db) => db`select public.set_display_name(${name})`)
    expect(await call('You Bitch')).not.toBeNull()
    expect(await call('Dick Cockburn')).toBeNull()
  })

  test('the covered text is deleted with the transaction', async () => {
    const id = await pay('bitch')
    await as(ben)`delete from public.transactions where id = ${id}`
    expect(await sql`select from private.covered_texts where transaction_id = ${id}`).toHaveLength(0)
  })
})

describe('a hidden sender', () => {
  const hide = (who: Person, id: string) =>
    callAs<boolean>(sql, who, (db) => db`select public.hide_sender(${id}) as answer`)
  const show = (who: Person) =>
    callAs<boolean>(
      sql,
      who,
      (db) => db`select public.show_sender(${alice.account.sort_code}, ${alice.account.account_number}) as answer`,
    )

  test('is covered from then on and before, learns nothing, and is shown again', async () => {
    const [kind, plain, rude] = [await pay('call me'), await pay(null), await pay('bitch')]
    expect(await hide(ben, kind)).toBe(true)
    const later = await pay('answer me')
    for (const id of [kind, rude, later]) expect(await referenceOf(id)).toBe('Covered message')
    expect(await referenceOf(plain)).toBe('Payment from Alice Archer')
    expect(await coveredText(ben, later)).toEqual({ reference: 'answer me', payer_name: null })
    expect(await as(alice)`select public.check_reference('call me') as hurts`).toEqual([{ hurts: false }])
    expect(await as(ben)`select sender_name from public.list_hidden_senders()`).toEqual([
      { sender_name: 'Alice Archer' },
    ])
    expect(await as(alice)`select from public.list_hidden_senders()`).toHaveLength(0)
    expect(await show(ben)).toBe(true)
    expect(await show(ben)).toBe(false)
    expect([await referenceOf(kind), await referenceOf(rude)]).toEqual(['call me', 'Covered message'])
    expect(await referenceOf(await pay('hello'))).toBe('hello')
  })

  test('only for a payment that the caller received', async () => {
    const id = await pay('call me')
    for (const who of [alice, agent]) expect(await hide(who, id)).toBe(false)
    expect(await referenceOf(id)).toBe('call me')
  })
})
