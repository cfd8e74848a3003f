import { describe, expect, test } from 'vitest'
import { openChat, sendMessage } from '../fixtures/chat'
import { type Db, type Person, hintOfRequest, request } from '../fixtures/database'
import { externalPayee, payAs, payeeAt } from '../fixtures/payments'
import {
  type Customer,
  aCustomer,
  addAdmin,
  addCustomer,
  addSuperAdmin,
  anAdmin,
  grantPermissions,
  withPeople,
} from '../fixtures/people'
import { callAs, pinOf } from '../fixtures/staff'

// The copy of a person's data under UK GDPR, art. 15 and 20.

/** The permissions of the tools whose data a copy has. */
const ofAllTools = ['approve_users', 'view_transactions', 'manage_chat', 'manage_cases', 'read_transcripts']

const { sql, as, alice, bob, agent } = withPeople({
  alice: aCustomer('Alice Archer'),
  bob: aCustomer('Bob Baker'),
  agent: anAdmin(ofAllTools),
})

const secret = 'a secret, or what leads to one'
const inner = 'how the bank works: numbers, counters and keys that say nothing of the person'
const others = 'another person'
const judged = 'what the bank suspects or decides: telling it could warn a thief, and the letter says what is told'
const copied = 'a copy of what the export has'
const staffWork = 'the work of a colleague, which is about customers'

/** Tables about a person that the copy does not have. */
const leftOut: Record<string, string> = {
  'private.agent_presence': inner,
  'private.approval_requests': judged,
  'private.assistant_turns': inner,
  'private.audit_acknowledgements': staffWork,
  'private.card_secrets': secret,
  'private.chat_message_versions': 'past_chats has what was said',
  'private.chat_reads': staffWork,
  'private.chat_tags': staffWork,
  'private.chat_times': staffWork,
  'private.chat_use': inner,
  'private.device_codes': secret,
  'private.due_mails': 'kept for 30 days; notifications and security_mails say what they were about',
  'private.freeze_links': secret,
  'private.identity_codes': secret,
  'private.manual_transactions': inner,
  'private.message_cases': 'cases has the report',
  'private.passkey_challenges': secret,
  'private.payee_reports': 'actions has the report',
  'private.payment_reversals': 'transactions has the time',
  'private.payment_reviews': judged,
  'private.pin_confirmations': inner,
  'private.rejections': judged,
  'private.repair_run_payments': staffWork,
  'private.repair_runs': staffWork,
  'private.rule_trials': staffWork,
  'private.session_activity': inner,
  'private.session_devices': inner,
  'private.user_directory': copied,
  'private.user_notes': 'staff decide which of their notes the law lets them tell, on the page of the user',
}

