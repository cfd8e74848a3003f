import { beforeAll, describe, expect, test } from 'vitest'
import { openChat } from '../fixtures/chat'
import {
  type Db,
  type Person,
  actingAs,
  hintOfRequest,
  refusalOf,
  request,
  setCaller,
  setOwner,
  withRollback,
} from '../fixtures/database'
import { addAdmin, addCustomer, withPeople, aCustomer } from '../fixtures/people'

// A single request must not keep the server busy: texts, rows and durations have limits.

const { sql, as, customer } = withPeople({ customer: aCustomer() }, { once: true })
const million = 'x'.repeat(1_000_000)
let chat: string

beforeAll(async () => {
  chat = await openChat(sql, customer)
})

describe('a text that is too long', () => {
  const tooLong = { code: 'PT400', message: 'A text must be at most 500 characters.' }

  // exposedFunctions.test.ts sends far longer texts.
  test('a text of 501 characters is refused by every function that takes a text, before anything else', async () => {
    const text = 'x'.repeat(501)
    const functions = await sql<{ name: string; parameter: string; role: string; is_list: boolean }[]>`
      select p.proname as name, parameter, role, a.type = 'text[]'::regtype as is_list
      from pg_proc p
        cross join unnest(p.proargnames[:p.pronargs], p.proargtypes::oid[]) a (parameter, type)
        cross join lateral (
          select r as role from unnest(array['authenticated', 'service_role']) r
          where has_function_privilege(r, p.oid, 'execute') limit 1
        ) caller
      where p.pronamespace = 'public'::regnamespace and a.type in ('text'::regtype, 'json'::regtype, 'jsonb'::regtype, 'text[]'::regtype)
      order by 1, 2`
    expect(functions.length).toBeGreaterThan(25)
    const accepted: string[] = []
    for (const { name, parameter, role, is_list: isList } of functions)
      await withRollback(sql, async (db) => {
        const [required] = await db<{ others: string }[]>`
          select string_agg(format('%I => null', other), ', ') as others
          from pg_proc p, unnest(p.proargnames[:p.pronargs]) with ordinality a (other, place)
          where p.pronamespace = 'public'::regnamespace and p.proname = ${name} and other <> ${parameter}
            and place <= p.pronargs - p.pronargdefaults`
        const named = [`${parameter} => $1`, required?.others].filter(Boolean).join(', ')
        await setCaller(db, role === 'service_role' ? 'service_role' : customer)
        const refusal = await refusalOf(db, (q) =>
          q.unsafe(`select * from public.${name}(${named})`, [isList ? `{${text}}` : text]),
        ).catch(() => null)
        if (refusal?.code !== tooLong.code || refusal.message !== tooLong.message) accepted.push(`${name} ${parameter}`)
      })
    // add_assistant_message shortens the model's answer instead, links have a limit in the table, and the import its own. A message of
    // another bank may have 4,000 characters, like the rules, the address of a browser at its push service 1,000, and a
    // message to an agent 2,000. The texts of a preview have the limits of the function that it carries out.
    expect(accepted).toEqual([
      'add_assistant_message p_links',
      'add_assistant_message p_message',
      'help_in_danger p_links',
      'import_external_transactions p_transactions',
      'post_statement_entry p_entry',
      'preview_messages p_arguments',
      'receive_bank_message p_message',
      'record_bank_answer p_answer',
      'save_push_subscription p_subscription',
      'try_payment_rules p_rules',
      'write_while_suspended p_message',
    ])
  })

  test('a long text is refused by a search without looking at a row', async () => {
    await actingAs(sql, customer, async (db) => {
      await db`select set_config('statement_timeout', '200ms', true)`
      expect(await refusalOf(db, (q) => q`select * from public.search_transactions(p_text => ${million})`)).toEqual(
        tooLong,
      )
    })
  })

  const writes: [what: string, write: (db: Db) => PromiseLike<unknown>][] = [
    ['a name', (db) => db`update public.profiles set full_name = ${million} where id = ${customer.id}`],
    ...['address_line_1', 'address_line_2', 'town', 'postcode'].map(
      (column): [string, (db: Db) => PromiseLike<unknown>] => [
        `the ${column} of an address`,
        (db) => db`update public.profiles set ${db({ [column]: million })} where id = ${customer.id}`,
      ],
    ),
    ['an address', (db) => db`update public.profiles set notification_email = ${million} where id = ${customer.id}`],
    [
      'an account’s name',
      (db) => db`update public.accounts set account_holder_name = ${million} where id = ${customer.account.id}`,
    ],
    [
      'a message',
      (db) => db`
      insert into public.chat_messages (conversation_id, sender_id, sender_type, message) values (${chat}, ${customer.id}, 'user', ${million})`,
    ],
  ]
  test.each(writes)('a long text is refused as %s', async (_, write) => {
    await actingAs(sql, customer, async (db) => {
      await db`select set_config('statement_timeout', '500ms', true)`
      expect((await refusalOf(db, write)).code).toBe('23514')
    })
  })
})

