import {
  type Permission,
  type Role,
  approved,
  permissions,
  roles,
  sessionEnded,
  signedIn as withAccess,
} from './expectedRights'
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
  /** A call that audits the read, in the request before. */
  recordedBy?: Pick<Call, 'name' | 'args'>
  /** The function locks an address after a few calls, so the counters are reset after each call. */
  isCounted?: true
}

const everyRole: readonly Role[] = roles
/** A suspended customer keeps the session and confirms a device, as others do. */
const signedIn: readonly Role[] = [...withAccess, 'suspended']
const approvers: readonly Role[] = ['approve_users', 'financial_support', 'manage_cases', 'super_admin']
const tokens = roles.filter((role) => role !== 'anon')
const none: readonly Role[] = []
const everyStaffRole: readonly Role[] = ['admin', ...permissions, 'super_admin']
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
const listId = '0198c0de-0000-7000-8000-000000000001'
/** A list that staff read in two requests. Both calls are in the matrix. */
const recordedList = (
  requires: Permission | 'super_admin',
  record: string,
  list: string,
  filter?: NonNullable<Call['args']>,
): Call[] => {
  const recording = requiring(requires, record, (them, me) => ({ p_list_id: listId, ...filter?.(them, me) }))
  return [recording, { ...requiring(requires, list, () => ({ p_list_id: listId })), recordedBy: recording }]
}
const theirId = ({ id }: RightsUser) => ({ p_user_id: id })
const theirCase = ({ caseId }: RightsUser) => ({ p_case_id: caseId })
const recordedCase = requiring('manage_cases', 'record_case_view', theirCase)
const asPayee = ({ account }: RightsUser) => ({
  p_name: 'A Payee',
  p_sort_code: account.sortCode,
  p_account_number: account.number,
})
const today = () => new Date().toLocaleDateString('sv', { timeZone: 'Europe/London' })
const tomorrow = () => new Date(Date.now() + 864e5).toLocaleDateString('sv', { timeZone: 'Europe/London' })
const longAgo = '2000-01-01T00:00:00Z'
const farAhead = '2100-01-01T00:00:00Z'
const transactionSearch = ({ email }: RightsUser) => ({
  p_search: email,
  p_min: 0,
  p_max: 1e6,
  p_from: '2000-01-01',
  p_until: '2099-01-01',
  p_status: 'completed',
})
const recordedSearch = requiring('view_transactions', 'record_transaction_search', transactionSearch)
const recordedDetails = requiring('view_transactions', 'record_transaction_view', ({ transaction }) => ({
  p_transaction_id: transaction,
  p_reason: 'payment_check',
}))
const recordedUser = forUserAdmins('record_user_view', ({ id }) => ({ p_user_id: id, p_reason: 'asked' }))
const payment = () => ({
  to_name: 'New payee',
  to_sort_code: '12-34-56',
  to_account_number: '87654321',
  amount: 1,
  reference: 'New',
  // Another customer's check is refused.
  check_id: null,
  reason: 'bills',
  warnings: ['first_payment'],
  warnings_version: 1,
  warnings_shown_at: new Date().toISOString(),
})
const newPayment = (requestId: string) => ({ p_request_id: requestId, p_payment: payment() })

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
  {
    name: 'find_my_bank',
    args: ({ email }) => ({ p_email: email }),
    to: none,
    nothingTo: everyRole,
    nothing: null,
    isCounted: true,
  },
  // No role has such a token. freeze.test.ts uses one.
  {
    name: 'freeze_by_link',
    args: () => ({ p_token: 'unknown' }),
    to: none,
    nothingTo: everyRole,
    nothing: null,
    isCounted: true,
  },

  // No role has a link to a closed account, nor a key. money/closedAccounts.test.ts uses them.
  {
    name: 'ask_closed_code',
    args: () => ({ p_token: 'unknown' }),
    to: none,
    nothingTo: everyRole,
    nothing: null,
    isCounted: true,
  },
  {
    name: 'enter_closed_code',
    args: () => ({ p_token: 'unknown', p_code: '000000', p_key: '0'.repeat(64) }),
    to: none,
    nothingTo: everyRole,
    nothing: null,
    isCounted: true,
  },
  { name: 'get_closed_account', args: () => ({ p_key: 'unknown' }), to: none },
  { name: 'get_closed_statement', args: () => ({ p_key: 'unknown', p_from: today(), p_until: today() }), to: none },
  { name: 'check_closed_payee', args: (them) => ({ p_key: 'unknown', ...asPayee(them) }), to: none },
  {
    name: 'pay_closed_money',
    args: (them) => ({ p_key: 'unknown', p_request_id: them.paymentRequest, ...asPayee(them) }),
    to: none,
  },

  { name: 'start_passkey_sign_in', to: none, ownTo: everyRole, isCounted: true },

  // PostgREST calls it before each request.
  { name: 'limit_requests', to: none, nothingTo: everyRole, nothing: null },

  // The caller's own data. These functions take no user id.
  // Only 'pending' has the session of a sign-up.
  { name: 'has_new_pin', to: none, ownTo: tokens },
  { name: 'record_new_pin_view', to: none, nothingTo: except(tokens, ...sessionEnded), nothing: null },
  { name: 'get_my_new_pin', to: none, ownTo: tokens, recordedBy: { name: 'record_new_pin_view' } },
  { name: 'confirm_new_pin', to: none, nothingTo: except(tokens, ...sessionEnded), nothing: null },
  // The PIN is not the caller's, so the calls after it are refused.
  {
    name: 'enter_my_pin',
    args: () => ({ p_pin: '00000' }),
    to: none,
    nothingTo: approved,
    nothing: null,
    isCounted: true,
  },
  { name: 'choose_my_pin', args: () => ({ p_pin: '48317' }), to: none },
  { name: 'change_my_pin', args: () => ({ p_new_pin: '48317' }), to: none },
  { name: 'record_card_reveal', to: none, ownTo: approved },
  { name: 'get_my_card_number', to: none, ownTo: approved, recordedBy: { name: 'record_card_reveal' } },
  // No role has this PIN, so each gets the answer to a wrong one. A right PIN is in cards.test.ts.
  {
    name: 'record_card_pin_reveal',
    args: () => ({ p_security_pin: '00000' }),
    to: none,
    nothingTo: approved,
    nothing: false,
    isCounted: true,
  },
  { name: 'get_my_card_pin', to: none, nothingTo: approved, nothing: null },
  {
    name: 'record_security_code_reveal',
    args: () => ({ p_security_pin: '00000' }),
    to: none,
    nothingTo: approved,
    nothing: false,
    isCounted: true,
  },
  { name: 'get_my_security_code', to: none, nothingTo: approved, nothing: null },
  { name: 'activate_card', args: ({ card }) => ({ p_card_id: card }), to: none },
  { name: 'set_card_frozen', args: ({ card }) => ({ p_card_id: card, p_frozen: true }), to: none },
  {
    name: 'set_card_controls',
    args: ({ card }) => ({
      p_card_id: card,
      p_online: false,
      p_contactless: false,
      p_cash: false,
      p_abroad: false,
      p_gambling: false,
      p_purchase_limit: '5',
      p_daily_limit: '5',
    }),
    to: none,
  },
  { name: 'replace_card', args: ({ card }) => ({ p_card_id: card, p_reason: 'stolen' }), to: none },
  { name: 'open_current_account', to: none, ownTo: approved },
  { name: 'set_display_name', args: () => ({ p_full_name: 'New name' }), to: none, ownTo: approved },
  {
    name: 'edit_recipient',
    args: ({ recipient }) => ({ p_id: recipient, p_name: 'New name', p_nickname: 'New', p_is_favourite: true }),
    to: none,
  },
  {
    name: 'import_external_transactions',
    args: ({ externalAccount }) => ({
      p_account_id: externalAccount,
      p_name: 'New bank',
      p_transactions: [{ key: 'New', day: '2026-10-02', amount: '1', description: 'New' }],
      p_balance: '1.00',
      p_balance_day: '2026-10-02',
    }),
    to: none,
  },
  {
    name: 'count_in_insights',
    args: ({ externalAccount }) => ({ p_account_id: externalAccount, p_in_insights: true }),
    to: none,
  },
  { name: 'report_scam', args: ({ transaction }) => ({ p_transaction_id: transaction }), to: none },
  {
    name: 'save_claim',
    args: ({ transaction }) => ({
      p_transaction_id: transaction,
      p_kind: 'scam',
      p_who: 'New',
      p_reached: 'phone',
      p_said: 'New',
    }),
    to: none,
  },
  { name: 'send_claim', args: ({ transaction }) => ({ p_transaction_id: transaction }), to: none },
  { name: 'get_claim', args: ({ transaction }) => ({ p_transaction_id: transaction }), to: none },
  { name: 'list_my_cases', to: none, ownTo: approved },
  { name: 'get_my_case', args: ({ caseId }) => ({ p_case_id: caseId }), to: none },
  { name: 'answer_case', args: ({ caseId }) => ({ p_case_id: caseId, p_answer: 'New' }), to: none },
  { name: 'get_my_suspension', to: none, ownTo: ['suspended'] },
  { name: 'list_suspended_letters', to: none, ownTo: ['suspended'] },
  { name: 'get_suspended_chat', to: none, ownTo: ['suspended'] },
  // Staff have not asked the suspended customer of this test for a new PIN.
  { name: 'choose_pin_while_suspended', args: () => ({ p_pin: '40718' }), to: none },
  { name: 'restore_with_pin', args: () => ({ p_pin: '40718' }), to: none },
  {
    name: 'write_while_suspended',
    args: () => ({ p_message_id: crypto.randomUUID(), p_message: 'New' }),
    to: none,
    ownTo: ['suspended'],
  },
  {
    name: 'open_complaint',
    args: ({ transaction }) => ({ p_topic: 'app', p_said: 'New', p_wish: 'New', p_transaction_id: transaction }),
    to: none,
  },
  { name: 'reopen_complaint', args: ({ complaintId }) => ({ p_case_id: complaintId, p_said: 'New' }), to: none },
  { name: 'get_insights', to: none, ownTo: approved },
  { name: 'get_spending_by_category', to: none, ownTo: approved },
  { name: 'get_spending_by_payee', to: none, ownTo: approved },
  {
    name: 'set_category',
    args: ({ transaction }) => ({ p_transaction_id: transaction, p_category: 'bills', p_always: true }),
    to: none,
  },
  { name: 'get_statement_months', to: none, ownTo: [...approved, 'suspended'] },
  { name: 'list_card_payments', to: none, ownTo: approved, nothingTo: except(tokens, ...approved), nothing: [] },
  {
    name: 'get_statement',
    args: () => ({ p_from: today(), p_until: today() }),
    to: none,
    ownTo: [...approved, 'suspended'],
  },
  {
    name: 'search_transactions',
    args: ({ transaction }) => ({
      p_text: 'Secret',
      p_min: 0,
      p_max: 1e6,
      p_incoming: false,
      p_from: '2000-01-01',
      p_until: today(),
      p_before: farAhead,
      p_before_id: transaction,
      p_category: 'payments',
      p_payee: 'Secret',
      p_pending: false,
      p_counted: false,
    }),
    to: none,
    ownTo: approved,
    nothingTo: except(tokens, ...approved),
    nothing: [],
  },
  {
    name: 'get_balance_after',
    args: ({ transaction }) => ({ p_transaction_id: transaction }),
    to: none,
    nothingTo: approved,
    nothing: null,
  },
  {
    name: 'get_bank_payment',
    args: ({ transaction }) => ({ p_transaction_id: transaction }),
    to: none,
    nothingTo: approved,
    nothing: [],
  },
  {
    name: 'recall_payment',
    args: ({ transaction }) => ({ p_transaction_id: transaction, p_reason: 'fraud' }),
    to: none,
  },
  {
    name: 'answer_recall',
    args: ({ transaction }) => ({ p_transaction_id: transaction, p_returns: true }),
    to: none,
  },
  {
    name: 'check_payee',
    args: () => ({
      p_check_id: crypto.randomUUID(),
      p_name: 'New payee',
      p_sort_code: '12-34-56',
      p_account_number: '87654321',
      p_account_type: 'personal',
    }),
    to: none,
    ownTo: approved,
  },
  { name: 'get_payment_limit', to: none, ownTo: approved },
  { name: 'set_payment_limit', args: () => ({ p_limit: '100' }), to: none, ownTo: approved },
  {
    name: 'assess_payment',
    args: ({ payeeCheck, account }) => ({
      p_name: 'New payee',
      p_sort_code: account.sortCode,
      p_account_number: account.number,
      p_amount: '1',
      p_check_id: payeeCheck,
    }),
    to: none,
    nothingTo: approved,
    nothing: [],
  },
  {
    name: 'get_payee_check',
    args: ({ payeeCheck }) => ({ p_check_id: payeeCheck }),
    to: none,
    nothingTo: approved,
    nothing: [],
  },
  {
    // An idempotency key that another user has used is a new one for the caller.
    name: 'make_payment',
    args: ({ paymentRequest }) => newPayment(paymentRequest),
    to: none,
    ownTo: approved,
  },
  {
    name: 'schedule_outgoing_payment',
    args: ({ paymentRequest }) => ({ ...newPayment(paymentRequest), p_send_on: tomorrow() }),
    to: none,
    ownTo: approved,
  },
  {
    name: 'create_regular_payment',
    args: ({ paymentRequest }) => ({
      ...newPayment(paymentRequest),
      p_frequency: 'monthly',
      p_starts_on: tomorrow(),
      p_ends_on: null,
      p_payment_count: 3,
    }),
    to: none,
    ownTo: approved,
  },
  {
    name: 'preview_regular_payment',
    args: () => ({ p_frequency: 'weekly', p_starts_on: tomorrow(), p_ends_on: null, p_payment_count: 3 }),
    to: none,
    ownTo: approved,
  },
  { name: 'list_upcoming_payments', args: () => ({ p_days: 366 }), to: none, ownTo: approved },
  { name: 'list_held_payments', args: () => ({}), to: none, ownTo: approved },
  { name: 'set_undo_window', args: () => ({ p_seconds: 10 }), to: none, ownTo: approved },
  // Payments of another user do not exist for the caller.
  { name: 'undo_payment', args: ({ heldPayment }) => ({ p_id: heldPayment }), to: none },
  { name: 'send_held_payment', args: ({ heldPayment }) => ({ p_id: heldPayment }), to: none },
  { name: 'keep_payment', args: ({ scheduledPayment }) => ({ p_id: scheduledPayment }), to: none },
  {
    name: 'settle_access_change',
    args: () => ({ p_name: 'payment_limit', p_takes_back: true }),
    to: none,
    ownTo: approved,
  },
  { name: 'cancel_outgoing_payment', args: ({ scheduledPayment }) => ({ p_id: scheduledPayment }), to: none },
  {
    name: 'change_outgoing_payment',
    args: ({ scheduledPayment }) => ({ p_id: scheduledPayment, p_payment: payment(), p_send_on: tomorrow() }),
    to: none,
  },
  { name: 'undo_skip', args: ({ scheduledPayment }) => ({ p_id: scheduledPayment }), to: none },
  {
    name: 'change_regular_payment',
    args: ({ regularPayment }) => ({ p_id: regularPayment, p_amount: 1, p_ends_on: null, p_payment_count: 3 }),
    to: none,
  },
  { name: 'pause_regular_payment', args: ({ regularPayment }) => ({ p_id: regularPayment }), to: none },
  { name: 'resume_regular_payment', args: ({ regularPayment }) => ({ p_id: regularPayment }), to: none },
  { name: 'cancel_regular_payment', args: ({ regularPayment }) => ({ p_id: regularPayment }), to: none },
  { name: 'edit_current_account_balance', args: () => ({ p_new_balance: 1 }), to: none, ownTo: ['financial_support'] },
  {
    name: 'add_manual_transaction',
    args: () => ({ p_recipient: 'Shop', p_amount: 1, p_reference: 'New', p_request_id: crypto.randomUUID() }),
    to: none,
    ownTo: approved,
  },

  {
    name: 'schedule_payment',
    args: () => ({
      p_amount: '1',
      p_from_name: 'Grandma',
      p_scheduled_for: farAhead,
      p_reference: 'New',
      p_request_id: crypto.randomUUID(),
    }),
    to: none,
    ownTo: approved,
  },

  // Devices and sessions.
  { name: 'device_state', args: ({ id }) => ({ p_profile: { id } }), to: none, ownTo: tokens },
  { name: 'staff_idle_minutes', args: ({ id }) => ({ p_profile: { id } }), to: none, ownTo: tokens },
  { name: 'support_needs', args: ({ id }) => ({ p_profile: { id } }), to: none, ownTo: tokens },
  { name: 'turned_off', args: ({ id }) => ({ p_profile: { id } }), to: none, ownTo: tokens },
  { name: 'list_my_support_needs', to: none, ownTo: approved },
  {
    name: 'set_support_need',
    args: () => ({ p_need: 'own_words', p_is_on: true, p_own_words: 'Slowly' }),
    to: none,
    ownTo: approved,
  },
  { name: 'check_reference', args: () => ({ p_reference: 'Rent' }), to: none, ownTo: approved },
  {
    name: 'get_covered_text',
    args: ({ transaction }) => ({ p_transaction_id: transaction }),
    to: none,
    ownTo: approved,
  },
  // No role has received this payment from an account. coveredTexts.test.ts has.
  { name: 'report_message', args: () => ({ p_transaction_id: listId }), to: none },
  { name: 'hide_sender', args: ({ transaction }) => ({ p_transaction_id: transaction }), to: none, ownTo: approved },
  {
    name: 'show_sender',
    args: () => ({ p_sort_code: '20-00-00', p_account_number: '12345678' }),
    to: none,
    ownTo: approved,
  },
  { name: 'list_hidden_senders', to: none, ownTo: approved },
  {
    name: 'from_hidden_sender',
    args: ({ transaction }) => ({ p_transaction: { id: transaction } }),
    to: none,
    ownTo: tokens,
  },
  { name: 'keep_support_needs', to: none, ownTo: approved },
  // The matrix has no needs: supportNeeds.test.ts reads them.
  {
    name: 'record_support_view',
    args: theirId,
    to: none,
    nothingTo: ['approve_users'],
    nothing: false,
    requires: 'approve_users',
  },
  { name: 'get_support_effects', args: theirId, to: none, requires: 'approve_users' },
  requiring('manage_cases', 'give_closing_notice', (them) => ({ ...theirId(them), p_reasons: 'Specific '.repeat(6) })),
  requiring('manage_cases', 'ask_to_close_early', (them) => ({
    ...theirId(them),
    p_reasons: 'Specific '.repeat(6),
    p_exception: 'crime',
    p_days: 0,
  })),
  {
    ...requiring('manage_cases', 'withdraw_closing', (them) => ({ ...theirCase(them), p_reason: 'Mistake' })),
    to: none,
  },
  {
    ...requiring('manage_cases', 'ask_payout_release', (them) => ({ ...theirCase(them), p_reason: 'No answer' })),
    to: none,
  },
  { name: 'preview_closing', to: none, ownTo: approved },
  // No role has entered their PIN. money/closedAccounts.test.ts does.
  { name: 'close_my_account', to: none },
  { ...forUserAdmins('send_closed_link', theirId), to: none },
  { name: 'freeze_my_account', to: none, ownTo: signedIn },
  { name: 'ask_to_unfreeze', to: none, ownTo: approved },
  {
    name: 'enter_device_code',
    args: () => ({ p_device_token: '0'.repeat(64), p_code: '000000' }),
    to: none,
    nothingTo: signedIn,
    nothing: null,
  },
  { name: 'recognise_device', args: () => ({ p_device_token: '0'.repeat(64) }), to: none, ownTo: signedIn },
  { name: 'list_devices', to: none, ownTo: approved },
  { name: 'passkey_state', args: ({ id }) => ({ p_profile: { id } }), to: none, ownTo: tokens },
  { name: 'list_passkeys', to: none, ownTo: approved },
  // No role has entered a PIN and a code, nor has a passkey. access/passkeys.test.ts does.
  { name: 'start_adding_passkey', to: none },
  { name: 'start_passkey_approval', args: () => ({ p_subject: 'unfreeze' }), to: none },
  { name: 'set_approval_amount', args: () => ({ p_amount: '100' }), to: none, ownTo: approved },
  {
    name: 'remove_passkey',
    args: ({ device }) => ({ p_id: device }),
    to: none,
    nothingTo: approved,
    nothing: false,
  },
  { name: 'list_account_looks', args: () => ({ p_after: null, p_limit: 20 }), to: none, ownTo: approved },
  { name: 'get_audit_hashes', args: () => ({ p_places: [1] }), to: approved },
  {
    name: 'remove_device',
    args: ({ device }) => ({ p_device_id: device }),
    to: none,
    nothingTo: approved,
    nothing: false,
  },
  // Push messages and what customers are told about.
  {
    name: 'save_push_subscription',
    args: () => ({
      p_device_token: '0'.repeat(64),
      p_subscription: { endpoint: 'https://thief.example/' },
      p_server_key: '',
    }),
    to: none,
  },
  {
    name: 'stop_push',
    args: () => ({ p_device_token: '0'.repeat(64) }),
    to: none,
    nothingTo: tokens,
    nothing: null,
  },
  { name: 'list_push_devices', args: () => ({ p_device_token: '0'.repeat(64) }), to: none, ownTo: approved },
  {
    name: 'remove_push_device',
    args: ({ id }) => ({ p_id: id }),
    to: none,
    nothingTo: approved,
    nothing: false,
  },
  { name: 'get_notification_choices', to: none, ownTo: approved },
  { name: 'mailbox_events', args: ({ id }) => ({ p_profile: { id } }), to: none, ownTo: tokens },
  {
    name: 'choose_notifications',
    args: () => ({ p_push: [], p_mail: [], p_mailbox: [], p_shows_amounts: true, p_low_balance: '1' }),
    to: none,
    ownTo: approved,
  },
  {
    name: 'touch_session',
    args: () => ({ p_device_token: 'a'.repeat(64) }),
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
  { name: 'get_agent_hours', to: none, ownTo: approved },
  {
    name: 'end_chat',
    args: ({ chat }) => ({ p_conversation_id: chat, p_reason: 'other' }),
    to: ['manage_chat'],
    nothingTo: except(approved, 'manage_chat'),
    nothing: false,
  },
  forChatAdmins('accept_agent_request', ({ agentRequest }) => ({ p_request_id: agentRequest })),
  forChatAdmins('get_waiting_chats'),
  forChatAdmins('mark_chat_read', ({ chat }) => ({ p_conversation_id: chat, p_until: farAhead })),
  forChatAdmins('list_conversations', ({ chat }) => ({
    p_tab: 'all',
    p_search: 'Secret',
    p_conversation_id: chat,
    p_before: farAhead,
    p_before_id: chat,
  })),
  forChatAdmins('count_conversations', () => ({ p_search: 'Secret' })),
  forChatAdmins('list_chat_agents'),
  forChatAdmins('touch_agent_presence'),
  forChatAdmins('set_agent_away', () => ({ p_is_away: false })),
  forChatAdmins('start_call', theirId),
  forChatAdmins('end_call', () => ({ p_call_id: listId })),
  forChatAdmins('enter_identity_code', ({ id }) => ({ p_user_id: id, p_code: '000000' })),
  forChatAdmins('get_customer_contact', theirId),
  {
    name: 'name_trusted_contact',
    args: () => ({ p_sort_code: '12-34-56', p_account_number: '12345678', p_threshold: '250' }),
    to: none,
    ownTo: approved,
  },
  { name: 'answer_contact_request', args: ({ id }) => ({ p_owner_id: id, p_accepts: true }), to: none },
  { name: 'set_contact_threshold', args: () => ({ p_threshold: '100' }), to: none },
  { name: 'remove_trusted_contact', args: ({ id }) => ({ p_owner_id: id, p_keeps: false }), to: none },
  { name: 'answer_contact_review', args: () => ({ p_payment_id: listId, p_looks_right: true }), to: none },
  { name: 'freeze_as_contact', args: ({ id }) => ({ p_owner_id: id }), to: none },
  { name: 'get_trusted_contacts', to: none, ownTo: approved },
  { name: 'get_bank_contact', to: none, ownTo: approved },
  { name: 'make_identity_code', to: none, ownTo: approved },
  { name: 'report_call', args: () => ({ p_call_id: listId }), to: none, ownTo: approved },
  // Refused to all: the chat of another user is not assigned to the caller.
  { name: 'release_chat', args: ({ chat }) => ({ p_conversation_id: chat }), to: none },
  { name: 'transfer_chat', args: ({ chat }, { id }) => ({ p_conversation_id: chat, p_to: id }), to: none },
  { name: 'take_over_chat', args: ({ chat }, { id }) => ({ p_conversation_id: chat, p_from: id }), to: none },
  forChatAdmins('list_pending_agent_requests', ({ agentRequest }) => ({ p_after: longAgo, p_after_id: agentRequest })),
  forChatAdmins('list_saved_replies'),
  forChatAdmins('save_reply', () => ({ p_id: listId, p_shortcut: 'hello', p_reply: 'Hello' })),
  {
    name: 'delete_saved_reply',
    args: () => ({ p_id: listId }),
    to: none,
    nothingTo: ['manage_chat'],
    nothing: false,
    requires: 'manage_chat',
  },
  forChatAdmins('list_chat_tags', ({ chat }) => ({ p_conversation_id: chat })),
  {
    name: 'set_chat_tag',
    args: ({ chat }) => ({ p_conversation_id: chat, p_tag: 'urgent', p_is_set: true }),
    to: none,
    requires: 'manage_chat',
  },
  {
    name: 'mark_chat_complaint',
    args: ({ chat }) => ({ p_conversation_id: chat, p_topic: 'app', p_words: 'New' }),
    to: none,
    requires: 'manage_chat',
  },
  // Refused to all: the chat of another user is not assigned to the caller. chatCustomer.test.ts reads them.
  ...['get_chat_customer', 'record_chat_money_view', 'get_chat_money'].map((name): Call => ({
    name,
    args: ({ chat }) => ({ p_conversation_id: chat }),
    to: none,
    requires: 'manage_chat',
  })),
  // The matrix has no ended chat: transcripts.test.ts reads one.
  requiring('read_transcripts', 'record_transcript_search', ({ id }) => ({ p_search: 'Secret', p_user_id: id })),
  {
    ...requiring('read_transcripts', 'list_transcripts', ({ id, chat }) => ({
      p_user_id: id,
      p_search: 'Secret',
      p_after: chat,
      p_limit: 100,
    })),
    recordedBy: requiring('read_transcripts', 'record_transcript_search', ({ id }) => ({
      p_search: 'Secret',
      p_user_id: id,
    })),
  },
  {
    name: 'record_transcript_view',
    args: ({ chat }) => ({ p_transcript_id: chat }),
    to: none,
    requires: 'read_transcripts',
  },
  { name: 'get_transcript', args: ({ chat }) => ({ p_transcript_id: chat }), to: none, requires: 'read_transcripts' },

  // Transactions of all customers.
  recordedSearch,
  ...(
    [
      [
        'list_all_transactions',
        ({ transaction }) => ({
          p_sort: 'highest',
          p_after: farAhead,
          p_after_id: transaction,
          p_beyond: 1e9,
          p_beyond_id: transaction,
          p_limit: 100,
        }),
      ],
      ['total_transactions', ({ transaction }) => ({ p_after: farAhead, p_after_id: transaction })],
      ['follow_transactions', ({ transaction }) => ({ p_since: longAgo, p_ids: [transaction] })],
      ['list_payments_to_come', () => ({})],
    ] satisfies [string, NonNullable<Call['args']>][]
  ).map(([name, args]) => ({
    ...requiring('view_transactions', name, (them) => ({ ...transactionSearch(them), ...args(them) })),
    recordedBy: recordedSearch,
  })),
  requiring('view_transactions', 'record_export', transactionSearch),
  { name: 'find_id_kinds', args: ({ id }) => ({ p_id: id }), to: everyStaffRole },
  recordedDetails,
  {
    ...requiring('view_transactions', 'get_transaction_details', ({ transaction }) => ({
      p_transaction_id: transaction,
    })),
    recordedBy: recordedDetails,
  },
  // A return requires two permissions, and no role here has both.
  {
    name: 'request_return',
    args: ({ transaction }) => ({ p_id: transaction, p_reason: 'Fraud' }),
    to: none,
    requires: 'repair_transactions',
  },
  // A reversal requires two permissions, and no role here has both.
  {
    name: 'reverse_payment',
    args: ({ transaction }) => ({ p_transaction_id: transaction, p_reason: 'Mistake' }),
    to: none,
    requires: 'view_transactions',
  },
  requiring('repair_transactions', 'find_repairs', ({ transaction }) => ({
    p_before: farAhead,
    p_before_id: transaction,
    p_run_id: crypto.randomUUID(),
  })),
  requiring('repair_transactions', 'run_repair', ({ transaction }) => ({
    p_transaction_ids: [transaction],
    p_run_id: crypto.randomUUID(),
  })),
  {
    ...requiring('repair_transactions', 'finish_repair_run', () => ({
      p_run_id: listId,
      p_outcome: 'failed',
      p_problem: 'The server did not answer.',
    })),
    recordedBy: { name: 'find_repairs', args: () => ({ p_run_id: listId }) },
  },
  requiring('repair_transactions', 'list_repair_runs', ({ transaction }) => ({
    p_before: farAhead,
    p_before_id: transaction,
    p_limit: 100,
  })),
  requiring('repair_transactions', 'list_repair_run_payments', ({ transaction }) => ({
    p_run_id: listId,
    p_after: transaction,
    p_limit: 100,
  })),
  requiring('repair_transactions', 'list_bank_payments', ({ transaction }) => ({
    p_filter: 'all',
    p_bank_id: 'other-bank',
    p_before: farAhead,
    p_before_id: transaction,
    p_limit: 100,
  })),
  requiring('repair_transactions', 'total_bank_payments'),
  requiring('repair_transactions', 'get_bank_messages', ({ transaction }) => ({ p_id: transaction })),
  // No payment here waits for another bank. staffBankPayments.test.ts has one.
  { ...requiring('repair_transactions', 'ask_bank_again', ({ transaction }) => ({ p_id: transaction })), to: none },

  // Users.
  ...recordedList('approve_users', 'record_user_list', 'list_users', ({ id, email }) => ({
    p_approved: true,
    p_search: email,
    p_filter: 'financial_support',
    p_sort: 'name',
    p_after: id,
    p_limit: 100,
  })),
  {
    ...forUserAdmins('count_users', ({ email }) => ({ p_search: email, p_filter: 'suspended' })),
    recordedBy: forUserAdmins('record_user_list', ({ email }) => ({
      p_list_id: listId,
      p_approved: true,
      p_search: email,
      p_filter: 'suspended',
    })),
  },
  ...recordedList('approve_users', 'record_pin_request_list', 'list_pin_reset_requests'),
  forUserAdmins('record_pin_view', ({ id }) => ({ p_user_id: id, p_is_copied: true })),
  {
    ...forUserAdmins('get_user_pin', theirId),
    recordedBy: forUserAdmins('record_pin_view', theirId),
  },
  forUserAdmins('send_pin_to_inbox', theirId),
  forUserAdmins('approve_user', theirId),
  forUserAdmins('approve_users', ({ id }) => ({ p_user_ids: [id] })),
  // The target is approved, and only user administrators get the refusal that says so.
  {
    name: 'reject_users',
    args: ({ id }) => ({ p_user_ids: [id], p_reason: 'No' }),
    to: none,
    requires: 'approve_users',
  },
  forUserAdmins('suspend_user', ({ id }) => ({
    p_user_id: id,
    p_cause: 'not_to_be_told',
    p_message: null,
    p_next_update: null,
  })),
  { name: 'get_suspension_choices', to: everyStaffRole },
  // The cases of the matrix are claims. suspendedCustomers.test.ts sends an update.
  {
    name: 'send_suspension_update',
    args: ({ caseId }) => ({ p_case_id: caseId, p_next_update: null, p_message: 'New' }),
    to: none,
    requires: 'manage_cases',
  },
  requiring('manage_cases', 'count_overdue_cases'),
  forUserAdmins('restore_user', theirId),
  { ...forUserAdmins('preview_deletion', theirId), recordedBy: recordedUser },
  recordedUser,
  { ...forUserAdmins('get_user_page', theirId), recordedBy: recordedUser },
  forUserAdmins('end_user_sessions', theirId),
  forUserAdmins('lower_payment_limit', ({ id }) => ({ p_user_id: id, p_limit: '0', p_reason: 'Asked on the phone' })),
  forUserAdmins('remove_user_device', ({ id }) => ({ p_user_id: id, p_device_id: listId, p_reason: 'Lost' })),
  // As the card below.
  {
    name: 'request_passkey_removal',
    args: ({ id }) => ({ p_user_id: id, p_passkey_id: listId, p_reason: 'Lost' }),
    to: none,
    requires: 'approve_users',
  },
  // The card does not exist, and only user administrators get the refusal that says so.
  {
    name: 'freeze_user_card',
    args: ({ id }) => ({ p_user_id: id, p_card_id: listId, p_reason: 'Lost' }),
    to: none,
    requires: 'approve_users',
  },
  forUserAdmins('add_user_note', ({ id }) => ({ p_user_id: id, p_note: 'Called' })),
  forUserAdmins('delete_user_note', () => ({ p_note_id: listId })),
  forUserAdmins('choose_pin', ({ id }) => ({ p_user_id: id, p_pin: '48317' })),
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
    args: ({ id }) => ({ p_user_id: id, p_balance: '1', p_seen_balance: '4987.66' }),
    to: none,
    requires: 'approve_users',
  },
  forUserAdmins('set_financial_support', ({ id }) => ({ p_user_id: id, p_granted: false })),
  forUserAdmins('resolve_pin_reset_request', theirId),
  forUserAdmins('clear_all_notifications'),
  forUserAdmins('send_all_pins', () => ({ p_after: '00000000-0000-4000-8000-000000000000' })),
  forUserAdmins('sync_passwords', () => ({ p_batch: 1 })),
  forUserAdmins('delete_person', theirId),

  // Cases.
  requiring('manage_cases', 'list_cases', ({ caseId }) => ({
    p_state: 'open',
    p_kind: 'unauthorised',
    p_is_mine: false,
    p_after: longAgo,
    p_after_id: caseId,
    p_limit: 100,
  })),
  recordedCase,
  { ...requiring('manage_cases', 'get_case', theirCase), recordedBy: recordedCase },
  requiring('manage_cases', 'list_case_agents', theirCase),
  requiring('manage_cases', 'assign_case', ({ caseId }, { id }) => ({ p_case_id: caseId, p_to_id: id })),
  requiring('manage_cases', 'add_case_note', ({ caseId }) => ({ p_case_id: caseId, p_note: 'New' })),
  requiring('manage_cases', 'ask_case_customer', ({ caseId }) => ({
    p_case_id: caseId,
    p_question: 'Why?',
    p_stops_clock: true,
  })),
  // The case is about a claim, and only those with the permission get the refusal that says so.
  {
    name: 'decide_messages',
    args: ({ caseId }) => ({ p_case_id: caseId, p_hides: true, p_reason: 'Read them' }),
    to: none,
    requires: 'manage_cases',
  },
  // No bank owes anything for it, which only those with the permission learn.
  {
    name: 'record_recovery',
    args: ({ caseId }) => ({ p_case_id: caseId, p_received: '1', p_is_all: false, p_reason: 'Paid' }),
    to: none,
    requires: 'manage_cases',
  },
  requiring('manage_cases', 'decide_claim', ({ caseId }) => ({
    p_case_id: caseId,
    p_refuses: false,
    p_reason: 'Yes',
    p_standard: null,
  })),
  requiring('manage_cases', 'start_payment_check', ({ scheduledPayment }) => ({
    p_transaction_id: scheduledPayment,
    p_reason: 'Yes',
    p_told: 'New',
  })),
  requiring('manage_cases', 'extend_payment_check', ({ holdId, holdUntil }) => ({
    p_case_id: holdId,
    p_reason: 'Yes',
    p_until: holdUntil,
  })),
  requiring('manage_cases', 'decide_payment_check', ({ holdId }) => ({
    p_case_id: holdId,
    p_refuses: true,
    p_reason: 'Yes',
  })),
  requiring('manage_cases', 'update_complaint', ({ complaintId }) => ({ p_case_id: complaintId, p_words: 'New' })),
  requiring('manage_cases', 'hold_complaint', ({ complaintId }) => ({ p_case_id: complaintId, p_reason: 'New' })),
  requiring('manage_cases', 'decide_complaint', ({ complaintId }) => ({
    p_case_id: complaintId,
    p_outcome: 'upheld',
    p_response: 'New',
    p_redress: '1',
    p_is_accepted: false,
  })),

  // Approvals. Each kind of request has the right of its action; asking for a balance requires two permissions.
  ...(['deletion', 'super_admin'] as const).map((kind) =>
    requiring(kind === 'deletion' ? 'approve_users' : 'super_admin', 'request_approval', ({ id }) => ({
      p_kind: kind,
      p_user_id: id,
      p_reason: 'Asked',
    })),
  ),
  {
    name: 'request_approval',
    args: ({ id }) => ({
      p_kind: 'balance',
      p_user_id: id,
      p_reason: 'Asked',
      p_balance: '1',
      p_seen_balance: '4987.66',
    }),
    to: none,
    requires: 'financial_support',
  },
  // There is no such request, and only those who may decide one get the refusal that says so.
  { name: 'approve_request', args: ({ id }) => ({ p_request_id: id }), to: none },
  { name: 'refuse_request', args: ({ id }) => ({ p_request_id: id, p_reason: 'No' }), to: none },
  {
    name: 'list_approval_requests',
    args: ({ id }) => ({ p_waiting: true, p_after: id, p_limit: 100 }),
    to: approvers,
  },
  { name: 'count_approval_requests', to: approvers },

  // Roles and the audit.
  ...recordedList('super_admin', 'record_role_list', 'list_people_by_role', ({ id, email }) => ({
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
    p_search: 'a',
    p_words: ['open_account'],
    p_row: 1,
    p_after: 1,
    p_limit: 100,
    p_without_looks: true,
  })),
  forSuperAdmins('record_audit_export', ({ id }) => ({
    p_actor: id,
    p_action: 'open_account',
    p_target: id,
    p_from: longAgo,
    p_to: farAhead,
    p_search: 'a',
    p_without_looks: true,
  })),
  forSuperAdmins('list_audit_actions'),
  forSuperAdmins('verify_audit', () => ({ p_after: 0 })),
  forSuperAdmins('list_jobs'),
  forSuperAdmins('get_payment_rules'),
  // The rules are missing, or the trial is another user's, and only a super admin gets the refusal that says so.
  { name: 'try_payment_rules', args: () => ({ p_rules: [] }), to: none, requires: 'super_admin' },
  {
    name: 'request_payment_rules',
    args: ({ id }) => ({ p_trial_id: id, p_reason: 'Asked' }),
    to: none,
    requires: 'super_admin',
  },
  forSuperAdmins('list_job_failures', () => ({ p_before: 1, p_limit: 1 })),
  forSuperAdmins('acknowledge_audit_alarm', () => ({ p_row_id: 1 })),
  { name: 'get_audit_alarm', to: everyStaffRole },
  { name: 'get_staff_overview', to: everyStaffRole },
]

