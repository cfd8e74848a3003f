import postgres from 'postgres'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newCustomer, type Customer } from './customers'
import { openTarget, type Target } from './target'

// A request can make the API roll a call back and show a value in the error. What staff and customers read with an audit
// row must not appear that way without the row.

let target: Target
let database: postgres.Sql
let customer: Customer
let staff: Customer
let newcomer: Customer
let lister: Customer
let secrets: { card: string; cardPin: string; code: string; pin: string }
let newPin: string
let chat: string
let transaction: string
// Another one in each run: an earlier run leaves its rows. The two searches differ, so that neither is a record of the other.
const shop = `Secret Shop ${crypto.randomUUID().slice(0, 8)}`
const transcript = { id: crypto.randomUUID(), words: 'My card is at the bottom of the sea' }

beforeAll(async () => {
  target = await openTarget()
  database = postgres(target.databaseUrl, { max: 2, onnotice: () => {} })
  customer = await newCustomer(target, database, 'Cara Cardholder')
  staff = await newCustomer(target, database, 'Sam Staff')
  await staff.supabase.rpc('recognise_device', { p_device_token: '0'.repeat(64) }).throwOnError()
  await database`insert into public.user_roles (user_id, role) values (${staff.id}, 'admin'), (${staff.id}, 'super_admin')`
  await database`
    insert into public.admin_permissions (admin_id, permission)
    select ${staff.id}, unnest(array['approve_users', 'manage_cases', 'manage_chat', 'read_transcripts', 'view_transactions'])`
  await database`
    insert into private.cases (kind, user_id, subject, opened_at, due_at, last_at)
    values ('complaint', ${customer.id}, ${shop}, now(), '2001-01-01', '2100-01-01')`
  await database`
    insert into private.approval_requests (kind, asked_by, reason, user_id, amount_before)
    values ('deletion', ${staff.id}, 'Asked', ${customer.id}, 5000)`
  await addTransaction()
  await database`insert into private.pin_reset_requests (user_id) values (${customer.id})`
  const [row] = await database<[typeof secrets]>`
    select
      private.read_card_number(c.id) as card, private.read_card_pin(c.id) as "cardPin",
      private.read_security_code(c.id) as code, private.read_pin(c.user_id) as pin
    from public.cards c where c.user_id = ${customer.id}`
  secrets = row
  await database`
    insert into private.chat_transcripts (id, user_id, started_at, ended_as, agent_ids, tags)
    values (${transcript.id}, ${customer.id}, now(), 'customer', '{}', '{}')`
  await database`
    insert into private.chat_transcript_texts (transcript_id, user_id, messages)
    values (${transcript.id}, ${customer.id}, jsonb_build_array(jsonb_build_object('text', ${transcript.words}::text)))`
})

afterAll(async () => {
  await database`delete from private.cases where user_id = ${customer.id}`
  await database`delete from private.approval_requests where user_id = ${customer.id}`
  await database`delete from public.user_roles where user_id = ${staff.id}`
  await database.end()
  await target.close()
})

type Shape = { what: string; query?: string; headers?: Record<string, string> }

async function call(who: Customer, name: string, body: object, { query = '', headers = {} }: Partial<Shape> = {}) {
  const answer = await fetch(`${target.apiUrl}/rest/v1/rpc/${name}${query}`, {
    method: 'POST',
    headers: {
      apikey: target.publishableKey,
      authorization: `Bearer ${who.accessToken}`,
      'content-type': 'application/json',
      ...headers,
    },
    body: JSON.stringify(body),
  })
  return answer.text()
}

const oneObject = { accept: 'application/vnd.pgrst.object+json' }
const shapesOfAny: Shape[] = [
  { what: 'one object', headers: oneObject },
  { what: 'a rollback', headers: { prefer: 'tx=rollback' } },
  { what: 'no rows', headers: { prefer: 'handling=strict, max-affected=0' } },
]
const shapesOfOneValue: Shape[] = [
  ...shapesOfAny,
  { what: 'a number', query: '?select=pgrst_scalar::int' },
  { what: 'a uuid', query: '?select=pgrst_scalar::uuid' },
  { what: 'text', query: '?select=pgrst_scalar::text' },
  { what: 'a comparison', query: '?pgrst_scalar=like.4659*' },
  { what: 'a comparison of one object', query: '?pgrst_scalar=like.4659*', headers: oneObject },
]
const shapesOfObject = (...keys: string[]): Shape[] => [
  ...shapesOfOneValue,
  ...keys.flatMap((key) => [
    { what: `${key} as a number`, query: `?select=pgrst_scalar->>${key}::int` },
    { what: `a comparison of the ${key}`, query: `?pgrst_scalar->>${key}=not.is.null`, headers: oneObject },
  ]),
]
const shapesOfRows = (...columns: string[]): Shape[] => [
  ...shapesOfAny,
  ...columns.flatMap((column) => [
    { what: `${column} as a uuid`, query: `?select=${column}::uuid` },
    { what: `${column} as a number`, query: `?select=${column}::int` },
    { what: `one object with the ${column}`, query: `?${column}=not.is.null`, headers: oneObject },
  ]),
]

