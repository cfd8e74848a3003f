import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { costlyNames } from '../fixtures/costlyNames'
import { cardOf } from '../fixtures/cards'
import { type Db, hintOfRequest, request } from '../fixtures/database'
import { sendClaim } from '../fixtures/claims'
import { setUndoWindow } from '../fixtures/outgoingPayments'
import { givePasskey } from '../fixtures/passkeys'
import { externalPayee, payAs, payeeAt } from '../fixtures/payments'
import { aCustomer, signUp, withPeople } from '../fixtures/people'

// What one person can cause costs a count: mails to others, rows in their lists, cases, audit rows, stored bytes.

const { sql, as, owner, contact, other } = withPeople({
  owner: aCustomer('Olga Owner'),
  contact: aCustomer('Carl Contact'),
  other: aCustomer('Otto Other'),
})

const countOf = async (query: Promise<{ count: number }[]>) => (await query)[0]?.count
const mailsTo = ({ id }: { id: string }, kind: string) =>
  countOf(sql`select count(*)::int from private.due_mails where user_id = ${id} and kind = ${kind}`)
const takeDue = () => sql<{ about_id: string }[]>`select about_id from private.take_due(false, 20)`

describe('a trusted contact', () => {
  beforeEach(async () => {
    await as(
      owner,
    )`select public.name_trusted_contact(${contact.account.sort_code}, ${contact.account.account_number}, '0')`
    await as(contact)`select public.answer_contact_request(${owner.id}, true)`
    await sql`delete from private.due_mails`
    await sql`delete from public.user_notifications where user_id = ${contact.id}`
  })

  test('is told of five payments in a day by a note and a mail, also if they are undone, and finds the others in the app', async () => {
    for (let nth = 0; nth < 8; nth++) {
      const { transaction_id: id } = await payAs(sql, owner, { ...externalPayee, amount: '0.01' })
      if (nth < 6) await as(owner)`select public.undo_payment(${id})`
    }
    expect(await mailsTo(contact, 'note')).toBe(5)
    expect(await sql`select from public.user_notifications where user_id = ${contact.id}`).toHaveLength(5)
    const [row] = await as(contact)<
      { answer: { reviews: unknown[] } }[]
    >`select public.get_trusted_contacts() as answer`
    expect(row?.answer.reviews).toHaveLength(2)
  })

  test('finds 49 held payments with the costliest names within a second', async () => {
    const clean = await sql<{ name: string }[]>`
      select n as name from unnest(${costlyNames}::text[]) n where private.is_clean(n) and char_length(n) <= 140`
    const id = () => randomUUID()
    for (let nth = 0; nth < 49; nth++)
      await payAs(sql, owner, {
        ...externalPayee,
        requestId: id(),
        name: clean[nth % clean.length]?.name,
        amount: '0.01',
      })
    const started = performance.now()
    const [row] = await as(contact)<
      { answer: { reviews: unknown[] } }[]
    >`select public.get_trusted_contacts() as answer`
    expect(row?.answer.reviews).toHaveLength(49)
    expect(performance.now() - started).toBeLessThan(1000)
  })
})

describe('the mails of one run', () => {
  test('go to different users in turn', async () => {
    await sql`delete from private.due_mails`
    const owe = (to: { id: string }, minutes: number, count: number, kind = 'note') => sql`
      with noted as (
        insert into public.user_notifications (user_id, type, title, message)
        select ${to.id}, 'case', 'News', 'News' from generate_series(1, ${count}) returning id
      )
      insert into private.due_mails (kind, about_id, created_at)
      select ${kind}, id, now() - ${minutes} * interval '1 minute' from noted`
    await owe(owner, 60, 100)
    await owe(other, 5, 2)
    await owe(contact, 1, 1)
    const taken = new Set((await takeDue()).map(({ about_id: id }) => id))
    const rows = await sql<{ about_id: string; user_id: string }[]>`select about_id, user_id from private.due_mails`
    const countFor = ({ id }: { id: string }) =>
      rows.filter(({ about_id: about, user_id: user }) => user === id && taken.has(about)).length
    expect([countFor(owner), countFor(other), countFor(contact)]).toEqual([17, 2, 1])
  })
})

