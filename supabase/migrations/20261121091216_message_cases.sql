-- Many small payments with texts from one payer in a day: payments as a way to send messages that their payee cannot stop.
-- A case for staff, who decide whether the bank hides them. The payee can report a single message too.

create table private.message_cases (
  id uuid primary key references private.cases (id) on delete cascade,
  -- The payer. The payee can remove the payments from their list.
  sort_code public.sort_code not null,
  account_number public.account_number not null,
  payments integer not null,
  first_at timestamptz not null,
  is_reported boolean not null
);
comment on table private.message_cases is 'What a case about messages is about: how many payments with texts one payer had sent when it was opened.';
comment on column private.message_cases.is_reported is 'The payee has reported a message. Otherwise a job has counted small payments.';

select private.keep_from_api('private.message_cases');

create function private.is_message(p_payment public.transactions) returns boolean
language sql stable set search_path = ''
return p_payment.incoming and p_payment.amount <= 1 and p_payment.from_account_number is not null
  and (
    p_payment.reference <> 'Payment from ' || p_payment.from_account_holder_name
    or p_payment.from_account_holder_name = private.covered_name()
  );
comment on function private.is_message is 'Whether a payment that was received is of at most £1 and has a text: a reference, or a name that hurts.';

create function private.open_case_about(
  p_newest public.transactions, p_facts private.message_cases, p_amount numeric, p_title text, p_message text, p_at timestamptz
) returns uuid
language plpgsql volatile set search_path = '' as $$
declare
  new_case private.cases;
begin
  new_case := private.open_case(
    'messages', p_newest.user_id, 'messages_days', 'messages_days', p_at, p_amount, p_newest.from_account_holder_name,
    p_other_user_id => private.owner_of(p_newest.from_sort_code, p_newest.from_account_number)
  );
  insert into private.message_cases (id, sort_code, account_number, payments, first_at, is_reported)
  values (
    new_case.id, p_newest.from_sort_code, p_newest.from_account_number, p_facts.payments, p_facts.first_at, p_facts.is_reported
  );
  perform private.tell_customer_of_case(
    new_case, p_title, format(p_message, private.day_in_words(private.due_day(new_case.due_at))), p_at
  );
  perform private.audit('open_case', 'payment', p_newest.id, jsonb_build_object('case_id', new_case.id, 'kind', 'messages'));
  return new_case.id;
end
$$;
comment on function private.open_case_about is
  'Opens a case about the payer of a payment, and tells the payee. %s in the message is the last day of the clock. The calling function has called lock_person for the payee.';

create function private.is_about_payer(p_case private.cases, p_payment public.transactions) returns boolean
language sql stable set search_path = ''
begin atomic
  select p_case.user_id = p_payment.user_id and exists (
    select from private.message_cases m
    where m.id = p_case.id and (m.sort_code, m.account_number) = (p_payment.from_sort_code, p_payment.from_account_number)
  );
end;
comment on function private.is_about_payer is 'Whether a case is about messages of the payer of this payment to the same payee.';

create function private.open_message_case(p_transaction_id uuid, p_at timestamptz default now()) returns boolean
language plpgsql volatile set search_path = '' as $$
declare
  fewest constant integer := 5;
  quiet constant interval := '30 days';
  newest public.transactions;
  facts private.message_cases;
  total numeric;
begin
  select t.* into strict newest from public.transactions t where t.id = p_transaction_id;
  perform private.lock_person(newest.user_id);
  select count(*), sum(t.amount), min(t.created_at) into facts.payments, total, facts.first_at
  from public.transactions t
  where t.user_id = newest.user_id and t.created_at > newest.created_at - interval '24 hours' and t.created_at <= p_at
    and private.is_message(t)
    and (t.from_sort_code, t.from_account_number) = (newest.from_sort_code, newest.from_account_number);
  if facts.payments < fewest or 'covered_texts' = any (private.parts_off())
    or exists (
      select from private.hidden_senders s
      where s.user_id = newest.user_id
        and (s.sort_code, s.account_number) = (newest.from_sort_code, newest.from_account_number)
    )
    or exists (
      select from private.cases c
      where c.user_id = newest.user_id and c.kind = 'messages' and (c.state = 'open' or c.decided_at > p_at - quiet)
        and private.is_about_payer(c, newest)
    )
  then
    return false;
  end if;
  facts.is_reported := false;
  perform private.open_case_about(
    newest, facts, total, 'Someone sends you many small payments',
    replace(newest.from_account_holder_name, '%', '%%') || ' has sent you ' || facts.payments
      || ' small payments with messages in a day. We''ll look at it by %s. You can hide the messages yourself: open one of the payments. '
      || 'If they are fine, tell us here.', p_at
  );
  return true;
