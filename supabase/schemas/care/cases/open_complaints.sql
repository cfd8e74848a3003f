-- Complaints by customers: opening one, also from a chat, reopening it, and the acknowledgement with its dates.

create function private.acknowledge_complaint(p_case private.cases, p_complaint private.complaints, p_at timestamptz) returns void
language plpgsql volatile set search_path = '' as $$
declare
  due_day constant text := private.day_in_words(private.due_day(p_case.due_at));
  last_day constant text := private.day_in_words(private.due_day(p_case.last_at));
  summary_day constant text := private.day_in_words(private.due_day(p_complaint.summary_due_at));
  title constant text := case when p_complaint.reopened_at is null then 'We''ve got your complaint' else 'We''ve reopened your complaint' end;
begin
  perform private.tell_customer_of_case(
    p_case, title,
    'We''ll try to settle it with you by ' || summary_day || '. You''ll have our final answer by ' || due_day || '.'
      || case when p_complaint.marked_by is not null and p_complaint.reopened_at is null
        then ' Our agent recorded it from your chat. You can add to it at any time.' else '' end,
    p_at,
    private.complaint_letter(
      p_case, p_complaint, title,
      array[
        'We have your complaint and are dealing with it. It costs you nothing. These are the days by which you hear from us.',
        case when p_complaint.is_payment
          then 'We will send our final response by ' || due_day || '. Only in exceptional circumstances do we need longer: we then tell you why '
            || 'by that day, and send our final response by ' || last_day || ' at the latest.'
          else 'We will send our final response by ' || due_day || '. If we cannot, we write to you by that day why not, and when we expect to.'
        end
      ],
      array[
        ['Settled if you agree, by', summary_day], ['Final response by', due_day], ['At the latest', nullif(last_day, due_day)]
      ],
      array[
        'If you don''t agree with our final response, or don''t have one in time, you can ask the Financial Ombudsman Service, free: '
          || 'www.financial-ombudsman.org.uk, 0800 023 4567. Do so within six months of our final response.',
        (private.ombudsman_words(private.london_date(p_at)))[2]
      ],
      p_at
    )
  );
end
$$;
comment on function private.acknowledge_complaint is 'Tells the customer at once that the bank has their complaint, with the days by which it answers.';

create function private.is_payment_complaint(p_user_id uuid, p_topic text, p_payment public.transactions) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return p_payment.id is not null or p_topic in ('payment', 'card') or exists (
    select from private.cases c
    where c.user_id = p_user_id and c.state = 'open' and c.kind in ('suspension', 'closing')
  );
end
$$;
comment on function private.is_payment_complaint is
  'Whether a complaint is about what Parts 6 and 7 of the Payment Services Regulations give ("PSD complaint" in the FCA''s glossary): payments and cards, and that the bank stops (reg. 71) or ends (reg. 51) the account. A customer who complains meanwhile may mean this, so they get the shorter time.';

create function private.file_complaint(
  p_user_id uuid, p_complaint private.complaints, p_payment public.transactions, p_at timestamptz
) returns uuid
language plpgsql volatile set search_path = '' as $$
declare
  complaint private.complaints := p_complaint;
  new_case private.cases;
begin
  complaint.said := nullif(btrim(complaint.said), '');
  complaint.wish := nullif(btrim(complaint.wish), '');
  perform private.require_no_problem(case
    when (complaint.topic in ('payment', 'card', 'app', 'person', 'other')) is not true then array['topic', 'Choose what it is about.']
    when complaint.said is null then array['said', 'Tell us what happened.']
    when not private.is_clean(complaint.said) then array['said', private.text_problem(complaint.said)]
    when not private.is_clean(coalesce(complaint.wish, '')) then array['wish', private.text_problem(complaint.wish)]
  end);
  complaint.transaction_id := p_payment.id;
  complaint.is_payment := private.is_payment_complaint(p_user_id, complaint.topic, p_payment);
  complaint.summary_due_at := private.end_of_day(private.last_day_of('complaint_summary_days', private.london_date(p_at)));
  complaint.redress_paid := 0;
  new_case := private.open_case(
    'complaint', p_user_id,
    case when complaint.is_payment then 'complaint_payment_days' else 'complaint_weeks' end,
    case when complaint.is_payment then 'complaint_payment_last_days' else 'complaint_weeks' end,
    p_at, p_payment.amount,
    case when p_payment.incoming then p_payment.from_account_holder_name else p_payment.to_account_holder_name end,
    p_payment.movement_id,
    nullif(case
      when p_payment.incoming then private.owner_of(p_payment.from_sort_code, p_payment.from_account_number)
      else private.owner_of(p_payment.to_sort_code, p_payment.to_account_number)
    end, p_user_id)
  );
  complaint.id := new_case.id;
  insert into private.complaints (
    id, topic, said, wish, transaction_id, marked_by, chat_id, is_payment, summary_due_at, redress_paid
  )
  values (
    complaint.id, complaint.topic, complaint.said, complaint.wish, complaint.transaction_id, complaint.marked_by, complaint.chat_id,
    complaint.is_payment, complaint.summary_due_at, complaint.redress_paid
  );
  if complaint.marked_by is null then
    perform private.add_case_event(new_case.id, 'customer', p_user_id, complaint.said, p_at);
  else
    perform private.add_case_event(new_case.id, 'note', complaint.marked_by, 'Marked a chat as this complaint: ' || complaint.said, p_at);
  end if;
  perform private.acknowledge_complaint(new_case, complaint, p_at);
  perform private.audit('open_case', 'case', new_case.id, jsonb_build_object('user_id', p_user_id, 'kind', 'complaint'));
  return new_case.id;
