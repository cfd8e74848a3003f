-- Payees: those that a customer has paid, those that customers have reported, and what a valid payee is.

create function private.require_valid_payee(p_name text, p_sort_code text, p_account_number text, p_reference text) returns void
language plpgsql stable set search_path = '' as $$
declare
  problem constant text[] := case
    when coalesce(p_name, '') = '' then array['recipient', 'Enter the name on the account.']
    when char_length(p_name) > 140 then array['recipient', 'Name must be at most 140 characters.']
    when p_sort_code is null or p_sort_code !~ '^[0-9]{2}-[0-9]{2}-[0-9]{2}$' then array['sortCode', 'Sort code must be 6 digits']
    when p_account_number is null or p_account_number !~ '^[0-9]{8}$' then array['accountNumber', 'Account number must be 8 digits']
    when char_length(p_reference) > 18 then array['reference', 'Reference must be at most 18 characters.']
    when not private.is_clean(p_name) then array['recipient', private.text_problem(p_name)]
    when not private.is_clean(coalesce(p_reference, '')) then array['reference', private.text_problem(p_reference)]
  end;
begin
  perform private.require_no_problem(problem);
end
$$;

create function private.require_valid_amount(p_amount numeric) returns void
language plpgsql stable set search_path = '' as $$
declare
  highest_payment constant numeric := 1000000.00;
begin
  -- "is not true" also rejects null. NaN sorts above every number.
  if (p_amount > 0 and p_amount <= highest_payment and p_amount = round(p_amount, 2)) is not true then
    raise exception 'Please enter a valid amount.' using errcode = 'PT400', hint = 'field:amount';
  end if;
end
$$;
comment on function private.require_valid_amount is 'Raises an error unless the amount is above zero, in whole pence and within the Faster Payments limit.';

create table public.recipients (
  id uuid primary key default private.new_id(),
  user_id uuid not null,
  created_at timestamptz not null default now(),
  account_holder_name public.account_holder_name not null,
  sort_code public.sort_code not null,
  account_number public.account_number not null,
  last_payment_amount numeric(14, 2),
  last_payment_date timestamptz,
  nickname public.account_holder_name,
  is_favourite boolean not null default false,
  paid_total numeric(14, 2) not null default 0,
  warned_total numeric(14, 2) not null default 0,
  paid_count integer not null default 0,
  paid_name text,
  check_outcome text,
  unique (user_id, account_number, sort_code)
)
with (fillfactor = 80);
comment on table public.recipients is
  'The payees that a customer has paid. A payment writes them; the customer can name, favour and delete them.';
comment on column public.recipients.nickname is 'What the customer calls the payee. Shown to the customer alone.';
comment on column public.recipients.paid_total is 'Pounds that were paid to this payee in all. A payee of few pounds still counts as new.';
comment on column public.recipients.warned_total is
  'How much of paid_total the customer was warned about, because the name is not confirmed. The rest is what the next warning counts.';
comment on column public.recipients.paid_count is 'How often this payee was paid.';
comment on column public.recipients.paid_name is
  'The name in the last payment, whose check the customer has seen. Only payments write it: a name that the customer can edit would be a way to try names.';
comment on column public.recipients.check_outcome is 'The outcome of the payee check of the last payment, made before it or inside it.';
comment on column public.recipients.user_id is 'The payer. No foreign key: only a payer with an account gets here, and accounts has the foreign key.';

select private.guard_client_writes('public.recipients', 'delete');

create trigger lock_calling_payer before delete on public.recipients
  for each statement when (current_user = 'authenticated') execute function private.lock_calling_payer();

select private.let_customers_read('public.recipients');
grant delete on public.recipients to authenticated;

create policy "Customers delete their own recipients" on public.recipients
  for delete to authenticated using (user_id = (select auth.uid()) and (select private.is_approved()));

create view private.saved_payees as
select r.*, r.created_at > now() - interval '1 day' or r.paid_total <= 250 as is_new from public.recipients r;
comment on view private.saved_payees is
  'The payees that a customer has paid, and whether each is new: until 24 hours after the first payment, and until more than £250 have been paid in all: otherwise what needs no passkey and no trusted contact today would open the way for everything tomorrow. A view, because a payment reads it in its query.';