/** Columns of the tables that the copy has, and why it does not have them. */
const withoutColumns: Record<string, string[]> = {
  [secret]: [
    'confirmed_devices.token_hash',
    'devices.token_hash',
    'passkeys.counter',
    'passkeys.credential_id',
    'passkeys.public_key',
    'passkeys.transports',
    'payee_checks.details_hash',
    'pin_reset_requests.token_hashes',
    'pins.password_fingerprint',
    'pins.pin_encrypted',
    'pins.pin_hmac',
    'push_subscriptions.auth',
    'push_subscriptions.endpoint',
    'push_subscriptions.p256dh',
    'push_subscriptions.server_key',
    'push_subscriptions.token_hash',
    'seen_browsers.token_hash',
  ],
  [others]: [
    'agent_requests.assigned_admin_id',
    'agent_requests.returned_by',
    'audit_log.actor_name',
    'audit_log.person_name',
    'calls.agent_id',
    'calls.agent_name',
    'case_events.author_id',
    'cases.assigned_to',
    'cases.decided_by',
    'cases.news_for',
    'cases.other_user_id',
    'chat_conversations.agent_name',
    'chat_conversations.assigned_admin_id',
    'chat_messages.sender_id',
    'chat_messages.sender_name',
    'chat_transcripts.agent_ids',
    'chat_transcripts.ended_by',
    'complaints.marked_by',
    'contact_reviews.contact_id',
    'identity_confirmations.agent_id',
    'payee_checks.account_id',
    'payee_checks.holder_name',
    'pin_reset_requests.agreed_by',
    'pin_reset_requests.used_by',
    'scheduled_payments.to_account_id',
  ],
  [judged]: [
    'agent_requests.danger',
    'agent_requests.said_thanks',
    'agent_requests.turn',
    'audit_log.details',
    'cases.decision_reason',
    'chat_transcripts.closing_reason',
    'chat_transcripts.tags',
    'claims.evidence',
    'claims.is_at_other_bank',
    'claims.received',
    'claims.recoverable',
    'claims.standard',
    'claims.taken_back',
    'suspensions.awaits_pin',
    'suspensions.cause',
  ],
  [inner]: [
    'agent_requests.conversation_id',
    'agent_requests.id',
    'agent_requests.waiting_since',
    'audit_log.hash',
    'audit_log.place',
    'audit_log.previous_hash',
    'audit_log.session_id',
    'audit_log.subject_id',
    'audit_log.subject_kind',
    'calls.id',
    'calls.words',
    'cards.account_id',
    'case_events.id',
    'cases.about_id',
    'cases.days_left',
    'cases.due_at',
    'cases.expired_at',
    'cases.last_at',
    'cases.news',
    'cases.search_text',
    'cases.stopped_at',
    'chat_conversations.status',
    'chat_conversations.updated_at',
    'chat_messages.id',
    'chat_transcripts.ended_as',
    'closed_money.id',
    'complaints.chat_id',
    'devices.id',
    'external_transactions.key',
    'future_requests.payload_hash',
    'future_requests.request_id',
    'identity_confirmations.session_id',
    'known_sign_ups.mail_id',
    'ledger_entries.id',
    'outgoing_payments.check_id',
    'outgoing_payments.from_account_id',
    'outgoing_payments.request_id',
    'passkeys.id',
    'payee_checks.answered_at',
    'payee_checks.asked_at',
    'payee_checks.bank_id',
    'payee_checks.id',
    'payee_checks.is_counted',
    'payee_checks.shows_name',
    'payment_orders.payload_hash',
    'payment_orders.request_id',
    'pin_reset_requests.mail_id',
    'push_events.about_id',
    'push_events.id',
    'push_events.subscription_id',
    'push_subscriptions.device_id',
    'push_subscriptions.id',
    'push_subscriptions.session_id',
    'regular_payments.check_id',
    'regular_payments.from_account_id',
    'savings_accounts.interest_until',
    'savings_accounts.moved_on',
    'savings_accounts.moves',
    'savings_accounts.request_id',
    'scheduled_payments.id',
    'scheduled_payments.request_id',
    'security_mails.id',
    'security_mails.savings_id',
    'seen_browsers.first_session_id',
    'transactions.from_account_id',
    'user_notifications.id',
  ],
}

const parts = ['private.money_data', 'private.access_data', 'private.contact_data', 'private.care_data']
const people = /(?:^|_)(?:user|owner|contact|admin|agent|sender|author|actor|person|reporter)_id$|_by$|^assigned_to$/

