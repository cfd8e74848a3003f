-- Sending the mails that the bank owes, and the links in them that freeze the account.

create trigger tell_owner_of_postal_address
  after update of address_line_1, address_line_2, town, postcode on public.profiles
  for each row when (
    (old.address_line_1, old.address_line_2, old.town, old.postcode)
    is distinct from (new.address_line_1, new.address_line_2, new.town, new.postcode)
  )
  execute function private.tell_owner_of_change(
    'id', 'Your postal address has changed', 'The postal address on your statements and letters has changed.'
  );

create function private.mail_given_up_at(p_mail private.due_mails) returns timestamptz
language sql immutable parallel safe set search_path = ''
return least(
  -- A mail server that is set up later must not send old news. A link for a new PIN lives a day, as the report of a sign-up.
  (p_mail).created_at + case when (p_mail).kind in ('pin', 'sign_up') then interval '1 day' else interval '7 days' end,
  -- A mail whose link somebody needs is tried as long. Others ten hours.
  case when (p_mail).attempts >= 12 and (p_mail).kind not in ('security', 'pin') then (p_mail).taken_until else 'infinity' end
);
comment on function private.mail_given_up_at is 'When an unsent mail is no longer tried, as far as is known now.';

create function private.take_due(p_is_push boolean, p_most integer) returns table (about_id uuid, kind text)
language sql volatile set search_path = ''
begin atomic
  with waiting as (
    select m.about_id, m.user_id, m.created_at, m.kind in ('payment', 'note', 'event', 'sign_up') as is_ordinary
    from private.due_mails m
    where not p_is_push and m.kind <> 'push'
      and m.sent_at is null
      and (m.attempts < 12 or m.kind in ('security', 'pin'))
      and m.taken_until <= now()
      and private.mail_given_up_at(m) > now()
    -- A customer with many payments does not make a security mail or a code wait.
    order by m.kind in ('payment', 'note', 'event', 'sign_up'), m.created_at, m.about_id
    limit 5000
  ),
  in_turn as (
    -- One with many mails of a kind does not make those of others wait: the first of each user, then the second of each.
    select w.*, row_number() over (partition by w.user_id, w.is_ordinary order by w.created_at, w.about_id) as turn from waiting w
  ),
  due_mail as (
    select m.about_id from private.due_mails m join in_turn t on t.about_id = m.about_id
    where m.sent_at is null and m.taken_until <= now()
    order by t.is_ordinary, t.turn, t.created_at, t.about_id
    limit p_most
    for update of m skip locked
  ),
  due_push as (
    select m.about_id from private.due_mails m
    where p_is_push and m.kind = 'push'
      and m.sent_at is null
      and m.attempts < 5
      and m.taken_until <= now()
      and m.created_at > now() - interval '1 day'
    order by m.created_at, m.about_id
    limit p_most
    for update skip locked
  )
  -- Longer than the edge function can run, then four times as long after each attempt. A mail waits an hour at most: a mail server
  -- that was down for hours has all mails soon after. A push message is worth less each hour.
  update private.due_mails m
  set
    attempts = m.attempts + 1,
    taken_until = now() + case
      when m.kind = 'push' then interval '5 minutes' * 4 ^ m.attempts
      else least(interval '5 minutes' * 4 ^ least(m.attempts, 3), interval '1 hour')
    end
  where m.about_id in (select d.about_id from due_mail d union all select d.about_id from due_push d)
  returning m.about_id, m.kind;
end;
comment on function private.take_due is 'Takes what is due: the push messages, or the mails. Another caller does not get them for some minutes.';

create function private.new_freeze_link(p_user_id uuid) returns text
language plpgsql volatile set search_path = '' as $$
declare
  token constant text := encode(extensions.gen_random_bytes(32), 'hex');
