import { randomUUID } from 'node:crypto'
import type { Db, Person } from '../fixtures/database'
import { externalPayee } from '../fixtures/payments'
import type { Customer } from '../fixtures/people'

/** What everyCost.test.ts prepares. */
export type World = Record<
  'payment' | 'incoming' | 'recipient' | 'future' | 'regular' | 'card' | 'chat' | 'complaint' | 'external',
  string
> & { payer: Customer; payee: Customer }

/** What a caller writes and for whom, and what stops it. */
export type Cost = {
  writes: string
  limit: string
  /** The statement with its worst input, another in each call. */
  call?: (world: World, nth: number) => string
  /** Brings a counter near its limit. */
  near?: (db: Db, caller: Person, world: World) => PromiseLike<unknown>
  /** The customer, if it is not said. */
  by?: 'anon' | 'staff'
  /** The file with the test that sees it stop, where a call needs much before it. */
  in?: string
}

/** private.require_fewer_actions: 2,000 of a customer in an hour, 20,000 of staff, and 500 of each that protects the account. */
const audited = 'audited actions'
const nothing = 'nothing'
/** A text as long as most functions take it, another in each call. */
const text = (nth: number, length = 290) => `${nth} `.padEnd(length, 'x')
const payment = (amount: string) =>
  `jsonb_populate_record(null::public.payment_request, '${JSON.stringify({
    to_name: externalPayee.name,
    to_sort_code: externalPayee.sortCode,
    to_account_number: externalPayee.accountNumber,
    amount,
    warnings: ['first_payment', 'unconfirmed_name', 'half_of_balance', 'many_new_payees'],
    warnings_version: 1,
    warnings_shown_at: new Date().toISOString(),
  })}')`
const tomorrow = () => new Date(Date.now() + 2 * 864e5).toISOString().slice(0, 10)
/** The counters are per client address. */
const fromOneAddress = {
  by: 'anon',
  near: (db: Db) =>
    db`select set_config('request.headers', '{"x-forwarded-for": "192.0.2.77"}', true), setval('private.wrong_pins', 0)`,
} as const

