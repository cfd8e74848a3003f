-- The copy of a person's data that UK GDPR, art. 15 and 20 give them. It names each column, so no new column joins it unseen:
-- personalData.test.ts compares the columns with the catalogue, and has the reason for each column that is left out.

create function private.money_data(p_user_id uuid, p_most integer) returns jsonb
language sql stable set search_path = ''
begin atomic
  select jsonb_build_object(
    'accounts', (select jsonb_agg(r) from (
      select a.id, a.created_at, a.account_type, a.sort_code, a.account_number, a.account_holder_name, a.card_last_four, a.balance, a.held,
        a.sent_on, a.sent_today, a.is_frozen, a.is_closed, a.place
      from public.accounts a where a.user_id = p_user_id order by a.created_at) r),
    'savings_accounts', (select jsonb_agg(r) from (
      select s.account_id, s.name, s.colour, s.goal, s.goal_on, s.closed_at, s.wait_hours, s.next_wait_hours, s.next_wait_from
      from public.accounts a join private.savings_accounts s on s.account_id = a.id where a.user_id = p_user_id order by a.place) r),
    'interest_days', (select jsonb_agg(r) from (
      select d.account_id, d.day, d.balance, d.rate, d.interest, d.movement_id
      from public.accounts a join private.interest_days d on d.account_id = a.id where a.user_id = p_user_id
      order by d.day desc limit p_most) r),
    'interest_payments', (select jsonb_agg(r) from (
      select i.account_id, i.paid_on, i.amount, i.movement_id
      from public.accounts a join private.interest_payments i on i.account_id = a.id where a.user_id = p_user_id
      order by i.paid_on desc limit p_most) r),
    'round_ups', (select jsonb_agg(r) from (
      select u.account_id, u.to_account_id
      from public.accounts a join private.round_ups u on u.account_id = a.id where a.user_id = p_user_id) r),
    'waiting_moves', (select jsonb_agg(r) from (
      select w.id, w.from_account_id, w.to_account_id, w.created_at, w.due_at, w.amount, w.state
      from public.accounts a join private.waiting_moves w on w.from_account_id = a.id where a.user_id = p_user_id
      order by w.created_at desc limit p_most) r),
    'ledger_entries', (select jsonb_agg(r) from (
      select e.account_id, e.created_at, e.amount, e.movement_id
      from public.accounts a join private.ledger_entries e on e.account_id = a.id
      where a.user_id = p_user_id and e.balance_after is not null order by e.created_at desc limit p_most) r),
    'transactions', (select jsonb_agg(r) from (
      select t.id, t.movement_id, t.created_at, t.incoming, t.amount, t.status, t.reference, t.to_account_holder_name, t.to_sort_code,
        t.to_account_number, t.from_account_holder_name, t.from_sort_code, t.from_account_number, t.reversed_at, t.mcc,
        t.other_account_id
      from public.transactions t where t.user_id = p_user_id order by t.created_at desc, t.id desc limit p_most) r),
    'categories', (select jsonb_agg(r) from (
      select c.transaction_id, c.category from private.transaction_categories c where c.user_id = p_user_id limit p_most) r),
    'payee_categories', (select jsonb_agg(r) from (
      select c.payee, c.category from private.payee_categories c where c.user_id = p_user_id limit p_most) r),
    'cards', (select jsonb_agg(r) from (
      select c.id, c.issued_at, c.status, c.last_four, c.expires_on, c.online, c.contactless, c.cash, c.abroad, c.gambling_from,
        c.purchase_limit, c.daily_limit
      from public.cards c where c.user_id = p_user_id order by c.issued_at) r),
    'card_payments', (select jsonb_agg(r) from (
      select c.id, c.card_id, c.created_at, c.merchant, c.mcc, c.country, c.entry, c.status, c.amount, c.refunded,
        c.merchant_currency, c.merchant_amount, c.place, c.rounds_up
      from public.card_payments c where c.user_id = p_user_id order by c.created_at desc limit p_most) r),
    'payees', (select jsonb_agg(r) from (
      select p.id, p.created_at, p.account_holder_name, p.nickname, p.sort_code, p.account_number, p.is_favourite, p.last_payment_amount,
        p.last_payment_date, p.paid_total, p.paid_count, p.paid_name, p.check_outcome, p.warned_total
      from public.recipients p where p.user_id = p_user_id order by p.created_at limit p_most) r),
    'removed_payees', (select jsonb_agg(r) from (
      select p.created_at, p.removed_at, p.sort_code, p.account_number, p.paid_total
      from private.removed_payees p where p.user_id = p_user_id limit p_most) r),
    'payee_checks', (select jsonb_agg(r) from (
      select c.created_at, c.outcome from private.payee_checks c where c.user_id = p_user_id order by c.created_at desc limit p_most) r),
    'payment_orders', (select jsonb_agg(r) from (
      select o.created_at, o.movement_id, o.evidence from private.payment_orders o where o.user_id = p_user_id limit p_most) r),
    'orders_for_later', (select jsonb_agg(r) from (
      select f.created_id, f.evidence from private.future_requests f where f.user_id = p_user_id limit p_most) r),
    'scheduled_payments', (select jsonb_agg(r) from (
      select s.created_at, s.scheduled_for, s.processed, s.amount, s.from_name, s.reference
      from public.scheduled_payments s where s.user_id = p_user_id order by s.created_at limit p_most) r),
    'outgoing_payments', (select jsonb_agg(r) from (
      select o.id, o.created_at, o.regular_payment_id, o.occurrence, o.to_account_holder_name, o.to_sort_code, o.to_account_number, o.amount,
        o.reference, o.reason, o.state, o.due_on, o.send_at, o.closed_at, o.awaits_owner, o.failed_attempts, o.problem
      from public.outgoing_payments o where o.user_id = p_user_id order by o.created_at desc limit p_most) r),
    'regular_payments', (select jsonb_agg(r) from (
      select g.id, g.created_at, g.to_account_holder_name, g.to_sort_code, g.to_account_number, g.amount, g.reference, g.reason, g.frequency,
        g.starts_on, g.ends_on, g.payments_left, g.state, g.next_occurrence, g.failures, g.other_account_id
      from public.regular_payments g where g.user_id = p_user_id order by g.created_at limit p_most) r),
    'external_accounts', (select jsonb_agg(r) from (
      select x.id, x.created_at, x.name, x.transaction_count, x.last_day, x.balance, x.balance_day, x.in_insights
      from public.external_accounts x where x.user_id = p_user_id) r),
    'external_transactions', (select jsonb_agg(r) from (
      select x.account_id, x.day, x.amount, x.description from public.external_transactions x where x.user_id = p_user_id limit p_most) r),
    'money_after_closing', (select jsonb_agg(r) from (
      select m.created_at, m.amount, m.movement_id from private.closed_money m where m.user_id = p_user_id limit p_most) r)
  );