/** A new chat of the customer that the staff member has: one look at its money is audited once. */
async function openChat() {
  await database`delete from public.chat_conversations where user_id = ${customer.id}`
  const [row] = await database<[{ id: string }]>`
    insert into public.chat_conversations (user_id, status, assigned_admin_id)
    values (${customer.id}, 'agent_assigned', ${staff.id}) returning id`
  chat = row.id
}

/** Later than now, so that it is new to a list that is followed. */
async function addTransaction() {
  await database`delete from public.transactions where user_id = ${customer.id}`
  const [row] = await database<[{ id: string }]>`
    insert into public.transactions (movement_id, user_id, created_at, amount, to_account_holder_name)
    values (gen_random_uuid(), ${customer.id}, now() + interval '1 hour', 6543.21, ${shop}) returning id`
  transaction = row.id
}

/** A user in the session of their sign-up, whom staff have not approved yet. */
async function signUpNewcomer() {
  newcomer = await newCustomer(target, database, 'Nia Newcomer')
  const [row] = await database<[{ pin: string }]>`
    update public.profiles p set approved = false where p.id = ${newcomer.id} returning private.read_pin(p.id) as pin`
  newPin = row.pin
}

async function closeNewcomer() {
  await signUpNewcomer()
  await database`update public.accounts set is_closed = true where user_id = ${newcomer.id}`
}

/** Staff who have recorded no look at a list: one record answers for an hour. */
async function newLister() {
  await openChat()
  await database`
    insert into public.agent_requests (conversation_id, user_id) values (${chat}, ${customer.id}) on conflict do nothing`
  lister = await newCustomer(target, database, 'Lee Lister')
  await lister.supabase.rpc('recognise_device', { p_device_token: '0'.repeat(64) }).throwOnError()
  await database`insert into public.user_roles (user_id, role) values (${lister.id}, 'admin')`
  await database`
    insert into public.admin_permissions (admin_id, permission)
    select ${lister.id}, unnest(array['approve_users', 'manage_cases', 'manage_chat'])`
}

const ofLister = (
  list: string,
  read: string,
  args: () => object,
  shapes: Shape[],
  shows: () => string[],
  action = `list_${list}`,
): Read => ({
  name: `${read}, a list of staff`,
  action,
  prepare: newLister,
  reader: () => lister,
  args,
  // JSON leaves out what the record does not take.
  record: {
    name: 'record_list_view',
    args: () => ({ ...Object.fromEntries(Object.keys(args()).map((name) => [name, undefined])), p_list: list }),
  },
  read,
  shapes,
  shows,
})

type Read = {
  name: string
  action: string
  prepare?: () => Promise<void>
  reader: () => Customer
  args: () => object
  record: { name: string; args: () => object }
  read: string
  shapes: Shape[]
  shows: () => string[]
}

