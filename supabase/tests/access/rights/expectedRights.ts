/**
 * Who may do what, as design/database.md has it, row by row and column by column. `rightsMatrix.test.ts` tries
 * everything with everybody over HTTP: what is not listed here must be refused or change nothing.
 *
 * Where this is narrower than the design, the decisions in docs/decisions say why:
 * - Staff writes no profile and no approval directly: update_user, approve_user and set_display_name do, so that each
 *   deed is in the audit. Names for manage_chat and super_admin come from their functions, too.
 * - Staff reads transactions by list_all_transactions, where an export leaves a trace (0042).
 * - Nobody reads accounts.card_number from the table (0005).
 * - Agents accept a request, and get the chat, by a function (0025, 0037); what the assistant said stays.
 */

/** Everybody who comes with a token of their own, and one who comes with none. */
const outside = ['anon', 'deleted', 'signed out', 'signed out staff'] as const
/** Signed in, but not, or no longer, let into the bank. The staff has everything else that gives rights. */
const waiting = ['pending', 'staff without approval', 'staff on an unknown device'] as const
const customers = ['customer', 'other customer'] as const
export const permissions = [
  'manage_chat',
  'view_transactions',
  'repair_transactions',
  'approve_users',
  'financial_support',
] as const
const staff = [
  'admin',
  ...permissions,
  'super_admin',
  // Holds every permission, which gives nothing without the role.
  'permissions without role',
] as const

export const roles = [...outside, ...waiting, ...customers, ...staff] as const
export type Role = (typeof roles)[number]
export type Permission = (typeof permissions)[number]

export const approved: readonly Role[] = [...customers, ...staff]
export const signedIn: readonly Role[] = [...waiting, ...approved]

type Grant = {
  to: readonly Role[]
  rows: 'own' | 'all'
  /** Of which kind; all kinds when it does not say. See `kindOf` in rightsWorld. */
  kinds?: readonly string[]
}
const own = (to: readonly Role[], ...kinds: string[]): Grant => ({ to, rows: 'own', kinds })
const all = (to: Role, ...kinds: string[]): Grant => ({ to: [to], rows: 'all', kinds })

export type TableRights = {
  /** Columns that the signed-in may name, if not whole rows: the rest is refused even in a filter. */
  hidden?: readonly string[]
  select: readonly Grant[]
  insert?: { columns: readonly string[]; grants: readonly Grant[] }
  update?: Record<string, readonly Grant[]>
  delete?: readonly Grant[]
}

export const tables: Record<string, TableRights> = {
  profiles: {
    select: [own(signedIn), all('approve_users')],
    update: { full_name: [own(approved)], notification_email: [own(approved)] },
  },
  accounts: {
    hidden: ['card_number'],
    select: [own(approved), all('approve_users')],
    update: { account_holder_name: [own(approved)] },
  },
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
    select: [own(approved), all('manage_chat')],
    insert: {
      columns: ['id', 'conversation_id', 'sender_id', 'sender_type', 'message'],
      grants: [own(approved, 'user'), all('manage_chat', 'agent')],
    },
    update: { message: [all('manage_chat', 'agent')] },
    delete: [all('manage_chat', 'agent', 'user')],
  },
  agent_requests: {
    select: [own(approved), all('manage_chat')],
    insert: { columns: ['conversation_id', 'user_id'], grants: [own(approved)] },
    delete: [own(approved), all('manage_chat')],
  },
  scheduled_payments: {
    select: [own(approved)],
    insert: {
      columns: ['user_id', 'to_account_id', 'scheduled_for', 'amount', 'from_name', 'reference'],
      grants: [own(approved)],
    },
    delete: [own(approved, 'not processed')],
  },
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

/** What goes with a row that is deleted, by its foreign keys. */
export const goesWith: Record<string, readonly string[]> = {
  chat_conversations: ['chat_messages', 'agent_requests'],
}

export function isGranted(
  grants: readonly Grant[] | undefined,
  role: Role,
  row: { owner: Role | null; kind: string },
): boolean {
  return (grants ?? []).some(
    ({ to, rows, kinds = [] }) =>
      to.includes(role) && (rows === 'all' || row.owner === role) && (kinds.length === 0 || kinds.includes(row.kind)),
  )
}