end;

create function private.access_data(p_user_id uuid, p_most integer) returns jsonb
language sql stable set search_path = ''
begin atomic
  select jsonb_build_object(
    'sign_in', (select to_jsonb(r) from (select u.email, u.created_at, u.last_sign_in_at from auth.users u where u.id = p_user_id) r),
    'profile', (select to_jsonb(r) from (
      select p.id, p.full_name, p.notification_email, p.address_line_1, p.address_line_2, p.town, p.postcode, p.created_at, p.approved,
        p.suspended_at, p.closed_at, p.closed_by, p.frozen_at, p.unfreezes_at, p.undo_seconds, p.daily_limit, p.next_limit,
        p.next_limit_from, p.approve_above, p.passkey_removed_at, p.address_changed_at
      from public.profiles p where p.id = p_user_id) r),
    'roles', (select jsonb_agg(r.role) from public.user_roles r where r.user_id = p_user_id),
    'permissions', (select jsonb_agg(a.permission) from public.admin_permissions a where a.admin_id = p_user_id),
    'support_needs', (select jsonb_agg(r) from (
      select n.need, n.own_words, n.chosen_at, n.is_asked, n.ends_at from private.support_needs n where n.user_id = p_user_id) r),
    'pin_saved_at', (select p.saved_at from private.pins p where p.user_id = p_user_id),
    'pin_requests', (select jsonb_agg(r) from (
      select q.requested_at, q.told_at, q.agreed_at from private.pin_reset_requests q where q.user_id = p_user_id) r),
    'sign_ups_with_address', (select jsonb_agg(r) from (
      select s.asked_at, s.told_at from private.known_sign_ups s where s.user_id = p_user_id) r),
    'passkeys', (select jsonb_agg(r) from (
      select k.name, k.created_at, k.last_used_at from private.passkeys k where k.user_id = p_user_id) r),
    'devices', (select jsonb_agg(r) from (
      select d.name, d.created_at, d.last_seen_at from private.devices d where d.user_id = p_user_id) r),
    'confirmed_devices', (select jsonb_agg(d.confirmed_at) from private.confirmed_devices d where d.user_id = p_user_id),
    'browsers', (select jsonb_agg(r) from (
      select b.created_at, b.last_seen_at from private.seen_browsers b where b.user_id = p_user_id limit p_most) r),
    'sessions', (select jsonb_agg(r) from (
      select s.created_at, s.updated_at, s.ip, s.user_agent from auth.sessions s where s.user_id = p_user_id limit p_most) r),
    -- What staff did to others is about the others.
    'actions', (select jsonb_agg(r) from (
      select l.created_at, l.action, l.subject_name
      from private.audit_log l
      where l.actor_id = p_user_id and (l.person_id is null or l.person_id = p_user_id)
      order by l.created_at desc, l.id desc limit p_most) r)
  );