describe('a payee', () => {
  const takeFor = (requestId: string) =>
    request(sql, 'service_role', async (db) => [
      ...(await db`select about_id from public.take_payment_notifications(${owner.id}, ${requestId}, 'recipient')`),
    ])

  test('gets mails about 20 payments of a day, and one that no more follow', async () => {
    await sql`update public.profiles set notification_email = 'otto@mail.example' where id = ${other.id}`
    let mailed = 0
    for (let nth = 0; nth < 23; nth++) {
      const requestId = randomUUID()
      await payAs(sql, owner, { ...payeeAt(other), requestId, amount: '0.01' })
      mailed += (await takeFor(requestId)).length
    }
    expect(mailed).toBe(20)
    expect(await mailsTo(other, 'payment')).toBe(20)
    expect(await mailsTo(other, 'note')).toBe(1)
  })
})

describe('claims', () => {
  const claimAll = async (count: number) => {
    const hints: (string | null)[] = []
    for (let nth = 0; nth < count; nth++) {
      const { transaction_id: id } = await payAs(sql, owner, { ...externalPayee, amount: '0.01' })
      hints.push(
        await sendClaim(sql, owner, id, { at: new Date().toISOString() }).then(
          () => null,
          (error: { hint?: string }) => error.hint ?? 'error',
        ),
      )
    }
    return hints
  }

  test('are at most 20 in a day', async () => {
    expect(await claimAll(21)).toEqual([...Array.from({ length: 20 }, () => null), 'too-many-claims'])
  })

  test('are at most 50 that are open', async () => {
    await sql`
      insert into private.cases (kind, user_id, opened_at, due_at, last_at)
      select 'scam', ${owner.id}, now() - interval '2 days', now() + interval '3 days', now() + interval '30 days'
      from generate_series(1, 50)`
    expect(await claimAll(1)).toEqual(['too-many-claims'])
  })
})

describe('the audit', () => {
  const rows = () => countOf(sql`select count(*)::int from private.audit_log where actor_id = ${owner.id}`)
  const settings: [what: string, set: (db: Db) => PromiseLike<unknown>][] = [
    ['the amount above which a passkey is needed', (db) => db`select public.set_passkey_amount('251')`],
    ['the undo window', (db) => db`select public.set_undo_window('30')`],
    ['a lower limit of payments', (db) => db`select public.set_payment_limit('100')`],
    ['a higher limit of payments', (db) => db`select public.set_payment_limit('30000')`],
    [
      'the controls of the card',
      (db) =>
        db`select public.set_card_controls(c.id, p_online => false) from public.cards c where c.user_id = ${owner.id}`,
    ],
    ['the amount of a trusted contact', (db) => db`select public.set_contact_threshold('50')`],
  ]

  test.each(settings)('gets one row for %s that is set twice', async (_, set) => {
    await cardOf(sql, owner)
    await as(
      owner,
    )`select public.name_trusted_contact(${contact.account.sort_code}, ${contact.account.account_number}, '100')`
    const before = await rows()
    for (let nth = 0; nth < 2; nth++) expect(await hintOfRequest(sql, owner, set)).toBeNull()
    expect(await rows()).toBe((before ?? 0) + 1)
  })

  test('gets no row for a wish for help that is there already', async () => {
    const wish = (isOn: boolean) => (db: Db) => db`select public.set_support_need('own_words', ${isOn}, 'Slowly')`
    const before = (await rows()) ?? 0
    for (const isOn of [false, true, true, false, false]) expect(await hintOfRequest(sql, owner, wish(isOn))).toBeNull()
    expect(await rows()).toBe(before + 2)
  })

  test('takes 500 of an action that protects the account in an hour, and others after them', async () => {
    await sql`
      insert into private.audit_log (actor_id, action, created_at)
      select ${owner.id}, 'set_payment_limit', now() - interval '59 minutes' from generate_series(1, 500)`
    expect(await hintOfRequest(sql, owner, (db) => db`select public.set_payment_limit('100')`)).toBe('too-many-changes')
    expect(await hintOfRequest(sql, owner, (db) => db`select public.freeze_my_account()`)).toBeNull()
  })

  test('takes 2,000 actions of a customer in an hour, and after them only what protects the account', async () => {
    await sql`
      insert into private.audit_log (actor_id, action, created_at)
      select ${owner.id}, 'set_undo_window', now() - interval '59 minutes' from generate_series(1, 2000)`
    expect(await hintOfRequest(sql, owner, (db) => db`select public.set_undo_window('60')`)).toBe('too-many-changes')
    expect(await hintOfRequest(sql, owner, (db) => db`select public.freeze_my_account()`)).toBeNull()
    expect(await hintOfRequest(sql, other, (db) => db`select public.set_undo_window('60')`)).toBeNull()
  })
})

