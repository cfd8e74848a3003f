// What is measured with many people: every function of the API that the tests of rights know, as a caller who may call it, and
// every read of a table that the app sends.
import { randomUUID } from 'node:crypto'
import { usedApi } from '../local/contract/usedApi'
import type { Call, Ids } from '../supabase/tests/access/rights/callKinds'
import { customerCalls } from '../supabase/tests/access/rights/customerCalls'
import { staffCalls } from '../supabase/tests/access/rights/staffCalls'
import { profileColumns } from '../src/features/person/profile/columns'
import type { ApiStatement, Caller } from './apiCaller'
import type { PeopleDatabase } from './peopleDatabase'

/** `recorded`: what the audit must have in an earlier request. The last statement is timed, after the others. */
export type Prepared = { caller: Caller | null; recorded: ApiStatement | null; statements: ApiStatement[] }

export type Measured = {
  what: string
  /** Null: a read whose rows depend on the caller only. */
  prepare: (database: PeopleDatabase) => Promise<Prepared>
}

type Args = (them: Ids, me: Ids) => Record<string, unknown>
type Entry = { label: string; name: string; args: Args | undefined; call: Call }

/** Arguments that the app sends beside those of the tests of rights. */
const alsoWith: Record<string, Record<string, Args>> = {
  search_transactions: { 'newest page': () => ({}), 'text without a hit': () => ({ p_text: 'nothing has this' }) },
  record_user_list: {
    'newest page': () => ({ p_list_id: randomUUID(), p_approved: true }),
    'part of an address': () => ({ p_list_id: randomUUID(), p_approved: true, p_search: '@mail.example' }),
    'part of an address, by name': () => ({
      p_list_id: randomUUID(),
      p_approved: true,
      p_search: 'mail.ex',
      p_sort: 'name',
    }),
    'a name that many have': () => ({ p_list_id: randomUUID(), p_approved: true, p_search: 'Amelia' }),
    'a name that none has': () => ({ p_list_id: randomUUID(), p_approved: true, p_search: 'Amelix' }),
    'part of an address that none pending has': () => ({ p_list_id: randomUUID(), p_approved: false, p_search: 'ash' }),
  },
  count_users: { 'without a search': () => ({}) },
  list_all_transactions: { 'newest page': () => ({}) },
  list_audit: { 'newest page': () => ({}), 'a name that many have': () => ({ p_search: 'Amelia' }) },
  get_email_by_pin: { 'a PIN with owners': () => ({ user_pin: '10011', p_device_token: null, p_email: null }) },
}

/** A search is recorded before its pages are read. */
const recordings: Record<string, string> = {
  list_all_transactions: 'record_transaction_search',
  get_my_data: 'record_my_data_copy',
  get_user_data: 'record_user_data_copy',
  get_support_effects: 'record_support_view',
}

/** Calls of the agent about a chat that the agent has accepted before. */
const inAcceptedChat = new Set([
  'release_chat',
  'transfer_chat',
  'get_chat_customer',
  'record_chat_money_view',
  'set_chat_tag',
  'mark_chat_complaint',
  'end_chat',
])

const entries: Entry[] = [...customerCalls, ...staffCalls].flatMap((call) => [
  { label: call.name, name: call.name, args: call.args, call: { recordedBy: recordingOf(call, call.args), ...call } },
  ...Object.entries(alsoWith[call.name] ?? {}).map(([label, args]) => ({
    label: `${call.name}: ${label}`,
    name: call.name,
    args,
    call: { ...call, recordedBy: recordingOf(call, args) },
  })),
])

function recordingOf({ name }: Call, args: Args | undefined): Call['recordedBy'] {
  const recording = recordings[name]
  return recording === undefined ? undefined : { name: recording, args }
}
const isStaff = new Set(staffCalls.map(({ name }) => name))

/** Two entries of one function have their number. */
const functions: Measured[] = entries.map((entry, nth) => ({
  what: entries.some(({ label }, other) => other < nth && label === entry.label)
    ? `${entry.label} (${nth})`
    : entry.label,
  prepare: async ({ api, cast }) => prepareCall(entry, api, cast),
}))

async function prepareCall({ name, args, call }: Entry, api: PeopleDatabase['api'], cast: PeopleDatabase['cast']) {
  const owner = isStaff.has(name) ? cast.other : { ...cast.customer, account: cast.other.account }
  const isForSuspended = call.ownTo?.length === 1 && call.ownTo[0] === 'suspended'
  const caller = call.isForVisitors ? null : (staffFor(call, cast) ?? (isForSuspended ? cast.suspended : cast.customer))
  // A key that was used belongs to another payment.
  const them = { ...owner, paymentRequest: randomUUID() }
  const me = { ...them, id: caller?.id ?? owner.id }
  // A page of a list begins after a row of it: the first page has no such row.
  const recorded = call.recordedBy
  const before = inAcceptedChat.has(name)
    ? [await api.planCall('accept_agent_request', { p_request_id: them.agentRequest })]
    : []
  return {
    caller,
    recorded: recorded === undefined ? null : await api.planCall(recorded.name, recorded.args?.(them, me)),
    statements: [...before, await api.planCall(name, args?.(them, me))],
  }
}