describe('the copy', () => {
  test('has each table about a person, or a reason why not', async () => {
    const found = await sql<{ name: string; is_read: boolean }[]>`
      with recursive about (oid) as (
        select start.oid from (
          select a.attrelid as oid from pg_attribute a where a.attnum > 0 and not a.attisdropped and a.attname ~ ${people.source}
          union
          select k.conrelid from pg_constraint k
          where k.contype = 'f' and k.confrelid in ('auth.users'::regclass, 'auth.sessions'::regclass)
        ) start
        join pg_class c on c.oid = start.oid
        where c.relkind in ('r', 'p') and c.relnamespace::regnamespace::text in ('public', 'private')
        union
        select k.conrelid from pg_constraint k join about on about.oid = k.confrelid where k.contype = 'f'
      )
      select c.relnamespace::regnamespace || '.' || c.relname as name, exists (
        select from pg_depend d
        where d.refclassid = 'pg_class'::regclass and d.refobjid = c.oid and d.classid = 'pg_proc'::regclass
          and d.objid::regproc::text = any (${parts})
      ) as is_read
      from about join pg_class c using (oid)
      where not c.relispartition
      order by 1`
    const names = (isRead: boolean) => found.filter((table) => table.is_read === isRead).map(({ name }) => name)
    expect(names(true).length).toBeGreaterThan(40)
    expect(names(false)).toEqual(Object.keys(leftOut))
  })

  test('has each column of its tables, or a reason why not', async () => {
    const missing = await sql<{ name: string }[]>`
      with read as (
        select d.refobjid as oid, d.refobjsubid as place from pg_depend d
        where d.refclassid = 'pg_class'::regclass and d.classid = 'pg_proc'::regclass
          and d.objid::regproc::text = any (${parts})
      )
      select c.relname || '.' || a.attname as name
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.oid in (select oid from read) and c.relnamespace::regnamespace::text in ('public', 'private')
        and (c.oid, a.attnum) not in (select oid, place from read)
      order by 1`
    expect(missing.map(({ name }) => name)).toEqual(Object.values(withoutColumns).flat().toSorted())
  })
})

type Copy = Record<'person' | 'money' | 'contact' | 'care', Record<string, Record<string, unknown>[]>>

const enterPin = async (who: Person) => {
  const pin = await pinOf(sql, who)
  await request(sql, who, (db) => db`select public.enter_my_pin(${pin})`)
}
const record = (who: Person) => hintOfRequest(sql, who, (db) => db`select public.record_my_data_copy()`)
const read = (who: Person) => callAs<Copy>(sql, who, (db) => db`select public.get_my_data() as answer`)
const hintOf = (who: Person, run: (db: Db) => PromiseLike<unknown>) => hintOfRequest(sql, who, run)

test('a customer gets their own data, without secrets, notes of staff and other people', async () => {
  await payAs(sql, alice, { ...externalPayee, amount: '1.00' })
  const chat = await openChat(sql, alice)
  await request(sql, alice, (db) => sendMessage(db, chat, alice, 'Where is my card?'))
  await sql`insert into public.chat_messages (conversation_id, sender_id, sender_type, message) values (${chat}, ${agent.id}, 'note', 'Colleagues only')`
  await sql`insert into private.user_notes (user_id, author_id, note) values (${alice.id}, ${agent.id}, 'Staff only')`
  await sql`
    insert into private.cases (kind, user_id, other_user_id, opened_at, due_at, last_at, subject)
    values ('scam', ${bob.id}, ${alice.id}, now(), now(), now(), 'Told to nobody'),
      ('received', ${alice.id}, ${alice.id}, now(), now(), now(), 'Told to nobody')`
  await enterPin(alice)
  expect(await record(alice)).toBeNull()
  const copy = await read(alice)
  expect(copy.person.profile).toMatchObject({ full_name: 'Alice Archer' })
  expect(copy.money.transactions).toMatchObject([{ amount: 1, to_account_holder_name: externalPayee.name }])
  expect(copy.contact.chat).toMatchObject([{ message: 'Where is my card?' }])
  const text = JSON.stringify(copy)
  for (const hidden of ['Colleagues only', 'Staff only', 'Told to nobody', bob.id, bob.email, 'hmac', 'encrypted'])
    expect(text).not.toContain(hidden)
  expect(text).not.toContain(`"${(await pinOf(sql, alice)) ?? ''}"`)
  expect(
    await sql`select actor_id from private.audit_log where action = 'export_personal_data' and person_id = ${alice.id}`,
  ).toEqual([{ actor_id: alice.id }])
})