const listId = () => ({ p_list_id: crypto.randomUUID() })
const noArgs = () => ({})
const secretOf = (secret: string) => () => ({ p_secret: secret })
const ofCustomer = () => ({ p_user_id: customer.id })
const reads: Read[] = [
  {
    name: 'the card number',
    action: 'reveal_card_number',
    reader: () => customer,
    args: secretOf('card_number'),
    record: { name: 'record_card_reveal', args: secretOf('card_number') },
    read: 'get_my_card_secret',
    shapes: shapesOfOneValue,
    shows: () => [secrets.card],
  },
  {
    name: 'the PIN of the card',
    action: 'reveal_card_pin',
    reader: () => customer,
    args: secretOf('card_pin'),
    record: { name: 'record_card_reveal', args: () => ({ p_secret: 'card_pin', p_security_pin: secrets.pin }) },
    read: 'get_my_card_secret',
    shapes: shapesOfOneValue,
    shows: () => [secrets.cardPin],
  },
  {
    name: 'the security code of the card',
    action: 'reveal_security_code',
    reader: () => customer,
    args: secretOf('security_code'),
    record: { name: 'record_card_reveal', args: () => ({ p_secret: 'security_code', p_security_pin: secrets.pin }) },
    read: 'get_my_card_secret',
    shapes: shapesOfOneValue,
    shows: () => [secrets.code],
  },
  {
    name: 'the PIN of a sign-up',
    action: 'view_new_pin',
    prepare: signUpNewcomer,
    reader: () => newcomer,
    args: noArgs,
    record: { name: 'record_new_pin_view', args: noArgs },
    read: 'get_my_new_pin',
    shapes: shapesOfOneValue,
    shows: () => [newPin],
  },
  {
    name: 'the user list',
    action: 'list_users',
    reader: () => staff,
    args: listId,
    record: { name: 'record_user_list', args: () => ({ p_approved: true, p_search: customer.email }) },
    read: 'list_users',
    shapes: shapesOfRows('full_name', 'sign_in_email'),
    shows: () => [customer.name, customer.email],
  },
  {
    name: 'how many users a search finds',
    action: 'list_users',
    reader: () => staff,
    args: () => ({ p_search: customer.account.accountNumber }),
    record: { name: 'record_user_list', args: () => ({ ...listId(), p_approved: true }) },
    read: 'count_users',
    shapes: shapesOfRows('approved'),
    shows: () => ['"approved":1'],
  },
  {
    name: "a user's PIN",
    action: 'view_pin',
    reader: () => staff,
    args: ofCustomer,
    record: { name: 'record_pin_view', args: noArgs },
    read: 'get_user_pin',
    shapes: shapesOfOneValue,
    shows: () => [secrets.pin],
  },
  {
    name: "a user's page",
    action: 'view_user',
    // A page that was read within the hour is recorded.
    prepare: signUpNewcomer,
    reader: () => staff,
    args: () => ({ p_user_id: newcomer.id }),
    record: { name: 'record_user_view', args: noArgs },
    read: 'get_user_page',
    shapes: shapesOfObject('full_name', 'sign_in_email'),
    shows: () => [newcomer.name, newcomer.email],
  },
  {
    name: 'the money that a deletion takes',
    action: 'view_user',
    // A record of the user's page is one of this read too.
    prepare: signUpNewcomer,
    reader: () => staff,
    args: () => ({ p_user_id: newcomer.id }),
    record: { name: 'record_user_view', args: noArgs },
    read: 'preview_deletion',
    shapes: shapesOfRows('balance', 'needs_approval'),
    shows: () => ['5000.00'],
  },
  {
    name: 'whose a closed account was',
    action: 'view_user',
    prepare: closeNewcomer,
    reader: () => staff,
    args: () => ({ p_user_id: newcomer.id }),
    record: { name: 'record_user_view', args: noArgs },
    read: 'get_closed_account',
    shapes: shapesOfObject('holder_name', 'account_number'),
    shows: () => [newcomer.name, newcomer.account.accountNumber],
  },
  {
    name: 'a statement of a closed account',
    action: 'view_user',
    prepare: closeNewcomer,
    reader: () => staff,
    args: () => ({ p_user_id: newcomer.id, p_from: '2020-01-01', p_until: '2099-12-31' }),
    record: { name: 'record_user_view', args: () => ({ p_from: undefined, p_until: undefined }) },
    read: 'get_closed_statement',
    shapes: shapesOfObject('closing_balance', 'entries'),
    shows: () => ['"opening_balance": 5000'],
  },
  {
    name: 'the list of roles',
    action: 'list_people_by_role',
    reader: () => staff,
    args: listId,
    record: { name: 'record_role_list', args: () => ({ p_group: 'user', p_search: customer.email }) },
    read: 'list_people_by_role',
    shapes: shapesOfRows('full_name'),
    shows: () => [customer.name],
  },
  {
    name: 'the PIN requests',
    action: 'list_pin_requests',
    reader: () => staff,
    args: listId,
    record: { name: 'record_pin_request_list', args: () => ({}) },
    read: 'list_pin_reset_requests',
    shapes: shapesOfRows('full_name', 'sign_in_email'),
    shows: () => [customer.name, customer.email],
  },
  {
    name: 'a transcript',
    action: 'read_transcript',
    reader: () => staff,
    args: () => ({ p_transcript_id: transcript.id }),
    record: { name: 'record_transcript_view', args: noArgs },
    read: 'get_transcript',
    shapes: shapesOfObject('customer_name', 'messages'),
    shows: () => [customer.name, transcript.words],
  },
  {
    name: 'a search of the transcripts',
    action: 'search_transcripts',
    reader: () => staff,
    args: () => ({ p_search: customer.email }),
    record: { name: 'record_transcript_search', args: noArgs },
    read: 'list_transcripts',
    shapes: shapesOfRows('customer_name'),
    shows: () => [customer.name],
  },
  {
    name: 'a search of the cases',
    action: 'search_cases',
    reader: () => staff,
    args: () => ({ p_search: shop }),
    record: { name: 'record_case_search', args: noArgs },
    read: 'search_cases',
    shapes: shapesOfRows('customer_name'),
    shows: () => [customer.name, shop],
  },
  {
    name: 'the money of a customer in a chat',
    action: 'view_chat_money',
    prepare: openChat,
    reader: () => staff,
    args: () => ({ p_conversation_id: chat }),
    record: { name: 'record_chat_money_view', args: noArgs },
    read: 'get_chat_money',
    shapes: shapesOfObject('account', 'account->>account_number'),
    shows: () => [customer.account.accountNumber],
  },
  {
    name: 'how to help a customer',
    action: 'view_support_needs',
    prepare: async () => {
      await signUpNewcomer()
      await database`
        insert into private.support_needs (user_id, need, chosen_at, own_words)
        values (${newcomer.id}, 'own_words', now(), 'Please write slowly')`
    },
    reader: () => staff,
    args: () => ({ p_user_id: newcomer.id }),
    record: { name: 'record_support_view', args: noArgs },
    read: 'get_support_effects',
    shapes: shapesOfObject('own_words'),
    shows: () => ['Please write slowly'],
  },
  {
    name: 'the list of transactions',
    action: 'list_transactions',
    reader: () => staff,
    args: () => ({ p_search: customer.email }),
    record: { name: 'record_transaction_search', args: noArgs },
    read: 'list_all_transactions',
    shapes: shapesOfOneValue,
    shows: () => [customer.email, shop],
  },
  {
    name: 'the totals of transactions',
    action: 'list_transactions',
    reader: () => staff,
    args: () => ({ p_search: shop.toLowerCase() }),
    record: { name: 'record_transaction_search', args: noArgs },
    read: 'total_transactions',
    shapes: shapesOfOneValue,
    shows: () => ['6543.21'],
  },
  {
    name: 'the payments to come of a search',
    action: 'list_transactions',
    reader: () => staff,
    args: () => ({ p_search: shop.slice(6).toLowerCase() }),
    record: { name: 'record_transaction_search', args: noArgs },
    read: 'list_payments_to_come',
    shapes: shapesOfOneValue,
    shows: () => ['payments'],
  },
  {
    name: 'what is new in a list of transactions',
    action: 'list_transactions',
    reader: () => staff,
    args: () => ({ p_search: shop.slice(7).toLowerCase() }),
    record: { name: 'record_transaction_search', args: noArgs },
    read: 'follow_transactions',
    shapes: shapesOfOneValue,
    shows: () => [customer.email, shop],
  },
  {
    name: 'a transaction',
    action: 'view_transaction',
    prepare: addTransaction,
    reader: () => staff,
    args: () => ({ p_transaction_id: transaction }),
    record: { name: 'record_transaction_view', args: () => ({ p_reason: 'payment_review' }) },
    read: 'get_transaction_details',
    shapes: shapesOfOneValue,
    shows: () => [customer.email, shop],
  },
  ofLister(
    'cases',
    'list_cases',
    () => ({ p_kind: 'complaint', p_limit: 100 }),
    shapesOfRows('customer_name'),
    () => [customer.name],
  ),
  ofLister(
    'approvals',
    'list_approval_requests',
    () => ({ p_waiting: true, p_limit: 100 }),
    shapesOfRows('user_name', 'user_email'),
    () => [customer.name, customer.email],
  ),
  ofLister('chats', 'list_pending_agent_requests', noArgs, shapesOfRows('customer_name'), () => [customer.name]),
  ofLister(
    'chats',
    'list_conversations',
    () => ({ p_conversation_id: chat }),
    shapesOfRows('customer_name'),
    () => [customer.name],
  ),
  ofLister(
    'chats',
    'count_conversations',
    () => ({ p_search: customer.name }),
    shapesOfRows('every_chat'),
    () => ['"every_chat":1'],
  ),
]