/** Each function that a visitor or a customer can call and that writes. */
export const customerCosts: Record<string, Cost> = {
  // Before sign-in.
  get_email_by_pin: {
    writes: 'a counter of the client address and one of the typed address',
    limit: '5 of a client address, 200 of all in an hour',
    call: (_, nth) => `select public.get_email_by_pin('00000', null, 'nobody-${nth}@test.example')`,
    ...fromOneAddress,
  },
  request_pin_reset: {
    writes: 'a counter, a request for staff and a mail to the owner',
    limit: '30 of a client address, one open request of a user',
    call: ({ payer }) => `select public.request_pin_reset('${payer.email}')`,
    ...fromOneAddress,
  },
  report_known_address: {
    writes: 'a counter and a mail to the owner',
    limit: '30 of a client address; a mail of a user in a day, 200 in an hour',
    call: ({ payer }) => `select public.report_known_address('${payer.email}')`,
    ...fromOneAddress,
  },
  report_shown_error: {
    writes: 'a counter and a row for staff',
    limit: '20 of a user or a client address in a day, 20,000 rows, 10,000 of visitors',
    in: 'staff/shownErrors',
  },
  choose_new_pin: {
    writes: 'a counter, the PIN, the audit and a mail',
    limit: '30 wrong links of a client address; a link works once',
    call: (_, nth) => `select public.choose_new_pin('${nth}', '48317', gen_random_uuid())`,
    ...fromOneAddress,
  },
  freeze_by_link: {
    writes: 'the freeze, the audit and a mail',
    limit: 'a freeze of a user, whom only their own proof unfreezes',
    in: 'access/freeze',
  },
  start_passkey_sign_in: {
    writes: 'a challenge',
    limit: '600 of a client address in 5 minutes',
    in: 'access/passkeys',
  },
  limit_requests: { writes: nothing, limit: '6 requests of a user at the same time', in: 'access/limits' },

  // Money.
  make_payment: {
    writes: "a row in both lists, ledger entries, a payee, mails to both, rows of the payee's list",
    limit: 'the money and the daily limit; 20 mails to a payee in a day',
    call: () => `select * from public.make_payment(gen_random_uuid(), ${payment('450')})`,
  },
  pay_and_repeat: {
    writes: 'as make_payment and create_regular_payment',
    limit: `50 regular payments, ${audited}`,
    call: () => `select * from public.pay_and_repeat(gen_random_uuid(), ${payment('0.01')}, 'monthly', null, '3')`,
  },
  create_regular_payment: {
    writes: 'a regular payment, its next payment and the audit',
    limit: `50 regular payments, ${audited}`,
    call: () =>
      `select * from public.create_regular_payment(gen_random_uuid(), ${payment('0.01')}, 'monthly', '${tomorrow()}', null, '3')`,
  },
  schedule_outgoing_payment: {
    writes: 'a future payment and the audit',
    limit: `50 future payments, ${audited}`,
    call: () =>
      `select * from public.schedule_outgoing_payment(gen_random_uuid(), ${payment('0.01')}, '${tomorrow()}')`,
  },
  schedule_payment: {
    writes: 'a payment to come',
    limit: '50 payments to come',
    call: (_, nth) =>
      `select public.schedule_payment('1', '${text(nth, 100)}', now() + interval '1 day', 'Gift', gen_random_uuid())`,
  },
  add_manual_transaction: {
    writes: 'a row of the list, ledger entries and the audit',
    limit: audited,
    call: (_, nth) => `select public.add_manual_transaction('${text(nth, 100)}', '0.01', null, gen_random_uuid())`,
  },
  edit_current_account_balance: {
    writes: 'ledger entries and the audit',
    limit: `${audited}, and a right that staff give`,
    in: 'money/accountTools',
  },
  undo_payment: { writes: 'the return and the audit', limit: 'once for a payment', in: 'money/undoWindow' },
  send_held_payment: { writes: 'as make_payment', limit: 'once for a payment', in: 'money/undoWindow' },
  keep_payment: { writes: 'the payment and the audit', limit: 'once for a payment', in: 'staff/suspendedCustomers' },
  cancel_outgoing_payment: {
    writes: 'the payment and the audit',
    limit: 'once for a payment',
    call: ({ future }) => `select public.cancel_outgoing_payment('${future}')`,
  },
  change_outgoing_payment: {
    writes: 'the payment and the audit',
    limit: audited,
    call: ({ future }, nth) =>
      `select public.change_outgoing_payment('${future}', ${payment(`0.${10 + (nth % 80)}`)}, '${tomorrow()}')`,
  },
  undo_skip: { writes: 'the payment and the audit', limit: audited, in: 'money/regularPayments' },
  change_regular_payment: {
    writes: 'the payment and the audit',
    limit: audited,
    call: ({ regular }, nth) =>
      `select public.change_regular_payment('${regular}', '0.${10 + (nth % 80)}', null, null)`,
  },
  set_regular_payment_state: {
    writes: 'the payment and the audit',
    limit: audited,
    call: ({ regular }, nth) =>
      `select public.set_regular_payment_state('${regular}', '${nth % 2 === 0 ? 'paused' : 'active'}')`,
  },
  check_payee: {
    writes: 'a check',
    limit: '10 in an hour that do not match, 1,000 of all',
    call: ({ payee }) =>
      `select public.check_payee(gen_random_uuid(), 'Paul Payee', '${payee.account.sort_code}', '${payee.account.account_number}')`,
    near: (db, { id }) => db`
      insert into private.payee_checks (id, user_id, details_hash, outcome, is_counted, shows_name)
      select gen_random_uuid(), ${id}, sha256('x'), 'match', false, false from generate_series(1, 990)`,
  },
  recall_payment: {
    writes: 'a message to a bank and the audit',
    limit: 'once for a payment',
    in: 'banks/betweenBanks',
  },
  answer_recall: { writes: 'a message to a bank and the audit', limit: 'once for a payment', in: 'banks/betweenBanks' },
  open_savings_account: {
    writes: 'an account and the audit',
    limit: `10 open accounts, 20 in a day, ${audited}`,
    call: (_, nth) => `select public.open_savings_account('Pot ${nth}', 'green')`,
  },
  change_savings_account: {
    writes: 'the name, the colour and the goal',
    limit: 'a row of an account, 30 characters',
    in: 'money/savingsAccounts',
  },
  close_savings_account: { writes: 'a move and the audit', limit: 'once for an account', in: 'money/savingsAccounts' },
  protect_savings: { writes: 'the hours, the audit, a mail and a note', limit: audited, in: 'money/protectedSavings' },
  cancel_waiting_move: { writes: 'the state', limit: 'once for a move', in: 'money/protectedSavings' },
  move_own_money: {
    writes: 'two rows and two ledger entries',
    limit: '100 of an account in a day',
    in: 'money/ownMoves',
  },
  create_regular_move: {
    writes: 'a regular payment, its next payment and the audit',
    limit: `50 regular payments, ${audited}`,
    in: 'money/regularMoves',
  },
  set_round_ups: { writes: 'a row of the customer and the audit', limit: audited, in: 'money/roundUps' },
  edit_recipient: {
    writes: 'the payee',
    limit: 'a row of a payee, 140 characters',
    call: ({ recipient }, nth) =>
      `select public.edit_recipient('${recipient}', '${text(nth, 140)}', '${text(nth, 140)}', true)`,
  },
  set_category: {
    writes: 'a category',
    limit: 'a row of a payment, and one of a payee',
    call: ({ payment: id }, nth) =>
      `select public.set_category('${id}', '${nth % 2 === 0 ? 'bills' : 'shopping'}', ${nth % 3 === 0})`,
  },
  import_external_transactions: {
    writes: 'an account elsewhere and its rows',
    limit: '10 accounts, 100,000 rows of 500 characters',
    call: ({ external }, nth) =>
      `select public.import_external_transactions('${nth < 12 ? randomUUID() : external}', 'Bank ${nth % 12}', '[{"key": "a", "day": "2026-01-02", "amount": "1", "description": "${text(nth, 90)}"}]')`,
  },
  count_in_insights: {
    writes: 'the account elsewhere',
    limit: 'a row',
    call: ({ external }, nth) => `select public.count_in_insights('${external}', ${nth % 2 === 0})`,
  },
  open_current_account: {
    writes: 'an account and a card',
    limit: 'once for a user',
    call: () => 'select public.open_current_account()',
  },

  // The card.
  activate_card: { writes: 'the card and the audit', limit: 'once for a card', in: 'cards/cards' },
  set_card_frozen: {
    writes: 'the card and the audit',
    limit: audited,
    call: ({ card }, nth) => `select public.set_card_frozen('${card}', ${nth % 2 === 0})`,
  },
  set_card_controls: {
    writes: 'the card, the audit and a mail',
    limit: audited,
    call: ({ card }, nth) => `select public.set_card_controls('${card}', p_online => ${nth % 2 === 0})`,
  },
  replace_card: {
    writes: 'a card, the audit, a note and a mail',
    limit: '5 in a day',
    call: ({ payer }) =>
      `select public.replace_card(c.id, 'lost') from public.cards c where c.user_id = '${payer.id}' and c.status = 'active'`,
  },
  record_card_reveal: {
    writes: 'the audit and a record',
    limit: audited,
    call: () => `select public.record_card_reveal('card_number')`,
  },

  // What the customer chooses, and how they sign in.
  set_display_name: {
    writes: 'the name',
    limit: 'a row',
    call: (_, nth) => `select public.set_display_name('Pia ${'abcdefghijklmnopqrstuvwxyz'[nth % 26]}')`,
  },
  set_payment_limit: {
    writes: 'the limit, the audit, a note and a mail',
    limit: `${audited}; a lower one, which protects, 500 in an hour`,
    call: (_, nth) => `select public.set_payment_limit('${nth % 2 === 0 ? 30000 + nth : 20000 - nth}')`,
    near: (db, { id }) => db`
      insert into private.audit_log (actor_id, action) select ${id}, 'set_payment_limit' from generate_series(1, 490)`,
  },
  set_undo_window: {
    writes: 'the window, the audit and a mail',
    limit: audited,
    call: (_, nth) => `select public.set_undo_window('${nth % 2 === 0 ? 10 : 30}')`,
  },
  set_passkey_amount: {
    writes: 'the amount, the audit and a mail',
    limit: audited,
    call: (_, nth) => `select public.set_passkey_amount('${300 + nth}')`,
  },
  set_support_need: {
    writes: 'a wish and the audit',
    limit: audited,
    call: (_, nth) => `select public.set_support_need('own_words', true, '${text(nth)}')`,
  },
  keep_support_needs: {
    writes: 'the wishes',
    limit: 'a row of a wish',
    call: () => 'select public.keep_support_needs()',
  },
  choose_notifications: {
    writes: 'the choices and a mail',
    limit: 'a row, a mail in an hour',
    call: (_, nth) =>
      `select public.choose_notifications('${nth % 2 === 0 ? '{}' : '{card}'}', '${nth % 2 === 0 ? '{}' : '{money_in}'}', '{}', true, '${nth + 1}')`,
  },
  save_push_subscription: {
    writes: 'a browser and a mail',
    limit: '10 browsers, 10 new ones in a day',
    in: 'access/pushMessages',
  },
  stop_push: { writes: 'the browser', limit: 'a row', call: () => `select public.stop_push('${'0'.repeat(64)}')` },
  remove_push_device: { writes: 'a mail', limit: 'a browser; a mail in an hour', in: 'access/pushMessages' },
  touch_session: {
    writes: 'the last activity and a browser',
    limit: 'a row of a session, 20 browsers',
    call: (_, nth) => `select public.touch_session('${String(nth).padStart(64, '0')}')`,
  },
  recognise_device: {
    writes: 'a device',
    limit: 'a code or a passkey for each',
    call: (_, nth) => `select public.recognise_device('${String(nth).padStart(64, '0')}')`,
  },
  enter_device_code: { writes: 'an attempt', limit: '5 of a code', in: 'access/deviceCodes' },
  remove_device: { writes: 'the sessions and a mail', limit: 'once for a device', in: 'access/devices' },
  enter_my_pin: { writes: 'an attempt', limit: '5 wrong ones', in: 'access/ownPin' },
  change_my_pin: { writes: 'the PIN, the audit and a mail', limit: '5 in an hour', in: 'access/ownPin' },
  record_new_pin_view: { writes: 'the audit and a record', limit: audited, in: 'access/endedWindows' },
  confirm_new_pin: { writes: 'the time', limit: 'once', call: () => 'select public.confirm_new_pin()' },
  start_adding_passkey: { writes: 'a challenge', limit: '30 in 5 minutes', in: 'access/passkeys' },
  start_passkey_approval: { writes: 'a challenge', limit: '30 in 5 minutes', in: 'access/passkeys' },
  remove_passkey: { writes: 'the audit and a mail', limit: 'once for a passkey', in: 'access/passkeys' },
  freeze_my_account: {
    writes: 'the freeze, the audit and a mail',
    limit: 'once until it is undone',
    call: () => 'select public.freeze_my_account()',
  },
  ask_to_unfreeze: {
    writes: 'the time, the audit and a mail',
    limit: 'a code or a passkey for each',
    in: 'access/freeze',
  },
  close_my_account: { writes: 'the end of the account', limit: 'once', in: 'money/closedAccounts' },
  record_my_data_copy: {
    writes: 'the audit, a record and a mail',
    limit: '3 in a day, two copies at the same time in the bank',
    in: 'staff/personalData',
  },
  make_identity_code: {
    writes: 'a code and the audit',
    limit: '20 in an hour',
    call: () => 'select public.make_identity_code()',
  },
  report_call: { writes: 'the call and the audit', limit: 'once for a call', in: 'chat/calls' },

  // Help, cases and other people.
  request_agent: {
    writes: 'a request for agents',
    limit: '20 in a day, one open for a chat',
    call: ({ chat }) => `select public.request_agent('${chat}')`,
  },
  report_scam: {
    writes: 'a report about a payee',
    limit: 'one of a payee',
    call: ({ payment: id }) => `select public.report_scam('${id}')`,
  },
  save_claim: {
    writes: 'a draft',
    limit: 'one of a payment',
    call: ({ payment: id }, nth) =>
      `select public.save_claim('${id}', 'scam', '${text(nth)}', 'phone', '${text(nth)}')`,
  },
  send_claim: { writes: 'a case, the audit and a note', limit: '20 in a day, 50 open ones', in: 'access/costs' },
  answer_case: {
    writes: 'an answer and a mark for staff',
    limit: '20 in a day for a case',
    call: ({ complaint }, nth) => `select public.answer_case('${complaint}', '${text(nth)}')`,
  },
  open_complaint: {
    writes: 'a case, the audit and a note',
    limit: '5 in a day',
    call: (_, nth) => `select public.open_complaint('app', '${text(nth)}')`,
  },
  reopen_complaint: { writes: 'the case, the audit and a note', limit: 'once for a case', in: 'staff/complaints' },
  report_message: {
    writes: 'a case, the audit and a note',
    limit: '5 in a day, one open for a sender',
    call: ({ incoming }) => `select public.report_message('${incoming}')`,
  },
  hide_sender: {
    writes: 'a hidden sender and the texts',
    limit: 'a row of a sender',
    call: ({ incoming }) => `select public.hide_sender('${incoming}')`,
  },
  show_sender: {
    writes: 'the texts',
    limit: 'a row of a sender',
    call: ({ payee }) => `select public.show_sender('${payee.account.sort_code}', '${payee.account.account_number}')`,
  },
  name_trusted_contact: {
    writes: 'a request and a note to the other, the audit and a mail',
    limit: '3 in a week',
    in: 'money/trustedContact',
  },
  answer_contact_request: {
    writes: 'the audit, mails to both',
    limit: 'once for a request',
    in: 'money/trustedContact',
  },
  set_contact_threshold: {
    writes: 'the amount, the audit, mails to both',
    limit: `10 raises in a week, ${audited}`,
    in: 'money/trustedContact',
  },
  remove_trusted_contact: {
    writes: 'the end, the audit, mails to both',
    limit: '3 in a week',
    in: 'money/trustedContact',
  },
  answer_contact_review: {
    writes: 'the answer and the audit',
    limit: 'once for a payment',
    in: 'money/trustedContact',
  },
  freeze_as_contact: { writes: 'as freeze_my_account', limit: 'once in 7 days', in: 'money/trustedContact' },
  write_while_suspended: {
    writes: 'a message and a request for agents',
    limit: '30 in a minute, 500 in a day',
    in: 'staff/suspendedCustomers',
  },
  restore_with_pin: { writes: 'the PIN, the audit and a mail', limit: 'once for a suspension', in: 'staff/suspension' },
}

