-- What customers do about trusted contacts: naming one, accepting, answering, freezing and removing.

create function private.require_trusted_contacts() returns void
language plpgsql stable set search_path = '' as $$
begin
  perform private.require_approved();
  perform private.require_part('trusted_contacts');
end
$$;

create function private.lock_contact_of(p_owner_id uuid) returns private.trusted_contacts
language plpgsql volatile set search_path = '' as $$
declare
  contact private.trusted_contacts;
begin
  perform pg_advisory_xact_lock(hashtextextended('trusted contact of ' || p_owner_id, 0));
  -- What has ended, and a request without an answer after a week, is as if it were not there.
  select c.* into contact from private.trusted_contacts c
  where c.owner_id = p_owner_id and coalesce(c.ends_at > now(), true)
    and (c.accepted_at is not null or c.asked_at > now() - interval '7 days');
  return contact;
end
$$;
comment on function private.lock_contact_of is 'The contact whom a customer has, or has asked. Serialises the changes until commit.';

create function private.read_threshold(p_threshold text) returns numeric
language plpgsql immutable set search_path = '' as $$
declare
  threshold constant numeric := private.plain_decimal(p_threshold);
begin
  if (threshold between 0 and 1000000) is not true then
    raise exception 'Enter an amount from £0 to £1,000,000.' using errcode = 'PT400', hint = 'field:threshold';
  end if;
  return threshold;
end
$$;

create function private.tell_both(p_owner_id uuid, p_contact_id uuid, p_title text, p_to_owner text, p_to_contact text)
returns void
language plpgsql volatile set search_path = '' as $$
begin
  perform private.notify(p_owner_id, 'trusted_contact', p_title, p_to_owner);
  perform private.tell_owner(p_owner_id, p_title, p_to_owner);
  perform private.owe_mail('note', private.notify(p_contact_id, 'trusted_contact', p_title, p_to_contact));
end
$$;

create function private.name_of(p_user_id uuid) returns text
language sql stable set search_path = ''
begin atomic
  select coalesce((select p.full_name from public.profiles p where p.id = p_user_id), 'A customer');
end;