begin
  insert into private.freeze_links (token_hash, user_id)
  select sha256(convert_to(token, 'utf8')), p.id from public.profiles p
  where p.id = p_user_id and p.closed_at is null
    -- A link has no use while the account is frozen, unless it keeps it frozen.
    and (p.unfreezes_at is not null or p.frozen_at is null and (select s.freezing from private.settings s));
  return case when found then token end;
end
$$;
comment on function private.new_freeze_link is 'The token of a new link for a mail. Null if the link would have no use.';

create type private.mail_facts as (
  user_id uuid, title text, message text, created_at timestamptz, notification_type text, counterparty_name text,
  amount numeric, sort_code text, account_number text, reference text
);
comment on type private.mail_facts is 'What a mail is about. The edge function has the words of a mail without a title.';

create function private.mail_facts(p_about_id uuid, p_kind text) returns setof private.mail_facts
language plpgsql stable set search_path = '' as $$
declare
  mail private.mail_facts;
begin
  if p_kind = 'note' then
    select n.user_id, n.title, n.message, n.created_at, n.type
    into mail.user_id, mail.title, mail.message, mail.created_at, mail.notification_type
    from public.user_notifications n where n.id = p_about_id;
  elsif p_kind = 'security' then
    select n.user_id, n.title, n.message, n.created_at
    into mail.user_id, mail.title, mail.message, mail.created_at
    from private.security_mails n where n.id = p_about_id;
  elsif p_kind = 'pin' then
    mail.title := 'Set your new PIN';
    mail.message := 'You asked for help with your security PIN, and our staff have agreed. Set a new PIN with this link. It works once, for one day.';
    select r.user_id, r.agreed_at into mail.user_id, mail.created_at
    from private.pin_reset_requests r
    where r.mail_id = p_about_id and r.used_by is null and r.agreed_at > now() - private.pin_link_life();
  elsif p_kind = 'sign_up' then
    select s.user_id, s.told_at, 'You already have an account', case
      when p.closed_at is not null
        then 'Somebody tried to sign up with this email address. Its account is closed, so it can''t open another one.'
      else 'Somebody tried to sign up with this email address, which already has an account. If it was you, sign in with your PIN, or choose Forgotten details? on the sign-in page.'
    end || ' If it wasn''t you, there is nothing to do: nothing in your account has changed.'
    into mail.user_id, mail.created_at, mail.title, mail.message
    from private.known_sign_ups s join public.profiles p on p.id = s.user_id where s.mail_id = p_about_id;
  elsif p_kind = 'rejection' then
    mail.title := 'We couldn''t open your Fernbank account';
    select r.user_id, 'Reason: ' || r.reason, r.rejected_at
    into mail.user_id, mail.message, mail.created_at
    from private.rejections r where r.user_id = p_about_id;
  elsif p_kind = 'event' then
    mail := private.mail_about_event(p_about_id);
  elsif p_kind = 'payment' then
    select
      t.user_id, t.created_at, case when t.incoming then 'recipient' else 'sender' end,
      case when t.incoming then t.from_account_holder_name else t.to_account_holder_name end, t.amount,
      case when t.incoming then t.from_sort_code else t.to_sort_code end,
      case when t.incoming then t.from_account_number else t.to_account_number end,
      case when t.incoming then nullif(t.reference, 'Payment from ' || t.from_account_holder_name) else t.reference end
    into
      mail.user_id, mail.created_at, mail.notification_type, mail.counterparty_name, mail.amount, mail.sort_code,
      mail.account_number, mail.reference
    from public.transactions t
    -- What was returned before the mail was sent has a note instead.
    where t.id = p_about_id and t.status = 'completed' and t.reversed_at is null and t.other_account_id is null
      and private.wants_payment_mail(t.user_id, t.incoming);
  end if;
  if mail.user_id is not null then
    return next mail;
  end if;
end
$$;
comment on function private.mail_facts is 'What an owed mail is about. No row for what is no longer so.';