/** Notes, because the messages of a customer have a limit of their own. */
const note = (db: Db, agent: Person, count: number) => db`
  insert into public.chat_messages (conversation_id, sender_id, sender_type, message)
  select ${chat}, ${agent.id}, 'note', 'Note ' || n from generate_series(1, ${count}) n`

describe('a statement of a client', () => {
  const tooMany = { code: 'PT413', message: 'A request can change at most 100 rows.' }

  test('inserts at most 100 rows', async () => {
    const agent = await addAdmin(sql, ['manage_chat'])
    await actingAs(sql, agent, async (db) => {
      expect(await note(db, agent, 100)).toHaveProperty('count', 100)
      expect(await refusalOf(db, (q) => note(q, agent, 101))).toEqual(tooMany)
    })
  })

  test('deletes at most 100 rows', () =>
    withRollback(sql, async (db) => {
      await db`
        insert into public.transactions (
          movement_id, user_id, amount, from_account_id, to_sort_code, to_account_number, to_account_holder_name
        )
        select gen_random_uuid(), ${customer.id}, 1, ${customer.account.id}, '12-34-56', '12345678', 'Payee' from generate_series(1, 201)`
      await setCaller(db, customer)
      const own = (q: Db, count: number) => q`
        delete from public.transactions where id in (select id from public.transactions order by id limit ${count})`
      expect(await refusalOf(db, (q) => own(q, 101))).toEqual(tooMany)
      expect(await own(db, 100)).toHaveProperty('count', 100)
      expect(await own(db, 100)).toHaveProperty('count', 100)
      await setOwner(db)
      expect(
        await db`select count(*)::int from private.audit_log where actor_id = ${customer.id} and action = 'remove_transaction'`,
      ).toEqual([{ count: 200 }])
    }))

  test('ends a chat of more than 100 messages', () =>
    withRollback(sql, async (db) => {
      await db`
        insert into public.chat_messages (conversation_id, sender_id, sender_type, message)
        select ${chat}, ${customer.id}, 'user', 'Message ' || n from generate_series(1, 200) n`
      await setCaller(db, customer)
      expect(await db`delete from public.chat_conversations where id = ${chat}`).toHaveProperty('count', 1)
      await setOwner(db)
      expect(await db`select from public.chat_messages where conversation_id = ${chat}`).toHaveLength(0)
    }))

  test('a statement of a client is limited in every table that a client may insert into or delete from', async () => {
    const unlimited = await sql`
      select distinct c.relname as table, lower(acl.privilege) as privilege
      from pg_class c
        cross join lateral (
          select g.privilege_type as privilege from aclexplode(c.relacl) g where g.grantee = 'authenticated'::regrole
          union
          select g.privilege_type from pg_attribute a, aclexplode(a.attacl) g
          where a.attrelid = c.oid and g.grantee = 'authenticated'::regrole
        ) acl
      where c.relnamespace = 'public'::regnamespace and acl.privilege in ('INSERT', 'DELETE')
        and (
          select count(*) from pg_trigger t
          where t.tgrelid = c.oid and t.tgfoid = 'private.limit_changed_rows'::regproc
            -- 4: insert, 8: delete.
            and t.tgtype & case acl.privilege when 'INSERT' then 4 else 8 end > 0
        ) <> 2`
    expect(unlimited).toEqual([])
  })
})

