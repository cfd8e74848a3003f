import { beforeAll, describe, expect, test } from 'vitest'
import {
  type Person,
  actingAs,
  refusalOf,
  request,
  rolledBack,
  speakAs,
  speakAsOwner,
  startDatabase,
} from '../fixtures/database'
import { type Customer, addCustomer, signUp } from '../fixtures/people'
import { elsewhere, makePayment } from '../fixtures/payments'

const database = startDatabase()
const denied = '42501'

const tables = [
  'profiles',
  'accounts',
  'transactions',
  'recipients',
  'user_roles',
  'admin_permissions',
  'user_notifications',
  'chat_conversations',
  'chat_messages',
  'agent_requests',
  'scheduled_payments',
] as const
const privateTables = [
  'settings',
  'audit_log',
  'attempts',
  'pins',
  'pin_reset_requests',
  'ledger_accounts',
  'ledger_entries',
  'payment_orders',
  'payment_notifications',
  'assistant_turns',
  'chat_reads',
  'devices',
  'session_devices',
  'device_codes',
  'session_activity',
] as const
// A column that each table lets its owner read, for queries that may not ask for every column.
const readable = {
  profiles: 'id',
  accounts: 'id',
  transactions: 'id',
  recipients: 'id',
  user_roles: 'role',
  admin_permissions: 'permission',
  user_notifications: 'id',
  chat_conversations: 'id',
  chat_messages: 'id',
  agent_requests: 'id',
  scheduled_payments: 'id',
} as const

let alice: Customer
let bob: Customer
let pending: Person

beforeAll(async () => {
  const { sql } = database
  alice = await addCustomer(sql, 'Alice Archer')
  bob = await addCustomer(sql, 'Bob Baker')
  pending = await signUp(sql, 'Pending Price')
  await request(sql, alice, (db) => makePayment(db, { ...elsewhere, amount: '10' }))
  await request(sql, bob, (db) => makePayment(db, { ...elsewhere, amount: '20' }))
})

describe('without a sign-in', () => {
  test.each(tables)('%s can be neither read nor written', (table) =>
    actingAs(database.sql, 'anon', async (db) => {
      const name = db(`public.${table}`)
      expect((await refusalOf(db, (q) => q`select from ${name}`)).code).toBe(denied)
      expect((await refusalOf(db, (q) => q`insert into ${name} default values`)).code).toBe(denied)
      expect((await refusalOf(db, (q) => q`delete from ${name} where true`)).code).toBe(denied)
      expect((await refusalOf(db, (q) => q`truncate ${name}`)).code).toBe(denied)
    }),
  )

  test.each([
    'get_my_new_pin()',
    'open_current_account()',
    'get_my_card_number()',
    'get_insights()',
    'search_transactions()',
    'get_statement_months()',
    "get_statement('2026-01-01')",
    'request_agent(gen_random_uuid())',
    'get_queue_position(gen_random_uuid())',
    'accept_agent_request(gen_random_uuid())',
    'end_chat(gen_random_uuid())',
    "add_assistant_message(gen_random_uuid(), gen_random_uuid(), 'Hello')",
    'edit_current_account_balance(1)',
    "add_manual_transaction('Shop', 1)",
    "set_display_name('Name')",
    "make_payment(gen_random_uuid(), 'A', '12-34-56', '12345678', 1)",
    "claim_payment_notifications(gen_random_uuid(), gen_random_uuid(), 'sender')",
    'claim_assistant_turn(gen_random_uuid(), gen_random_uuid())',
    'release_assistant_turn(gen_random_uuid(), gen_random_uuid())',
    'record_export()',
    'list_users(true)',
    'read_pins(array[gen_random_uuid()])',
    'count_users()',
    'record_pin_copy(gen_random_uuid())',
    'send_pin_to_inbox(gen_random_uuid())',
    'approve_user(gen_random_uuid())',
    "update_user(gen_random_uuid(), 'Name')",
    'set_financial_support(gen_random_uuid(), true)',
    'list_pin_reset_requests()',
    'resolve_pin_reset_request(gen_random_uuid())',
    'clear_all_notifications()',
    'send_all_pins()',
    'sync_passwords()',
    'delete_person(gen_random_uuid())',
    "list_people_by_role('user')",
    'make_admin(gen_random_uuid())',
    'make_super_admin(gen_random_uuid())',
    'revoke_admin(gen_random_uuid())',
    "set_permission(gen_random_uuid(), 'manage_chat', true)",
    'list_audit()',
    'list_audit_actions()',
    'verify_audit()',
    'release_payment_notification(gen_random_uuid())',
    'issue_device_code(gen_random_uuid(), gen_random_uuid())',
    'withdraw_device_code(gen_random_uuid())',
    "recognise_device('')",
    "enter_device_code('', '')",
    'list_devices()',
    'remove_device(gen_random_uuid())',
    'touch_session()',
  ])('%s is refused', (call) =>
    actingAs(database.sql, 'anon', async (db) => {
      expect((await refusalOf(db, (q) => q.unsafe(`select public.${call}`))).code).toBe(denied)
    }),
  )

  test('a PIN can be tried and a reset asked for', () =>
    actingAs(database.sql, 'anon', async (db) => {
      expect(await db`select public.get_email_by_pin('00000') as found`).toEqual([{ found: [] }])
      expect(await db`select public.request_pin_reset('nobody@test.example')`).toHaveLength(1)
    }))
})