create function private.mail_address(p_profile public.profiles, p_notification_type text) returns text
language sql stable set search_path = ''
begin atomic
  -- Only the mails of a payee do not fall back to the sign-in address.
  select coalesce(
    (p_profile).notification_email,
    case when p_notification_type is distinct from 'recipient' then (select u.email from auth.users u where u.id = (p_profile).id) end
  );
end;

create function private.take_due_mails()
returns table (
  about_id uuid, kind text, recipient_email text, recipient_name text, title text, message text, notification_type text,
  counterparty_name text, amount numeric, sort_code text, account_number text, reference text, created_at timestamptz,
  freeze_token text, pin_token text, read_in text
)
language sql volatile security definer set search_path = ''
begin atomic
  select
    c.about_id, c.kind, a.email, coalesce(p.full_name, 'Customer'), m.title, m.message, m.notification_type,
    m.counterparty_name, m.amount, m.sort_code, m.account_number, m.reference, m.created_at,
    case when c.kind in ('security', 'pin') then private.new_freeze_link(m.user_id) end,
    case when c.kind = 'pin' then private.new_pin_link(c.about_id) end,
    -- Where the customer finds the note and the letter when they read the mail: a suspended or closed user has no mailbox.
    case when p.closed_at is not null then 'closed' when p.suspended_at is not null then 'screen' else 'mailbox' end
  from private.take_due(false, 20) c
  cross join lateral private.mail_facts(c.about_id, c.kind) m
  join public.profiles p on p.id = m.user_id
  join auth.users u on u.id = m.user_id
  cross join lateral (
    select case
      when c.kind in ('security', 'pin', 'sign_up')
        then coalesce((select n.address from private.security_mails n where c.kind = 'security' and n.id = c.about_id), u.email)
      else private.mail_address(p, m.notification_type)
    end as email
  ) a
  where a.email is not null;
end;
select private.expose('take_due_mails', to_roles => '{service_role}', description =>
  'Takes up to 20 mails to send. A mail that the caller does not mark as sent can be taken again after some minutes, then each hour: twelve times, or, with a link that its reader needs, for as long as it lives. So it is sent twice only if the caller ends, or cannot mark it, after sending it.');

create function private.is_mailed_often(p_transaction_id uuid) returns boolean
language sql stable set search_path = ''
begin atomic
  select count(*) = 20
  from (
    select from public.transactions t
    join public.transactions e
      on e.user_id = t.user_id and e.incoming and e.other_account_id is null
      and e.created_at > t.created_at - interval '1 day' and e.created_at < t.created_at
    where t.id = p_transaction_id
    limit 20
  ) counted;
end;
comment on function private.is_mailed_often is 'Whether its payee received 20 payments within the day before a payment.';

create function private.owe_mails_of_incoming(p_ids uuid[], p_at timestamptz) returns void
language plpgsql volatile set search_path = '' as $$
declare
  flooded uuid[];
begin
  with incoming as (
    select t.id, t.user_id, earlier.count + row_number() over (partition by t.user_id order by t.id) as nth
    from public.transactions t
    cross join lateral (
      select count(*) from (
        select from public.transactions e
        where e.user_id = t.user_id and e.incoming and e.other_account_id is null
          and e.created_at > p_at - interval '1 day' and e.created_at < p_at
        -- In the order of the index, so that it stops at the limit.
        order by e.created_at desc
        limit 20
      ) counted
    ) earlier
    where t.id = any (p_ids)
  ),
  -- Without a limit another bank or customer could send a customer any number of mails, a penny each.
  mail as (
    insert into private.due_mails (kind, about_id) select 'payment', i.id from incoming i where i.nth <= 20
  )
  select array_agg(distinct i.user_id) into flooded from incoming i where i.nth > 20;
  perform private.owe_mail('note', private.notify(
    i.user_id, 'many_payments', 'Many payments today',
    'You''ve received more than 20 payments within a day. We won''t email you about each further one today. You find them all in your transactions.',
    p_at
  ))
  from unnest(flooded) i (user_id)
  where not exists (
    select from public.user_notifications n
    where n.user_id = i.user_id and n.type = 'many_payments' and n.created_at > p_at - interval '1 day'
  );
