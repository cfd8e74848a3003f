-- Trusted contacts: who is asked about a customer's large payments to new payees, and which payments wait for them.

create table private.trusted_contacts (
  owner_id uuid primary key references auth.users (id) on delete cascade,
  contact_id uuid references auth.users (id) on delete cascade,
  sort_code public.sort_code not null,
  account_number public.account_number not null,
  threshold numeric(14, 2) not null,
  next_threshold numeric(14, 2),
  next_threshold_from timestamptz,
  asked_at timestamptz not null default now(),
  accepted_at timestamptz,
  ends_at timestamptz,
  constraint trusted_contacts_threshold_check check (
    threshold between 0 and 1000000 and next_threshold between 0 and 1000000
    and (next_threshold is null) = (next_threshold_from is null)
  ),
  constraint trusted_contacts_accepted_check check (accepted_at is null or contact_id is not null),
  constraint trusted_contacts_ends_at_check check (ends_at is null or accepted_at is not null)
);
comment on table private.trusted_contacts is 'The trusted contact of each customer who has named one. Nothing waits until the contact has accepted.';
comment on column private.trusted_contacts.contact_id is
  'The holder of the account that the customer named. Null: there is none, or one who cannot be a contact; the customer sees the same.';
comment on column private.trusted_contacts.next_threshold is 'A higher threshold, which applies from next_threshold_from on.';
comment on column private.trusted_contacts.ends_at is 'When the removal applies: 48 hours after either has asked for it.';

create index trusted_contacts_contact_id_idx on private.trusted_contacts (contact_id);

select private.keep_from_api('private.trusted_contacts');

create table private.contact_reviews (
  payment_id uuid primary key,
  owner_id uuid not null references auth.users (id) on delete cascade,
  contact_id uuid not null references auth.users (id) on delete cascade,
  amount numeric(14, 2) not null,
  warnings text[] not null,
  answer_by timestamptz not null,
  answer text constraint contact_reviews_answer_check check (answer in ('right', 'worried'))
);
comment on table private.contact_reviews is 'The payments that contacts were asked about. A payment that is changed is asked about again.';
comment on column private.contact_reviews.payment_id is 'The outgoing payment. No foreign key: it is written before the payment is locked.';
comment on column private.contact_reviews.answer_by is 'Without an answer, the payment is sent then.';

create index contact_reviews_owner_id_idx on private.contact_reviews (owner_id);
create index contact_reviews_contact_id_idx on private.contact_reviews (contact_id, answer_by);

select private.keep_from_api('private.contact_reviews');

create function private.trusted_contact_of(p_owner_id uuid, p_at timestamptz default now()) returns private.trusted_contacts
language plpgsql stable set search_path = '' as $$
declare
  contact private.trusted_contacts;
begin
  select c.* into contact from private.trusted_contacts c
  where c.owner_id = p_owner_id and c.accepted_at is not null and coalesce(c.ends_at > p_at, true);
  if not found
    or not (select s.trusted_contacts from private.settings s)
    or private.is_staff(contact.contact_id)
    or not exists (
      select from public.profiles p
      where p.id = contact.contact_id and p.approved and p.suspended_at is null
    )
  then
    return null;
  end if;
  if contact.next_threshold_from <= p_at then
    contact.threshold := contact.next_threshold;
  end if;
  return contact;
end
$$;
comment on function private.trusted_contact_of is
  'The contact who can answer now, with the threshold of now. Null without: then no payment waits. A contact who is suspended cannot answer, nor can staff. One whose account is frozen cannot answer either, but the payment waits: two customers can be each other''s contact, and a thief of one could freeze the other''s account.';

create function private.asked_for_removal(p_owner_id uuid, p_at timestamptz) returns uuid
language sql stable set search_path = ''
begin atomic
  select l.actor_id from private.audit_log l
  where l.person_id = p_owner_id and l.action = 'remove_contact' and l.created_at <= p_at
  order by l.created_at desc, l.id desc limit 1;
end;
comment on function private.asked_for_removal is 'Who asked last, until then, that a customer''s trusted contact is removed: the customer or the contact.';

create function private.contact_to_ask(
  p_owner_id uuid, p_sort_code text, p_account_number text, p_amount numeric, p_at timestamptz
) returns uuid
language plpgsql volatile set search_path = '' as $$
declare
  contact private.trusted_contacts;
begin
  -- Most customers have none: one look into an index.
  if not exists (select from private.trusted_contacts c where c.owner_id = p_owner_id) then
    return null;
  end if;
  -- Two payments at the same moment would each not count the other.
  perform private.lock_outgoing_payments(p_owner_id);
  contact := private.trusted_contact_of(p_owner_id, p_at);
  if contact.contact_id is null then
    return null;
  end if;
  if exists (
    select from private.saved_payees p
    where p.user_id = p_owner_id and p.sort_code = p_sort_code and p.account_number = p_account_number and not p.is_new
  ) then
    return null;
  end if;
  return case
    when private.sent_to_new_payee(p_owner_id, p_sort_code, p_account_number, p_at) + p_amount > contact.threshold
      then contact.contact_id
  end;
end
$$;
comment on function private.contact_to_ask is
  'Who must be asked about a payment; null if it does not wait. Only payments to new payees wait.';

