// What makes work for each job: statements that make so many rows due, without triggers.

/** Customers with their account, numbered. */
const people = (rows: number) => `(
  select a.user_id as id, a.id as account_id, a.sort_code, a.account_number, row_number() over (order by a.created_at, a.id) as n
  from public.accounts a join public.profiles p on p.id = a.user_id
  where p.approved and p.suspended_at is null and p.closed_at is null and a.account_type = 'current'
  limit ${rows}
) person`
const numbers = (rows: number) => `generate_series(1, ${rows}) n`
const id = 'gen_random_uuid()'
const hex = `encode(sha256(${id}::text::bytea), 'hex')`

const laterPayments = (state: 'held' | 'scheduled') => (rows: number) => [
  `insert into public.outgoing_payments (user_id, from_account_id, created_at, to_account_holder_name, to_sort_code, to_account_number,
      amount, state, due_on, send_at, request_id)
    select id, account_id, now() - interval '2 days', 'Larkspur', '20-00-00', '12345677', 1, '${state}',
      ${state === 'scheduled' ? 'current_date' : 'null'}, now() - interval '1 minute', ${state === 'held' ? id : 'null'} from ${people(rows)}`,
]
const cases = (kind: string, state: 'open' | 'decided', due: string) => (rows: number) => [
  `insert into private.cases (kind, user_id, opened_at, due_at, last_at, state, decision, decided_at)
    select '${kind}', id, now() - interval '30 days', ${due}, ${due}, '${state}',
      ${state === 'open' ? 'null, null' : `'left', now() - interval '100 years'`} from ${people(rows)}`,
]

/** A savings account beside the current account of each. The jobs before may have left them. */
const savings = (rows: number) => [
  `insert into public.accounts (user_id, account_type, place, sort_code, account_number, card_last_four, account_holder_name)
    select id, 'savings', 1, '00-11-11', lpad((row_number() over (order by id))::text, 8, '0'), '', 'Sam Saver' from ${people(rows)} on conflict do nothing`,
  `insert into private.savings_accounts (account_id, request_id, name, colour, interest_until)
    select id, id, 'Holiday', 'green', private.london_date(now()) - 1 from public.accounts where account_type = 'savings' on conflict do nothing`,
]