test('these are all functions that answer only after a recorded read', async () => {
  const functions = await database<{ name: string; body: string }[]>`
    select f.oid::regproc::text as name, pg_get_functiondef(f.oid) as body
    from pg_proc f
    where f.pronamespace::regnamespace::text in ('public', 'private') and f.prokind = 'f'`
  const found = new Set(['private.recorded_people'])
  // A set's loop also visits what is added in it.
  for (const check of found) {
    for (const { name, body } of functions) if (body.includes(`${check}(`)) found.add(name)
  }
  expect([...found].filter((name) => !name.includes('.')).toSorted()).toEqual(
    [
      ...new Set(reads.map(({ read }) => read)),
      // supabase/tests/staff/cases.test.ts reads it before and after its record.
      'get_case',
      // supabase/tests/staff/previews.test.ts asks it before and after its record.
      'preview_messages',
      // supabase/tests/chat/chatCustomer.test.ts reads it before and after its record.
      'get_chat_suspension',
      // supabase/tests/staff/personalData.test.ts reads these before and after their records.
      'get_my_data',
      'get_user_data',
      'record_user_data_copy',
      // These write no second record within a time.
      'mark_chat_read',
      'record_case_view',
      'record_chat_money_view',
      'record_chat_suspension_view',
      'record_chat_view',
      'record_list_view',
      'record_new_pin_view',
      'record_support_view',
      'record_transaction_view',
      'record_user_view',
      // A record only lets this return longer pages.
      'list_audit',
    ].toSorted(),
  )
})

