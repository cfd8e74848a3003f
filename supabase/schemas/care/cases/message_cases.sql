-- Reports of what a sender writes with payments: a case for staff, who decide whether the bank hides it.

create table private.message_cases (
  id uuid primary key references private.cases (id) on delete cascade,
  -- The payer. The payee can remove the payments from their list.
  sort_code public.sort_code not null,
  account_number public.account_number not null,
  reported_at timestamptz not null
);
comment on table private.message_cases is 'The payer whose messages a case is about.';
comment on column private.message_cases.reported_at is 'When the payment was made whose message was reported.';

select private.keep_from_api('private.message_cases');

create function private.report_message(p_transaction_id uuid) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  reports_per_day constant integer := 5;
  reported public.transactions;
  opened private.cases;
begin
  perform private.require_approved();
  perform private.require_part('covered_texts');
  perform private.lock_person(auth.uid());
  select t.* into reported from public.transactions t
  where t.id = p_transaction_id and t.user_id = auth.uid() and t.incoming and t.from_account_number is not null
    and t.other_account_id is null;
  if not found then
    raise exception 'We could not find this payment.' using errcode = 'PT404', hint = 'transaction-gone';
  end if;
  select c.* into opened
  from private.cases c join private.message_cases m on m.id = c.id
  where c.user_id = auth.uid() and c.state = 'open'
    and m.sort_code = reported.from_sort_code and m.account_number = reported.from_account_number;
  if found then
    return opened.id;
  elsif (
    select count(*) >= reports_per_day from private.cases c
    where c.user_id = auth.uid() and c.kind = 'messages' and c.opened_at > now() - interval '1 day'
  ) then
    raise exception 'You''ve reported several messages today. Please try again tomorrow, or tell us in the chat.'
      using errcode = 'PT429', hint = 'too-many-reports';
  end if;
  opened := private.open_case(
    'messages', auth.uid(), 'messages_days', 'messages_days', now(), reported.amount, reported.from_account_holder_name,
    p_other_user_id => private.owner_of(reported.from_sort_code, reported.from_account_number)
  );
  insert into private.message_cases (id, sort_code, account_number, reported_at)
  values (opened.id, reported.from_sort_code, reported.from_account_number, reported.created_at);
  perform private.tell_customer_of_case(
    opened, 'You reported a message',
    'We''ll look at what ' || opened.subject || ' has written to you, and tell you by '
      || private.day_in_words(private.due_day(opened.due_at))
      || ' what we did. You can hide their messages yourself: open one of the payments.',
    now()
  );
  perform private.audit('open_case', 'payment', reported.id, jsonb_build_object('case_id', opened.id, 'kind', 'messages'));
  return opened.id;
end
$$;
select private.expose('report_message', while_frozen => true, description =>
  'Opens a case for staff about what the payer of a payment to the caller writes, and returns its id: that of the open one if there is one. At most five a day.');

create function private.describe_messages(p_case private.cases) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  most_texts constant integer := 20;
begin
  return (
    select jsonb_build_object('payer', p_case.subject, 'reported_at', m.reported_at, 'texts', (
      select coalesce(jsonb_agg(
        jsonb_build_object('id', t.id, 'created_at', t.created_at, 'amount', t.amount, 'text', t.text)
        order by t.created_at desc, t.id desc
      ), '[]')
      from (
        select sent.id, sent.created_at, sent.amount, concat_ws(': ', c.payer_name, coalesce(c.reference, sent.reference)) as text
        from public.transactions sent left join private.covered_texts c on c.transaction_id = sent.id
        where sent.user_id = p_case.user_id and sent.incoming
          and (sent.from_sort_code, sent.from_account_number) = (m.sort_code, m.account_number)
        order by sent.created_at = m.reported_at desc, sent.created_at desc, sent.id desc
        limit most_texts
      ) t
    ))
    from private.message_cases m where m.id = p_case.id
  );
end
$$;
comment on function private.describe_messages is
  'For staff: the payer of a case about messages, and the 20 newest texts that the payee has not removed, always with the reported one. Null for another case.';

create function private.carry_out_messages_decision(
  p_case private.cases, p_hides boolean, p_reason text, p_decided_by uuid, p_at timestamptz
) returns void
language plpgsql volatile set search_path = '' as $$
declare
  decision constant text := case when p_hides then 'hidden' else 'left' end;
begin
  if p_hides then
    perform private.hide_messages(p.id, (p_case.subject, m.sort_code, m.account_number))
    from private.message_cases m join public.profiles p on p.id = p_case.user_id where m.id = p_case.id;
  end if;
  perform private.record_decision(p_case.id, decision, p_reason, p_decided_by, p_at);
  perform private.tell_customer_of_case(p_case, 'About the messages to you', case
    when p_hides then 'We''ve hidden what ' || p_case.subject
      || ' writes to you. Payments still arrive, and the sender does not learn of it. You can show the messages again in Settings.'
    else 'We''ve looked at the messages of ' || p_case.subject
      || ' and left them as they are. You can hide them yourself: open one of the payments.'
  end, p_at);
  perform private.audit('decide_case', 'case', p_case.id, jsonb_build_object(
    'case_id', p_case.id, 'user_id', p_case.user_id, 'decision', decision
  ));
end
$$;
comment on function private.carry_out_messages_decision is
  'Decides a case about messages and tells the payee. The calling function has called lock_person for the payee and lock_case, and found the case open.';

create function private.decide_messages(p_case_id uuid, p_hides boolean, p_reason text, p_at timestamptz default now()) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  reason constant text := private.require_reason(p_reason);
begin
  perform private.carry_out_messages_decision(
    private.lock_open_case(p_case_id, array['messages']), coalesce(p_hides, true), reason, auth.uid(), p_at
  );
end
$$;
select private.expose('decide_messages',
  'Hides what the payer of many small payments writes to the customer of a case, or leaves it, and tells the customer. For admins with manage_cases.');

create function private.messages_case(p_step text, p_case private.cases, p_at timestamptz, p_request private.approval_requests) returns boolean
language plpgsql volatile set search_path = '' as $$
begin
  case p_step
    when 'lock' then
      null;
    when 'expired' then
      perform private.carry_out_messages_decision(p_case, true, 'The time to decide has ended.', null, p_at);
    when 'changed' then
      return true;
    when 'approved' then
      null;
  end case;
  return null;
end
$$;
comment on function private.messages_case is 'The steps of a case about messages. One person decides it.';

create function private.facts_of_messages(p_case private.cases, p_for_staff boolean) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return case when p_for_staff then private.describe_messages(p_case) else jsonb_build_object('payer', p_case.subject) end;
end
$$;