end
$$;
comment on function private.file_complaint is
  'Opens a complaint with its clock and acknowledges it. The calling function has checked the caller and locked the profile of the customer.';

create function private.open_complaint(
  p_topic text, p_said text, p_wish text default null, p_transaction_id uuid default null, p_at timestamptz default now()
) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  most_a_day constant integer := 5;
  complaint private.complaints;
  payment public.transactions;
  sent_id uuid;
begin
  perform private.require_can_write();
  perform private.lock_people(auth.uid());
  -- A retry after a lost connection.
  select c.id into sent_id
  from private.cases c join private.complaints sent on sent.id = c.id
  where c.user_id = auth.uid() and c.state = 'open' and c.opened_at > p_at - interval '24 hours'
    and sent.topic = p_topic and sent.said = btrim(p_said);
  if found then
    return sent_id;
  elsif (
    select count(*) >= most_a_day from private.cases c
    where c.user_id = auth.uid() and c.kind = 'complaint' and c.opened_at > p_at - interval '24 hours'
  ) then
    raise exception 'You can send % complaints in a day. Add what is new to one of those that you have sent.', most_a_day
      using errcode = 'PT429', hint = 'too-many-complaints';
  end if;
  if p_transaction_id is not null then
    select t.* into payment from public.transactions t where t.id = p_transaction_id and t.user_id = auth.uid();
    if not found then
      raise exception 'We could not find this payment.' using errcode = 'PT404', hint = 'transaction-gone';
    end if;
  end if;
  complaint.topic := p_topic;
  complaint.said := p_said;
  complaint.wish := p_wish;
  return private.file_complaint(auth.uid(), complaint, payment, p_at);
end
$$;
select private.expose('open_complaint', while_frozen => true, description =>
  'Opens a complaint of the caller, also about a payment of theirs, and acknowledges it with its dates. Sending the same again returns the same case. At most 5 in 24 hours.');

create function private.mark_chat_complaint(p_conversation_id uuid, p_topic text, p_words text, p_at timestamptz default now()) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  chat public.chat_conversations;
  complaint private.complaints;
  no_payment public.transactions;
begin
  perform private.require_permission('manage_chat');
  -- The customer before the chat, as the end of an account does.
  perform private.lock_people((select c.user_id from public.chat_conversations c where c.id = p_conversation_id));
  chat := private.lock_own_chat(p_conversation_id);
  if exists (select from private.complaints c where c.chat_id = chat.id) then
    raise exception 'This chat is marked as a complaint already.' using errcode = 'PT409', hint = 'already-marked';
  end if;
  complaint.topic := p_topic;
  complaint.said := private.require_words('said', p_words, 'Write what the customer is unhappy about.');
  complaint.marked_by := auth.uid();
  complaint.chat_id := chat.id;
  return private.file_complaint(chat.user_id, complaint, no_payment, p_at);
end
$$;
select private.expose('mark_chat_complaint',
  'Opens a complaint for the customer of a chat of the caller, who is told. Once for a chat. For admins with manage_chat.');

create function private.reopen_complaint(p_case_id uuid, p_said text, p_at timestamptz default now()) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  today constant date := private.london_date(p_at);
  reopened private.cases;
  complaint private.complaints;
begin
  perform private.require_can_write();
  reopened := private.lock_case(p_case_id);
  select c.* into complaint from private.complaints c where c.id = reopened.id;
  if complaint.id is null or reopened.user_id is distinct from auth.uid() then
    raise exception 'We could not find this case.' using errcode = 'PT404', hint = 'case-gone';
  elsif reopened.state = 'open' then
    raise exception 'This complaint is open already. Add what is new to it.' using errcode = 'PT409', hint = 'still-open';
  elsif complaint.reopened_at is not null then
    raise exception 'You''ve reopened this complaint once already. If you still disagree, you can ask the Financial Ombudsman Service, free, as our letter says.'
      using errcode = 'PT409', hint = 'already-reopened';
  elsif private.last_day_to_reopen(complaint, reopened) < today then
    raise exception 'A complaint can be reopened within six months of our answer. Send a new one for what has happened since.'
      using errcode = 'PT409', hint = 'too-late-to-reopen';
  end if;
  update private.complaints c set
    reopened_at = p_at, holding_response_at = null, outcome = null, response = null, redress = null,
    summary_due_at = private.end_of_day(private.last_day_of('complaint_summary_days', today))
  where c.id = complaint.id returning c.* into complaint;
  update private.cases c set
    state = 'open', decision = null, decision_reason = null, decided_at = null, decided_by = null, letter = null, expired_at = null,
    news = 'answer', news_for = c.assigned_to,
    due_at = private.end_of_day(private.last_day_of(case when complaint.is_payment then 'complaint_payment_days' else 'complaint_weeks' end, today)),
    last_at = private.end_of_day(private.last_day_of(case when complaint.is_payment then 'complaint_payment_last_days' else 'complaint_weeks' end, today))
  where c.id = reopened.id returning c.* into reopened;
  perform private.add_case_event(
    reopened.id, 'customer', reopened.user_id, private.require_words('message', p_said, 'Tell us what is new, or what we got wrong.'), p_at
  );
  perform private.acknowledge_complaint(reopened, complaint, p_at);
  perform private.audit('reopen_case', 'case', reopened.id, jsonb_build_object('user_id', reopened.user_id));
end
$$;
select private.expose('reopen_complaint', while_frozen => true, description =>
  'Opens a decided complaint of the caller again, with what is new and a new clock. Once, within six months of the answer.');