/** Each write to a table that its policies and grants allow a customer. */
export const tableCosts: Record<string, Cost> = {
  'insert agent_requests': {
    writes: 'a request for agents',
    limit: '20 in a day, one open for a chat',
    call: ({ chat, payer }) =>
      `insert into public.agent_requests (conversation_id, user_id) values ('${chat}', '${payer.id}')`,
  },
  'insert chat_conversations': {
    writes: 'a chat',
    limit: 'one at a time, 20 in a day',
    call: ({ payer }, nth) =>
      nth % 2 === 0
        ? `delete from public.chat_conversations where user_id = '${payer.id}'`
        : `insert into public.chat_conversations (user_id) values ('${payer.id}')`,
  },
  'delete chat_conversations': {
    writes: 'a transcript and the audit',
    limit: 'once for a chat',
    in: 'chat/chatLimits',
  },
  'update chat_conversations': { writes: 'the state', limit: 'a row', in: 'chat/conversations' },
  'insert chat_messages': {
    writes: 'a message',
    limit: '30 in a minute, 500 in a day, 2,000 characters',
    call: ({ chat, payer }, nth) =>
      `insert into public.chat_messages (conversation_id, sender_id, sender_type, message) values ('${chat}', '${payer.id}', 'user', '${text(nth, 2000)}')`,
  },
  'update chat_messages': { writes: 'the message and its version', limit: audited, in: 'chat/conversations' },
  'delete chat_messages': { writes: 'the version and the audit', limit: audited, in: 'chat/conversations' },
  'update profiles': {
    writes: 'the name and addresses, and mails',
    limit: 'a row; 10 mails in an hour, then one that names the others',
    call: ({ payer }, nth) =>
      `update public.profiles set notification_email = 'a${nth}@test.example', address_line_1 = '${text(nth, 60)}', town = 'York', postcode = 'YO1 7HH' where id = '${payer.id}'`,
  },
  'update accounts': {
    writes: 'the name',
    limit: 'a row, 140 characters',
    call: ({ payer }, nth) =>
      `update public.accounts set account_holder_name = 'Pia ${'abcdefghijklmnopqrstuvwxyz'[nth % 26]}' where user_id = '${payer.id}'`,
  },
  'update user_notifications': { writes: 'the mark', limit: 'a row', in: 'access/userNotifications' },
  'delete transactions': { writes: 'the audit', limit: 'once for a row, 100 in a statement', in: 'access/limits' },
  'delete scheduled_payments': { writes: nothing, limit: 'once for a row, 100 in a statement', in: 'access/limits' },
  'delete recipients': { writes: 'a removed payee', limit: 'a row of a payee, 7 days', in: 'money/trustedContact' },
  'delete external_accounts': { writes: nothing, limit: 'once for a row, 100 in a statement', in: 'access/limits' },
}

