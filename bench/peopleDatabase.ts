// A database with this many customers of every kind, and the people as whom everything in it is called.
import { randomUUID } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import postgres from 'postgres'
import { adminPermissions, extraPermissions } from '../src/features/person/permissions/permissionNames'
import { startTemporaryDatabase } from '../local/temporaryDatabase'
import { type OwnedRows, addOwnedRows } from '../supabase/tests/access/rights/ownedRows'
import { type ApiCaller, type Caller, startApiCaller } from './apiCaller'
import { inParallel, halves, longestMs, withoutIndexes } from './withoutIndexes'

export type Cast = {
  customer: Caller & OwnedRows
  other: Caller & OwnedRows
  /** With 50,000 payments for each million customers. */
  heavy: Caller & OwnedRows
  suspended: Caller
  agent: Caller
  administrator: Caller
}

export type PeopleDatabase = {
  people: number
  /** Connects as the superuser, as `sql` does. */
  adminUrl: string
  sql: postgres.Sql
  api: ApiCaller
  cast: Cast
  destroy(): Promise<void>
}

/** Tables, indexes, log and sorts: an estimate, which no whole run has confirmed. */
const bytesPerPerson = 20_000
const payments = 10
const mostInMemory = 100_000

export async function requireRoomFor(people: number): Promise<string> {
  const { bavail, bsize } = await statfs(tmpdir())
  const inGb = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`
  const needed = people * bytesPerPerson
  if (bavail * bsize < needed * 1.2)
    throw new Error(`${people} people need ${inGb(needed)} in ${tmpdir()}, and ${inGb(bavail * bsize)} are free.`)
  return inGb(needed)
}

export async function startPeopleDatabase(people: number): Promise<PeopleDatabase> {
  const database = await startTemporaryDatabase({ isLarge: people > mostInMemory })
  const sql = postgres(database.adminUrl, {
    max: 3,
    onnotice: () => undefined,
    connection: { statement_timeout: longestMs },
  })
  // Everything is tried again many times, and nobody sends heartbeats.
  await sql`update private.settings set password_hash_cost = 4, idle_money_minutes = 600, wrong_pins_per_hour = 1000000`
  await sql.unsafe(bulkFunctions)
  await withoutIndexes(sql, bulkTables, () => fill(sql, people))
  await sql.unsafe('drop schema bulk cascade')
  const api = await startApiCaller(database.adminUrl)
  const cast = await addCast(sql, api)
  await sql`vacuum analyze`
  return {
    people,
    adminUrl: database.adminUrl,
    sql,
    api,
    cast,
    async destroy() {
      await api.close()
      await sql.end()
      await database.destroy()
    },
  }
}

const bulkTables = [
  'auth.users',
  'auth.sessions',
  'public.profiles',
  'public.accounts',
  'public.cards',
  'public.recipients',
  'public.transactions',
  'public.chat_conversations',
  'public.chat_messages',
  'public.agent_requests',
  'public.user_notifications',
  'public.outgoing_payments',
  'public.user_roles',
  'public.admin_permissions',
  'private.pins',
  'private.devices',
  'private.card_secrets',
  'private.user_directory',
  'private.ledger_entries',
  'private.payment_orders',
  'private.chat_transcripts',
  'private.chat_transcript_texts',
  'private.cases',
  'private.case_events',
  'private.claims',
  'private.complaints',
  'private.audit_log',
  'private.due_mails',
]

// Person 0 is the payee of a twentieth of all payments, and person 1 the payer of a two hundredth.
const bulkFunctions = `
  create schema bulk;
  create function bulk.person(n bigint) returns uuid language sql immutable return md5('person ' || n)::uuid;
  create function bulk.account(n bigint) returns uuid language sql immutable return md5('account ' || n)::uuid;
  create function bulk.payment(n bigint) returns uuid language sql immutable return md5('payment ' || n)::uuid;
  create function bulk.card(n bigint) returns uuid language sql immutable return md5('card ' || n)::uuid;
  create function bulk.case_id(n bigint) returns uuid language sql immutable return md5('case ' || n)::uuid;
  create function bulk.chat(n bigint) returns uuid language sql immutable return md5('chat ' || n)::uuid;
  create function bulk.sort_code(n bigint) returns text language sql immutable
    return '00-' || 10 + n % 90 || '-' || 10 + n / 90 % 90;
  create function bulk.account_number(n bigint) returns text language sql immutable return (10000000 + n)::text;
  create function bulk.name(n bigint) returns text language sql immutable return
    (array['Amelia', 'Ben', 'Chloe', 'David', 'Ella', 'Finn', 'Grace', 'Harry', 'Isla', 'Jack'])[1 + n % 10] || ' '
    || (array['Ash', 'Bird', 'Clark', 'Dean', 'Ellis', 'Ford', 'Grant', 'Hall', 'Irwin', 'Jones'])[1 + n / 10 % 10]
    || (array['bury', 'combe', 'den', 'ford', 'ham', 'ley', 'mere', 'stow', 'ton', 'worth'])[1 + n / 100 % 10]
    || ' ' || chr((65 + n / 1000 % 26)::integer) || chr((97 + n / 26000 % 26)::integer);
  create function bulk.email(n bigint) returns text language sql immutable return
    lower(replace(bulk.name(n), ' ', '.')) || n || (array['@post.example', '@mail.example', '@inbox.example'])[1 + n % 3];
  create function bulk.payer(n bigint, people bigint) returns bigint language sql immutable
    return case when n % 200 = 1 then 1 else n % people end;
  create function bulk.payee(n bigint, people bigint) returns bigint language sql immutable
    return case when n % 20 = 0 and n % people <> 0 then 0 else (bulk.payer(n, people) + 1 + n / people) % people end;
  create function bulk.hash_chain(people bigint, rows bigint) returns void language plpgsql as $$
  declare
    entry private.audit_log;
    previous bytea := '';
  begin
    for n in 1..rows loop
      entry.id := n;
      entry.place := n;
      entry.created_at := now() - (rows - n + 1) * interval '365 days' / rows - interval '1 day';
      entry.actor_id := bulk.person(7 + n % greatest(people / 500, 1) * 500);
      entry.actor_name := bulk.name(7 + n % greatest(people / 500, 1) * 500);
      entry.session_id := entry.actor_id;
      entry.action := (array['view_user', 'search_transactions', 'update_user', 'list_users', 'view_transaction', 'open_account'])[1 + n % 6];
      entry.subject_kind := 'person';
      entry.subject_id := bulk.person(n * 7 % people);
      entry.person_id := entry.subject_id;
      entry.person_name := bulk.name(n * 7 % people);
      entry.details := '{}';
      entry.previous_hash := previous;
      entry.hash := private.audit_hash(entry);
      previous := entry.hash;
      insert into private.audit_log overriding system value select entry.*;
    end loop;
    perform setval(pg_get_serial_sequence('private.audit_log', 'id'), rows);
  end
  $$;
`

/** Without triggers, which would write each row again by itself. */
async function fill(sql: postgres.Sql, people: number) {
  const secret = (key: string, value: string) => `extensions.pgp_sym_encrypt('${value}', private.vault_key('${key}'))`
  const each = (condition = 'true', rows = people) =>
    halves(rows).map(
      ([first, last]) => `generate_series(${first - 1}::bigint, ${last - 1}::bigint) n where ${condition}`,
    )
  // Over three years.
  const signedUp = `now() - interval '3 years' * (n::float8 / ${people})`
  const steps = [
    ...each().map(
      (n) => `
      insert into auth.users (instance_id, id, aud, role, email, encrypted_password, raw_user_meta_data, created_at, updated_at, email_confirmed_at)
      select '00000000-0000-0000-0000-000000000000', bulk.person(n), 'authenticated', 'authenticated', bulk.email(n), 'hash', '{}',
        ${signedUp}, now(), now() from ${n}`,
    ),
    ...each().map(
      (n) => `
      insert into public.profiles (id, created_at, approved, full_name, notification_email, address_line_1, town, postcode)
      select bulk.person(n), ${signedUp}, n % 200 <> 199, bulk.name(n), bulk.email(n), n || ' High Street', 'Leeds', 'LS1 1AA'
      from ${n}`,
    ),
    ...each().map(
      (n) => `
      insert into private.user_directory (user_id, created_at, list, is_suspended, name_key, email_key, search_text)
      select bulk.person(n), ${signedUp}, case when n % 200 = 199 then 'pending' else 'approved' end, false,
        private.fold_text(bulk.name(n)), bulk.email(n),
        private.fold_text(concat_ws(E'\\n', bulk.name(n), bulk.email(n), bulk.email(n), bulk.account_number(n), bulk.sort_code(n)))
      from ${n}`,
    ),
    `insert into private.pins (user_id, pin_hmac, pin_encrypted, password_fingerprint, saved_at)
      select bulk.person(n), pin.hmac, secret.encrypted, private.fingerprint('hash'), now()
      from (select ${secret('pin_storage_key', '40718')} as encrypted) secret,
        (select d, private.pin_hmac((10000 + d)::text) as hmac from generate_series(0, least(${people}, 90000) - 1) d) pin,
        generate_series(pin.d::bigint, ${people}::bigint - 1, 90000) n`,
    ...each().map(
      (n) => `
      insert into public.accounts (id, user_id, created_at, balance, sort_code, account_number, card_last_four, account_holder_name)
      select bulk.account(n), bulk.person(n), now() - interval '1 year', 5000, bulk.sort_code(n), bulk.account_number(n),
        lpad((n % 10000)::text, 4, '0'), bulk.name(n) from ${n}`,
    ),
    ...each().map(
      (n) => `
      insert into public.cards (id, user_id, account_id, issued_at, status, last_four, expires_on)
      select bulk.card(n), bulk.person(n), bulk.account(n), now() - interval '1 year', 'active', lpad((n % 10000)::text, 4, '0'),
        current_date + 200 + (n % 900)::integer from ${n}`,
    ),
    `insert into private.card_secrets (card_id, number_hmac, number_encrypted, pin_encrypted)
      select bulk.card(n), sha256(bulk.card(n)::text::bytea), s.number_encrypted, s.pin_encrypted
      from (select ${secret('card_storage_key', '4659000000000000')} as number_encrypted, ${secret('card_storage_key', '4071')} as pin_encrypted) s, generate_series(0, ${people} - 1) n`,
    ...each().map(
      (n) => `
      insert into public.recipients (user_id, created_at, account_holder_name, sort_code, account_number, last_payment_amount,
        last_payment_date, paid_total, paid_count, paid_name, check_outcome)
      select bulk.person(p.n), now() - interval '200 days', bulk.name(p.to_n), bulk.sort_code(p.to_n), bulk.account_number(p.to_n), 10,
        now() - interval '100 days', 1000, 3, bulk.name(p.to_n), 'match'
      from (select n, (n + k) % ${people} as to_n from (select n from ${n}) one, generate_series(1, 3) k) p`,
    ),
    `insert into auth.sessions (id, user_id, created_at, updated_at)
      select bulk.person(n), bulk.person(n), now(), now() from ${each('n > 20')[0] ?? ''}`,
    ...each().map(
      (n) => `
      insert into private.devices (user_id, token_hash, name, created_at, last_seen_at)
      select bulk.person(n), sha256(bulk.person(n)::text::bytea), 'Phone', now() - interval '1 year', now() from ${n}`,
    ),
    ...each('true', people * payments).map(
      (n) => `
      with payment as materialized (
        select bulk.payment(n) as id, private.other_id(bulk.payment(n)) as other, bulk.payer(n, ${people}) as a, bulk.payee(n, ${people}) as b,
          now() - interval '365 days' * (1 - n::float8 / ${people * payments}) - interval '5 minutes' as at, 1 + n % 300 as amount,
          case when n % 3 = 0 then 'Reference ' || n % 50 end as reference
        from ${n}
      ), rows as (
        insert into public.transactions (id, movement_id, user_id, created_at, amount, from_account_id, incoming, to_sort_code, to_account_number,
          to_account_holder_name, reference, from_sort_code, from_account_number, from_account_holder_name)
        select case side when 1 then id else other end, id, bulk.person(case side when 1 then a else b end), at, amount,
          case side when 1 then bulk.account(a) end, side = 2, bulk.sort_code(b), bulk.account_number(b), bulk.name(b), reference,
          case side when 2 then bulk.sort_code(a) end, case side when 2 then bulk.account_number(a) end, case side when 2 then bulk.name(a) end
        from payment, generate_series(1, 2) side
      ), orders as (
        insert into private.payment_orders (user_id, request_id, created_at, payload_hash, movement_id)
        select bulk.person(a), other, at, '\\x00', id from payment
      )
      insert into private.ledger_entries (movement_id, account_id, created_at, amount, balance_after)
      select id, bulk.account(case side when 1 then a else b end), at, case side when 1 then -amount else amount end, 5000
      from payment, generate_series(1, 2) side`,
    ),
    ...each().map(
      (n) => `
      insert into public.user_notifications (user_id, created_at, read, type, title, message)
      select bulk.person(n), now() - interval '1 hour' * (n % 5000), n % 3 > 0, 'security', 'Your details', 'You changed your address.' from ${n}`,
    ),
    ...each('n % 20 = 6').map(
      (n) => `
      insert into public.outgoing_payments (user_id, from_account_id, created_at, to_account_holder_name, to_sort_code, to_account_number, amount,
        state, due_on, send_at)
      select bulk.person(n), bulk.account(n), now() - interval '1 day', bulk.name(n + 1), bulk.sort_code(n + 1), bulk.account_number(n + 1), 10,
        'scheduled', current_date + 20 + (n % 300)::integer, now() + interval '20 days' + interval '1 day' * (n % 300) from ${n}`,
    ),
    ...each('n % 10 = 8').map(
      (n) => `
      insert into private.due_mails (about_id, user_id, kind, created_at, attempts, sent_at)
      select bulk.payment(n), bulk.person(n), 'payment', now() - interval '1 second' * (n % 2000000), 1, now() from ${n}`,
    ),
    ...each('n % 5 = 0').map(
      (n) => `
      insert into public.chat_conversations (id, user_id, created_at, updated_at, status, assigned_admin_id)
      select bulk.chat(n), bulk.person(n), now() - interval '1 second' * (n % 5000000), now() - interval '1 second' * (n % 5000000),
        case when n % 10000 = 0 then 'waiting_for_agent' when n % 5000 = 5 then 'agent_assigned' else 'active' end,
        case when n % 5000 = 5 then bulk.person(7) end from ${n}`,
    ),
    ...each('n % 5 = 0').map(
      (n) => `
      insert into public.chat_messages (conversation_id, created_at, sender_type, sender_id, message)
      select bulk.chat(n), now() - interval '1 second' * (n % 5000000) + interval '1 second' * k, case k % 2 when 1 then 'user' else 'assistant' end,
        case k % 2 when 1 then bulk.person(n) end, 'Words about a payment of ' || n % 300 || ' pounds'
      from (select n from ${n}) chats, generate_series(1, 4) k`,
    ),
    `insert into public.agent_requests (conversation_id, user_id, created_at, waiting_since)
      select bulk.chat(n), bulk.person(n), now(), now() from ${each('n % 10000 = 0').join(' union all select bulk.chat(n), bulk.person(n), now(), now() from ')}`,
    ...each('n % 10 = 3').map(
      (n) => `
      with ended as (
        insert into private.chat_transcripts (id, user_id, started_at, ended_at, ended_as, agent_ids, tags)
        select md5('transcript ' || n)::uuid, bulk.person(n), now() - interval '1 hour' * (n % 8000 + 1), now() - interval '1 hour' * (n % 8000),
          'customer', '{}', '{}' from ${n} returning id, user_id
      )
      insert into private.chat_transcript_texts (transcript_id, user_id, messages)
      select id, user_id, '[{"text": "Where is my payment?"}, {"text": "It has arrived."}]' from ended`,
    ),
    ...each('n % 20 = 2').map(
      (n) => `
      with opened as (
        insert into private.cases (id, kind, user_id, about_id, amount, subject, opened_at, due_at, last_at, state, decision, decided_at, search_text)
        select bulk.case_id(n), case when n % 60 = 2 then 'complaint' else 'unauthorised' end, bulk.person(n),
          case when n % 60 <> 2 then bulk.payment(n) end, 1 + n % 300, bulk.name(n + 1), now() - interval '1 hour' * (n % 8000),
          now() + interval '2 days' + interval '1 second' * (n % 100000), now() + interval '40 days',
          case when n % 1000 = 22 then 'open' else 'decided' end, case when n % 1000 <> 22 then case when n % 60 = 2 then 'upheld' else 'refunded' end end,
          case when n % 1000 <> 22 then now() - interval '1 hour' * (n % 7000) end, private.fold_text(bulk.name(n + 1))
        from ${n}
      ), said as (
        insert into private.case_events (case_id, created_at, kind, message)
        select bulk.case_id(n), now() - interval '1 hour' * (n % 8000), 'customer', 'I did not make it.'
        from (select n from ${n}) cases, generate_series(1, 3)
      ), complained as (
        insert into private.complaints (id, topic, said, is_payment, summary_due_at, outcome)
        select bulk.case_id(n), 'app', 'It is slow.', false, now() + interval '1 day', case when n % 1000 <> 22 then 'upheld' end
        from ${n} and n % 60 = 2
      )
      insert into private.claims (id, user_id, movement_id, saved_at, kind, who, reached, said, amount, payee_name, paid_at)
      select bulk.case_id(n), bulk.person(n), bulk.payment(n), now(), 'unauthorised', 'A thief', 'lost', 'I did not make it.', 1 + n % 300, bulk.name(n + 1), now()
      from ${n} and n % 60 <> 2`,
    ),
    `insert into public.user_roles (user_id, role) select bulk.person(n), 'admin' from ${each('n % 500 = 7')[0] ?? ''}`,
    `insert into public.admin_permissions (admin_id, permission)
      select bulk.person(n), permission from generate_series(7, ${people}::bigint - 1, 500) n,
        unnest(array['manage_chat', 'view_transactions']) permission`,
    `select bulk.hash_chain(${people}, ${Math.max(Math.floor(people / 2), 1)})`,
  ]
  await inParallel(
    sql,
    steps.map((step) => async (db) => {
      await db`set session_replication_role = replica`
      await db.unsafe(step)
      await db`set session_replication_role = origin`
    }),
  )
}

/** The people as whom everything is called: customers of the bulk, with a row of every kind, and two members of staff. */
async function addCast(sql: postgres.Sql, api: ApiCaller): Promise<Cast> {
  const person = async (n: number): Promise<Caller> => {
    const [row] = await sql<{ id: string; email: string }[]>`
      select u.id, u.email from auth.users u where u.id = md5(${`person ${n}`})::uuid`
    if (row === undefined) throw new Error(`person ${n} is missing`)
    const session = randomUUID()
    await sql`insert into auth.sessions (id, user_id, created_at, updated_at) values (${session}, ${row.id}, now(), now())`
    return { ...row, session }
  }
  const customer = async (n: number) => {
    const caller = await person(n)
    const rows = await addOwnedRows(sql, caller, (name, args) => api.call(caller, name, args))
    await sql`insert into private.pin_confirmations (session_id, confirmed_at) values (${caller.session}, now() + interval '1 hour')`
    return { ...caller, ...rows }
  }
  const staff = async (n: number, permissions: readonly string[], roles: string[]) => {
    const caller = await person(n)
    await sql`insert into public.user_roles (user_id, role) select ${caller.id}, unnest(${roles}::text[])`
    await sql`insert into public.admin_permissions (admin_id, permission) select ${caller.id}, unnest(${permissions}::text[])`
    return caller
  }
  const suspended = await person(15)
  await sql`update public.profiles set suspended_at = now() where id = ${suspended.id}`
  await sql`select private.open_suspension(${suspended.id}, 'fraud', 'Bench', null, now())`
  const administrator = await staff(14, [...adminPermissions, ...extraPermissions], ['admin', 'super_admin'])
  // Staff make no copy of the data of a customer with whom they have dealt.
  await sql`update public.accounts set account_number = '99999914' where user_id = ${administrator.id}`
  for (const table of ['transactions', 'recipients', 'outgoing_payments'])
    await sql`delete from ${sql(`public.${table}`)} where user_id = ${administrator.id}`
  return {
    suspended,
    customer: await customer(11),
    other: await customer(12),
    heavy: await customer(1),
    agent: await staff(13, ['manage_chat'], ['admin']),
    administrator,
  }
}
