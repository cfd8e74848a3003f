import { type Permission, type Role, approved, roles, signedIn } from './expectedRights'
import type { RightsUser } from './rightsFixture'

/**
 * Every function that the API offers to anon or to signed-in users, called with the ids and figures of another user.
 * A role that is not listed must be refused, and the call must change nothing.
 */
export type Call = {
  name: string
  args?: (them: RightsUser, me: RightsUser) => Record<string, unknown>
  /** Roles whose answer may contain data of other users. */
  to: readonly Role[]
  /** Roles whose answer contains only their own data. */
  ownTo?: readonly Role[]
  /** Roles that get the empty answer in `nothing`. */
  nothingTo?: readonly Role[]
  nothing?: unknown
  /** What the caller needs. Approved callers without it get the refusal that says so. */
  requires?: Permission | 'super_admin'
  /** The function locks an address after a few calls, so the counters are reset after each call. */
  isCounted?: true
}

const everyRole: readonly Role[] = roles
const tokens = roles.filter((role) => role !== 'anon')
const none: readonly Role[] = []
const except = (to: readonly Role[], ...without: Role[]) => to.filter((role) => !without.includes(role))
const requiring = (requires: Permission | 'super_admin', name: string, args?: Call['args']): Call => ({
  name,
  args,
  to: [requires],
  requires,
})
const forUserAdmins = (name: string, args?: Call['args']) => requiring('approve_users', name, args)
const forSuperAdmins = (name: string, args?: Call['args']) => requiring('super_admin', name, args)
const forChatAdmins = (name: string, args?: Call['args']) => requiring('manage_chat', name, args)
const theirId = ({ id }: RightsUser) => ({ p_user_id: id })
const today = () => new Date().toLocaleDateString('sv', { timeZone: 'Europe/London' })
const longAgo = '2000-01-01T00:00:00Z'
const farAhead = '2100-01-01T00:00:00Z'