test('deleting many rows, 100 at a time, does not delay the audited actions of others', async () => {
  const other = await addCustomer(sql)
  const insertRows = (count: number) => sql`
    insert into public.transactions (movement_id, user_id, amount, from_account_id, to_sort_code, to_account_number, to_account_holder_name)
    select gen_random_uuid(), ${customer.id}, 1, ${customer.account.id}, '12-34-56', '12345678', 'Payee' from generate_series(1, ${count})`
  await insertRows(1000)
  await expect(as(customer)`delete from public.transactions where user_id = ${customer.id}`).rejects.toMatchObject({
    code: 'PT413',
  })
  const work = { isDone: false }
  const deleteAll = async () => {
    for (let n = 0; n < 10; n += 1)
      await as(customer)`delete from public.transactions where id in (select id from public.transactions limit 100)`
    work.isDone = true
  }
  const deleting = deleteAll()
  let reveals = 0
  while (!work.isDone) {
    await as(other)`select public.record_card_reveal('card_number')`
    reveals += 1
  }
  await deleting
  expect(await sql`select from public.transactions where user_id = ${customer.id}`).toHaveLength(0)
  // An action that waited for all deletions would be the only one.
  expect(reveals).toBeGreaterThan(5)
  expect(await sql`select private.first_broken_audit_row() as id`).toEqual([{ id: null }])
})

test('a request of a signed-in user takes at most 3 seconds, or the 8 of its declaration, or 55', async () => {
  expect(
    await sql`
      select setting from pg_db_role_setting s, unnest(s.setconfig) setting
      where s.setrole = 'authenticated'::regrole and setting like 'statement_timeout%'`,
  ).toEqual([{ setting: 'statement_timeout=3s' }])
  const functions = await sql<{ name: string; timeout: string }[]>`
    select p.proname as name, split_part(setting, '=', 2) as timeout from pg_proc p, unnest(p.proconfig) setting
    where p.pronamespace = 'public'::regnamespace and setting like 'statement_timeout=%' order by 1`
  expect(functions).toEqual(
    expect.arrayContaining(['list_users', 'make_payment'].map((name) => ({ name, timeout: '8s' }))),
  )
  expect(functions.filter(({ timeout }) => timeout !== '8s')).toEqual(
    [
      'approve_request',
      'clear_all_notifications',
      'close_my_account',
      'delete_person',
      'end_user_sessions',
      'freeze_by_link',
      'freeze_user_card',
      'get_my_data',
      'get_user_data',
      'remove_user_device',
      'send_all_pins',
      'suspend_user',
      'sync_passwords',
      'try_payment_rules',
      'verify_audit',
    ].map((name) => ({ name, timeout: '55s' })),
  )
})

test('no function outlasts the 60 seconds after which the platform ends an API request while Postgres goes on', async () => {
  expect(
    await sql`
      select p.oid::regprocedure as name, setting from pg_proc p, unnest(p.proconfig) setting
      where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace, 'internal_api'::regnamespace)
        and setting like 'statement_timeout=%' and split_part(setting, '=', 2)::interval > interval '55 seconds'`,
  ).toEqual([])
})

test('a user has six requests at the same time, and others have theirs', async () => {
  const start = (db: Db) => db`select public.limit_requests()`
  const hintOf = (person: Person) => hintOfRequest(sql, person, start)
  const ends: (() => void)[] = []
  const started: Promise<void>[] = []
  const running = Array.from({ length: 6 }, () => {
    let isStarted = () => {}
    started.push(new Promise((resolve) => (isStarted = resolve)))
    return request(sql, customer, async (db) => {
      await start(db)
      isStarted()
      await new Promise<void>((resolve) => ends.push(resolve))
    })
  })
  await Promise.all(started)
  expect(await hintOf(customer)).toBe('too-many-requests')
  expect(await hintOf(await addCustomer(sql))).toBeNull()
  for (const end of ends) end()
  await Promise.all(running)
  expect(await hintOf(customer)).toBeNull()
})
