// The database of the back office's lists: users, audit, chats, transcripts, approvals and what else grows.
import type postgres from 'postgres'
import { type ReadDatabase, startReadDatabase, typicalRows } from './readDatabase'

/** The rows of a page at both sizes: a page with more rows takes more time. */
const fullPage = 100

/** The database, and the name of one of its users. */
export type BackOffice = ReadDatabase & { name: string }

/** `rows` transactions, a fiftieth of it users, a tenth audit rows, and a two-thousandth waiting chats. */
export async function startBackOffice(rows: number): Promise<BackOffice> {
  const database = await startReadDatabase(Math.max(rows, 1000), typicalRows)
  const { sql, staff, typical } = database
  const permissions = ['manage_chat', 'repair_transactions', 'approve_users', 'financial_support', 'read_transcripts']
  await sql`
    insert into public.admin_permissions (admin_id, permission)
    select ${staff.id}, permission from unnest(${permissions}::text[]) permission`
  await sql`insert into public.user_roles (user_id, role) values (${staff.id}, 'super_admin')`
  await addRows(sql, {
    users: Math.max(rows / 50, 2 * fullPage),
    auditRows: rows / 10,
    chats: Math.max(rows / 2000, fullPage / 2),
    transcripts: Math.max(rows / 20, 2 * fullPage),
  })
  await addCustomer(sql, typical.id, staff.id)
  await sql`vacuum analyze`
  const [user] = await sql<[{ name: string }]>`
    select full_name as name from public.profiles where id = md5('bench user 7')::uuid`
  return { ...database, name: user.name }
}

type Sizes = { users: number; auditRows: number; chats: number; transcripts: number }

async function addRows(sql: postgres.Sql, { users, auditRows, chats, transcripts }: Sizes) {
  await sql.begin(async (db) => {
    await db`
      insert into auth.users (
        instance_id, id, aud, role, email, encrypted_password, raw_user_meta_data, created_at, updated_at
      )
      select '00000000-0000-0000-0000-000000000000', md5('bench user ' || n)::uuid, 'authenticated', 'authenticated',
        'user' || n || '@bench.example', '',
        -- Names of different letters: an index of trigrams finds no word fast that is in every row.
        jsonb_build_object('full_name', initcap(left(w.letters, 6) || ' ' || right(w.letters, 8))),
        now() - n * interval '1 minute', now()
      from generate_series(1, ${users}::integer) n
      cross join lateral (select translate(md5(n::text), '0123456789', 'ghijklmnop') as letters) w`
    await db`update public.profiles p set approved = true where not p.approved`
    await db`
      insert into private.devices (user_id, token_hash, name)
      select md5('bench user ' || n)::uuid, sha256(convert_to('device ' || d, 'utf8')), 'Chrome on Android'
      from generate_series(1, ${users}::integer) n, generate_series(1, 2) d`
    await db`
      insert into private.pin_reset_requests (user_id, requested_at)
      select md5('bench user ' || n)::uuid, now() - n * interval '1 minute'
      from generate_series(1, ${users}::integer / 2) n`
    // Each row is inserted with its hash, so that the rows do not wait for the end of the chain one by one.
    await db`
      insert into private.audit_log
        (created_at, actor_name, action, person_id, person_name, place, previous_hash, hash)
      select now() - (${auditRows}::integer - n) * interval '1 second', 'Bench Admin',
        case when n % (${auditRows}::integer / 10) = 0 then 'rare_action' else 'view_user' end,
        p.id, p.full_name, 1000000 + n, '', ''
      from generate_series(1, ${auditRows}::integer) n
      join public.profiles p on p.id = md5('bench user ' || 1 + n % ${users}::integer)::uuid`
    await db`
      insert into public.chat_conversations (id, user_id, status)
      select md5('bench chat ' || n)::uuid, md5('bench user ' || n)::uuid, 'waiting_for_agent'
      from generate_series(1, ${chats}::integer) n`
    await db`
      insert into public.chat_messages (conversation_id, sender_id, sender_type, message)
      select md5('bench chat ' || n)::uuid, md5('bench user ' || n)::uuid, 'user', 'Hello ' || m
      from generate_series(1, ${chats}::integer) n, generate_series(1, 5) m`
    await db`
      insert into public.agent_requests (conversation_id, user_id)
      select md5('bench chat ' || n)::uuid, md5('bench user ' || n)::uuid from generate_series(1, ${chats}::integer) n`
    await db`
      insert into private.chat_transcripts (id, user_id, started_at, ended_at, ended_as, agent_ids, tags)
      select md5('bench transcript ' || n)::uuid, md5('bench user ' || 1 + n % ${users}::integer)::uuid,
        now() - n * interval '1 hour', now() - n * interval '1 hour', 'customer', '{}', '{}'
      from generate_series(1, ${transcripts}::integer) n`
    await db`
      insert into private.chat_transcript_texts (transcript_id, user_id, messages)
      select t.id, t.user_id, (
        select jsonb_agg(jsonb_build_object('sender_type', 'user', 'text', 'Hello ' || m)) from generate_series(1, 20) m
      )
      from private.chat_transcripts t join auth.users u on u.id = t.user_id`
    await db`
      insert into private.repair_runs (id, started_at, started_by, is_repair, ended_at, outcome)
      select gen_random_uuid(), now() - n * interval '1 hour', gen_random_uuid(), false, now(), 'complete'
      from generate_series(1, ${users}::integer) n`
    await db`
      insert into private.approval_requests
        (created_at, kind, asked_by, reason, user_id, state, decided_at, amount_before, amount_after)
      select now() - n * interval '1 hour', 'balance', gen_random_uuid(), 'Correction',
        md5('bench user ' || 1 + n % ${users}::integer)::uuid, case when n > 10 then 'withdrawn' else 'waiting' end,
        case when n > 10 then now() end, 1, 2
      from generate_series(${users}::integer, 1, -1) n`
    await db`
      insert into private.saved_replies (id, shortcut, reply)
      select gen_random_uuid(), 'reply-' || n, 'Hello {first name}' from generate_series(1, 200) n`
  })
}