create table private.removed_payees (
  user_id uuid not null,
  sort_code public.sort_code not null,
  account_number public.account_number not null,
  created_at timestamptz not null,
  paid_total numeric(14, 2) not null,
  removed_at timestamptz not null default now(),
  primary key (user_id, sort_code, account_number)
);
create index removed_payees_removed_at_idx on private.removed_payees (removed_at);
comment on table private.removed_payees is
  'What customers had paid to new payees whom they have deleted, for a week. Without it, each payment after a deletion would be the first one. No foreign key, as in recipients.';

select private.keep_from_api('private.removed_payees');

create function private.keep_removed_payee() returns trigger
language plpgsql volatile security definer set search_path = '' as $$
begin
  insert into private.removed_payees as r (user_id, sort_code, account_number, created_at, paid_total)
  select s.user_id, s.sort_code, s.account_number, s.created_at, s.paid_total from private.saved_payees s
  where s.id = old.id and s.is_new
  on conflict (user_id, sort_code, account_number) do update
  set paid_total = r.paid_total + excluded.paid_total, removed_at = excluded.removed_at;
  return old;
end
$$;

-- Before, because only saved_payees says who is new.
create trigger keep_removed_payee before delete on public.recipients
  for each row when (current_user = 'authenticated')
  execute function private.keep_removed_payee();

create function private.edit_recipient(p_id uuid, p_name text, p_nickname text, p_is_favourite boolean) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  new_name constant text := btrim(p_name);
  new_nickname constant text := nullif(btrim(p_nickname), '');
  problem constant text[] := case
    when coalesce(new_name, '') = '' then array['name', 'Enter the name on the account.']
    when char_length(new_name) > 140 then array['name', 'Name must be at most 140 characters.']
    when not private.is_clean(new_name) then array['name', private.text_problem(new_name)]
    when char_length(new_nickname) > 140 then array['nickname', 'Nickname must be at most 140 characters.']
    when not private.is_clean(coalesce(new_nickname, '')) then array['nickname', private.text_problem(new_nickname)]
  end;
begin
  perform private.require_approved();
  perform private.require_no_problem(problem);
  update public.recipients r
  set account_holder_name = new_name, nickname = new_nickname, is_favourite = coalesce(p_is_favourite, false)
  where r.id = p_id and r.user_id = auth.uid();
  if not found then
    raise exception 'This recipient is no longer saved.' using errcode = 'PT404', hint = 'recipient-gone';
  end if;
end
$$;
select private.expose('edit_recipient',
  'Changes the name, nickname and favourite mark of one of the caller''s recipients. An empty nickname removes it.');

create table private.payee_reports (
  sort_code public.sort_code not null,
  account_number public.account_number not null,
  reporter_id uuid not null,
  transaction_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (sort_code, account_number, reporter_id)
);
create index payee_reports_transaction_id_idx on private.payee_reports (transaction_id);
comment on table private.payee_reports is
  'Payees that customers reported as a scam, once for each customer. A customer here is reported with all accounts: another savings account must not be a number without reports. No foreign keys and no names: rows outlive users.';

select private.keep_from_api('private.payee_reports');

create function private.report_scam(p_transaction_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_approved();
  insert into private.payee_reports (sort_code, account_number, reporter_id, transaction_id)
  select payee.sort_code, payee.account_number, t.user_id, t.id from public.transactions t
  cross join lateral (
    select t.to_sort_code, t.to_account_number
    union
    select a.sort_code, a.account_number from public.accounts a
    where a.user_id = private.owner_of(t.to_sort_code, t.to_account_number)
  ) payee (sort_code, account_number)
  -- A payment by card names no account.
  where t.id = p_transaction_id and t.user_id = auth.uid() and not t.incoming and t.to_account_number is not null
    and t.other_account_id is null
    -- A payment that came back costs nothing, and neither would the report.
    and t.status = 'completed' and t.reversed_at is null
  -- Also finds a report that exists, so that a repeated call succeeds.
  on conflict (sort_code, account_number, reporter_id) do update set transaction_id = excluded.transaction_id;
  if not found then
    raise exception 'We could not find this payment.' using errcode = 'PT404', hint = 'transaction-gone';
  end if;
end
$$;
select private.expose('report_scam', while_frozen => true, description =>
  'Records that the caller calls the payee of one of their payments a scam. Idempotent.');
