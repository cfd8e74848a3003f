-- What the browser refuses the database refuses, too, and the other way round: supabase/tests/inputRules.test.ts
-- compares the two on every kind of input.

create or replace function private.strip_forbidden(value text) returns text
language sql immutable parallel safe set search_path = ''
return regexp_replace(
  value,
  -- Control, soft hyphen, zero-width, direction-changing, invisible filler and tag characters, and < >.
  '[\u0001-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3164\ufeff\uffa0\ufff0-\uffff\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff<>]',
  '', 'g'
);

-- Empty is for each rule to judge, but a text of spaces alone is a name that nobody can see.
create or replace function private.is_clean(value text) returns boolean
language sql immutable parallel safe set search_path = ''
return value = private.strip_forbidden(value) and (value = '' or value ~ '[^ \u00a0\u1680\u2000-\u200a\u3000]');

create or replace function private.is_chat_text(value text) returns boolean
language sql immutable parallel safe set search_path = ''
return char_length(value) between 1 and 2000 and value = private.strip_hidden(value)
  and value ~ '[^ \n\u00a0\u1680\u2000-\u200a\u200d\u3000]';

alter table public.profiles
  drop constraint profiles_notification_email_check,
  add constraint profiles_notification_email_check check (
    char_length(notification_email) <= 254 and private.is_clean(notification_email)
    and notification_email
      ~ '^[^ \u00a0\u1680\u2000-\u200a\u3000@",;]+@[^ \u00a0\u1680\u2000-\u200a\u3000@.",;]+(\.[^ \u00a0\u1680\u2000-\u200a\u3000@.",;]+)+$'
  );

create or replace function private.refuse_profile(p_full_name text, p_notification_email text) returns void
language plpgsql stable set search_path = '' as $$
declare
  problem constant text := case
    when char_length(p_full_name) > 140 then 'Name must be at most 140 characters.'
    when not private.is_clean(p_full_name) then 'Please remove special characters such as < and >.'
    -- As the table checks it.
    when char_length(p_notification_email) > 254 or not private.is_clean(p_notification_email)
      or p_notification_email
        !~ '^[^ \u00a0\u1680\u2000-\u200a\u3000@",;]+@[^ \u00a0\u1680\u2000-\u200a\u3000@.",;]+(\.[^ \u00a0\u1680\u2000-\u200a\u3000@.",;]+)+$'
      then 'Please enter a valid email address.'
  end;
begin
  if problem is not null then
    raise exception '%', problem using errcode = 'PT400';
  end if;
end
$$;

create or replace function private.receive_new_user() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  joined_at constant timestamptz := coalesce(new.created_at, now());
  -- A name that breaks the rules must not make sign-up fail without a reason: it is cleaned instead.
  new_name constant text := btrim(left(btrim(private.strip_forbidden(new.raw_user_meta_data ->> 'full_name')), 140));
  pin text;
begin
  insert into public.profiles (id, created_at, full_name)
  values (new.id, joined_at, nullif(case when private.is_clean(new_name) then new_name end, ''));
  pin := private.issue_pin(new.id, joined_at);
  -- Whatever password the client sent is replaced. The auth server reloads the row after its insert.
  perform private.set_password_from_pin(new.id, pin);
  return null;
end
$$;

create or replace function private.adjust_balance(p_account_id uuid, p_new_balance numeric, p_at timestamptz) returns private.money
language plpgsql volatile set search_path = '' as $$
declare
  -- What the screens take for an amount. Payments may bring more into an account.
  highest_balance constant numeric := 999999999.99;
  account public.accounts;
  transaction_id constant uuid := gen_random_uuid();
  name constant text := 'Manual Adjustment';
  sort_code constant text := '00-00-00';
  account_number constant text := '00000000';
  reference constant text := 'Manual balance adjustment';
  difference numeric;
begin
  -- Written so that null and NaN fail.
  if (p_new_balance between 0 and highest_balance and p_new_balance = round(p_new_balance, 2)) is not true then
    raise exception 'Please enter a valid balance.' using errcode = 'PT400';
  end if;
  -- Locked: the difference must still be right when the money moves.
  select a.* into strict account from public.accounts a where a.id = p_account_id for no key update;
  difference := p_new_balance - account.balance;
  if difference > 0 then
    perform private.move_money(transaction_id, private.ledger_account('adjustments'), account.id, difference, p_at);
    perform private.record_incoming(
      transaction_id, account, name, sort_code, account_number, difference, reference, p_at
    );
  elsif difference < 0 then
    perform private.move_money(transaction_id, account.id, private.ledger_account('adjustments'), -difference, p_at);
    perform private.record_outgoing(
      transaction_id, account, name, sort_code, account_number, -difference, reference, p_at
    );
  end if;
  perform private.audit('edit_balance', account.id, jsonb_build_object('from', account.balance, 'to', p_new_balance));
  return p_new_balance;
end
$$;
