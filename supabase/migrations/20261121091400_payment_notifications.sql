-- Mails about payments. Every payment is its own entry in the outbox; a row here says that a mail has been taken from it.

create table private.payment_notifications (
  transaction_id uuid primary key,
  claimed_at timestamptz not null default now()
);
comment on table private.payment_notifications is
  'Payment mails taken for sending, by the transaction row of the person who gets the mail. Paying writes nothing here, so mails cost a payment nothing.';

alter table private.payment_notifications enable row level security;
create policy "Nobody reaches the payment notifications through the API" on private.payment_notifications
  for all to anon, authenticated using (false);

create function private.claim_payment_notifications(p_user_id uuid, p_request_id uuid, p_notification_type text)
returns table (
  notification_id uuid, notification_type text, recipient_email text, recipient_name text, counterparty_name text,
  amount numeric, sort_code text, account_number text, reference text, created_at timestamptz
)
language sql volatile security definer set search_path = ''
begin atomic
  with mail as (
    select
      t.*,
      -- Only the payer's mail falls back to the address that they sign in with.
      coalesce(p.notification_email, case when not t.incoming then u.email end) as email,
      p.full_name
    from private.payment_orders o
    join public.transactions t
      on t.id = case p_notification_type when 'sender' then o.transaction_id when 'recipient' then o.incoming_transaction_id end
    join public.profiles p on p.id = t.user_id
    join auth.users u on u.id = t.user_id
    where o.user_id = p_user_id
      and o.request_id = p_request_id
      and o.created_at > now() - interval '1 day'
  ),
  claimed as (
    insert into private.payment_notifications (transaction_id)
    select mail.id from mail where mail.email is not null
    on conflict do nothing
    returning transaction_id
  )
  select
    mail.id, p_notification_type, mail.email, coalesce(mail.full_name, 'Customer'),
    case when mail.incoming then mail.from_account_holder_name else mail.to_account_holder_name end,
    mail.amount,
    case when mail.incoming then mail.from_sort_code else mail.to_sort_code end,
    case when mail.incoming then mail.from_account_number else mail.to_account_number end,
    case when mail.incoming then nullif(mail.reference, 'Payment from ' || mail.from_account_holder_name) else mail.reference end,
    mail.created_at
  from mail join claimed on claimed.transaction_id = mail.id;
end;

create function public.claim_payment_notifications(p_user_id uuid, p_request_id uuid, p_notification_type text)
returns table (
  notification_id uuid, notification_type text, recipient_email text, recipient_name text, counterparty_name text,
  amount numeric, sort_code text, account_number text, reference text, created_at timestamptz
)
language sql volatile security invoker set search_path = ''
begin atomic
  select mail.* from private.claim_payment_notifications(p_user_id, p_request_id, p_notification_type) mail;
end;
comment on function public.claim_payment_notifications is
  'Takes the unsent mail of this type (sender or recipient) about a payment that this person made within the last day; each is handed out once.';

create function private.release_payment_notification(p_notification_id uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  delete from private.payment_notifications n where n.transaction_id = p_notification_id;
  return found;
end
$$;

create function public.release_payment_notification(p_notification_id uuid) returns boolean
language sql volatile security invoker set search_path = ''
begin atomic
  select private.release_payment_notification(p_notification_id);
end;
comment on function public.release_payment_notification is 'Puts a mail back that could not be sent, so that it can be claimed again.';

grant execute on function private.claim_payment_notifications, public.claim_payment_notifications,
  private.release_payment_notification, public.release_payment_notification to service_role;