/** Each edge function. Those for staff and for the operator do what a function of the API counts. */
export const edgeCosts: Record<string, Cost> = {
  'send-device-code': {
    writes: 'a code and its mail',
    limit: '1 in a minute, 5 in an hour, 10 in a day',
    in: 'access/deviceCodes',
  },
  'add-passkey': {
    writes: 'a passkey, the audit and a mail',
    limit: 'a challenge for each, 10 passkeys',
    in: 'access/passkeys',
  },
  'use-passkey': { writes: 'a session or an approval', limit: 'a challenge for each', in: 'access/passkeys' },
  'ai-chat': {
    writes: 'two messages, and a request to the model',
    limit: 'turns in a minute and a day',
    in: 'chat/assistantTurns',
  },
  'card-authorisation': {
    writes: 'a card payment',
    limit: 'the signature, the limits of the card',
    in: 'cards/cardMessages',
  },
  'check-payee': { writes: 'an answer of another bank', limit: 'as check_payee', in: 'money/payeeChecks' },
  interbank: { writes: 'payments', limit: 'the signature, 20,000 messages in an hour', in: 'banks/messageFaults' },
  'send-payment-notification': {
    writes: 'a mail',
    limit: 'once for a payment, 20 to a payee in a day',
    in: 'money/paymentNotifications',
  },
  'send-due-mails': {
    writes: 'the mails that are owed',
    limit: '20 in a call, each once',
    in: 'functions/sendDueMails',
  },
  'send-interbank': {
    writes: 'the messages that are owed',
    limit: 'the secret key',
    in: 'access/rights/functionRights',
  },
  'recover-interbank': { writes: 'what was lost', limit: 'the secret key', in: 'banks/recovery' },
  'delete-user': { writes: 'as delete_person', limit: audited, in: 'functions/deleteUser' },
  'send-all-user-pins': { writes: 'as send_all_pins', limit: audited, in: 'functions/bulkPins' },
  'sync-user-pins': { writes: 'as sync_passwords', limit: audited, in: 'functions/bulkPins' },
  'repair-transactions': { writes: 'as run_repair', limit: audited, in: 'functions/repairTransactions' },
}