describe.each(reads)('$name', ({ action, prepare, reader, args, record, read, shapes, shows }) => {
  beforeEach(() => prepare?.())

  /** Lists have one audit row per search and hour, and a record for each page. */
  const auditRows = async () =>
    (
      await database`
        select from private.audit_log l left join private.recorded_reads r on r.audit_id = l.id
        where l.actor_id = ${reader().id} and l.action = ${action}`
    ).length
  // Digits as a whole: those of a security code can be a part of an id or a time.
  const isIn = (text: string, secret: string) =>
    /^\d+$/.test(secret) ? new RegExp(`(?<![\\w.:-])${secret}(?![\\w.:-])`).test(text) : text.includes(secret)
  const secretsIn = (text: string) => shows().filter((secret) => isIn(text, secret))

  test('no answer has the data before its audit row, whatever shape a request asks for', async () => {
    const rowsBefore = await auditRows()
    const wanted = args()
    const answers: string[] = []
    for (const shape of shapes) answers.push(await call(reader(), read, wanted, shape))
    expect(answers.flatMap(secretsIn)).toEqual([])
    expect(await auditRows()).toBe(rowsBefore)

    for (const recordShape of shapesOfOneValue) {
      const again = args()
      const rows = await auditRows()
      expect(secretsIn(await call(reader(), record.name, { ...again, ...record.args() }, recordShape))).toEqual([])
      // A record that was rolled back gives nothing. Only the records of lists have an id, so that one of the others is enough.
      if ((await auditRows()) > ('p_list_id' in again ? rows : rowsBefore)) continue
      const shown = []
      for (const shape of [undefined, ...shapes]) shown.push(await call(reader(), read, again, shape))
      expect(shown.flatMap(secretsIn)).toEqual([])
    }
  })

  test('the data is shown after its audit row', async () => {
    const rowsBefore = await auditRows()
    const wanted = args()
    await call(reader(), record.name, { ...wanted, ...record.args() })
    expect(await auditRows()).toBe(rowsBefore + 1)
    expect(secretsIn(await call(reader(), read, wanted))).toEqual(shows())
  })
})

describe('a payee check', () => {
  const details = () => ({
    p_name: 'Cara Cardholdre',
    p_sort_code: customer.account.sortCode,
    p_account_number: customer.account.accountNumber,
  })
  const checks = async () =>
    (await database`select from private.payee_checks where user_id = ${staff.id} and outcome <> 'match'`).length
  const outcomes = /\w_match|wrong_type|not_found|unavailable/

  test('shows its outcome only after it is counted, whatever shape a request asks for', async () => {
    for (const shape of [...shapesOfOneValue, ...shapesOfRows('outcome')]) {
      const id = { p_check_id: crypto.randomUUID() }
      const counted = await checks()
      const answer = await call(staff, 'check_payee', { ...id, ...details() }, shape)
      expect(answer).not.toMatch(new RegExp(`${outcomes.source}|${customer.name}`))
      if ((await checks()) > counted) continue
      for (const readShape of [undefined, ...shapesOfRows('outcome', 'holder_name')])
        expect(await call(staff, 'get_payee_check', id, readShape)).not.toMatch(outcomes)
      await database`delete from private.payee_checks where user_id = ${staff.id}`
    }
  })

  test('shows the name on the account for a close match', async () => {
    await database`delete from private.payee_checks where user_id = ${staff.id}`
    const id = { p_check_id: crypto.randomUUID() }
    await call(staff, 'check_payee', { ...id, ...details() })
    expect(JSON.parse(await call(staff, 'get_payee_check', id))).toMatchObject([
      { outcome: 'close_match', holder_name: customer.name },
    ])
  })
})
