// The lists of the back office: the time of a page at full size for each time at a hundredth of it.
import { randomUUID } from 'node:crypto'
import type postgres from 'postgres'
import { compareInTurns } from './figures'
import { type ReadDatabase, type Reader, startReadDatabase, typicalRows } from './readDatabase'
import type { ReadRatio } from './reads'

const turns = { warmUps: 5, samples: 25 }
const goal = 1.5

type Db = postgres.TransactionSql
type Read = (db: Db, listId: string) => PromiseLike<unknown>
type List = {
  /** Audits the read, in a request before. */
  record?: Read
  read: Read
}

const recordUsers =
  (search: string | null, sort = 'newest'): Read =>
  (db, listId) =>
    db`select public.record_user_list(${listId}, true, ${search}, p_sort => ${sort}, p_limit => 25)`
const readUsers: Read = (db, listId) => db`select * from public.list_users(${listId})`

const lists: Record<string, List> = {
  'users, newest': { record: recordUsers(null), read: readUsers },
  'users, by name': { record: recordUsers(null, 'name'), read: readUsers },
  'users, one by an address': { record: recordUsers('user7@'), read: readUsers },
  'users by role': {
    record: (db, listId) => db`select public.record_role_list(${listId}, 'user', p_limit => 25)`,
    read: (db, listId) => db`select * from public.list_people_by_role(${listId})`,
  },
  'transactions, newest': { read: (db) => db`select public.list_all_transactions()` },
  'audit, newest': { read: (db) => db`select * from public.list_audit()` },
  'audit, one action': { read: (db) => db`select * from public.list_audit(p_action => 'rare_action')` },
  'audit, found by a name': { read: (db) => db`select * from public.list_audit(p_search => 'user 7 tester')` },
  'audit, found by a frequent name': { read: (db) => db`select * from public.list_audit(p_search => 'bench')` },
  'audit, of a user': {
    read: (db) => db`select * from public.list_audit(p_target => md5('bench user 7')::uuid)`,
  },
  'audit, from a row on': { read: (db) => db`select * from public.list_audit(p_row => 500)` },
  'repair runs': { read: (db) => db`select * from public.list_repair_runs()` },
  'chats, the queue': { read: (db) => db`select * from public.list_pending_agent_requests()` },
  'chats, unassigned': { read: (db) => db`select * from public.list_conversations('unassigned')` },
}

/** `rows` transactions, a fiftieth of it users, a tenth audit rows, and a two-thousandth waiting chats. */
export async function measureLists(rows: number): Promise<ReadRatio[]> {
  const large = await startBackOffice(rows)
  const small = await startBackOffice(rows / 100)
  try {
    const ratios: ReadRatio[] = []
    for (const [what, list] of Object.entries(lists)) {
      const [one, other] = await compareInTurns(
        turns,
        () => timeOnce(small, list),
        () => timeOnce(large, list),
      )
      ratios.push({ what, small: one, large: other, ratio: other / one, goal })
    }
    return ratios
  } finally {
    await Promise.all([large.destroy(), small.destroy()])
  }
}

async function startBackOffice(rows: number): Promise<ReadDatabase> {
  const database = await startReadDatabase(Math.max(rows, 1000), typicalRows)
  const { sql, staff } = database
  await sql`
    insert into public.admin_permissions (admin_id, permission)
    select ${staff.id}, permission from unnest(array['manage_chat', 'repair_transactions', 'approve_users']) permission`
  await sql`insert into public.user_roles (user_id, role) values (${staff.id}, 'super_admin')`
  // A full page of chats at both sizes: more rows on a page take more time.
  await addRows(sql, { users: Math.max(rows / 50, 50), auditRows: rows / 10, chats: Math.max(rows / 2000, 50) })
  await sql`vacuum analyze`
  return database
}

type Sizes = { users: number; auditRows: number; chats: number }

async function addRows(sql: postgres.Sql, { users, auditRows, chats }: Sizes) {
  await sql.begin(async (db) => {
    await db`
      insert into auth.users (
        instance_id, id, aud, role, email, encrypted_password, raw_user_meta_data, created_at, updated_at
      )
      select '00000000-0000-0000-0000-000000000000', md5('bench user ' || n)::uuid, 'authenticated', 'authenticated',
        'user' || n || '@bench.example', '', jsonb_build_object('full_name', 'Bench User ' || n || ' Tester'),
        now() - n * interval '1 minute', now()
      from generate_series(1, ${users}::integer) n`
    await db`update public.profiles p set approved = true where p.full_name like 'Bench User %'`
    // With its hash, so that the rows do not wait for the end of the chain one by one.
    await db`
      insert into private.audit_log
        (created_at, actor_name, action, person_id, person_name, place, previous_hash, hash)
      select now() - (${auditRows}::integer - n) * interval '1 second', 'Bench Admin',
        case when n % (${auditRows}::integer / 10) = 0 then 'rare_action' else 'view_user' end,
        md5('bench user ' || n % ${users}::integer)::uuid, 'Bench User ' || n % ${users}::integer || ' Tester',
        1000000 + n, '', ''
      from generate_series(1, ${auditRows}::integer) n`
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
      insert into private.repair_runs (id, started_at, started_by, is_repair, ended_at, outcome)
      select gen_random_uuid(), now() - n * interval '1 hour', gen_random_uuid(), false, now(), 'complete'
      from generate_series(1, ${users}::integer) n`
  })
}

async function timeOnce({ sql, staff }: ReadDatabase, { record, read }: List): Promise<number> {
  const listId = randomUUID()
  const start = performance.now()
  if (record !== undefined) await as(sql, staff, (db) => record(db, listId))
  await as(sql, staff, (db) => read(db, listId))
  return performance.now() - start
}

/** Sets role and claims before the query, as the API does. */
function as(sql: postgres.Sql, person: Reader, run: (db: Db) => PromiseLike<unknown>) {
  const claims = JSON.stringify({ role: 'authenticated', sub: person.id, session_id: person.session })
  return sql.begin(async (db) => {
    await db`select set_config('request.jwt.claims', ${claims}, true), set_config('role', 'authenticated', true)`
    await run(db)
  })
}