test('the answer to a complaint is in the copy once it is decided, not while it waits for a second person', async () => {
  const { case_id: id } = await callAs<{ case_id: string }>(
    sql,
    alice,
    (db) => db`select jsonb_build_object('case_id', public.open_complaint('app', 'It was slow')) as answer`,
  )
  await sql`update private.complaints set outcome = 'upheld', response = 'We were slow', redress = 15 where id = ${id}`
  const complaint = async () => {
    await enterPin(alice)
    await record(alice)
    return (await read(alice)).care.complaints?.[0]
  }
  const waiting = await complaint()
  expect(waiting).toMatchObject({ id, said: 'It was slow' })
  for (const answer of ['outcome', 'response', 'redress']) expect(waiting).not.toHaveProperty(answer)
  await sql`update private.cases set state = 'decided', decision = 'upheld', decided_at = now() where id = ${id}`
  expect(await complaint()).toMatchObject({ outcome: 'upheld', response: 'We were slow', redress: 15 })
})

test('a customer enters the PIN first, and makes at most three copies in 24 hours', async () => {
  expect(await record(alice)).toBe('field:currentPin')
  expect(await hintOf(alice, (db) => db`select public.get_my_data()`)).toBe('not-recorded')
  await enterPin(alice)
  for (let nth = 1; nth <= 3; nth += 1) expect(await record(alice)).toBeNull()
  expect(await record(alice)).toBe('too-many-copies')
})

test('two copies are made at the same time, and no third one keeps the API from others', async () => {
  await enterPin(alice)
  await record(alice)
  let end = () => {}
  const isEnded = new Promise<void>((resolve) => (end = resolve))
  const making = () => {
    let isMade = () => {}
    const made = new Promise<void>((resolve) => (isMade = resolve))
    const done = request(sql, alice, async (db) => {
      await db`select public.get_my_data()`
      isMade()
      await isEnded
    })
    return { made, done }
  }
  const copies = [making(), making()]
  await Promise.all(copies.map(({ made }) => made))
  const refusal = await hintOf(alice, (db) => db`select public.get_my_data()`)
  end()
  await Promise.all(copies.map(({ done }) => done))
  expect(refusal).toBe('too-many-requests')
  expect((await read(alice)).person.profile).toMatchObject({ full_name: 'Alice Archer' })
})