create function private.name_trusted_contact(p_sort_code text, p_account_number text, p_threshold text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  names_per_week constant integer := 3;
  to_sort_code constant text := private.normalise_sort_code(p_sort_code);
  to_account_number constant text := translate(p_account_number, ' -', '');
  new_threshold constant numeric := private.read_threshold(p_threshold);
  found_id uuid;
begin
  perform private.require_trusted_contacts();
  if (to_sort_code ~ '^[0-9]{2}-[0-9]{2}-[0-9]{2}$') is not true then
    raise exception 'Enter a sort code of six digits.' using errcode = 'PT400', hint = 'field:sortCode';
  elsif (to_account_number ~ '^[0-9]{8}$') is not true then
    raise exception 'Enter an account number of eight digits.' using errcode = 'PT400', hint = 'field:accountNumber';
  end if;
  if (private.lock_contact_of(auth.uid())).owner_id is not null then
    raise exception 'You have named somebody already. Remove them first.' using errcode = 'PT409', hint = 'has-contact';
  elsif private.times_done('name_contact', '7 days') >= names_per_week then
    raise exception 'You can name % people in a week. Please try again later.', names_per_week
      using errcode = 'PT429', hint = 'too-many-names';
  end if;
  select a.user_id into found_id from public.accounts a join public.profiles p on p.id = a.user_id
  where a.sort_code = to_sort_code and a.account_number = to_account_number and p.approved and p.suspended_at is null;
  if found_id = auth.uid() then
    raise exception 'This is your own account.' using errcode = 'PT400', hint = 'own-account';
  elsif private.is_staff(found_id) then
    found_id := null;
  end if;
  insert into private.trusted_contacts as c (owner_id, contact_id, sort_code, account_number, threshold)
  values (auth.uid(), found_id, to_sort_code, to_account_number, new_threshold)
  on conflict (owner_id) do update set
    contact_id = excluded.contact_id, sort_code = excluded.sort_code, account_number = excluded.account_number,
    threshold = excluded.threshold, next_threshold = null, next_threshold_from = null, asked_at = excluded.asked_at,
    accepted_at = null, ends_at = null;
  if found_id is not null then
    perform private.notify(
      found_id, 'trusted_contact', 'Will you be a trusted contact?',
      private.name_of(auth.uid()) || ' asks you to be their trusted contact. Answer in the app, on the home screen.'
    );
  end if;
  perform private.tell_owner(
    auth.uid(), 'A trusted contact was named',
    'You asked somebody to be your trusted contact. If they accept, they look at your large payments to new payees'
      || case when 'freezing' = any (private.parts_off()) then '.' else ', and can freeze your account.' end
  );
  perform private.audit('name_contact', 'person', auth.uid(), jsonb_build_object('threshold', new_threshold));
end
$$;
select private.expose('name_trusted_contact',
  'Asks the holder of an account here to be the caller''s trusted contact. The answer is the same whether there is such an account. Nothing waits until they accept. At most three in a week.');

create function private.answer_contact_request(p_owner_id uuid, p_accepts boolean) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  most_people constant integer := 5;
  contact private.trusted_contacts;
begin
  perform private.require_trusted_contacts();
  contact := private.lock_contact_of(p_owner_id);
  if contact.contact_id is distinct from auth.uid() or private.is_staff(auth.uid()) then
    raise exception 'This request has ended.' using errcode = 'PT404', hint = 'request-gone';
  elsif contact.accepted_at is not null then
    return;
  elsif p_accepts is not true then
    -- The owner sees no difference to a request without an answer.
    update private.trusted_contacts c set contact_id = null where c.owner_id = p_owner_id;
    perform private.audit('decline_contact', 'person', auth.uid());
    return;
  end if;
  -- Two requests that are accepted at the same moment count each other.
  perform private.lock_person(auth.uid());
  if (select count(*) >= most_people from private.trusted_contacts c where c.contact_id = auth.uid() and c.accepted_at is not null) then
    raise exception 'You can be the trusted contact of % people.', most_people using errcode = 'PT409', hint = 'too-many-people';
  end if;
  update private.trusted_contacts c set accepted_at = now() where c.owner_id = p_owner_id;
  perform private.audit('accept_contact', 'person', p_owner_id);
  perform private.tell_both(
    p_owner_id, auth.uid(), 'You have a trusted contact',
    private.name_of(auth.uid()) || ' is your trusted contact now. Payments to new payees above your amount wait for them, for up to 24 hours.',
    'You are the trusted contact of ' || private.name_of(p_owner_id) || ' now. We''ll ask you about their large payments to new payees.'
  );
end
$$;
select private.expose('answer_contact_request',
  'Accepts or declines to be the trusted contact of a customer who has asked the caller.');

create function private.set_contact_threshold(p_threshold text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  wait constant interval := '48 hours';
  raises_per_week constant integer := 10;
  new_threshold constant numeric := private.read_threshold(p_threshold);
  contact private.trusted_contacts;
  current_threshold numeric;
begin
  perform private.require_trusted_contacts();
  contact := private.lock_contact_of(auth.uid());
  if contact.owner_id is null then
    raise exception 'You have no trusted contact.' using errcode = 'PT404', hint = 'no-contact';
  end if;
  current_threshold := case when contact.next_threshold_from <= now() then contact.next_threshold else contact.threshold end;
  if new_threshold = (case when contact.next_threshold_from > now() then contact.next_threshold else current_threshold end) then
    return;
  end if;
  if new_threshold > current_threshold and private.times_done('set_contact_threshold', '7 days') >= raises_per_week then
    -- Each tells the contact by mail. A lower amount always protects.
    raise exception 'You''ve changed the amount several times in a week. Please try again later.'
      using errcode = 'PT429', hint = 'too-many-changes';
  end if;
  update private.trusted_contacts c set
    threshold = least(new_threshold, current_threshold),
    next_threshold = case when new_threshold > current_threshold then new_threshold end,
    next_threshold_from = case
      when new_threshold <= current_threshold then null
      -- Asking again for the same amount does not start the wait again.
      when contact.next_threshold = new_threshold then contact.next_threshold_from
      else now() + wait
    end
  where c.owner_id = auth.uid();
  perform private.audit(
    'set_contact_threshold', 'person', auth.uid(), jsonb_build_object('from', current_threshold, 'to', new_threshold)
  );
  if contact.accepted_at is not null and new_threshold > current_threshold then
    -- Without the amounts: they are not the contact's to know.
    perform private.tell_both(
      auth.uid(), contact.contact_id, 'Fewer payments will wait',
      'From which amount your payments wait for your trusted contact was raised. It applies in 48 hours.',
      private.name_of(auth.uid()) || ' has raised the amount from which we ask you. It applies in 48 hours.'
    );
  end if;
end
$$;
select private.expose('set_contact_threshold',
  'Sets from which amount the caller''s payments to new payees wait. A lower amount applies at once, a higher one after 48 hours, and both are told; after ten changes in a week only a lower one.');

create function private.keep_contact(p_contact private.trusted_contacts) returns void
language plpgsql volatile set search_path = '' as $$
begin
  update private.trusted_contacts c set ends_at = null where c.owner_id = p_contact.owner_id;
  perform private.audit('keep_contact', 'person', p_contact.owner_id);
  perform private.tell_both(
    p_contact.owner_id, p_contact.contact_id, 'Your trusted contact stays', 'The removal of your trusted contact was stopped.',
    'You stay the trusted contact of ' || private.name_of(p_contact.owner_id) || '.'
  );
end
$$;

create function private.end_contact(p_contact private.trusted_contacts) returns void
language plpgsql volatile set search_path = '' as $$
begin
  update private.trusted_contacts c set ends_at = now() + interval '48 hours' where c.owner_id = p_contact.owner_id;
  perform private.audit('remove_contact', 'person', p_contact.owner_id);
  perform private.tell_both(
    p_contact.owner_id, p_contact.contact_id, 'Your trusted contact ends in 48 hours',
    'In 48 hours your payments no longer wait for ' || private.name_of(p_contact.contact_id)
      || '. If you didn''t ask for this, keep them in Settings.',
    'In 48 hours you are no longer the trusted contact of ' || private.name_of(p_contact.owner_id) || '.'
  );
end
$$;

create function private.remove_trusted_contact(p_owner_id uuid, p_keeps boolean default false) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  removals_per_week constant integer := 10;
  contact private.trusted_contacts;
begin
  perform private.require_trusted_contacts();
  contact := private.lock_contact_of(p_owner_id);
  if auth.uid() is distinct from contact.owner_id and auth.uid() is distinct from contact.contact_id then
    raise exception 'There is no such contact.' using errcode = 'PT404', hint = 'no-contact';
  elsif contact.accepted_at is null then
    -- Nothing has begun. The row stays for the limit of a week, as ended.
    update private.trusted_contacts c set contact_id = null, asked_at = now() - interval '7 days' where c.owner_id = p_owner_id;
    return;
  elsif p_keeps = (contact.ends_at is null) then
    return;
  elsif p_keeps and private.asked_for_removal(p_owner_id, now()) <> auth.uid() and exists (
    select from private.audit_log l
    where l.actor_id = auth.uid() and l.action = 'keep_contact' and l.person_id = p_owner_id
      and l.created_at > now() - interval '7 days' and private.asked_for_removal(p_owner_id, l.created_at) <> auth.uid()
  ) then
    -- Otherwise nobody could leave a contact, or an owner, who does not want it.
    raise exception 'You can stop a removal that they asked for once in seven days.' using errcode = 'PT429', hint = 'too-many-keeps';
  end if;
  if p_keeps then
    perform private.keep_contact(contact);
  -- Each tells the other by mail.
  elsif private.times_done('remove_contact', '7 days') >= removals_per_week then
    raise exception 'You''ve asked for this several times in a week. Please try again later.'
      using errcode = 'PT429', hint = 'too-many-removals';
  else
    perform private.end_contact(contact);
  end if;
end
$$;
select private.expose('remove_trusted_contact',
  'Removes the trusted contact of a customer in 48 hours, or stops the removal, for the customer and for the contact, and tells both. A removal that the other one asked for can be stopped once in seven days. At most ten removals in a week. A request that is not accepted ends at once.');

create function private.is_to(p_payment public.outgoing_payments, p_user_id uuid) returns boolean
language sql stable set search_path = ''
return private.owner_of(p_payment.to_sort_code, p_payment.to_account_number) is not distinct from p_user_id;
comment on function private.is_to is 'Whether a payment goes to the account of this user here.';

create function private.answer_contact_review(p_payment_id uuid, p_looks_right boolean) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  review private.contact_reviews;
  payment public.outgoing_payments;
  payment_words text;
begin
  perform private.require_trusted_contacts();
  select r.* into review from private.contact_reviews r where r.payment_id = p_payment_id and r.contact_id = auth.uid();
  if found then
    perform private.lock_outgoing_payments(review.owner_id);
    select r.* into review from private.contact_reviews r where r.payment_id = p_payment_id for update;
    select o.* into payment from public.outgoing_payments o
    where o.id = p_payment_id and o.state in ('held', 'scheduled') and o.amount = review.amount for update;
  end if;
  if payment.id is null or review.answer is not null
    or (private.trusted_contact_of(review.owner_id)).contact_id is distinct from auth.uid()
  then
    raise exception 'This payment no longer waits for you.' using errcode = 'PT404', hint = 'review-gone';
  elsif p_looks_right is null then
    raise exception 'Say whether it looks right.' using errcode = 'PT400';
  elsif p_looks_right and private.is_to(payment, auth.uid()) then
    raise exception 'This payment is to you, so you can''t have it sent earlier.' using errcode = 'PT403', hint = 'own-payment';
  end if;
  update private.contact_reviews r set answer = case when p_looks_right then 'right' else 'worried' end
  where r.payment_id = p_payment_id;
  perform private.audit(
    'answer_contact_review', 'payment', p_payment_id, jsonb_build_object('user_id', review.owner_id, 'looks_right', p_looks_right)
  );
  payment_words := private.in_pounds(payment.amount) || ' to ' || payment.to_account_holder_name;
  if p_looks_right then
    update public.outgoing_payments o set send_at = greatest(now(), o.created_at + p.undo_seconds * interval '1 second')
    from public.profiles p where o.id = payment.id and p.id = o.user_id;
    -- Of a held payment the money is there. One for a day is sent by the job: how long it takes here would tell the contact
    -- whether there is enough.
    perform private.send_outgoing_payment(payment.id, clock_timestamp()) where payment.state = 'held';
    perform private.notify(
      review.owner_id, 'trusted_contact', 'Your trusted contact says it looks right', payment_words || ' no longer waits for them.'
    );
  elsif payment.state = 'held' then
    perform private.return_held_payment(payment.id, now(), 'Your trusted contact is worried about this payment.');
    perform private.owe_mail('note', private.notify(
      review.owner_id, 'trusted_contact', 'Your trusted contact is worried',
      payment_words || ' was not sent, and the money is back in your account. Speak with them before you pay again.',
      p_transaction_id => payment.id
    ));
  else
    perform private.fail_outgoing_payment(payment, 'Your trusted contact is worried about this payment. Speak with them before you pay again.', now());
  end if;
end
$$;
select private.expose('answer_contact_review', statement_timeout => '8s', description =>
  'The caller says whether a payment of a customer who trusts them looks right. Right: it is sent, not before the end of its undo window, and never if it is to the caller. Not: the money returns to the payer, who is told.');

create function private.freeze_as_contact(p_owner_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_trusted_contacts();
  perform private.lock_contact_of(p_owner_id);
  if (private.trusted_contact_of(p_owner_id)).contact_id is distinct from auth.uid() then
    raise exception 'There is no such contact.' using errcode = 'PT404', hint = 'no-contact';
  elsif exists (
    select from private.audit_log l
    where l.actor_id = auth.uid() and l.action = 'freeze_as_contact' and l.person_id = p_owner_id
      and l.created_at > now() - interval '7 days'
  ) then
    raise exception 'You can freeze this account once in seven days. Call them, or contact us in the chat.'
      using errcode = 'PT429', hint = 'too-many-freezes';
  end if;
  perform private.lock_payer(p_owner_id);
  perform private.audit('freeze_as_contact', 'person', p_owner_id);
  if private.freeze(p_owner_id) then
    perform private.notify(
      p_owner_id, 'trusted_contact', 'Your trusted contact froze your account',
      private.name_of(auth.uid()) || ' froze your account to protect you. You can unfreeze it in Settings.'
    );
  end if;
end
$$;
select private.expose('freeze_as_contact', statement_timeout => '8s', description =>
  'Freezes the account of a customer who trusts the caller, at most once in seven days. The owner unfreezes it as any freeze.');

create function private.get_trusted_contacts() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_approved();
  if not (select s.trusted_contacts from private.settings s) then
    return '{"is_on": false, "mine": null, "requests": [], "people": [], "reviews": []}';
  end if;
  return jsonb_build_object(
    'is_on', true,
    'mine', (
      select jsonb_build_object(
        'sort_code', c.sort_code, 'account_number', c.account_number,
        'name', case when c.accepted_at is not null then private.name_of(c.contact_id) end,
        'can_answer', c.accepted_at is not null and (private.trusted_contact_of(c.owner_id)).contact_id is not null,
        'threshold', case when c.next_threshold_from <= now() then c.next_threshold else c.threshold end,
        'next_threshold', case when c.next_threshold_from > now() then c.next_threshold end,
        'next_threshold_from', case when c.next_threshold_from > now() then c.next_threshold_from end,
        'ends_at', c.ends_at
      )
      from private.trusted_contacts c
      where c.owner_id = auth.uid() and coalesce(c.ends_at > now(), true)
        and (c.accepted_at is not null or c.asked_at > now() - interval '7 days')
    ),
    'requests', (
      select coalesce(jsonb_agg(jsonb_build_object('owner_id', c.owner_id, 'name', private.name_of(c.owner_id)) order by c.asked_at), '[]')
      from private.trusted_contacts c
      where c.contact_id = auth.uid() and c.accepted_at is null and c.asked_at > now() - interval '7 days'
        and not private.is_staff(auth.uid())
    ),
    'people', (
      select coalesce(jsonb_agg(
        jsonb_build_object('owner_id', c.owner_id, 'name', private.name_of(c.owner_id), 'ends_at', c.ends_at) order by c.accepted_at
      ), '[]')
      from private.trusted_contacts c
      where c.contact_id = auth.uid() and c.accepted_at is not null and coalesce(c.ends_at > now(), true)
    ),
    'reviews', (
      -- Amount, payee and warnings. Never the balance, the account numbers or the threshold.
      select coalesce(jsonb_agg(
        jsonb_build_object(
          'payment_id', r.payment_id, 'owner_id', r.owner_id, 'name', private.name_of(r.owner_id), 'amount', r.amount,
          'payee', o.to_account_holder_name, 'warnings', r.warnings, 'answer_by', r.answer_by,
          'is_to_me', private.is_to(o, auth.uid())
        ) order by r.answer_by
      ), '[]')
      from private.contact_reviews r
      join public.outgoing_payments o on o.id = r.payment_id and o.amount = r.amount and o.state in ('held', 'scheduled')
      where r.contact_id = auth.uid() and r.answer is null and r.answer_by > now()
        and (private.trusted_contact_of(r.owner_id)).contact_id = auth.uid()
    )
  );
end
$$;
select private.expose('get_trusted_contacts',
  'The caller''s trusted contact, and as a contact: who asks the caller, who trusts them, and the payments that wait for their answer, with amount, payee and warnings.');