describe.each(['anon', 'service_role', 'a customer'] as const)('as %s', (who) => {
  test.each(privateTables)('private.%s cannot be read', (table) =>
    actingAs(database.sql, who === 'a customer' ? alice : who, async (db) => {
      expect((await refusalOf(db, (q) => q`select from ${q(`private.${table}`)}`)).code).toBe(denied)
    }),
  )

  test('no private function can be called by its name', () =>
    actingAs(database.sql, who === 'a customer' ? alice : who, async (db) => {
      expect((await refusalOf(db, (q) => q`select private.is_approved()`)).code).toBe(denied)
      expect((await refusalOf(db, (q) => q`select private.set_pin(${bob.id}, '12345')`)).code).toBe(denied)
      expect((await refusalOf(db, (q) => q`select private.receive_new_user()`)).code).toBe(denied)
    }))
})

describe('a person who waits for approval', () => {
  test.each(tables.filter((table) => table !== 'profiles'))('sees nothing in %s', (table) =>
    actingAs(database.sql, pending, async (db) => {
      expect(await db`select ${db(readable[table])} from ${db(`public.${table}`)}`).toHaveLength(0)
    }),
  )

  test('sees nothing of an account and its rows from before approval was taken back', () =>
    rolledBack(database.sql, async (db) => {
      await db`update public.profiles set approved = false where id = ${alice.id}`
      await speakAs(db, alice)
      expect(await db`select id from public.accounts`).toHaveLength(0)
      expect(await db`select id from public.transactions`).toHaveLength(0)
      expect(await db`select id from public.recipients`).toHaveLength(0)
      expect(await db`delete from public.transactions where user_id = ${alice.id}`).toHaveProperty('count', 0)
      expect(await db`select public.get_my_card_number() as number`).toEqual([{ number: null }])
    }))

  test('cannot open an account, pay, or change the own profile', () =>
    actingAs(database.sql, pending, async (db) => {
      const message = 'Your account is pending approval. Please wait for an administrator to approve your account.'
      expect(await refusalOf(db, (q) => q`select public.open_current_account()`)).toEqual({ code: 'PT403', message })
      expect(await refusalOf(db, (q) => makePayment(q, { ...elsewhere, amount: '1' }))).toEqual({
        code: 'PT403',
        message,
      })
      expect(
        (await refusalOf(db, (q) => q`update public.profiles set approved = true where id = ${pending.id}`)).code,
      ).toBe(denied)
      await db`update public.profiles set full_name = 'Changed' where id = ${pending.id}`
      expect(await db`select full_name, approved from public.profiles`).toEqual([
        { full_name: 'Pending Price', approved: false },
      ])
    }))
})