/** The functions for staff that write without a row of the audit, which names who did it. */
export const staffWithoutAudit: Record<string, Cost> = {
  add_case_note: {
    writes: 'a note',
    limit: '200 of an author on a case in a day',
    by: 'staff',
    call: ({ complaint }, nth) => `select public.add_case_note('${complaint}', '${text(nth)}')`,
    near: (db, { id }, { complaint }) => db`
      insert into private.case_events (case_id, kind, author_id, message, created_at)
      select ${complaint}, 'note', ${id}, 'Note', now() from generate_series(1, 190)`,
  },
  end_chat: { writes: 'a transcript, which the audit names', limit: 'once for a chat', in: 'chat/transcripts' },
  find_repairs: {
    writes: 'a run, which names its actor',
    limit: '100 in an hour',
    by: 'staff',
    call: () => 'select public.find_repairs(p_run_id => gen_random_uuid())',
    near: (db, { id }) => db`
      insert into private.repair_runs (id, started_by, is_repair) select gen_random_uuid(), ${id}, false from generate_series(1, 95)`,
  },
  finish_repair_run: { writes: 'the outcome', limit: 'a row of a run', in: 'staff/repair' },
  touch_agent_presence: { writes: 'the time', limit: 'a row', in: 'chat/chatHandover' },
  try_payment_rules: { writes: 'a trial, which names its actor', limit: '50 in an hour', in: 'staff/paymentRules' },
}
