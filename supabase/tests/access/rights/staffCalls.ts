import {
  type Call,
  type Ids,
  except,
  farAhead,
  listId,
  longAgo,
  none,
  refused,
  refusedWith,
  requiring,
} from './callKinds'
import { type Permission, type Role, approved, permissions } from './expectedRights'

const approvers: readonly Role[] = ['approve_users', 'financial_support', 'manage_cases', 'super_admin']
const everyStaffRole: readonly Role[] = ['admin', ...permissions, 'super_admin']
const forUserAdmins = (name: string, args?: Call['args']) => requiring('approve_users', name, args)
const nextMonth = () => new Date(Date.now() + 30 * 864e5).toISOString().slice(0, 10)
const forSuperAdmins = (name: string, args?: Call['args']) => requiring('super_admin', name, args)
const forChatAdmins = (name: string, args?: Call['args']) => requiring('manage_chat', name, args)
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
const theirId = ({ id }: Ids) => ({ p_user_id: id })
const theirCase = ({ caseId }: Ids) => ({ p_case_id: caseId })
const recordedCaseSearch = requiring('manage_cases', 'record_case_search', () => ({ p_search: 'Siân' }))
const recordedCase = requiring('manage_cases', 'record_case_view', theirCase)
const transactionSearch = ({ email }: Ids) => ({
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
  p_reason: 'payment_review',
}))
const recordedView = (requires: Permission, list: string) =>
  requiring(requires, 'record_list_view', () => ({ p_list: list }))
const recordedChats = recordedView('manage_chat', 'chats')
const recordedCases = recordedView('manage_cases', 'cases')
const recordedApprovals: Call = { name: 'record_list_view', args: () => ({ p_list: 'approvals' }), to: approvers }
const recordedUser = forUserAdmins('record_user_view', ({ id }) => ({ p_user_id: id, p_reason: 'asked' }))