describe('a customer', () => {
  test('reads the own profile, account, transactions and recipients, and nobody else’s', () =>
    actingAs(database.sql, alice, async (db) => {
      expect(await db`select id from public.profiles`).toEqual([{ id: alice.id }])
      expect(await db`select user_id from public.accounts`).toEqual([{ user_id: alice.id }])
      expect(await db`select user_id, amount from public.transactions`).toEqual([
        { user_id: alice.id, amount: '10.00' },
      ])
      expect(await db`select user_id, last_payment_amount from public.recipients`).toEqual([
        { user_id: alice.id, last_payment_amount: '10.00' },
      ])
      expect(await db`select role from public.user_roles`).toHaveLength(0)
      expect(await db`select permission from public.admin_permissions`).toHaveLength(0)
    }))

  test('cannot change or remove anything of somebody else', () =>
    actingAs(database.sql, alice, async (db) => {
      await db`update public.profiles set full_name = 'Changed' where id = ${bob.id}`
      await db`update public.accounts set account_holder_name = 'Changed' where user_id = ${bob.id}`
      await db`delete from public.transactions where user_id = ${bob.id}`
      await db`delete from public.recipients where user_id = ${bob.id}`
      await speakAsOwner(db)
      expect(await db`select full_name from public.profiles where id = ${bob.id}`).toEqual([{ full_name: 'Bob Baker' }])
      expect(await db`select account_holder_name from public.accounts where user_id = ${bob.id}`).toEqual([
        { account_holder_name: 'Bob Baker' },
      ])
      expect(await db`select id from public.transactions where user_id = ${bob.id}`).toHaveLength(1)
      expect(await db`select id from public.recipients where user_id = ${bob.id}`).toHaveLength(1)
    }))

  test.each([
    'update public.profiles set approved = true where true',
    'update public.profiles set id = gen_random_uuid() where true',
    'update public.accounts set balance = 1000000 where true',
    'update public.accounts set user_id = gen_random_uuid() where true',
    "update public.accounts set sort_code = '11-11-11' where true",
    "update public.transactions set reference = 'x' where true",
    'update public.recipients set last_payment_amount = 1 where true',
    'select card_number from public.accounts',
    'select * from public.accounts',
    'insert into public.profiles (id) values (gen_random_uuid())',
    "insert into public.accounts (user_id, sort_code, account_number, card_number, account_holder_name) values (auth.uid(), '00-11-11', '11111111', '4659000000000000', 'A')",
    "insert into public.transactions (user_id, amount, to_sort_code, to_account_number, to_account_holder_name) values (auth.uid(), 1, '00-11-11', '11111111', 'A')",
    "insert into public.recipients (user_id, account_holder_name, sort_code, account_number) values (auth.uid(), 'A', '00-11-11', '11111111')",
    "insert into public.user_roles (user_id, role) values (auth.uid(), 'super_admin')",
    "insert into public.admin_permissions (admin_id, permission) values (auth.uid(), 'approve_users')",
    'delete from public.profiles where true',
    'delete from public.accounts where true',
    'delete from public.user_roles where true',
    'select from auth.users',
    "select public.claim_payment_notifications(auth.uid(), gen_random_uuid(), 'sender')",
    'select public.release_payment_notification(gen_random_uuid())',
  ])('may not: %s', (query) =>
    actingAs(database.sql, alice, async (db) => {
      expect((await refusalOf(db, (q) => q.unsafe(query))).code).toBe(denied)
    }),
  )

  test('changes the own name, address and account holder name', () =>
    actingAs(database.sql, alice, async (db) => {
      const profile = await db`
        update public.profiles set full_name = 'Alice O’Archer', notification_email = 'a@test.example' where id = ${alice.id}
        returning full_name, notification_email`
      expect(profile).toEqual([{ full_name: 'Alice O’Archer', notification_email: 'a@test.example' }])
      const account = await db`
        update public.accounts set account_holder_name = 'A. Archer' where user_id = ${alice.id} returning account_holder_name`
      expect(account).toEqual([{ account_holder_name: 'A. Archer' }])
    }))

  test.each(['', 'x'.repeat(141), '<b>Alice</b>', 'Alice\u200bArcher', 'Alice\u202eArcher', 'Alice\nArcher'])(
    'cannot be called %j',
    (name) =>
      actingAs(database.sql, alice, async (db) => {
        expect((await refusalOf(db, (q) => q`update public.profiles set full_name = ${name} where true`)).code).toBe(
          '23514',
        )
        expect(
          (await refusalOf(db, (q) => q`update public.accounts set account_holder_name = ${name} where true`)).code,
        ).toBe('23514')
      }),
  )

  test.each([
    'no address',
    'a@b@c.example',
    '@test.example',
    'a@test.example, b@test.example',
    'a@test.example\nBcc: b',
  ])('cannot have mail sent to %j', (address) =>
    actingAs(database.sql, alice, async (db) => {
      expect(
        (await refusalOf(db, (q) => q`update public.profiles set notification_email = ${address} where true`)).code,
      ).toBe('23514')
    }),
  )

  test('removes an own transaction from the list: the balance stays and the audit keeps it', () =>
    actingAs(database.sql, alice, async (db) => {
      const [removed] = await db`delete from public.transactions where user_id = ${alice.id} returning id`
      expect(await db`select balance from public.accounts`).toEqual([{ balance: '4990.00' }])
      await speakAsOwner(db)
      expect(
        await db`select actor_id, action, details ->> 'amount' as amount from private.audit_log where subject_id = ${removed?.id}`,
      ).toEqual([{ actor_id: alice.id, action: 'remove_transaction', amount: '10.00' }])
    }))

  test('deletes an own recipient', () =>
    actingAs(database.sql, alice, async (db) => {
      await db`delete from public.recipients where user_id = ${alice.id}`
      expect(await db`select id from public.recipients`).toHaveLength(0)
    }))

  test('reads the own card number, a valid one that starts 4659', () =>
    actingAs(database.sql, alice, async (db) => {
      const [card] = await db`select public.get_my_card_number() as number, card_last_four from public.accounts`
      expect(card?.number).toMatch(/^4659\d{12}$/)
      expect(card?.number.slice(-4)).toBe(card?.card_last_four)
      const sum = String(card?.number)
        .split('')
        .toReversed()
        .reduce((total, digit, place) => {
          const value = Number(digit) * (place % 2 === 1 ? 2 : 1)
          return total + (value > 9 ? value - 9 : value)
        }, 0)
      expect(sum % 10).toBe(0)
    }))
})

test('the service role reads and writes no table', () =>
  actingAs(database.sql, 'service_role', async (db) => {
    for (const table of tables) {
      expect((await refusalOf(db, (q) => q`select from ${q(`public.${table}`)}`)).code).toBe(denied)
      expect((await refusalOf(db, (q) => q`delete from ${q(`public.${table}`)} where true`)).code).toBe(denied)
    }
  }))