export const dueRows: Record<string, (rows: number) => string[]> = {
  'count-between-banks': (rows) => [
    `insert into private.ledger_entries (movement_id, account_id, created_at, amount)
      select ${id}, private.ledger_account('between banks'), now() - interval '2 hours', case n % 2 when 0 then 1 else -1 end from ${numbers(rows)}`,
    `update private.between_banks_total set counted_until = now() - interval '3 hours' where only_row`,
  ],
  'delete-decided-cases': cases('messages', 'decided', `now() - interval '100 years'`),
  'delete-expired-pin-notes': (rows) => [
    `insert into public.user_notifications (user_id, type, title, message, expires_at)
      select id, 'security', 'Your PIN', 'A PIN', now() from ${people(rows)}`,
  ],
  'delete-old-card-signatures': (rows) => [
    `insert into private.card_signatures (signature, received_at) select ${hex}, now() - interval '2 hours' from ${numbers(rows)}`,
  ],
  'delete-old-due-mails': (rows) => [
    `insert into private.due_mails (about_id, kind, created_at, sent_at) select ${id}, 'payment', now() - interval '31 days', now() from ${numbers(rows)}`,
  ],
  'delete-old-freeze-links': (rows) => [
    `insert into private.freeze_links (token_hash, user_id, created_at) select sha256(id::text::bytea), id, now() - interval '31 days' from ${people(rows)}`,
    `insert into private.security_mails (user_id, created_at, title, message) select id, now() - interval '31 days', 'Old', 'Old' from ${people(rows)}`,
  ],
  'delete-old-job-runs': (rows) => [
    `insert into cron.job_run_details (jobid, status, start_time) select 1, 'succeeded', now() - interval '8 days' from ${numbers(rows)}`,
  ],
  'delete-old-passkey-challenges': (rows) => [
    `insert into private.passkey_challenges (purpose, created_at) select 'sign_in', now() - interval '2 hours' from ${numbers(rows)}`,
  ],
  'delete-old-push-events': (rows) => [
    `insert into private.push_events (user_id, event, about_id, created_at) select id, 'agent', ${id}, now() - interval '31 days' from ${people(rows)}`,
  ],
  'delete-old-recorded-reads': (rows) => [
    `insert into private.recorded_reads (read_at, audit_id, key, people) select now() - interval '2 days', 1, ${id}, '{}' from ${numbers(rows)}`,
  ],
  'delete-old-shown-errors': (rows) => [
    `insert into private.shown_errors (reference, kind, screen, shown_at)
      select translate(lpad(n::text, 6, '0'), '0123456789', 'ABCDEFGHIJ'), 'TypeError', '/', now() - interval '31 days' from ${numbers(rows)}`,
  ],
  'earn-interest': savings,
  'end-outdated-requests': (rows) => [
    `insert into private.approval_requests (kind, asked_by, reason, user_id) select 'deletion', ${id}, 'Asked', id from ${people(rows)}`,
  ],
  'expire-due-cases': (rows) => [
    ...cases('complaint', 'open', `now() - interval '1 minute'`)(rows),
    `insert into private.complaints (id, topic, said, is_payment, summary_due_at)
      select id, 'app', 'It is slow.', false, now() from private.cases where kind = 'complaint' on conflict do nothing`,
  ],
  'find-missing-credits': () => [
    `update private.credit_search set started_at = '-infinity', finished_at = '-infinity' where only_row`,
  ],
  'forget-removed-payees': (rows) => [
    `insert into private.removed_payees (user_id, sort_code, account_number, created_at, paid_total, removed_at)
      select id, '20-00-00', '00000008', now(), 1, now() - interval '8 days' from ${people(rows)}`,
  ],
  'make-round-ups': (rows) => [
    ...savings(rows),
    `insert into private.round_ups (account_id, to_account_id)
      select person.account_id, s.id from ${people(rows)} join public.accounts s on s.user_id = person.id and s.account_type = 'savings'`,
    `insert into public.card_payments (id, user_id, card_id, created_at, merchant, mcc, country, entry, status, amount, rounds_up)
      select ${id}, c.user_id, c.id, now() - interval '1 day', 'Larkspur', '5411', 'GB', 'chip', 'cleared', 1.40, true
      from private.round_ups r join public.cards c on c.account_id = r.account_id and c.status = 'active'`,
  ],
  'make-waiting-moves': (rows) => [
    ...savings(rows),
    `insert into private.waiting_moves (id, from_account_id, to_account_id, created_at, due_at, amount)
      select gen_random_uuid(), person.account_id, s.id, now() - interval '1 day', now(), 1
      from ${people(rows)} join public.accounts s on s.user_id = person.id and s.account_type = 'savings'`,
  ],
  'owe-push-events': (rows) => [
    `insert into private.notification_choices (user_id, push, mail, mailbox, shows_amounts, low_balance, is_low)
      select id, '{}', '{card}', '{}', true, 1, false from ${people(rows)} on conflict do nothing`,
    `insert into public.transactions (id, movement_id, user_id, created_at, amount, from_account_id, to_sort_code, to_account_number, to_account_holder_name)
      select ${id}, ${id}, id, now() - interval '1 minute', 1, account_id, '20-00-00', '12345677', 'Larkspur' from ${people(rows)}`,
    `update private.push_event_scan set scanned_to = now() - interval '2 minutes' where only_row`,
  ],
  'process-due-scheduled-payments': (rows) => [
    `insert into public.scheduled_payments (user_id, to_account_id, created_at, scheduled_for, amount, from_name)
      select id, account_id, now() - interval '2 days', now() - interval '1 minute', 1, 'Employer' from ${people(rows)}`,
  ],
  'release-expired-card-payments': (rows) => [
    `insert into public.card_payments (id, user_id, card_id, created_at, merchant, mcc, country, entry, amount)
      select ${id}, c.user_id, c.id, now() - interval '8 days', 'Larkspur', '5411', 'GB', 'chip', 1 from public.cards c
      where c.status = 'active' limit ${rows}`,
    `update public.accounts a set held = held + p.amount from (select user_id, sum(amount) as amount from public.card_payments where status = 'approved' group by 1) p
      where p.user_id = a.user_id and a.held < p.amount`,
  ],
  'remind-of-closings': cases('closing', 'open', `now() + interval '20 days'`),
  'remove-bank-message-texts': (rows) => [
    `insert into private.bank_messages (bank_id, is_outgoing, id, type, body, answer, answered_at)
      select 'bench', false, ids.id, 'payment', jsonb_build_object('id', ids.id), '{}', now() - interval '32 days'
      from (select ${id} as id from ${numbers(rows)}) ids`,
  ],
  'remove-old-chat-times': (rows) => [
    `insert into private.chat_times (request_id, conversation_id, asked_at, answered_at, left_message, is_first, ended_at)
      select ${id}, ${id}, now() - interval '40 days', now() - interval '40 days', false, true, now() - interval '40 days' from ${numbers(rows)}`,
  ],
  'remove-old-transcripts': (rows) => [
    `insert into private.chat_transcripts (id, user_id, started_at, ended_at, ended_as, agent_ids, tags)
      select ${id}, id, now() - interval '100 years', now() - interval '100 years', 'customer', '{}', '{}' from ${people(rows)}`,
  ],
  'renew-cards': (rows) => [
    `update public.cards c set expires_on = current_date + 10
      where c.id in (select id from public.cards where status = 'active' limit ${rows})`,
  ],
  'return-unattended-chats': (rows) => [
    `insert into public.chat_conversations (user_id) select id from ${people(2 * rows)} on conflict do nothing`,
    `update public.chat_conversations set status = 'agent_assigned', assigned_admin_id = null
      where id in (select id from public.chat_conversations limit ${rows})`,
  ],
  'review-support-needs': (rows) => [
    `insert into private.support_needs (user_id, need, chosen_at) select id, 'more_time', now() - interval '3 years' from ${people(rows)} on conflict do nothing`,
  ],
  'schedule-paydays': (rows) => [
    ...savings(rows),
    `insert into public.regular_payments (user_id, from_account_id, to_account_holder_name, to_sort_code, to_account_number, amount,
        frequency, starts_on, next_occurrence, other_account_id)
      select person.id, person.account_id, 'Holiday', s.sort_code, s.account_number, 1, 'payday', current_date - 3, 0, s.id
      from ${people(rows)} join public.accounts s on s.user_id = person.id and s.account_type = 'savings'`,
    `insert into public.transactions (id, movement_id, user_id, created_at, amount, incoming, to_sort_code, to_account_number,
        to_account_holder_name, from_account_holder_name, reference)
      select ${id}, ${id}, person.id, now() - ago.days * interval '1 day', 1500, true, person.sort_code, person.account_number,
        'Sam Saver', 'Northwold Design Ltd', 'Salary'
      from ${people(rows)} cross join (values (1), (31)) ago (days)`,
  ],
  'send-held-payments': laterPayments('held'),
  'send-scheduled-payments': (rows) => [
    ...laterPayments('scheduled')(rows),
    `insert into private.future_requests (user_id, request_id, payload_hash, created_id, evidence)
      select o.user_id, ${id}, '', o.id, jsonb_populate_record(null::private.payment_evidence, '{"outcome": "match", "warnings": ["new_payee"]}')
      from public.outgoing_payments o where o.state = 'scheduled' on conflict do nothing`,
  ],
  'sum-payments': () => ['delete from private.payment_days where true'],
  'tell-known-addresses': (rows) => [
    `insert into private.known_sign_ups (user_id) select id from ${people(rows)} on conflict do nothing`,
  ],
  'tell-of-pin-requests': (rows) => [
    `insert into private.pin_reset_requests (user_id) select id from ${people(rows)} on conflict do nothing`,
  ],
  'unfreeze-accounts': (rows) => [
    `update public.profiles p set frozen_at = now() - interval '1 hour', unfreezes_at = now()
      where p.id in (select id from ${people(rows)})`,
  ],
  'verify-audit-chain': () => ['delete from private.audit_verifications where true'],
  // At the end: the customers are gone.
  'delete-closed-users': (rows) => [
    `update public.profiles p set closed_at = now() - interval '100 years', closed_by = 'owner', suspended_at = now()
      where p.id in (select id from ${people(rows)})`,
  ],
}
