// The lists of the back office: the time of a page at full size for each time at a hundredth of it. The least of many times,
// which other work on the machine changes little.
import { randomUUID } from 'node:crypto'
import type postgres from 'postgres'
import { compareInTurns, least } from './figures'
import { type BackOffice, startBackOffice } from './backOfficeRows'
import type { Reader } from './readDatabase'
import type { ReadRatio } from './reads'

const turns = { warmUps: 5, samples: 60 }
const goal = 1.5

type Db = postgres.TransactionSql
/** A new id of a list, the customer on whose page there is most, and the name of another. */
type Wanted = { list: string; customer: string; name: string }
type Read = (db: Db, wanted: Wanted) => PromiseLike<unknown>
type List = {
  /** The request before the read, which audits it. */
  record?: Read
  read: Read
  goal?: number
}

const recordUsers =
  (search: string | null, sort = 'newest', after: string | null = null): Read =>
  (db, { list }) => db`
    select public.record_user_list(
      ${list}, true, ${search}, p_sort => ${sort}, p_after => md5(${after})::uuid, p_limit => 25
    )`
const readUsers: Read = (db, { list }) => db`select * from public.list_users(${list})`

/** The lists, and what the staff's screens read besides. The palette finds by the searches of the lists. */
const lists: Record<string, List> = {
  overview: { read: (db) => db`select public.get_staff_overview()` },
  'alarm of the audit, on each screen': { read: (db) => db`select public.get_audit_alarm()` },
  'users, newest': { record: recordUsers(null), read: readUsers },
  'users, a later page': { record: recordUsers(null, 'newest', 'bench user 100'), read: readUsers },
  'users, by name': { record: recordUsers(null, 'name'), read: readUsers },
  'users, one by an address': { record: recordUsers('user7@'), read: readUsers },
  // Exact, as specified, so that it reads one row for each user: 3 ms for 20,000.
  'users, counted': { read: (db) => db`select * from public.count_users()`, goal: 5 },
  'users by role': {
    record: (db, { list }) => db`select public.record_role_list(${list}, 'user', p_limit => 25)`,
    read: (db, { list }) => db`select * from public.list_people_by_role(${list})`,
  },
  'user, with all on the page': {
    record: (db, { customer }) => db`select public.record_user_view(${customer})`,
    read: (db, { customer }) => db`select public.get_user_page(${customer})`,
  },
  'requests for a PIN': {
    record: (db, { list }) => db`select public.record_pin_request_list(${list})`,
    read: (db, { list }) => db`select * from public.list_pin_reset_requests(${list})`,
  },
  devices: { read: (db) => db`select * from public.list_devices()` },
  'approvals, waiting': { read: (db) => db`select * from public.list_approval_requests()` },
  'approvals, decided': { read: (db) => db`select * from public.list_approval_requests(false)` },
  'approvals, counted': { read: (db) => db`select public.count_approval_requests()` },
  'transaction, by its id': {
    record: (db) => db`select public.record_transaction_view(md5('typical transaction')::uuid)`,
    read: (db) => db`select public.get_transaction_details(md5('typical transaction')::uuid)`,
  },
  'transactions, newest': {
    record: (db) => db`select public.record_transaction_search()`,
    read: (db) => db`select public.list_all_transactions()`,
  },
  'transactions, a step by amount': {
    record: (db) => db`select public.record_transaction_search()`,
    read: (db) => db`select public.list_all_transactions(p_sort => 'highest')`,
  },
  'transactions, a step of the totals': {
    record: (db) => db`select public.record_transaction_search()`,
    read: (db) => db`select public.total_transactions()`,
  },
  'transactions, what is new': {
    record: (db) => db`select public.record_transaction_search()`,
    read: (db) => db`select public.follow_transactions()`,
  },
  'audit, newest': { read: (db) => db`select * from public.list_audit()` },
  'audit, one action': { read: (db) => db`select * from public.list_audit(p_action => 'rare_action')` },
  'audit, found by a name': {
    read: (db, { name }) => db`select * from public.list_audit(p_search => ${name})`,
  },
  'audit, found by a frequent name': { read: (db) => db`select * from public.list_audit(p_search => 'bench')` },
  'audit, of a user': {
    read: (db) => db`select * from public.list_audit(p_target => md5('bench user 7')::uuid)`,
  },
  'audit, from a row on': { read: (db) => db`select * from public.list_audit(p_row => 500)` },
  'audit, its actions': { read: (db) => db`select * from public.list_audit_actions()` },
  'repair runs': { read: (db) => db`select * from public.list_repair_runs()` },
  'chats, the queue': { read: (db) => db`select * from public.list_pending_agent_requests()` },
  'chats, unassigned': { read: (db) => db`select * from public.list_conversations('unassigned')` },
  'chats, found by a name': {
    read: (db, { name }) => db`select * from public.list_conversations('all', ${name})`,
  },
  'chats, counted': { read: (db) => db`select * from public.count_conversations()` },
  'chats, how many wait': { read: (db) => db`select * from public.get_waiting_chats()` },
  'chat, the panel of the customer': { read: (db) => db`select public.get_chat_customer(md5('typical chat')::uuid)` },
  'chat, the money of the customer': {
    record: (db) => db`select public.record_chat_money_view(md5('typical chat')::uuid)`,
    read: (db) => db`select public.get_chat_money(md5('typical chat')::uuid)`,
  },
  'chat, its tags': { read: (db) => db`select * from public.list_chat_tags(md5('typical chat')::uuid)` },
  'saved replies': { read: (db) => db`select * from public.list_saved_replies()` },
  agents: { read: (db) => db`select * from public.list_chat_agents()` },
  'transcripts, newest': { read: (db) => db`select * from public.list_transcripts()` },
  'transcripts, a later page': {
    read: (db) => db`select * from public.list_transcripts(p_after => md5('bench transcript 100')::uuid)`,
  },
  'transcripts, of a user': { read: (db, { customer }) => db`select * from public.list_transcripts(${customer})` },
  'transcripts, found by a name': {
    record: (db, { name }) => db`select public.record_transcript_search(${name})`,
    read: (db, { name }) => db`select * from public.list_transcripts(p_search => ${name})`,
  },
  'transcripts, found by a frequent name': {
    record: (db) => db`select public.record_transcript_search('bench')`,
    read: (db) => db`select * from public.list_transcripts(p_search => 'bench')`,
  },
  'transcript, its text': {
    record: (db) => db`select public.record_transcript_view(md5('bench transcript 7')::uuid)`,
    read: (db) => db`select public.get_transcript(md5('bench transcript 7')::uuid)`,
  },
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
        least,
      )
      ratios.push({ what, small: one, large: other, ratio: other / one, goal: list.goal ?? goal })
    }
    return ratios
  } finally {
    await Promise.all([large.destroy(), small.destroy()])
  }
}

async function timeOnce({ sql, staff, typical, name }: BackOffice, { record, read }: List): Promise<number> {
  const wanted = { list: randomUUID(), customer: typical.id, name }
  const start = performance.now()
  if (record !== undefined) await as(sql, staff, (db) => record(db, wanted))
  await as(sql, staff, (db) => read(db, wanted))
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
