import {
  type Call,
  counted,
  empty,
  everyRole,
  except,
  farAhead,
  forVisitors,
  listId,
  none,
  own,
  refused,
  signedIn,
  tokens,
} from './callKinds'
import { approved, sessionEnded } from './expectedRights'

const today = () => new Date().toLocaleDateString('sv', { timeZone: 'Europe/London' })
const tomorrow = () => new Date(Date.now() + 864e5).toLocaleDateString('sv', { timeZone: 'Europe/London' })
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

/** Every function of the API for visitors and customers. */
export const customerCalls: readonly Call[] = [
  // Before sign-in.
  forVisitors(
    counted(
      empty(
        'get_email_by_pin',
        [],
        () => ({ user_pin: '00000', p_device_token: null, p_email: 'nobody@test.example' }),
        everyRole,
      ),
    ),
  ),
  forVisitors(counted(empty('request_pin_reset', null, ({ email }) => ({ p_email: email }), everyRole))),
  forVisitors(counted(empty('report_known_address', null, ({ email }) => ({ p_email: email }), everyRole))),
  forVisitors(
    counted(
      empty(
        'report_shown_error',
        null,
        () => ({ p_reference: 'ABCDEF', p_kind: 'TypeError', p_screen: '/' }),
        everyRole,
      ),
    ),
  ),
  // No role has such a token. freeze.test.ts uses one.
  forVisitors(
    counted(
      empty(
        'choose_new_pin',
        false,
        () => ({ p_token: 'unknown', p_pin: '48317', p_request_id: crypto.randomUUID() }),
        everyRole,
      ),
    ),
  ),
  forVisitors(counted(empty('freeze_by_link', false, () => ({ p_token: 'unknown' }), everyRole))),

  forVisitors(counted(own('start_passkey_sign_in', undefined, everyRole))),

  // PostgREST calls it before each request.
  forVisitors(empty('limit_requests', null, undefined, everyRole)),

  // The caller's own data. These functions take no user id.
  // Only 'pending' has the session of a sign-up.
  own('has_new_pin', undefined, tokens),
  empty('record_new_pin_view', null, undefined, except(tokens, ...sessionEnded)),
  { name: 'get_my_new_pin', to: none, ownTo: tokens, recordedBy: { name: 'record_new_pin_view' } },
  empty('confirm_new_pin', null, undefined, except(tokens, ...sessionEnded)),
  // The PIN is not the caller's, so the calls after it are refused.
  counted(empty('enter_my_pin', null, () => ({ p_pin: '00000' }))),
  refused('change_my_pin', () => ({ p_new_pin: '48317' })),
  // No role has this PIN, so each gets the answer to a wrong one. A right PIN is in cards.test.ts.
  counted(empty('record_card_reveal', false, () => ({ p_secret: 'card_pin', p_security_pin: '00000' }))),
  {
    name: 'get_my_card_secret',
    args: () => ({ p_secret: 'card_number' }),
    to: none,
    ownTo: approved,
    recordedBy: { name: 'record_card_reveal', args: () => ({ p_secret: 'card_number' }) },
  },
  refused('activate_card', ({ card }) => ({ p_card_id: card })),
  refused('set_card_frozen', ({ card }) => ({ p_card_id: card, p_frozen: true })),
  refused('set_card_controls', ({ card }) => ({
    p_card_id: card,
    p_online: false,
    p_contactless: false,
    p_cash: false,
    p_abroad: false,
    p_gambling: false,
    p_purchase_limit: '5',
    p_daily_limit: '5',
  })),
  refused('replace_card', ({ card }) => ({ p_card_id: card, p_reason: 'stolen' })),
  own('open_current_account'),
  own('set_display_name', () => ({ p_full_name: 'New name' })),
  refused('edit_recipient', ({ recipient }) => ({
    p_id: recipient,
    p_name: 'New name',
    p_nickname: 'New',
    p_is_favourite: true,
  })),
  refused('import_external_transactions', ({ externalAccount }) => ({
    p_account_id: externalAccount,
    p_name: 'New bank',
    p_transactions: [{ key: 'New', day: '2026-10-02', amount: '1', description: 'New' }],
    p_balance: '1.00',
    p_balance_day: '2026-10-02',
  })),
  refused('count_in_insights', ({ externalAccount }) => ({ p_account_id: externalAccount, p_in_insights: true })),
  refused('report_scam', ({ transaction }) => ({ p_transaction_id: transaction })),
  refused('save_claim', ({ transaction }) => ({
    p_transaction_id: transaction,
    p_kind: 'scam',
    p_who: 'New',
    p_reached: 'phone',
    p_said: 'New',
  })),
  refused('send_claim', ({ transaction }) => ({ p_transaction_id: transaction })),
  refused('get_claim', ({ transaction }) => ({ p_transaction_id: transaction })),
  own('list_my_cases'),
  refused('get_my_case', ({ caseId }) => ({ p_case_id: caseId })),
  refused('answer_case', ({ caseId }) => ({ p_case_id: caseId, p_answer: 'New' })),
  own('get_my_suspension', undefined, ['suspended']),
  own('list_my_letters', undefined, [...approved, 'suspended']),
  own('get_suspended_chat', undefined, ['suspended']),
  // Staff have not asked the suspended customer of this test for a new PIN.
  refused('restore_with_pin', () => ({ p_pin: '40718' })),
  own('write_while_suspended', () => ({ p_message_id: crypto.randomUUID(), p_message: 'New' }), ['suspended']),
  refused('open_complaint', ({ transaction }) => ({
    p_topic: 'app',
    p_said: 'New',
    p_wish: 'New',
    p_transaction_id: transaction,
  })),
  refused('reopen_complaint', ({ complaintId }) => ({ p_case_id: complaintId, p_said: 'New' })),
  own('get_current_account'),
  own('get_insights'),
  own('get_spending_by_category'),
  own('get_spending_by_payee'),
  refused('set_category', ({ transaction }) => ({
    p_transaction_id: transaction,
    p_category: 'bills',
    p_always: true,
  })),
  own('get_statement_months', undefined, [...approved, 'suspended']),
  { name: 'list_card_payments', to: none, ownTo: approved, nothingTo: except(tokens, ...approved), nothing: [] },
  own('get_statement', () => ({ p_from: today(), p_until: today() }), [...approved, 'suspended']),
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
  empty('get_balance_after', null, ({ transaction }) => ({ p_transaction_id: transaction })),
  empty('get_bank_payment', [], ({ transaction }) => ({ p_transaction_id: transaction })),
  refused('recall_payment', ({ transaction }) => ({ p_transaction_id: transaction, p_reason: 'fraud' })),
  refused('answer_recall', ({ transaction }) => ({ p_transaction_id: transaction, p_returns: true })),
  own('check_payee', () => ({
    p_check_id: crypto.randomUUID(),
    p_name: 'New payee',
    p_sort_code: '12-34-56',
    p_account_number: '87654321',
    p_account_type: 'personal',
  })),
  own('get_payment_limit'),
  own('set_payment_limit', () => ({ p_limit: '100' })),
  empty('assess_payment', [], ({ payeeCheck, account }) => ({
    p_name: 'New payee',
    p_sort_code: account.sortCode,
    p_account_number: account.number,
    p_amount: '1',
    p_check_id: payeeCheck,
    p_frequency: 'monthly',
    p_payment_count: '3',
  })),
  empty('get_payee_check', [], ({ payeeCheck }) => ({ p_check_id: payeeCheck })),
  // An idempotency key that another user has used is a new one for the caller.
  own('make_payment', ({ paymentRequest }) => newPayment(paymentRequest)),
  own('schedule_outgoing_payment', ({ paymentRequest }) => ({ ...newPayment(paymentRequest), p_send_on: tomorrow() })),
  own('pay_and_repeat', ({ paymentRequest }) => ({
    ...newPayment(paymentRequest),
    p_frequency: 'monthly',
    p_ends_on: null,
    p_payment_count: 3,
  })),
  own('create_regular_payment', ({ paymentRequest }) => ({
    ...newPayment(paymentRequest),
    p_frequency: 'monthly',
    p_starts_on: tomorrow(),
    p_ends_on: null,
    p_payment_count: 3,
  })),
  own('preview_regular_payment', () => ({
    p_frequency: 'weekly',
    p_starts_on: tomorrow(),
    p_ends_on: null,
    p_payment_count: 3,
  })),
  own('list_upcoming_payments', () => ({ p_days: 366 })),
  own('list_held_payments', () => ({})),
  own('set_undo_window', () => ({ p_seconds: 10 })),
  // Payments of another user do not exist for the caller.
  refused('undo_payment', ({ heldPayment }) => ({ p_id: heldPayment })),
  refused('send_held_payment', ({ heldPayment }) => ({ p_id: heldPayment })),
  refused('keep_payment', ({ scheduledPayment }) => ({ p_id: scheduledPayment })),
  refused('cancel_outgoing_payment', ({ scheduledPayment }) => ({ p_id: scheduledPayment })),
  refused('change_outgoing_payment', ({ scheduledPayment }) => ({
    p_id: scheduledPayment,
    p_payment: payment(),
    p_send_on: tomorrow(),
  })),
  refused('undo_skip', ({ scheduledPayment }) => ({ p_id: scheduledPayment })),
  refused('change_regular_payment', ({ regularPayment }) => ({
    p_id: regularPayment,
    p_amount: 1,
    p_ends_on: null,
    p_payment_count: 3,
  })),
  refused('set_regular_payment_state', ({ regularPayment }) => ({ p_id: regularPayment, p_state: 'paused' })),
  own('edit_current_account_balance', () => ({ p_new_balance: 1 }), ['financial_support']),
  own('add_manual_transaction', () => ({
    p_recipient: 'Shop',
    p_amount: 1,
    p_reference: 'New',
    p_request_id: crypto.randomUUID(),
  })),

  own('schedule_payment', () => ({
    p_amount: '1',
    p_from_name: 'Grandma',
    p_scheduled_for: farAhead,
    p_reference: 'New',
    p_request_id: crypto.randomUUID(),
  })),

  // Devices and sessions.
  own('device_state', ({ id }) => ({ p_profile: { id } }), tokens),
  own('staff_idle_minutes', ({ id }) => ({ p_profile: { id } }), tokens),
  own('support_needs', ({ id }) => ({ p_profile: { id } }), tokens),
  own('turned_off', ({ id }) => ({ p_profile: { id } }), tokens),
  own('list_my_support_needs'),
  own('set_support_need', () => ({ p_need: 'own_words', p_is_on: true, p_own_words: 'Slowly' })),
  own('get_covered_text', ({ transaction }) => ({ p_transaction_id: transaction })),
  // No role has received this payment from an account. coveredTexts.test.ts has.
  refused('report_message', () => ({ p_transaction_id: listId })),
  own('hide_sender', ({ transaction }) => ({ p_transaction_id: transaction })),
  own('show_sender', () => ({ p_sort_code: '20-00-00', p_account_number: '12345678' })),
  own('list_hidden_senders'),
  own('from_hidden_sender', ({ transaction }) => ({ p_transaction: { id: transaction } }), tokens),
  own('keep_support_needs'),
  own('preview_closing'),
  // No role has entered their PIN. money/closedAccounts.test.ts does.
  refused('close_my_account'),
  // As above: staff/personalData.test.ts does.
  refused('record_my_data_copy'),
  refused('get_my_data'),
  own('ask_to_unfreeze'),
  empty('enter_device_code', null, () => ({ p_device_token: '0'.repeat(64), p_code: '000000' }), signedIn),
  own('recognise_device', () => ({ p_device_token: '0'.repeat(64) }), signedIn),
  own('list_devices'),
  own('passkey_state', ({ id }) => ({ p_profile: { id } }), tokens),
  own('list_passkeys'),
  // No role has entered a PIN and a code, nor has a passkey. access/passkeys.test.ts does.
  refused('start_adding_passkey'),
  refused('start_passkey_approval', () => ({ p_subject: 'unfreeze' })),
  own('set_passkey_amount', () => ({ p_amount: '100' })),
  empty('remove_passkey', false, ({ device }) => ({ p_id: device, p_by_passkey: false })),
  own('list_account_looks', () => ({ p_after: null, p_limit: 20 })),
  { name: 'get_audit_hashes', args: () => ({ p_places: [1] }), to: approved },
  empty('remove_device', false, ({ device }) => ({ p_device_id: device })),
  // Push messages and what customers are told about.
  refused('save_push_subscription', () => ({
    p_device_token: '0'.repeat(64),
    p_subscription: { endpoint: 'https://thief.example/' },
    p_server_key: '',
  })),
  empty('stop_push', null, () => ({ p_device_token: '0'.repeat(64) }), tokens),
  own('list_push_devices', () => ({ p_device_token: '0'.repeat(64) })),
  empty('remove_push_device', false, ({ id }) => ({ p_id: id })),
  own('get_notification_choices'),
  own('mailbox_events', ({ id }) => ({ p_profile: { id } }), tokens),
  own('choose_notifications', () => ({
    p_push: [],
    p_mail: [],
    p_mailbox: [],
    p_shows_amounts: true,
    p_low_balance: '1',
  })),
  {
    name: 'touch_session',
    args: () => ({ p_device_token: 'a'.repeat(64) }),
    to: none,
    ownTo: signedIn,
    nothingTo: except(tokens, ...signedIn),
    nothing: false,
  },

  // Chat.
  refused('request_agent', ({ chat }) => ({ p_conversation_id: chat })),
  empty('get_queue_position', null, ({ chat }) => ({ p_conversation_id: chat })),
  own('get_agent_hours'),
  own('name_trusted_contact', () => ({ p_sort_code: '12-34-56', p_account_number: '12345678', p_threshold: '250' })),
  refused('answer_contact_request', ({ id }) => ({ p_owner_id: id, p_accepts: true })),
  refused('set_contact_threshold', () => ({ p_threshold: '100' })),
  refused('remove_trusted_contact', ({ id }) => ({ p_owner_id: id, p_keeps: false })),
  refused('answer_contact_review', () => ({ p_payment_id: listId, p_looks_right: true })),
  refused('freeze_as_contact', ({ id }) => ({ p_owner_id: id })),
  own('get_trusted_contacts'),
  own('get_bank_contact'),
  own('make_identity_code'),
  own('report_call', () => ({ p_call_id: listId })),
  // The last one: everyFunction.test.ts calls them all as one user.
  own('freeze_my_account', undefined, signedIn),
]