function staffFor({ name, requires }: Call, { agent, administrator }: PeopleDatabase['cast']): Caller | null {
  if (requires === 'manage_chat' || inAcceptedChat.has(name)) return agent
  return isStaff.has(name) ? administrator : null
}

type Path = (of: PeopleDatabase['cast']['customer']) => string
const place = '2026-01-01T00:00:00Z'

/** The paths that the app reads tables by, as supabase-js writes them. */
const paths: Record<string, Path> = {
  profiles: ({ id }) => `profiles?select=${profileColumns}&id=eq.${id}`,
  'profiles: address': ({ id }) => `profiles?select=address_line_1,address_line_2,town,postcode&id=eq.${id}`,
  'profiles: approve_above': ({ id }) => `profiles?select=approve_above&id=eq.${id}`,
  cards: ({ id }) => `cards?select=*&user_id=eq.${id}&status=in.(issued,active,frozen)`,
  recipients: ({ id }) =>
    `recipients?select=id,account_holder_name,sort_code,account_number,last_payment_amount,last_payment_date,nickname,is_favourite,paid_total&user_id=eq.${id}&order=last_payment_date.desc.nullslast,id.asc`,
  regular_payments: ({ id }) =>
    `regular_payments?select=id,to_account_holder_name,amount,reference,frequency,ends_on,payments_left,state,outgoing_payments(id,send_at,awaits_owner)&user_id=eq.${id}&state=in.(active,paused)&outgoing_payments.state=eq.scheduled&order=created_at.asc,id.asc`,
  outgoing_payments: ({ id }) =>
    `outgoing_payments?select=id,regular_payment_id,to_account_holder_name,amount,state,problem,due_on,send_at&user_id=eq.${id}&request_id=is.null&state=in.(sent,cancelled,failed)&order=due_on.desc,id.asc&limit=50`,
  scheduled_payments: ({ id }) =>
    `scheduled_payments?select=id,amount,from_name,reference,scheduled_for,processed&user_id=eq.${id}&order=scheduled_for.desc,id.asc`,
  external_accounts: ({ id }) =>
    `external_accounts?select=id,name,transaction_count,last_day,balance,balance_day,in_insights&user_id=eq.${id}&order=created_at.asc`,
  'external_accounts: in insights': ({ id }) =>
    `external_accounts?select=name&user_id=eq.${id}&in_insights=eq.true&order=created_at.asc`,
  external_transactions: ({ externalAccount }) =>
    `external_transactions?select=key,day,amount,description&account_id=eq.${externalAccount}&order=day.desc,key.desc&limit=50`,
  user_roles: ({ id }) => `user_roles?select=role&user_id=eq.${id}`,
  admin_permissions: ({ id }) => `admin_permissions?select=permission&admin_id=eq.${id}`,
  chat_conversations: ({ id }) => `chat_conversations?select=id,status,agent_name&user_id=eq.${id}`,
  chat_messages: ({ chat }) =>
    `chat_messages?select=id,sender_type,sender_name,message,created_at,edited_at,links&conversation_id=eq.${chat}&order=created_at.desc,id.desc&limit=50`,
  'chat_messages: news': ({ id }) =>
    `chat_messages?select=id,message,created_at,chat_conversations!inner(user_id)&chat_conversations.user_id=eq.${id}&sender_type=in.(agent,assistant)&created_at=gte.${place}&order=created_at.desc,id.desc&limit=50`,
  'transactions: news': ({ id }) =>
    `transactions?select=id,amount,incoming,mcc,status,reversed_at,to_account_holder_name,from_account_holder_name,created_at&user_id=eq.${id}&from_hidden_sender=is.false&created_at=gte.${place}&order=created_at.desc,id.desc&limit=50`,
  user_notifications: ({ id }) =>
    `user_notifications?select=id,type,title,message,read,created_at,transaction_id&user_id=eq.${id}&order=created_at.desc,id.desc&limit=50`,
}

const reads = (who: 'customer' | 'heavy'): Measured[] =>
  Object.entries(paths).map(([label, path]) => ({
    what: `read ${label}`,
    prepare: async ({ api, cast }) => ({
      caller: cast[who],
      recorded: null,
      statements: [api.planRead(path(cast[who]))],
    }),
  }))

export const measuredCalls: readonly Measured[] = [...functions, ...reads('customer')]

/** What the list leaves out of the functions of the API and of the tables that the app reads. */
export async function missingCalls({ sql }: PeopleDatabase): Promise<string[]> {
  const listed = new Set(entries.map(({ name }) => name))
  const catalogue = await sql<{ name: string }[]>`
    select proname as name from pg_proc f
    where f.pronamespace = 'public'::regnamespace
      and (has_function_privilege('anon', f.oid, 'execute') or has_function_privilege('authenticated', f.oid, 'execute'))`
  const read = new Set(Object.keys(paths).map((label) => label.split(':')[0]))
  const tables = usedApi('src').flatMap((use) => (use.startsWith('select ') ? [use.slice('select '.length)] : []))
  return [
    ...catalogue.map(({ name }) => name).filter((name) => !listed.has(name)),
    ...tables.filter((table) => !read.has(table)).map((table) => `read ${table}`),
  ]
}