/** What the page of a user and the panel beside a chat show, as much as fits. */
async function addCustomer(sql: postgres.Sql, userId: string, staffId: string) {
  await sql.begin(async (db) => {
    await db`
      insert into private.user_notes (user_id, author_id, note, created_at)
      select ${userId}, ${staffId}, 'Called ' || n, now() - n * interval '1 hour' from generate_series(1, 100) n`
    await db`
      insert into private.devices (user_id, token_hash, name)
      select ${userId}, sha256(convert_to('device ' || n, 'utf8')), 'Chrome on Android' from generate_series(1, 20) n`
    await db`
      insert into private.chat_transcripts (id, user_id, started_at, ended_at, ended_as, agent_ids, tags)
      select md5('typical transcript ' || n)::uuid, ${userId}, now(), now() - n * interval '1 day', 'customer', '{}', '{}'
      from generate_series(1, 20) n`
    await db`
      insert into private.audit_log (created_at, actor_name, action, person_id, person_name, place, previous_hash, hash)
      select now() - n * interval '1 day', 'Bench Admin', 'view_user', ${userId}, 'Bench Reader', 100 + n, '', ''
      from generate_series(1, 50) n`
    await db`
      insert into public.transactions
        (movement_id, id, user_id, created_at, amount, to_sort_code, to_account_number, to_account_holder_name)
      values (gen_random_uuid(), md5('typical transaction')::uuid, ${userId}, now(), 1, '20-00-00', '12345678', 'Payee')`
    await db`
      insert into public.chat_conversations (id, user_id, status, assigned_admin_id)
      values (md5('typical chat')::uuid, ${userId}, 'agent_assigned', ${staffId})`
  })
}
