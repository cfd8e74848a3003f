import { beforeAll, describe, expect, test } from 'vitest'
import { apiAnswers } from '../fixtures/apiAnswers'
import { addOtherBank, payment as aPayment, receive } from '../fixtures/banks'
import { type Person, hintOfRequest } from '../fixtures/database'
import { runJob } from '../fixtures/jobs'
import { ledgerProblems, payAs, payeeAt } from '../fixtures/payments'
import { aCustomer, anAdmin, withPeople } from '../fixtures/people'
import { callAs } from '../fixtures/staff'

const { sql, as, alice, ben, agent } = withPeople({
  alice: aCustomer('Alice Archer'),
  ben: aCustomer('Ben Baker'),
  agent: anAdmin(['manage_chat', 'view_transactions', 'approve_users', 'manage_cases']),
})

beforeAll(() => addOtherBank(sql))

/** Alice pays Ben. Returns the id of Ben's transaction. */
async function pay(reference: string | null, amount = '1') {
  const { transaction_id: movement } = await payAs(sql, alice, {
    ...payeeAt(ben),
    amount,
    reference,
  })
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
/** The other bank pays Ben. Returns the id of Ben's transaction. */
async function fromOutside(name: string, reference: string | null) {
  const message = aPayment(ben)
  await receive(sql, { ...message, payer: { ...message.payer, name }, reference })
  const [row] = await sql<{ id: string }[]>`
    select t.id from public.transactions t join private.bank_payments p using (movement_id) where p.id = ${message.paymentId}`
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
    'you b.itch',
    'you bi_tch',
    'you b#tch',
    'b·i·t·c·h',
    'b×i×t×c×h',
    'b🖤i🖤t🖤c🖤h',
    'bi\u0489tch',
    'b⃝i⃝t⃝c⃝h',
    'bi\ufe0ftch',
    'ʙɪᴛᴄʜ',
    '🅱🅸🆃🅲🅷',
    '🇧🇮🇹🇨🇭',
    'bit¢h',
    'cսnt',
    'Scheiße',
    'whores',
    'puta',
    'Hurensohn',
    'connard',
    'stronzo',
    'kurwa',
    'блядь',
    'orospu',
    '씨발놈',
    'wanker',
    'fuckwit',
    'you dickhead',
    'fatbitch',
    'kill yourself',
    'hijodeputa',
    'bitch1',
    's1ut',
    'ni99er',
    'kcuf',
    'bıtch',
    'BŁTCH',
    'whøre',
    'ᏚᎻᎥᎢ',
    'ꓢꓧꓲꓔ',
    'b🔥tch',
    'bㅤiㅤtㅤcㅤh',
    'Scheisse',
    'сука',
    'хуй',
    'شرموطة',
    'μαλάκας',
    'bhenchod',
    '너 시발',
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
    'Anna Lund',
    'Johny Amador',
    'Miete, bitte',
    'Cerveja',
    'Rosette',
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
    'C#minor',
    'and/or as-is',
    'J.S. Hitchin',
    'Straße 5',
    '😀 Happy birthday 🎂',
    '**',
    '455 1',
    'A55',
    '',
    'Therapist',
    'Analysis',
    'Sussex',
    'ass. fee',
    'Cock Inn tab',
    'Blue tit feeder',
    'Oilseed rape',
    'Rape Crisis gift',
    'Maine Coon kitten',
    'Faggots and peas',
    'Pussy willow',
    'Pippa',
    'Mr Gerber',
    'Kusi',
    'Subba',
    'Perse School',
    'Sikes',
    'Drool',
    'Shiite',
    'Anu’s birthday',
    "Anu's birthday",
    'Uckfield',
    'snigger',
    'Slutsky',
    'Bonnie Slade',
    'Wankel',
    'Müller',
    'Łukasz',
    'Søren',
  ])('%s is not', async (text) => expect(await hurtful(text)).toBe(false))
})