end
$$;
comment on function private.owe_mails_of_incoming is
  'Owes the mails about payments to their payees. After 20 incoming payments within a day a customer gets one mail that no more follow.';

create function private.take_payment_notifications(p_user_id uuid, p_request_id uuid, p_notification_type text)
returns table (
  about_id uuid, recipient_email text, recipient_name text, counterparty_name text, amount numeric, sort_code text,
  account_number text, reference text, created_at timestamptz
)
language plpgsql volatile security definer set search_path = '' as $$
begin
  -- The payee of many payments gets no mail about each further one, and is told so.
  if p_notification_type = 'recipient' and (
    select private.is_mailed_often(t.id)
    from private.payment_orders o cross join lateral private.rows_of_movement(o.movement_id) t
    where o.user_id = p_user_id and o.request_id = p_request_id and t.incoming and t.status = 'completed'
  ) then
    perform private.owe_mails_of_incoming(array(
      select t.id from private.payment_orders o cross join lateral private.rows_of_movement(o.movement_id) t
      where o.user_id = p_user_id and o.request_id = p_request_id and t.incoming
    ), now());
    return;
  end if;
  return query
  with mail as (
    select t.id, private.mail_address(p, m.notification_type) as email, p.full_name, m.*
    from private.payment_orders o
    cross join lateral private.rows_of_movement(o.movement_id) t
    cross join lateral private.mail_facts(t.id, 'payment') m
    join public.profiles p on p.id = m.user_id
    where o.user_id = p_user_id and o.request_id = p_request_id and o.created_at > now() - interval '1 day'
      and m.notification_type = p_notification_type
  ),
  taken as (
    -- Claimed as by the job, which sends it if the caller does not. A mail that the job owes is left to the job.
    insert into private.due_mails (kind, about_id, attempts, taken_until)
    select 'payment', mail.id, 1, now() + interval '5 minutes' from mail where mail.email is not null
    on conflict do nothing
    returning due_mails.about_id
  )
  select
    mail.id, mail.email, coalesce(mail.full_name, 'Customer'), mail.counterparty_name, mail.amount, mail.sort_code,
    mail.account_number, mail.reference, mail.created_at
  from mail join taken on taken.about_id = mail.id;
end
$$;
select private.expose('take_payment_notifications', to_roles => '{service_role}', description =>
  'Takes the unsent email of this type (sender or recipient) about a payment that the user made within the last day. Each email is taken once; the job sends one that is not marked as sent. A payee gets 20 a day, and one that no more follow.');

create function private.mark_due_mail_sent(p_about_id uuid) returns void
language sql volatile security definer set search_path = ''
begin atomic
  update private.due_mails m set sent_at = now() where m.about_id = p_about_id and m.sent_at is null;
end;
select private.expose('mark_due_mail_sent', to_roles => '{service_role}', description =>
  'Marks a taken mail as sent. Marking it again changes nothing.');

-- A mail is not sent after 7 days. Until 30 days the rows tell whether and when it was sent.
select cron.schedule(
  'delete-old-due-mails', '17 3 * * *', $job$delete from private.due_mails m where m.created_at < now() - interval '30 days'$job$
);
select cron.schedule('delete-old-freeze-links', '17 3 * * *', $job$
  delete from private.freeze_links l where l.created_at < now() - interval '30 days';
  delete from private.security_mails n where n.created_at < now() - interval '30 days';
  delete from private.known_sign_ups s
  where s.told_at < now() - interval '1 day' or s.told_at is null and s.asked_at < now() - interval '1 day'
$job$);
select cron.schedule('delete-old-passkey-challenges', '11 * * * *', $job$
  delete from private.passkey_challenges c where c.created_at < now() - interval '1 hour'
$job$);