end;

create function private.contact_data(p_user_id uuid, p_most integer) returns jsonb
language sql stable set search_path = ''
begin atomic
  select jsonb_build_object(
    'notifications', (select jsonb_agg(r) from (
      select n.created_at, n.type, n.title, n.message, n.read, n.expires_at, n.transaction_id
      from public.user_notifications n where n.user_id = p_user_id order by n.created_at desc limit p_most) r),
    'security_mails', (select jsonb_agg(r) from (
      select m.created_at, m.title, m.message, m.address from private.security_mails m where m.user_id = p_user_id limit p_most) r),
    'notification_choices', (select to_jsonb(r) from (
      select c.push, c.mail, c.mailbox, c.shows_amounts, c.low_balance, c.is_low from private.notification_choices c where c.user_id = p_user_id) r),
    'push_devices', (select jsonb_agg(r) from (
      select s.name, s.is_on, s.created_at, s.registered_at from private.push_subscriptions s where s.user_id = p_user_id) r),
    'push_messages', (select jsonb_agg(r) from (
      select e.created_at, e.event from private.push_events e where e.user_id = p_user_id limit p_most) r),
    'calls', (select jsonb_agg(r) from (
      select c.started_at, c.ended_at, c.ended_as from private.calls c where c.user_id = p_user_id limit p_most) r),
    'identity_confirmations', (select jsonb_agg(r) from (
      select i.entered_at, i.outcome from private.identity_confirmations i where i.user_id = p_user_id limit p_most) r),
    -- The notes that staff write to each other in a chat are left out.
    'chat', (select jsonb_agg(r) from (
      select m.created_at, m.sender_type, m.message, m.edited_at, m.links
      from public.chat_conversations c join public.chat_messages m on m.conversation_id = c.id
      where c.user_id = p_user_id and m.sender_type <> 'note' order by m.created_at limit p_most) r),
    'chat_started_at', (select jsonb_agg(c.created_at) from public.chat_conversations c where c.user_id = p_user_id),
    'requests_for_an_agent', (select jsonb_agg(r) from (
      select q.created_at, q.resolved_at, q.reason, q.left_message, q.status from public.agent_requests q where q.user_id = p_user_id limit p_most) r),
    'past_chats', (select jsonb_agg(r) from (
      select t.started_at, t.ended_at, (
        select jsonb_agg(jsonb_build_object(
          'created_at', m.value ->> 'created_at', 'sender_type', m.value ->> 'sender_type', 'text', m.value ->> 'text'
        ) order by m.place)
        from private.chat_transcript_texts x cross join jsonb_array_elements(x.messages) with ordinality m (value, place)
        where x.transcript_id = t.id and x.user_id = p_user_id and m.value ->> 'sender_type' <> 'note'
      ) as messages
      from private.chat_transcripts t where t.user_id = p_user_id order by t.ended_at desc limit p_most) r)
  );