/** Every function of the API that needs a right of staff. */
export const staffCalls: readonly Call[] = [
  // The matrix has no needs: supportNeeds.test.ts reads them.
  {
    name: 'record_support_view',
    args: theirId,
    to: none,
    nothingTo: ['approve_users'],
    nothing: false,
    requires: 'approve_users',
  },
  refusedWith('approve_users', 'get_support_effects', theirId),
  {
    ...requiring('manage_cases', 'ask_to_withdraw_closing', (them) => ({ ...theirCase(them), p_reason: 'Mistake' })),
    to: none,
  },
  {
    name: 'end_chat',
    args: ({ chat }) => ({ p_conversation_id: chat, p_reason: 'other' }),
    to: ['manage_chat'],
    nothingTo: except(approved, 'manage_chat'),
    nothing: false,
  },
  forChatAdmins('accept_agent_request', ({ agentRequest }) => ({ p_request_id: agentRequest })),
  forChatAdmins('get_waiting_chats'),
  forChatAdmins('record_chat_view', ({ chat }) => ({ p_conversation_id: chat })),
  forChatAdmins('mark_chat_read', ({ chat }) => ({ p_conversation_id: chat, p_until: farAhead })),
  recordedChats,
  {
    ...forChatAdmins('list_conversations', ({ chat }) => ({
      p_tab: 'all',
      p_search: 'Secret',
      p_conversation_id: chat,
      p_before: farAhead,
      p_before_id: chat,
    })),
    recordedBy: recordedChats,
  },
  { ...forChatAdmins('count_conversations', () => ({ p_search: 'Secret' })), recordedBy: recordedChats },
  forChatAdmins('list_chat_agents'),
  forChatAdmins('touch_agent_presence'),
  forChatAdmins('start_call', theirId),
  forChatAdmins('end_call', () => ({ p_call_id: listId })),
  forChatAdmins('enter_identity_code', ({ id }) => ({ p_user_id: id, p_code: '000000' })),
  forChatAdmins('get_customer_contact', theirId),
  // Refused to all: the chat of another user is not assigned to the caller.
  refused('release_chat', ({ chat }) => ({ p_conversation_id: chat })),
  refused('transfer_chat', ({ chat }, { id }) => ({ p_conversation_id: chat, p_to: id })),
  refused('take_over_chat', ({ chat }, { id }) => ({ p_conversation_id: chat, p_from: id })),
  {
    ...forChatAdmins('list_pending_agent_requests', ({ agentRequest }) => ({
      p_after: longAgo,
      p_after_id: agentRequest,
      p_after_turn: 1,
    })),
    recordedBy: recordedChats,
  },
  forChatAdmins('list_saved_replies'),
  forChatAdmins('save_reply', () => ({ p_id: listId, p_shortcut: 'hello', p_reply: 'Hello' })),
  {
    name: 'delete_saved_reply',
    args: () => ({ p_id: listId }),
    to: none,
    nothingTo: ['manage_chat', ...approvers],
    nothing: false,
  },
  { name: 'list_saved_replies', args: () => ({ p_kind: 'reason' }), to: approvers },
  {
    name: 'save_reply',
    args: () => ({ p_id: listId, p_shortcut: 'known', p_reply: 'You knew the payee', p_kind: 'reason' }),
    to: approvers,
  },
  forChatAdmins('list_chat_tags', ({ chat }) => ({ p_conversation_id: chat })),
  refusedWith('manage_chat', 'set_chat_tag', ({ chat }) => ({
    p_conversation_id: chat,
    p_tag: 'urgent',
    p_is_set: true,
  })),
  refusedWith('manage_chat', 'mark_chat_complaint', ({ chat }) => ({
    p_conversation_id: chat,
    p_topic: 'app',
    p_words: 'New',
  })),
  // Refused to all: the chat of another user is not assigned to the caller. chatCustomer.test.ts reads them.
  ...[
    'get_chat_customer',
    'record_chat_money_view',
    'get_chat_money',
    'record_chat_suspension_view',
    'get_chat_suspension',
  ].map((name): Call => ({
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
  refusedWith('read_transcripts', 'record_transcript_view', ({ chat }) => ({ p_transcript_id: chat })),
  refusedWith('read_transcripts', 'get_transcript', ({ chat }) => ({ p_transcript_id: chat })),

  // Transactions of all customers.
  recordedSearch,
  ...(
    [
      ['list_all_transactions', ({ transaction }) => ({ p_after: farAhead, p_after_id: transaction, p_limit: 100 })],
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
  refusedWith('repair_transactions', 'request_return', ({ transaction }) => ({ p_id: transaction, p_reason: 'Fraud' })),
  // A reversal requires two permissions, and no role here has both.
  refusedWith('view_transactions', 'reverse_payment', ({ transaction }) => ({
    p_transaction_id: transaction,
    p_reason: 'Mistake',
  })),
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
  requiring('repair_transactions', 'list_bank_payments', ({ transaction }) => ({
    p_filter: 'all',
    p_bank_id: 'other-bank',
    p_before_id: transaction,
    p_limit: 100,
  })),
  requiring('repair_transactions', 'total_bank_payments'),
  requiring('repair_transactions', 'get_bank_messages', ({ transaction }) => ({ p_id: transaction })),
  // No payment here waits for another bank. staffBankPayments.test.ts has one.
  { ...requiring('repair_transactions', 'ask_bank_again', ({ transaction }) => ({ p_id: transaction })), to: none },

  {
    ...requiring('manage_cases', 'preview_messages', ({ caseId }) => ({
      p_action: 'ask_case_customer',
      p_arguments: { p_case_id: caseId, p_question: 'Who asked you?' },
    })),
    recordedBy: recordedCase,
  },

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
  forUserAdmins('approve_users', ({ id }) => ({ p_user_ids: [id] })),
  // The target is approved, and only user administrators get the refusal that says so.
  refusedWith('approve_users', 'reject_users', ({ id }) => ({ p_user_ids: [id], p_reason: 'No' })),
  forUserAdmins('suspend_user', ({ id }) => ({
    p_user_id: id,
    p_cause: 'inquiry',
    p_message: 'A check is running',
    p_next_update: null,
  })),
  { name: 'get_suspension_choices', to: everyStaffRole },
  // The cases of the matrix are claims. suspendedCustomers.test.ts sends an update.
  refusedWith('manage_cases', 'send_suspension_update', ({ caseId }) => ({
    p_case_id: caseId,
    p_next_update: null,
    p_message: 'New',
  })),
  requiring('manage_cases', 'count_overdue_cases'),
  forUserAdmins('restore_user', theirId),
  { ...forUserAdmins('preview_deletion', theirId), recordedBy: recordedUser },
  recordedUser,
  { ...forUserAdmins('get_user_page', theirId), recordedBy: recordedUser },
  // A copy of a user's data requires five permissions.
  refusedWith('approve_users', 'record_user_data_copy', theirId),
  refusedWith('approve_users', 'get_user_data', theirId),
  // The records of a closed account and a payout from it require several permissions, and no role here has them.
  refusedWith('approve_users', 'get_closed_account', theirId),
  refusedWith('approve_users', 'get_closed_statement', ({ id }) => ({
    p_user_id: id,
    p_from: '2026-01-01',
    p_until: '2026-12-31',
    p_account_id: null,
  })),
  refusedWith('approve_users', 'request_payout', ({ id, account }) => ({
    p_user_id: id,
    p_reason: 'Asked',
    p_check_id: listId,
    p_name: 'A Payee',
    p_sort_code: account.sortCode,
    p_account_number: account.number,
  })),
  forUserAdmins('end_user_sessions', theirId),
  forUserAdmins('remove_user_device', ({ id }) => ({ p_user_id: id, p_device_id: listId, p_reason: 'Lost' })),
  // As the card below.
  refusedWith('approve_users', 'request_passkey_removal', ({ id }) => ({
    p_user_id: id,
    p_passkey_id: listId,
    p_reason: 'Lost',
  })),
  // The address is malformed, and only user administrators get the refusal that says so.
  refusedWith('approve_users', 'request_new_address', ({ id }) => ({
    p_user_id: id,
    p_email: 'none',
    p_reason: 'Lost',
  })),
  // The card does not exist, and only user administrators get the refusal that says so.
  refusedWith('approve_users', 'freeze_user_card', ({ id }) => ({
    p_user_id: id,
    p_card_id: listId,
    p_reason: 'Lost',
  })),
  forUserAdmins('add_user_note', ({ id }) => ({ p_user_id: id, p_note: 'Called' })),
  forUserAdmins('delete_user_note', () => ({ p_note_id: listId })),
  forUserAdmins('give_random_pin', theirId),
  forUserAdmins('update_user', ({ id }) => ({
    p_user_id: id,
    p_full_name: 'New name',
    p_notification_email: 'new@test.example',
    p_pin: '',
  })),
  // Changing a balance requires two permissions, and no role here has both.
  refusedWith('approve_users', 'update_user', ({ id }) => ({
    p_user_id: id,
    p_balance: '1',
    p_seen_balance: '4987.66',
    p_account_id: null,
  })),
  forUserAdmins('set_financial_support', ({ id }) => ({ p_user_id: id, p_granted: false })),
  forUserAdmins('resolve_pin_reset_request', theirId),
  forUserAdmins('clear_all_notifications'),
  forUserAdmins('send_all_pins', () => ({ p_after: '00000000-0000-4000-8000-000000000000' })),
  forUserAdmins('sync_passwords', () => ({ p_batch: 1 })),
  forUserAdmins('delete_person', theirId),

  // Cases.
  requiring('manage_cases', 'list_case_news'),
  recordedCaseSearch,
  { ...requiring('manage_cases', 'search_cases', () => ({ p_search: 'Siân' })), recordedBy: recordedCaseSearch },
  recordedCases,
  {
    ...requiring('manage_cases', 'list_cases', ({ caseId }) => ({
      p_state: 'open',
      p_kind: 'unauthorised',
      p_is_mine: false,
      p_after: longAgo,
      p_after_id: caseId,
      p_limit: 100,
      p_after_turn: 0,
    })),
    recordedBy: recordedCases,
  },
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
  refusedWith('manage_cases', 'decide_messages', ({ caseId }) => ({
    p_case_id: caseId,
    p_hides: true,
    p_reason: 'Read them',
  })),
  refusedWith('manage_cases', 'hold_leaving_payments', ({ caseId }) => ({ p_case_id: caseId, p_reason: 'Claims' })),
  refusedWith('manage_cases', 'decide_received', ({ caseId }) => ({
    p_case_id: caseId,
    p_acted: true,
    p_reason: 'Claims',
  })),
  // No bank owes anything for it, which only those with the permission learn.
  refusedWith('manage_cases', 'record_recovery', ({ caseId }) => ({
    p_case_id: caseId,
    p_received: '1',
    p_is_all: false,
    p_reason: 'Paid',
    p_owed: '1',
  })),
  requiring('manage_cases', 'decide_claim', ({ caseId }) => ({
    p_case_id: caseId,
    p_refuses: false,
    p_reason: 'Yes',
    p_standard: null,
  })),
  requiring('manage_cases', 'start_payment_review', ({ scheduledPayment }) => ({
    p_transaction_id: scheduledPayment,
    p_reason: 'Yes',
    p_told: 'New',
  })),
  requiring('manage_cases', 'extend_payment_review', ({ paymentReviewId, paymentReviewUntil }) => ({
    p_case_id: paymentReviewId,
    p_reason: 'Yes',
    p_until: paymentReviewUntil,
  })),
  requiring('manage_cases', 'decide_payment_review', ({ paymentReviewId }) => ({
    p_case_id: paymentReviewId,
    p_refuses: true,
    p_reason: 'Yes',
  })),
  requiring('manage_cases', 'update_complaint', ({ complaintId }) => ({ p_case_id: complaintId, p_words: 'New' })),
  requiring('manage_cases', 'send_holding_response', ({ complaintId }) => ({
    p_case_id: complaintId,
    p_reason: 'New',
  })),
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
  refusedWith('financial_support', 'request_approval', ({ id }) => ({
    p_kind: 'balance',
    p_user_id: id,
    p_reason: 'Asked',
    p_balance: '1',
    p_seen_balance: '4987.66',
    p_account_id: null,
  })),
  // There is no such request, and only those who may decide one get the refusal that says so.
  refused('approve_request', ({ id }) => ({ p_request_id: id })),
  refused('refuse_request', ({ id }) => ({ p_request_id: id, p_reason: 'No' })),
  recordedApprovals,
  {
    name: 'list_approval_requests',
    args: ({ id }) => ({ p_waiting: true, p_after: id, p_limit: 100 }),
    to: approvers,
    recordedBy: recordedApprovals,
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
  refusedWith('super_admin', 'set_permission', ({ id }) => ({
    p_admin_id: id,
    p_permission: 'manage_chat',
    p_granted: true,
  })),
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
  forSuperAdmins('verify_audit', () => ({ p_after: 0 })),
  forSuperAdmins('list_jobs'),
  forSuperAdmins('list_shown_errors', () => ({ p_reference: 'ABCDEF' })),
  forSuperAdmins('get_payment_rules'),
  forSuperAdmins('list_interest_rates'),
  forSuperAdmins('request_interest_rate', () => ({ p_rate: '1.25', p_starts_on: nextMonth(), p_reason: 'Asked' })),
  // The rules are missing, or the trial is another user's, and only a super admin gets the refusal that says so.
  refusedWith('super_admin', 'try_payment_rules', () => ({ p_rules: [] })),
  refusedWith('super_admin', 'request_payment_rules', ({ id }) => ({ p_trial_id: id, p_reason: 'Asked' })),
  forSuperAdmins('acknowledge_audit_alarm', () => ({ p_row_id: 1 })),
  { name: 'get_audit_alarm', to: everyStaffRole },
  { name: 'get_staff_overview', args: () => ({ p_days: 30 }), to: everyStaffRole },
  { name: 'list_figures_by_day', args: () => ({ p_days: 7 }), to: everyStaffRole },
  { name: 'list_agent_figures', args: () => ({ p_days: 7, p_by_day: true }), to: ['manage_chat', 'super_admin'] },
]
