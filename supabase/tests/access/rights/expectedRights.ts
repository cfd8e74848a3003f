/**
 * The expected access rights, row by row and column by column, as the specification has them. The tests beside this
 * file send every request as every role, and try every column that no role may name in SQL, with the role and claims of
 * the API. What has no grant in this file must be refused or change nothing.
 *
 * Over HTTP go every read of a table, every request of requestRights.test.ts, every call of an edge function, every call
 * of a function that counts its calls, and the first refused and the first permitted role of each other function. The
 * other requests go to the same REST service without HTTP, which takes less time and decides the same: it checks the
 * token and runs the SQL as the caller.
 *
 * Where this is narrower than the specification, a decision in docs/decisions gives the reason:
 * - Staff write no profile and no approval directly. update_user, approve_users and set_display_name do it, so that each
 *   action is in the audit. The manage_chat and super_admin roles get names from their own functions, too.
 * - Staff read no other user's profile or account directly. list_users does it, which is audited.
 * - Staff read transactions through functions that answer a recorded search only (0064).
 * - Agents accept a request, and get the chat, through a function (0021, 0053). Assistant messages stay.
 * - A request is deleted with its chat only (0021). A waiting chat without one could be accepted by no agent.
 */

import { adminPermissions, extraPermissions } from '@/features/person/permissions/permissionNames'

/** No access: without a token, or with a token whose session no longer exists. */
const withoutSession = ['anon', 'deleted', 'signed out', 'signed out staff'] as const
/** A live session without access. The staff among them hold every role and permission. */
const withoutAccess = ['pending', 'staff without approval', 'staff on an unknown device'] as const
/** Suspended by staff, in a live session. The customer has one screen; the staff hold every role and permission, and have none. */
const suspendedRoles = ['suspended', 'suspended staff'] as const
const customers = ['customer', 'other customer'] as const
/** roles.test.ts compares them with those of the database. */
export const permissions = [...adminPermissions, ...extraPermissions] as const
const staff = [
  'admin',
  ...permissions,
  'super_admin',
  // Has every permission, which grants nothing without the role.
  'permissions without role',
] as const

export const roles = [...withoutSession, ...withoutAccess, ...suspendedRoles, ...customers, ...staff] as const
export type Role = (typeof roles)[number]
export type Permission = (typeof permissions)[number]

export const approved: readonly Role[] = [...customers, ...staff]
export const signedIn: readonly Role[] = [...withoutAccess, ...approved]
export const suspended: readonly Role[] = suspendedRoles
export const sessionEnded: readonly Role[] = ['deleted', 'signed out', 'signed out staff']

type Grant = {
  to: readonly Role[]
  rows: 'own' | 'others' | 'all'
  /** The kinds of rows, see `kindOf` in rightsFixture. An empty list means every kind. */
  kinds?: readonly string[]
}
const own = (to: readonly Role[], ...kinds: string[]): Grant => ({ to, rows: 'own', kinds })
const others = (to: Role, ...kinds: string[]): Grant => ({ to: [to], rows: 'others', kinds })
const all = (to: Role, ...kinds: string[]): Grant => ({ to: [to], rows: 'all', kinds })

type TableRights = {
  /** Columns that no signed-in user may name, not even in a filter. */
  hidden?: readonly string[]
  select: readonly Grant[]
  insert?: { columns: readonly string[]; grants: readonly Grant[] }
  update?: Record<string, readonly Grant[]>
  delete?: readonly Grant[]
}

export const tables: Record<string, TableRights> = {
  profiles: {
    select: [own(signedIn)],
    update: {
      full_name: [own(approved)],
      notification_email: [own(approved)],
      address_line_1: [own(approved)],
      address_line_2: [own(approved)],
      town: [own(approved)],
      postcode: [own(approved)],
    },
  },
  accounts: {
    hidden: ['held', 'is_closed', 'is_frozen', 'place', 'sent_on', 'sent_today'],
    select: [own(approved)],
    update: { account_holder_name: [own(approved)] },
  },
  cards: { select: [own(approved)] },
  card_payments: { select: [own(approved)] },
  transactions: {
    select: [own(approved)],
    delete: [own(approved)],
  },
  recipients: {
    select: [own(approved)],
    delete: [own(approved)],
  },
  chat_conversations: {
    select: [own(approved), all('manage_chat')],
    insert: { columns: ['user_id'], grants: [own(approved)] },
    update: { status: [own(approved, 'active')] },
    delete: [own(approved), all('manage_chat')],
  },
  chat_messages: {
    // A note is from staff to staff. To the staff who are its customer, a chat is what it is to any customer.
    // An agent reads the chats that they have or have recorded: conversations.test.ts.
    select: [own(approved, 'user', 'agent', 'assistant', 'event')],
    insert: {
      columns: ['id', 'conversation_id', 'sender_id', 'sender_type', 'message'],
      // An agent writes to the customer in assigned chats only, and none is assigned here: chatHandover.test.ts.
      grants: [own(approved, 'user'), others('manage_chat', 'note')],
    },
    update: { message: [] },
    delete: [],
  },
  agent_requests: {
    select: [own(approved), all('manage_chat')],
    insert: { columns: ['conversation_id', 'user_id'], grants: [own(approved)] },
  },
  scheduled_payments: {
    select: [own(approved)],
    delete: [own(approved, 'not processed')],
  },
  outgoing_payments: {
    select: [own(approved)],
  },
  regular_payments: {
    select: [own(approved)],
  },
  external_accounts: { select: [own(approved)], delete: [own(approved)] },
  external_transactions: { select: [own(approved)] },
  user_roles: {
    select: [own(approved), all('super_admin')],
  },
  admin_permissions: {
    select: [own(approved), all('approve_users', 'financial_support'), all('super_admin')],
  },
  user_notifications: {
    select: [own(approved)],
    update: { read: [own(approved)] },
  },
}

/** Tables whose rows a foreign key deletes with the row. */
export const deletedWith: Record<string, readonly string[]> = {
  chat_conversations: ['chat_messages', 'agent_requests'],
  external_accounts: ['external_transactions'],
}

export function isGranted(
  grants: readonly Grant[] | undefined,
  role: Role,
  row: { owner: Role | null; kind: string },
): boolean {
  return (grants ?? []).some(
    ({ to, rows, kinds = [] }) =>
      to.includes(role) &&
      (rows === 'all' || (rows === 'own') === (row.owner === role)) &&
      (kinds.length === 0 || kinds.includes(row.kind)),
  )
}