describe('the copy that staff make', () => {
  const ask = (who: Person, of: Person = alice) =>
    hintOf(who, (db) => db`select public.record_user_data_copy(${of.id})`)
  const get = (who: Person, of: Person = alice) => hintOf(who, (db) => db`select public.get_user_data(${of.id})`)
  const look = (who: Person, of: Person = alice) => as(who)`select public.record_user_view(${of.id}, 'asked')`

  test('is for those with the permissions of all its tools, after a look at the page, and the audit names them', async () => {
    expect(await ask(agent)).toBe('not-recorded')
    await look(agent)
    expect(await get(agent)).toBe('not-recorded')
    expect(await ask(agent)).toBeNull()
    const copy = await callAs<Copy>(sql, agent, (db) => db`select public.get_user_data(${alice.id}) as answer`)
    expect(copy.person.profile).toMatchObject({ full_name: 'Alice Archer' })
    expect(
      await sql`select actor_id from private.audit_log where action = 'export_personal_data' and person_id = ${alice.id}`,
    ).toEqual([{ actor_id: agent.id }])
  })

  // Each new admin has the first three of the five: of the cases and the transcripts they would read what only super admins grant.
  test.each(ofAllTools)('is refused without %s', async (missing) => {
    const reader = await addAdmin(
      sql,
      ofAllTools.filter((permission) => permission !== missing),
    )
    await look(agent)
    expect(await ask(agent)).toBeNull()
    if (missing !== 'approve_users') await look(reader)
    expect(await ask(reader)).toBe('no-permission')
    expect(await get(reader)).toBe('no-permission')
  })

  test('is not of the maker, and of other staff for super admins only', async () => {
    const boss = await addSuperAdmin(sql, 'Bea Boss')
    await sql`insert into public.user_roles (user_id, role) values (${boss.id}, 'admin')`
    await grantPermissions(sql, boss, ofAllTools)
    const colleague = await addAdmin(sql, ['manage_chat'])
    for (const who of [agent, boss]) {
      await look(who, who)
      expect(await ask(who, who)).toBe('no-permission')
      await look(who, colleague)
    }
    expect(await ask(agent, colleague)).toBe('no-permission')
    expect(await ask(boss, colleague)).toBeNull()
    expect(await get(boss, colleague)).toBeNull()
  })

  // The copy has claims, reviews and reports about these payments, of which the other side must not learn.
  test.each<[string, (db: Db, mule: Customer) => PromiseLike<unknown>]>([
    ['whom the customer has paid', (_, mule) => payAs(sql, alice, { ...payeeAt(mule), amount: '1.00' })],
    [
      'whom the customer has paid and removed from both lists',
      async (_, mule) => {
        const { transaction_id: id } = await payAs(sql, alice, { ...payeeAt(mule), amount: '1.00' })
        await request(sql, alice, async (mine) => {
          await mine`select public.save_claim(${id}, 'scam', 'Somebody', 'phone', 'I was tricked')`
          await mine`select public.send_claim(${id})`
          await mine`delete from public.recipients`
          await mine`delete from public.transactions`
        })
      },
    ],
    ['who has paid the customer', (_, mule) => payAs(sql, mule, { ...payeeAt(alice), amount: '1.00' })],
    [
      'whom the customer is going to pay',
      (db, mule) => db`
        insert into public.outgoing_payments (
          user_id, from_account_id, created_at, to_account_holder_name, to_sort_code, to_account_number, amount, state, due_on, send_at
        )
        values (
          ${alice.id}, ${alice.account.id}, now(), 'Mule', ${mule.account.sort_code}, ${mule.account.account_number}, 1, 'scheduled',
          current_date + 2, now() + interval '2 days'
        )`,
    ],
  ])('is refused to staff %s', async (_, pay) => {
    const mule = await addCustomer(sql, 'Max Mule')
    await sql`insert into public.user_roles (user_id, role) values (${mule.id}, 'super_admin'), (${mule.id}, 'admin')`
    await grantPermissions(sql, mule, ofAllTools)
    await look(mule)
    expect(await ask(mule)).toBeNull()
    await pay(sql, mule)
    expect(await ask(mule)).toBe('concerns-caller')
    expect(await get(mule)).toBe('concerns-caller')
  })

  test('has neither the help that the customer asked for nor covered texts, which the customer alone reads', async () => {
    await as(alice)`select public.set_support_need('money_worries', true)`
    await as(alice)`select public.set_support_need('own_words', true, 'Please write slowly')`
    await sql`
      insert into private.covered_texts (transaction_id, user_id, reference) values (gen_random_uuid(), ${alice.id}, 'Hurting words')`
    await look(agent)
    await ask(agent)
    const copy = await callAs<Copy>(sql, agent, (db) => db`select public.get_user_data(${alice.id}) as answer`)
    for (const hidden of ['gambling', 'money_worries', 'write slowly', 'Hurting words'])
      expect(JSON.stringify(copy)).not.toContain(hidden)
    await enterPin(alice)
    await record(alice)
    const own = JSON.stringify(await read(alice))
    for (const shown of ['money_worries', 'write slowly', 'Hurting words']) expect(own).toContain(shown)
  })
})

test('the copy of a customer with 50,000 payments is made within the time of its statement', async () => {
  await sql`
    insert into public.transactions (
      movement_id, user_id, amount, from_account_id, to_sort_code, to_account_number, to_account_holder_name, created_at
    )
    select gen_random_uuid(), ${alice.id}, 1, ${alice.account.id}, '12-34-56', '12345678', 'Payee', now() - n * interval '1 minute'
    from generate_series(1, 50000) n`
  await enterPin(alice)
  await record(alice)
  const started = performance.now()
  expect((await read(alice)).money.transactions).toHaveLength(50_000)
  expect(performance.now() - started).toBeLessThan(30_000)
}, 120_000)