end;

create function private.care_data(p_user_id uuid, p_most integer) returns jsonb
language sql stable set search_path = ''
begin atomic
  select jsonb_build_object(
    'cases', (select jsonb_agg(r) from (
      select c.id, c.kind, c.opened_at, c.subject, c.amount, c.question, c.state, c.decision, c.decided_at, c.letter, (
        select jsonb_agg(jsonb_build_object(
          'created_at', e.created_at, 'kind', e.kind, 'message', e.message, 'letter', e.letter
        ) order by e.place)
        from private.case_events e where e.case_id = c.id and e.kind <> 'note'
      ) as events
      from private.cases c where c.user_id = p_user_id and not private.is_kept_from(p_user_id, c) order by c.id limit p_most) r),
    'claims', (select jsonb_agg(r) from (
      select c.id, c.saved_at, c.movement_id, c.kind, c.who, c.reached, c.said, c.amount, c.payee_name, c.paid_at, c.to_sort_code,
        c.to_account_number, c.is_protected, c.refunded
      from private.claims c where c.user_id = p_user_id limit p_most) r),
    'complaints', (select jsonb_agg(r) from (
      select c.id, m.topic, m.said, m.wish, m.transaction_id, m.is_payment, m.summary_due_at, m.holding_response_at, m.reopened_at,
        -- Until a second administrator has approved an answer, the customer is not told of it.
        case when c.state = 'decided' then m.outcome end as outcome, case when c.state = 'decided' then m.response end as response,
        case when c.state = 'decided' then m.redress end as redress, m.redress_paid
      from private.cases c join private.complaints m on m.id = c.id where c.user_id = p_user_id and c.kind = 'complaint' limit p_most) r),
    'suspensions', (select jsonb_agg(r) from (
      select c.id, s.message from private.cases c join private.suspensions s on s.id = c.id where c.user_id = p_user_id limit p_most) r),
    'covered_texts', (select jsonb_agg(r) from (
      select t.transaction_id, t.payer_name, t.reference from private.covered_texts t where t.user_id = p_user_id limit p_most) r),
    'hidden_senders', (select jsonb_agg(r) from (
      select h.hidden_at, h.sender_name, h.sort_code, h.account_number from private.hidden_senders h where h.user_id = p_user_id limit p_most) r),
    'trusted_contact', (select jsonb_agg(r) from (
      select t.sort_code, t.account_number, t.threshold, t.next_threshold, t.next_threshold_from, t.asked_at, t.accepted_at, t.ends_at
      from private.trusted_contacts t where t.owner_id = p_user_id) r),
    'trusted_contact_of_others', (select jsonb_agg(r) from (
      select t.asked_at, t.accepted_at, t.ends_at from private.trusted_contacts t where t.contact_id = p_user_id) r),
    'reviews_by_trusted_contact', (select jsonb_agg(r) from (
      select v.payment_id, v.amount, v.warnings, v.answer_by, v.answer from private.contact_reviews v where v.owner_id = p_user_id limit p_most) r)
  );
end;

create function private.personal_data(p_user_id uuid) returns jsonb
language plpgsql stable set search_path = ''
-- As statement_entries: a plan for a few rows would be slow for a heavy customer.
set plan_cache_mode = force_custom_plan as $$
declare
  -- What a request reads and answers within its time. Statements have the older entries.
  most_rows constant integer := 100000;