export const calls: readonly Call[] = [
  // Before sign-in.
  {
    name: 'get_email_by_pin',
    args: () => ({ user_pin: '00000' }),
    to: none,
    nothingTo: everyRole,
    nothing: [],
    isCounted: true,
  },
  {
    name: 'request_pin_reset',
    args: ({ email }) => ({ p_email: email }),
    to: none,
    nothingTo: everyRole,
    nothing: null,
    isCounted: true,
  },

  // The caller's own data. These functions take no user id.
  { name: 'get_my_new_pin', to: none, ownTo: signedIn, nothingTo: except(tokens, ...signedIn), nothing: null },
  { name: 'get_my_card_number', to: none, ownTo: approved, nothingTo: except(tokens, ...approved), nothing: null },
  { name: 'open_current_account', to: none, ownTo: approved },
  { name: 'set_display_name', args: () => ({ p_full_name: 'New name' }), to: none, ownTo: approved },
  { name: 'get_insights', to: none, ownTo: approved },
  { name: 'get_statement_months', to: none, ownTo: approved },
  { name: 'get_statement', args: () => ({ p_month: today() }), to: none, ownTo: approved },
  {
    name: 'search_transactions',
    args: ({ transaction }) => ({
      p_text: 'Secret',
      p_min: 0,
      p_max: 1e6,
      p_before: farAhead,
      p_before_id: transaction,
    }),
    to: none,
    ownTo: approved,
    nothingTo: except(tokens, ...approved),
    nothing: [],
  },
  {
    // An idempotency key that another user has used is a new one for the caller.
    name: 'make_payment',
    args: ({ paymentRequest }) => ({
      p_request_id: paymentRequest,
      p_to_name: 'New payee',
      p_to_sort_code: '12-34-56',
      p_to_account_number: '87654321',
      p_amount: 1,
      p_reference: 'New',
    }),
    to: none,
    ownTo: approved,
  },
  { name: 'edit_current_account_balance', args: () => ({ p_new_balance: 1 }), to: none, ownTo: ['financial_support'] },
  {
    name: 'add_manual_transaction',
    args: () => ({ p_recipient: 'Shop', p_amount: 1, p_reference: 'New', p_request_id: crypto.randomUUID() }),
    to: none,
    ownTo: approved,
  },

  // Devices and sessions.
  { name: 'device_state', args: ({ id }) => ({ p_profile: { id } }), to: none, ownTo: tokens },
  {
    name: 'enter_device_code',
    args: () => ({ p_device_token: '0'.repeat(64), p_code: '000000' }),
    to: none,
    nothingTo: signedIn,
    nothing: null,
  },
  { name: 'recognise_device', args: () => ({ p_device_token: '0'.repeat(64) }), to: none, ownTo: signedIn },
  { name: 'list_devices', to: none, ownTo: approved },
  {
    name: 'remove_device',
    args: ({ device }) => ({ p_device_id: device }),
    to: none,
    nothingTo: approved,
    nothing: false,
  },
  {
    name: 'touch_session',
    to: none,
    ownTo: signedIn,
    nothingTo: except(tokens, ...signedIn),
    nothing: false,
  },

  // Chat.
  { name: 'request_agent', args: ({ chat }) => ({ p_conversation_id: chat }), to: none },
  {
    name: 'get_queue_position',
    args: ({ chat }) => ({ p_conversation_id: chat }),
    to: none,
    nothingTo: approved,
    nothing: null,
  },
  {
    name: 'end_chat',
    args: ({ chat }) => ({ p_conversation_id: chat }),
    to: ['manage_chat'],
    nothingTo: except(approved, 'manage_chat'),
    nothing: false,
  },
  forChatAdmins('accept_agent_request', ({ agentRequest }) => ({ p_request_id: agentRequest })),
  forChatAdmins('mark_chat_read', ({ chat }) => ({ p_conversation_id: chat, p_until: farAhead })),
  forChatAdmins('list_conversations', ({ chat }) => ({ p_status: 'active', p_before: farAhead, p_before_id: chat })),
  forChatAdmins('list_pending_agent_requests', ({ agentRequest }) => ({ p_after: longAgo, p_after_id: agentRequest })),

  // Transactions of all customers.
  requiring('view_transactions', 'list_all_transactions', ({ email, transaction }) => ({
    p_email: email,
    p_recipient: 'Secret',
    p_reference: 'Secret',
    p_min: 0,
    p_max: 1e6,
    p_from: '2000-01-01',
    p_until: '2099-01-01',
    p_status: 'completed',
    p_before: farAhead,
    p_before_id: transaction,
    p_limit: 100,
  })),
  requiring('view_transactions', 'record_export', ({ email }) => ({
    p_email: email,
    p_recipient: 'Secret',
    p_reference: 'Secret',
    p_min: 0,
    p_max: 1e6,
    p_from: '2000-01-01',
    p_until: '2099-01-01',
    p_status: 'completed',
  })),
  requiring('repair_transactions', 'find_repairs', ({ transaction }) => ({
    p_before: farAhead,
    p_before_id: transaction,
  })),
  requiring('repair_transactions', 'run_repair', ({ transaction }) => ({ p_transaction_ids: [transaction] })),

  // Users.
  forUserAdmins('list_users', ({ id, email }) => ({
    p_approved: true,
    p_search: email,
    p_before_created_at: farAhead,
    p_before_id: id,
    p_limit: 100,
  })),
  forUserAdmins('read_pins', ({ id }) => ({ p_user_ids: [id] })),
  forUserAdmins('count_users'),
  forUserAdmins('list_pin_reset_requests'),
  forUserAdmins('record_pin_copy', theirId),
  forUserAdmins('send_pin_to_inbox', theirId),
  forUserAdmins('approve_user', theirId),
  forUserAdmins('choose_pin', ({ id }) => ({ p_user_id: id, p_pin: '54321' })),
  forUserAdmins('give_random_pin', theirId),
  forUserAdmins('update_user', ({ id }) => ({
    p_user_id: id,
    p_full_name: 'New name',
    p_notification_email: 'new@test.example',
    p_pin: '',
  })),
  // Changing a balance requires two permissions, and no role here has both.
  {
    name: 'update_user',
    args: ({ id }) => ({ p_user_id: id, p_balance: 1, p_seen_balance: 4987.66 }),
    to: none,
    requires: 'approve_users',
  },
  forUserAdmins('set_financial_support', ({ id }) => ({ p_user_id: id, p_granted: true })),
  forUserAdmins('resolve_pin_reset_request', theirId),
  forUserAdmins('clear_all_notifications'),
  forUserAdmins('send_all_pins'),
  forUserAdmins('sync_passwords', () => ({ p_batch: 1 })),
  forUserAdmins('delete_person', theirId),

  // Roles and the audit.
  forSuperAdmins('list_people_by_role', ({ id, email }) => ({
    p_group: 'user',
    p_search: email,
    p_before_created_at: farAhead,
    p_before_id: id,
    p_limit: 100,
  })),
  forSuperAdmins('make_admin', theirId),
  forSuperAdmins('make_super_admin', theirId),
  forSuperAdmins('revoke_admin', theirId),
  // The target is not an admin, and only a super admin gets the refusal that says so.
  {
    name: 'set_permission',
    args: ({ id }) => ({ p_admin_id: id, p_permission: 'manage_chat', p_granted: true }),
    to: none,
    requires: 'super_admin',
  },
  forSuperAdmins('list_audit', ({ id }) => ({
    p_actor: id,
    p_action: 'open_account',
    p_target: id,
    p_from: longAgo,
    p_to: farAhead,
    p_before_created_at: farAhead,
    p_before_id: 1,
    p_limit: 100,
  })),
  forSuperAdmins('list_audit_actions'),
  forSuperAdmins('verify_audit'),
]

export type EdgeCall = {
  name: string
  body: (them: RightsUser, me: RightsUser) => Record<string, unknown>
  to: readonly Role[]
  ownTo?: readonly Role[]
  nothingTo?: readonly Role[]
  nothing?: unknown
}

export const edgeCalls: readonly EdgeCall[] = [
  // Sends a code to the caller's own address, if the caller's device needs one.
  { name: 'send-device-code', body: () => ({}), to: none, ownTo: ['staff on an unknown device'] },
  {
    name: 'ai-chat',
    body: ({ id }) => ({ userId: id, messages: [{ role: 'user', content: 'What is my balance?' }] }),
    to: none,
  },
  { name: 'delete-user', body: ({ id }) => ({ userId: id }), to: ['approve_users'] },
  { name: 'send-all-user-pins', body: () => ({}), to: ['approve_users'] },
  { name: 'sync-user-pins', body: () => ({}), to: ['approve_users'] },
  { name: 'repair-transactions', body: () => ({ dryRun: true }), to: ['repair_transactions'] },
  {
    name: 'repair-transactions',
    body: ({ transaction }) => ({ transactionIds: [transaction] }),
    to: ['repair_transactions'],
  },
  {
    // The id of another user's payment is not enough to send its email.
    name: 'send-payment-notification',
    body: ({ paymentRequest, email }) => ({
      requestId: paymentRequest,
      notificationType: 'sender',
      recipientEmail: email,
      recipientName: 'Payee',
      amount: 1,
      sortCode: '12-34-56',
      accountNumber: '12345678',
    }),
    to: none,
    nothingTo: signedIn,
    nothing: { sent: 0 },
  },
]