end
$$;
comment on function private.open_message_case is
  'Opens a case about the payer of this payment, if it was the fifth small payment with a text in 24 hours. False if there were fewer, the payee has hidden the payer, or there is or was a case in the last 30 days.';

create function private.report_message(p_transaction_id uuid) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  reports_per_day constant integer := 5;
  reported public.transactions;
  facts private.message_cases;
  open_id uuid;
begin
  perform private.require_approved();
  perform private.require_part('covered_texts');
  perform private.lock_person(auth.uid());
  select t.* into reported from public.transactions t
  where t.id = p_transaction_id and t.user_id = auth.uid() and t.incoming and t.from_account_number is not null;
  if not found then
    raise exception 'We could not find this payment.' using errcode = 'PT404', hint = 'transaction-gone';
  end if;
  select c.id into open_id from private.cases c
  where c.user_id = auth.uid() and c.kind = 'messages' and c.state = 'open' and private.is_about_payer(c, reported);
  if found then
    return open_id;
  elsif (
    select count(*) >= reports_per_day from private.cases c
    where c.user_id = auth.uid() and c.kind = 'messages' and c.opened_at > now() - interval '1 day'
  ) then
    raise exception 'You''ve reported several messages today. Please try again tomorrow, or tell us in the chat.'
      using errcode = 'PT429', hint = 'too-many-reports';
  end if;
  facts.payments := 1;
  facts.first_at := reported.created_at;
  facts.is_reported := true;
  return private.open_case_about(
    reported, facts, reported.amount, 'You reported a message',
    'We''ll look at what ' || replace(reported.from_account_holder_name, '%', '%%')
      || ' has written to you, and tell you by %s what we did. You can hide their messages yourself: open one of the payments.', now()
  );
end
$$;
select private.expose('report_message', while_frozen => true, description =>
  'Opens a case for staff about what the payer of a payment to the caller writes, and returns its id: that of the open one if there is one. At most five a day.');

create function private.describe_messages(p_case_id uuid, p_is_staff boolean) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  most_texts constant integer := 20;
begin
  return (
    select jsonb_build_object('payer', about.subject, 'payments', m.payments, 'is_reported', m.is_reported) || case when p_is_staff then
      jsonb_build_object('first_at', m.first_at, 'texts', (
        select coalesce(jsonb_agg(
          jsonb_build_object('id', t.id, 'created_at', t.created_at, 'amount', t.amount, 'text', t.text)
          order by t.created_at desc, t.id desc
        ), '[]')
        from (
          select sent.id, sent.created_at, sent.amount, concat_ws(': ', c.payer_name, coalesce(c.reference, sent.reference)) as text
          from public.transactions sent left join private.covered_texts c on c.transaction_id = sent.id
          where sent.user_id = about.user_id and sent.incoming and (m.is_reported or sent.created_at >= m.first_at)
            and (sent.from_sort_code, sent.from_account_number) = (m.sort_code, m.account_number)
          order by m.is_reported and sent.created_at = m.first_at desc, sent.created_at desc, sent.id desc
          limit most_texts
        ) t
      ))
    else '{}' end
    from private.message_cases m join private.cases about on about.id = m.id
    where m.id = p_case_id
  );
end
$$;
comment on function private.describe_messages is
  'The payer and the number of payments of a case about messages, for staff with the 20 newest texts that the payee has not removed: those since the first that was counted; after a report also earlier ones, and always the reported one. Null for another case.';

create function private.settle_messages(
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
comment on function private.settle_messages is
  'Decides a case about messages and tells the payee. The calling function has called lock_person for the payee and lock_case, and found the case open.';

-- Of each payer the newest payment that was the fifth in 24 hours. The job can run two hours late.
select cron.schedule('find-message-payments', '23 * * * *', private.job_for_each($$
    select (array_agg(m.id order by m.created_at desc))[1] as id, m.user_id as waits_for
    from (
      select t.id, t.user_id, t.from_sort_code, t.from_account_number, t.created_at, lag(t.created_at, 4) over (
        partition by t.user_id, t.from_sort_code, t.from_account_number order by t.created_at, t.id
      ) as four_before
      from public.transactions t
      where t.created_at > now() - interval '27 hours' and t.incoming and t.amount <= 1 and private.is_message(t)
    ) m
    where m.four_before > m.created_at - interval '24 hours'
    group by m.user_id, m.from_sort_code, m.from_account_number
    limit 10000
$$, 'private.open_message_case(due.id) is not null', 'cases about messages could not be opened'));