export type EdgeCall = {
  name: string
  body: (them: RightsUser, me: RightsUser) => Record<string, unknown>
  to: readonly Role[]
  ownTo?: readonly Role[]
  nothingTo?: readonly Role[]
  nothing?: unknown
}

const passkeyAnswer = (response: object) => ({
  id: 'AAAA',
  rawId: 'AAAA',
  type: 'public-key',
  response: { clientDataJSON: Buffer.from('{"challenge":"AAAA"}').toString('base64url'), ...response },
})

export const edgeCalls: readonly EdgeCall[] = [
  // Sends a code to the caller's own address, if the caller's device needs one.
  { name: 'send-device-code', body: () => ({}), to: none, ownTo: ['staff on an unknown device'] },
  // No role has a challenge. passkeys.test.ts has.
  { name: 'add-passkey', body: () => ({ response: passkeyAnswer({ attestationObject: 'AAAA' }) }), to: none },
  {
    name: 'use-passkey',
    body: () => ({
      purpose: 'sign_in',
      response: passkeyAnswer({ authenticatorData: 'AAAA', signature: 'AAAA', userHandle: 'AAAA' }),
    }),
    to: none,
  },
  {
    name: 'ai-chat',
    body: ({ id }) => ({ userId: id, messages: [{ role: 'user', content: 'What is my balance?' }] }),
    to: none,
  },
  // It takes a signature of the card network and no token.
  {
    name: 'card-authorisation',
    body: ({ card }) => ({
      id: crypto.randomUUID(),
      type: 'authorise',
      card,
      amount: '1.00',
      merchant: 'Shop',
      mcc: '5411',
      country: 'GB',
      entry: 'chip',
    }),
    to: none,
  },
  { name: 'reject-users', body: ({ id }) => ({ userIds: [id], reason: 'No' }), to: none },
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
  // It answers only how many mails it has sent.
  { name: 'send-due-mails', body: () => ({}), to: none, nothingTo: signedIn, nothing: { sent: 0 } },
  // It answers only how many messages to other banks were answered.
  { name: 'send-interbank', body: () => ({}), to: none, nothingTo: signedIn, nothing: { answered: 0 } },
  // It asks about a check of the caller only, and answers nothing.
  {
    name: 'check-payee',
    body: () => ({
      checkId: crypto.randomUUID(),
      name: 'New payee',
      sortCode: '12-34-56',
      accountNumber: '87654321',
      accountType: null,
    }),
    to: none,
    nothingTo: signedIn,
    nothing: {},
  },
  // Only the secret key opens it.
  { name: 'recover-interbank', body: () => ({ since: new Date().toISOString(), place: null }), to: none },
  // It reads a signature of another bank, and no token.
  { name: 'interbank', body: () => ({}), to: none },
]