select cron.schedule('forget-removed-payees', '26 3 * * *', $job$
  delete from private.removed_payees r where r.removed_at < now() - interval '7 days'
$job$);

create function private.ask_contact(
  p_payment_id uuid, p_owner_id uuid, p_contact_id uuid, p_amount numeric, p_warnings text[], p_at timestamptz
) returns void
language plpgsql volatile set search_path = '' as $$
declare
  -- The app shows all of them. Otherwise a thief who pays a penny and undoes it, again and again, would fill the contact's
  -- mailbox, and their mails would stand before those of others.
  most_told constant integer := 5;
  is_told_often constant boolean := most_told <= (
    select count(*) from private.contact_reviews r
    where r.owner_id = p_owner_id and r.contact_id = p_contact_id and r.answer_by > p_at
  );
begin
  insert into private.contact_reviews as r (payment_id, owner_id, contact_id, amount, warnings, answer_by)
  values (
    p_payment_id, p_owner_id, p_contact_id, p_amount,
    -- Half of the balance would tell the balance.
    array_remove(coalesce(p_warnings, '{}'), 'half_of_balance'), p_at + interval '24 hours'
  )
  on conflict (payment_id) do update set
    contact_id = excluded.contact_id, amount = excluded.amount, answer_by = excluded.answer_by, answer = null;
  -- Without amount and payee: the mail may be read by others.
  if not is_told_often then
    perform private.owe_mail('note', private.notify(
      p_contact_id, 'trusted_contact', 'Does this payment look right?',
      private.name_of(p_owner_id) || ' wants to make a payment and trusts you to look at it. You have 24 hours.', p_at
    ));
  end if;
  perform private.audit('ask_contact', 'payment', p_payment_id, jsonb_build_object('user_id', p_owner_id));
end
$$;
comment on function private.ask_contact is
  'Asks a contact about a payment, which waits. The app shows them all; a note and a mail tell of the first five within 24 hours.';

create function private.tell_contact_of_savings(p_owner_id uuid, p_at timestamptz) returns void
language plpgsql volatile set search_path = '' as $$
declare
  -- As in ask_contact.
  most_told constant integer := 5;
  news constant text := 'Money may leave protected savings';
  contact constant private.trusted_contacts := private.trusted_contact_of(p_owner_id, p_at);
  story constant text := private.name_of(p_owner_id)
    || ' has asked to take money out of protected savings, or to protect it less. Nothing leaves today.'
    || ' Ask them if it was them. You can freeze their account in the app.';
begin
  if contact.contact_id is null or most_told <= (
    select count(*) from public.user_notifications n
    where n.user_id = contact.contact_id and n.title = news and n.created_at > p_at - interval '24 hours'
      -- Another customer who trusts the same person must not use up what is told about this one.
      and n.message = story
  ) then
    return;
  end if;
  perform private.owe_mail('note', private.notify(contact.contact_id, 'trusted_contact', news, story, p_at));
end
$$;
comment on function private.tell_contact_of_savings is 'Tells the trusted contact that money may leave protected savings, five times in a day: without the amount, the account and the balance.';

create function private.tell_without_contact() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if old.accepted_at is not null and exists (select from public.profiles p where p.id = old.owner_id) then
    perform private.notify(
      old.owner_id, 'trusted_contact', 'You have no trusted contact now',
      'Their account was closed, so your payments no longer wait for them.'
    );
  end if;
  return null;
end
$$;

create trigger tell_without_contact after delete on private.trusted_contacts
  for each row execute function private.tell_without_contact();

create function private.waits_for_contact(p_payment public.outgoing_payments, p_at timestamptz) returns boolean
language plpgsql volatile set search_path = '' as $$
declare
  review private.contact_reviews;
  contact uuid;
begin
  select r.* into review from private.contact_reviews r where r.payment_id = p_payment.id and r.amount = p_payment.amount;
  if review.answer = 'right' or review.answer_by <= p_at then
    return false;
  end if;
  contact := private.contact_to_ask(
    p_payment.user_id, p_payment.to_sort_code, p_payment.to_account_number, p_payment.amount, p_at
  );
  if contact is null then
    return false;
  end if;
  if review.payment_id is null or review.contact_id <> contact then
    perform private.ask_contact(
      p_payment.id, p_payment.user_id, contact, p_payment.amount,
      (
        select (d.evidence).warnings from private.future_requests d
        where d.created_id = coalesce(p_payment.regular_payment_id, p_payment.id)
      ),
      p_at
    );
    perform private.notify(
      p_payment.user_id, 'trusted_contact', 'Your payment waits for your trusted contact',
      'We''ll send ' || private.in_pounds(p_payment.amount) || ' to ' || p_payment.to_account_holder_name
        || ' when your trusted contact says that it looks right, or in 24 hours.', p_at
    );
  end if;
  update public.outgoing_payments o set
    send_at = coalesce((select r.answer_by from private.contact_reviews r where r.payment_id = o.id), o.send_at)
  where o.id = p_payment.id;
  return true;
end
$$;
comment on function private.waits_for_contact is
  'Whether a future payment that is due has to wait for the contact, and asks the contact the first time. The calling function has locked it.';