describe('a sign-up', () => {
  test('stores the start of what the client sends, also in the identity', async () => {
    const person = await signUp(sql)
    const data = { sub: person.id, email: person.email, email_verified: false, phone_verified: false }
    await sql`
      insert into auth.identities (provider_id, user_id, identity_data, provider)
      values (${person.id}, ${person.id}, ${JSON.stringify({ ...data, full_name: 'Ada', junk: 'x'.repeat(1_000_000) })}::text::jsonb, 'email')`
    expect(await sql`select identity_data from auth.identities where user_id = ${person.id}`).toEqual([
      { identity_data: data },
    ])
    const [stored] = await sql<{ bytes: number }[]>`
      update auth.users set raw_user_meta_data = ${JSON.stringify({ full_name: 'Ada', junk: 'x'.repeat(1_000_000) })}::text::jsonb
      where id = ${person.id} returning pg_column_size(raw_user_meta_data) as bytes`
    expect(stored?.bytes).toBeLessThan(1000)
  })
})

describe('a setting that protects less', () => {
  const titles = async () =>
    (await sql<{ title: string }[]>`select title from private.security_mails where user_id = ${owner.id}`).map(
      ({ title }) => title,
    )

  /** What each setting of a customer tells the owner when it protects less. */
  const looserSettings: Record<string, [title: string, set: (db: Db) => PromiseLike<unknown>]> = {
    set_passkey_amount: ['Fewer payments need your passkey', (db) => db`select public.set_passkey_amount('900000')`],
    set_undo_window: ['Your undo window has changed', (db) => db`select public.set_undo_window('0')`],
    set_payment_limit: ['Your daily payment limit', (db) => db`select public.set_payment_limit('900000')`],
    set_contact_threshold: ['Fewer payments will wait', (db) => db`select public.set_contact_threshold('900')`],
    remove_trusted_contact: [
      'Your trusted contact ends in 48 hours',
      (db) => db`select public.remove_trusted_contact(${owner.id})`,
    ],
    set_card_controls: [
      'Your card can do more',
      (db) =>
        db`select public.set_card_controls(c.id, p_purchase_limit => '9', p_daily_limit => '9000') from public.cards c where c.user_id = ${owner.id}`,
    ],
    choose_notifications: [
      'Your notifications have changed',
      (db) => db`select public.choose_notifications('{}', '{}', '{}', false)`,
    ],
  }
  /** These protect nothing, are chosen with a link from a mail to the owner, or are told by what follows. */
  const others = [
    'choose_new_pin',
    'set_card_frozen',
    'set_category',
    'set_display_name',
    'set_regular_payment_state',
    'set_round_ups',
    'set_support_need',
  ]

  test('is known for every setting of the API', async () => {
    const rows = await sql<{ name: string }[]>`
      select p.proname as name from pg_proc p
      where p.pronamespace = 'public'::regnamespace and p.proname ~ '^(set|choose)_' and has_function_privilege('authenticated', p.oid, 'execute')
        and not pg_get_functiondef(p.oid) ~ 'For (staff|admins|super admins)'
        and obj_description(p.oid, 'pg_proc') !~ 'For (staff|admins|super admins|user admins|agents)'`
    const known = new Set([...Object.keys(looserSettings), ...others])
    expect(rows.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([])
  })

  test.each(Object.keys(looserSettings))('tells the owner: %s', async (name) => {
    await cardOf(sql, owner)
    await setUndoWindow(sql, owner, '60')
    await as(
      owner,
    )`select public.name_trusted_contact(${contact.account.sort_code}, ${contact.account.account_number}, '100')`
    await as(contact)`select public.answer_contact_request(${owner.id}, true)`
    await sql`delete from private.security_mails`
    const [title, set] = looserSettings[name] ?? ['', () => Promise.resolve()]
    expect(await hintOfRequest(sql, owner, set)).toBeNull()
    expect(await titles()).toEqual([title])
  })

  test('is set back by the first passkey: the amount above which it is needed', async () => {
    await as(owner)`select public.set_passkey_amount('900000')`
    await givePasskey(sql, owner)
    expect(await sql`select approve_above from public.profiles where id = ${owner.id}`).toEqual([
      { approve_above: '250.00' },
    ])
    await sql`update public.profiles set approve_above = 300 where id = ${owner.id}`
    await givePasskey(sql, owner)
    expect(await sql`select approve_above from public.profiles where id = ${owner.id}`).toEqual([
      { approve_above: '300.00' },
    ])
  })
})