describe('an incoming payment', () => {
  test('is covered in every answer but its own, and the payer sees what they wrote', async () => {
    const id = await pay('you b1tch')
    expect(await referenceOf(id)).toBe('Covered message')
    expect(await as(alice)`select reference from public.transactions`).toMatchObject([{ reference: 'you b1tch' }])
    for (const who of [ben, agent]) {
      const answers = await apiAnswers(sql, who, [ben.id, id], { p_reason: 'asked' })
      expect([...answers].filter(([, answer]) => answer.includes('b1tch')).map(([name]) => name)).toEqual(
        who === ben ? ['get_covered_text'] : [],
      )
    }
    const statement = await as(ben)`select public.get_statement(current_date - 1, current_date + 1)::text as answer`
    expect(statement[0]?.answer).toContain('Covered message')
    expect(statement[0]?.answer).not.toContain('b1tch')
    expect(await as(ben)`select id from public.search_transactions('b1tch')`).toHaveLength(0)
    expect(await coveredText(ben, id)).toEqual({
      reference: 'you b1tch',
      payer_name: null,
    })
    expect(await ledgerProblems(sql)).toEqual([])
  })

  test('is covered in the lists of staff on the payer’s row too, and not in its details', async () => {
    await pay('you b1tch')
    const [row] = await sql<{ id: string }[]>`
      select id from public.transactions where user_id = ${alice.id} and not incoming order by created_at desc limit 1`
    const id = row?.id ?? ''
    const answers = await apiAnswers(sql, agent, [id], { p_reason: 'asked' })
    expect([...answers].filter(([, answer]) => answer.includes('b1tch')).map(([name]) => name)).toEqual([
      'get_transaction_details',
    ])
    expect(answers.get('list_all_transactions')).toContain('Covered message')
  })

  test('only the payee reads the covered text', async () => {
    const id = await pay('bitch')
    for (const who of [alice, agent]) expect(await coveredText(who, id)).toBeNull()
  })

  test.each([['Rent May'], [null], ['Scunthorpe'], ['Love xxx']])('stays as it is: %s', async (reference) => {
    const id = await pay(reference)
    expect(await referenceOf(id)).toBe(reference ?? 'Payment from Alice Archer')
    expect(await coveredText(ben, id)).toBeNull()
  })

  test('from another bank is covered, also its name', async () => {
    const [named, named2, texted] = [
      await fromOutside('Arsehole Ltd', 'Rent'),
      await fromOutside('Arsehole Ltd', null),
      await fromOutside('Otto Other', 'you b1tch'),
    ]
    const shown = (id: string) =>
      as(ben)`select from_account_holder_name as name, reference from public.transactions where id = ${id}`
    expect(await shown(named)).toEqual([{ name: 'Covered name', reference: 'Rent' }])
    expect(await shown(named2)).toEqual([{ name: 'Covered name', reference: 'Payment from Covered name' }])
    expect(await shown(texted)).toEqual([{ name: 'Otto Other', reference: 'Covered message' }])
    expect(await coveredText(ben, named)).toEqual({ reference: null, payer_name: 'Arsehole Ltd' })
    expect(await coveredText(ben, texted)).toEqual({ reference: 'you b1tch', payer_name: null })
  })

  test('of a hidden sender at another bank is covered', async () => {
    const first = await fromOutside('Otto Other', 'call me')
    expect(await referenceOf(first)).toBe('call me')
    await callAs(sql, ben, (db) => db`select public.hide_sender(${first}) as answer`)
    expect(await referenceOf(await fromOutside('Otto Other', 'answer me'))).toBe('Covered message')
    expect(await referenceOf(await fromOutside('Otto Other', null))).toBe('Payment from Otto Other')
  })

  test('a customer cannot take a name that hurts', async () => {
    const call = (name: string) => hintOfRequest(sql, alice, (db) => db`select public.set_display_name(${name})`)
    for (const name of ['You Bitch', 'Cock Face', 'Slut Cocks', 'Suck My Cock', 'Big Coon'])
      expect(await call(name)).not.toBeNull()
    for (const name of ['Dick Cockburn', 'Anne Cocks', 'John Coon']) expect(await call(name)).toBeNull()
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
    expect(await coveredText(ben, later)).toEqual({
      reference: 'answer me',
      payer_name: null,
    })
    expect(await as(alice)`select public.check_reference('call me') as hurts`).toEqual([{ hurts: false }])
    expect(await as(ben)`select sender_name from public.list_hidden_senders()`).toEqual([
      { sender_name: 'Alice Archer' },
    ])
    expect(await as(alice)`select from public.list_hidden_senders()`).toHaveLength(0)
    // The mailbox leaves these out. The sender's own rows say nothing.
    const hiddenRows = async (who: Person) =>
      (
        await as(who)<{ id: string }[]>`select t.id from public.transactions t where t.from_hidden_sender order by t.id`
      ).map(({ id }) => id)
    expect(await hiddenRows(ben)).toEqual([kind, plain, rude, later].toSorted())
    expect(await hiddenRows(alice)).toEqual([])
    expect(await show(ben)).toBe(true)
    expect(await hiddenRows(ben)).toEqual([])
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

describe('many small payments with messages', () => {
  /** The open cases about Ben, as this member of staff sees them. */
  const cases = async (who: Person = agent) => {
    const ofBen = await sql<{ id: string }[]>`select id from private.cases where user_id = ${ben.id}`
    const listed = await as(who)<{ id: string; customer_name: string; amount: string; due_at: Date }[]>`
      select id, customer_name, amount, due_at from public.list_cases('open', 'messages')`
    return listed.filter(({ id }) => ofBen.some((row) => row.id === id))
  }
  const send = async (texts: (string | null)[], amount = '0.01') => {
    for (const text of texts) await pay(text, amount)
    await runJob(sql, 'find-message-payments')
  }
  const caseOfBen = async () => {
    await send(['one', 'two', 'three', 'four', 'five'])
    return (await cases())[0]?.id ?? ''
  }
  const decide = (who: Person, id: string, hides: boolean) =>
    hintOfRequest(sql, who, (db) => db`select public.decide_messages(${id}, ${hides}, 'Read them')`)
  const notes = async () =>
    (
      await sql`select title from public.user_notifications where user_id = ${ben.id} and type = 'case' order by created_at`
    ).map(({ title }) => String(title))
  const texts = async (id: string) => {
    await as(agent)`select public.record_case_view(${id})`
    const shown = await callAs<{ messages: { texts: { text: string }[] } }>(
      sql,
      agent,
      (db) => db`select public.get_case(${id}) as answer`,
    )
    return shown.messages.texts.map(({ text }) => text)
  }

  test.each([
    ['four in a day', ['one', 'two', 'three', 'four'], '1'],
    ['without texts', [null, null, null, null, null], '1'],
    ['of more than £1', ['one', 'two', 'three', 'four', 'five'], '1.01'],
  ])('%s open no case', async (_what, references, amount) => {
    await send(references, amount)
    expect(await cases()).toEqual([])
    expect(await notes()).toEqual([])
  })

  test('five of one payer open one case, and the payee is told', async () => {
    const id = await caseOfBen()
    await send(['six'])
    expect(await cases()).toMatchObject([{ id, customer_name: 'Ben Baker', amount: '0.05' }])
    expect(await notes()).toEqual(['Someone sends you many small payments'])
    expect(await texts(id)).toEqual(['six', 'five', 'four', 'three', 'two', 'one'])
  })

  test('five within 24 hours are found although the job runs after the 24 hours, and five in 25 hours are none', async () => {
    const hoursAgo = (hours: number[]) => sql`
      update public.transactions t set created_at = now() - h.hours * interval '1 hour'
      from unnest(${['one', 'two', 'three', 'four', 'five']}::text[], ${hours}::numeric[]) h (reference, hours)
      where t.user_id = ${ben.id} and t.reference = h.reference`
    for (const text of ['one', 'two', 'three', 'four', 'five']) await pay(text, '0.01')
    await hoursAgo([25.2, 18, 12, 6, 0.2])
    await runJob(sql, 'find-message-payments')
    expect(await cases()).toEqual([])
    await hoursAgo([24.5, 18, 12, 6, 0.9])
    await runJob(sql, 'find-message-payments')
    expect(await cases()).toMatchObject([{ customer_name: 'Ben Baker', amount: '0.05' }])
  })

  test('names that hurt, without references, open one, in which staff read them', async () => {
    for (let count = 0; count < 5; count++) await fromOutside('You Bitch', null)
    await sql`update public.transactions set amount = 0.01 where user_id = ${ben.id}`
    await runJob(sql, 'find-message-payments')
    const [found] = await cases()
    expect(await texts(found?.id ?? '')).toContain('You Bitch: Payment from Covered name')
  })

  test('staff hide the messages, once, and no new case opens', async () => {
    const id = await caseOfBen()
    await sql`insert into public.user_roles (user_id, role) values (${alice.id}, 'admin')`
    await sql`insert into public.admin_permissions values (${alice.id}, 'manage_cases')`
    expect(await cases(alice)).toEqual([])
    expect([await decide(alice, id, true), await decide(ben, id, true)]).toEqual(['case-gone', 'no-permission'])
    expect(await hintOfRequest(sql, agent, (db) => db`select public.decide_claim(${id}, false, 'Pay')`)).toBe(
      'other-kind',
    )
    expect(await decide(agent, id, true)).toBeNull()
    expect(await decide(agent, id, true)).toBe('already-decided')
    const next = await pay('six', '0.01')
    expect(await referenceOf(next)).toBe('Covered message')
    await runJob(sql, 'find-message-payments')
    expect(await cases()).toEqual([])
    expect(await notes()).toEqual(['Someone sends you many small payments', 'About the messages to you'])
    expect(JSON.stringify(await as(alice)`select * from public.list_my_cases()`)).toBe('[]')
  })

  test('the payee removes payments from the list: no second case opens, and the rest is hidden', async () => {
    const id = await caseOfBen()
    await as(ben)`delete from public.transactions where reference = 'five'`
    await send(['six'])
    expect(await cases()).toMatchObject([{ id }])
    expect(await texts(id)).toEqual(['six', 'four', 'three', 'two', 'one'])
    expect(await decide(agent, id, true)).toBeNull()
    expect(await referenceOf(await pay('seven', '0.01'))).toBe('Covered message')

    await as(ben)`delete from public.transactions where incoming`
    expect(await texts(id)).toEqual([])
  })

  test('are decided at the end of the time also for a payee who was deleted', async () => {
    const id = await caseOfBen()
    const [{ due_at: due } = { due_at: new Date() }] = await cases()
    await sql`update private.cases set user_id = gen_random_uuid() where id = ${id}`
    expect(await sql`select private.end_case(${id}, ${due}) as ended`).toMatchObject([{ ended: true }])
  })

  test('left as they are, they open no new case for 30 days', async () => {
    const id = await caseOfBen()
    expect(await decide(agent, id, false)).toBeNull()
    expect(await referenceOf(await pay('six', '0.01'))).toBe('six')
    await runJob(sql, 'find-message-payments')
    expect(await cases()).toEqual([])
    await sql`update private.cases set decided_at = now() - interval '31 days' where id = ${id}`
    await runJob(sql, 'find-message-payments')
    expect(await cases()).toHaveLength(1)
  })

  test('a single one is reported by its payee alone, once, for staff who see its words', async () => {
    const report = (who: Person, id: string) =>
      callAs<string>(sql, who, (db) => db`select public.report_message(${id}) as answer`)
    await pay('the first', '25')
    const payment = await pay('you bitch', '25')
    await pay('the last', '25')
    await expect(report(alice, payment)).rejects.toMatchObject({
      hint: 'transaction-gone',
    })
    const id = await report(ben, payment)
    expect(await report(ben, payment)).toBe(id)
    expect(await cases()).toMatchObject([{ id, amount: '25.00' }])
    // Also those of before: staff judge what the payer has written.
    expect(await texts(id)).toEqual(['the last', 'you bitch', 'the first'])
    expect(await notes()).toEqual(['You reported a message'])
    expect(await as(ben)`select id from public.list_my_cases()`).toMatchObject([{ id }])
    await send(['one', 'two', 'three', 'four', 'five'])
    expect(await cases()).toHaveLength(1)
    for (let count = 0; count < 20; count++) await pay('more', '25')
    expect((await texts(id)).slice(-2)).toEqual(['more', 'you bitch'])
    expect(await decide(agent, id, true)).toBeNull()
    expect(await notes()).toEqual(['You reported a message', 'About the messages to you'])
  })

  test('a payee reports five in a day', async () => {
    const payment = await pay('hello', '25')
    for (let count = 0; count < 5; count++) {
      await as(ben)`select public.report_message(${payment})`
      await decide(agent, (await cases())[0]?.id ?? '', false)
    }
    expect(await hintOfRequest(sql, ben, (db) => db`select public.report_message(${payment})`)).toBe('too-many-reports')
  })

  test('at the end of the time the messages are hidden', async () => {
    const id = await caseOfBen()
    const [{ due_at: due } = { due_at: new Date() }] = await cases()
    const end = (at: Date) => sql<{ ended: boolean }[]>`select private.end_case(${id}, ${at}) as ended`
    expect(await end(new Date(due.getTime() - 1000))).toEqual([{ ended: false }])
    expect(await end(due)).toEqual([{ ended: true }])
    expect(await referenceOf(await pay('six', '0.01'))).toBe('Covered message')
  })
})