begin
  -- A copy of so many rows takes ten seconds or more. Six requests of each of two customers would keep the API from all others.
  perform private.take_place('copy of the data of a person', 2);
  return jsonb_build_object(
    'made_at', now(), 'most_rows_of_a_list', most_rows,
    'person', jsonb_strip_nulls(private.access_data(p_user_id, most_rows)), 'money', jsonb_strip_nulls(private.money_data(p_user_id, most_rows)),
    'contact', jsonb_strip_nulls(private.contact_data(p_user_id, most_rows)), 'care', jsonb_strip_nulls(private.care_data(p_user_id, most_rows))
  );
end
$$;
comment on function private.personal_data is 'Everything about a person that they may have, without secrets, other people''s data and what must not be told.';

create function private.require_personal_data_left(p_user_id uuid) returns void
language plpgsql volatile set search_path = '' as $$
declare
  copies_per_day constant integer := 3;
begin
  perform private.lock_person(p_user_id);
  if (
    select count(*) >= copies_per_day from private.audit_log l
    where l.person_id = p_user_id and l.action = 'export_personal_data' and l.created_at > now() - interval '24 hours'
  ) then
    raise exception 'A copy of the data can be made % times in 24 hours.', copies_per_day using errcode = 'PT429', hint = 'too-many-copies';
  end if;
end
$$;

create function private.record_my_data_copy() returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_entered_pin();
  perform private.require_personal_data_left(auth.uid());
  perform private.record_read('export_personal_data', 'person', auth.uid());
end
$$;
select private.expose('record_my_data_copy',
  'Audits that the caller takes a copy of their data, at most three times in 24 hours. The caller has entered their PIN with enter_my_pin. get_my_data then returns it.');

create function private.get_my_data() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_approved();
  perform private.require_active();
  perform private.require_recorded('export_personal_data', auth.uid());
  return private.personal_data(auth.uid());
end
$$;
select private.expose('get_my_data', statement_timeout => '55s', description =>
  'Everything about the caller that UK GDPR, art. 15 and 20 give them, after record_my_data_copy.');

create function private.require_all_user_data(p_user_id uuid) returns void
language plpgsql stable set search_path = '' as $$
begin
  perform private.require_right(private.can_act_for(
    auth.uid(), p_user_id, '{approve_users, view_transactions, manage_chat, manage_cases, read_transcripts}'
  ));
  perform private.require_unconcerned(p_user_id);
end
$$;
comment on function private.require_all_user_data is
  'Refuses a caller without the permissions of all the tools whose data a copy has, about themselves, about other staff unless they are a super admin, and about a customer with whom they have dealt.';

create function private.record_user_data_copy(p_user_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_all_user_data(p_user_id);
  -- The reason for the read is asked there.
  perform private.require_recorded('view_user', p_user_id, '61 minutes');
  perform private.require_personal_data_left(p_user_id);
  perform private.record_read('export_personal_data', 'person', p_user_id);
end
$$;
select private.expose('record_user_data_copy',
  'Audits that the caller takes a copy of a user''s data, after record_user_view, at most three times in 24 hours. get_user_data then returns it. For admins with approve_users, view_transactions, manage_chat, manage_cases and read_transcripts, about other staff super admins only; never about themselves or a customer with whom they have dealt.');

create function private.get_user_data(p_user_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  copy jsonb;
begin
  perform private.require_all_user_data(p_user_id);
  perform private.require_recorded('export_personal_data', p_user_id);
  -- Staff read how to help and never why, no block of gambling, and no covered text.
  copy := private.personal_data(p_user_id) #- '{person,support_needs}' #- '{care,covered_texts}';
  return jsonb_set_lax(
    copy, '{money,cards}', (select jsonb_agg(c - 'gambling_from') from jsonb_array_elements(copy #> '{money,cards}') c),
    false, 'return_target'
  );
end
$$;
select private.expose('get_user_data', statement_timeout => '55s', description =>
  'The copy of a user''s data that get_my_data gives its owner, without the help that they asked for and covered texts, which their app shows: for a user who asks staff for it, after record_user_data_copy and for those who may call it.');
