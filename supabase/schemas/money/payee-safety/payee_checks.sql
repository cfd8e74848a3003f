-- Confirmation of payee: whether the typed name is the name on the account that is about to be paid.

select vault.create_secret(encode(extensions.gen_random_bytes(32), 'hex'), 'payee_check_key', 'Hashes the details of payee checks');

create table private.payee_checks (
  id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  created_at timestamptz not null default clock_timestamp(),
  details_hash bytea not null,
  outcome text not null constraint payee_checks_outcome_check check (
    outcome in ('match', 'close_match', 'no_match', 'wrong_type', 'not_found', 'unavailable')
  ),
  account_id uuid,
  shows_name boolean not null,
  is_counted boolean not null default true,
  bank_id text,
  asked_at timestamptz,
  answered_at timestamptz,
  holder_name public.customer_name
);
comment on table private.payee_checks is
  'What each payee check has shown. Holds no typed name. A payment stores the id of its check, as evidence.';
comment on column private.payee_checks.details_hash is 'Keyed hash of the checked name, sort code and account number.';
comment on column private.payee_checks.account_id is 'The account here with these numbers; null if there is none. No foreign key: the check outlives the account.';
comment on column private.payee_checks.is_counted is 'False for a payee that the customer has paid by this name before: it tells nothing new.';
comment on column private.payee_checks.shows_name is 'Whether the customer may see the name on the account.';
comment on column private.payee_checks.bank_id is 'The other bank that can be asked for the name; null if there is none. Its answer changes the outcome from unavailable.';
comment on column private.payee_checks.holder_name is 'The name that the other bank gave for a close match.';

create index payee_checks_user_id_created_at_idx on private.payee_checks (user_id, created_at);

select private.keep_from_api('private.payee_checks');

create function private.hash_payee(p_name text, p_sort_code text, p_account_number text) returns bytea
language plpgsql stable set search_path = '' as $$
begin
  return extensions.hmac(
    jsonb_build_array(p_name, p_sort_code, p_account_number)::text, private.vault_key('payee_check_key'), 'sha256'
  );
end
$$;
comment on function private.hash_payee is 'Keyed hash: without the key, names and account numbers could be tried.';

create function private.payee_outcome(p_name text, p_account_type text, p_sort_code text, p_holder_name text) returns text
language plpgsql stable set search_path = '' as $$
declare
  outcome text;
begin
  if p_holder_name is null then
    return case when private.is_own_sort_code(p_sort_code) then 'not_found' else 'unavailable' end;
  end if;
  outcome := private.match_names(p_name, p_holder_name);
  if outcome = 'match'
    and (p_account_type = 'business') <> private.is_company_name(private.name_words(p_holder_name))
  then
    return 'wrong_type';
  end if;
  return outcome;
end
$$;
comment on function private.payee_outcome is 'The outcome of a check of this name, and of this type unless it is null, against the name on the account; null for the holder if there is no such account here.';

create function private.require_fewer_checks(p_user_id uuid) returns void
language plpgsql volatile set search_path = '' as $$
declare
  checks_per_hour constant integer := 10;
  checks_per_day constant integer := 30;
  counted timestamptz[];
  free_at timestamptz;
begin
  -- Parallel checks of a customer are serialised until commit, so each counts the previous one.
  perform pg_advisory_xact_lock(hashtextextended('payee checks of ' || p_user_id, 0));
  select array_agg(c.created_at order by c.created_at desc) into counted from private.payee_checks c
  where c.user_id = p_user_id and c.created_at > now() - interval '1 day' and c.is_counted
    -- Until it is answered, a question to another bank counts as if the name were wrong.
    and (
      c.outcome not in ('match', 'unavailable')
      or c.bank_id is not null and c.answered_at is null and c.created_at > now() - interval '1 minute'
    );
  -- From when each limit has one check left.
  free_at := greatest(counted[checks_per_hour] + interval '1 hour', counted[checks_per_day] + interval '1 day');
  if free_at > now() then
    raise exception 'You''ve checked several payees that don''t match. You can check another one from %.',
      private.time_and_day(free_at)
      using errcode = 'PT429', hint = 'too-many-checks';
  end if;
end
$$;
comment on function private.require_fewer_checks is
  'Raises an error if the checks of this customer that did not match have reached 10 in an hour or 30 in a day. Otherwise the check would be a directory of account holders.';

create function private.check_payee(
  p_check_id uuid, p_name text, p_sort_code text, p_account_number text, p_account_type text default null
) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  payee_name constant text := btrim(p_name);
  payee_sort_code constant text := private.normalise_sort_code(p_sort_code);
  payee_number constant text := translate(p_account_number, ' -', '');
  payee record;
  most_an_hour constant integer := 1000;
  found_outcome text;
  is_counted boolean;
  saved_outcome text;
  other_bank text;
begin
  perform private.require_approved();
  perform private.require_valid_payee(payee_name, payee_sort_code, payee_number, null);
  if p_check_id is null or coalesce(p_account_type, 'personal') not in ('personal', 'business') then
    raise exception 'A check needs an id, and an account type is personal or business.' using errcode = 'PT400';
  end if;
  -- A repeated request, also with the id of another customer's check, changes nothing. It compares nothing either, because
  -- the time of a comparison that is not counted would tell something.
  if exists (select from private.payee_checks c where c.id = p_check_id) then
    return false;
  end if;
  select r.check_outcome into saved_outcome from public.recipients r
  where r.user_id = auth.uid() and r.account_number = payee_number and r.sort_code = payee_sort_code
    and r.paid_name = payee_name;
  is_counted := not found;
  -- Also those that match: each is stored.
  perform from private.payee_checks c
  where c.user_id = auth.uid() and c.created_at > now() - interval '1 hour' offset most_an_hour - 1 limit 1;
  if found then
    raise exception 'You''ve checked very many payees within an hour. Please try again later.' using errcode = 'PT429', hint = 'too-many-checks';
  end if;
  if is_counted then
    perform private.require_fewer_checks(auth.uid());
  end if;
  select a.id, a.user_id, a.account_type, a.account_holder_name into payee from public.accounts a
  where a.account_number = payee_number and a.sort_code = payee_sort_code and not a.is_closed;
  if payee.user_id = auth.uid() then
    raise exception '%', case payee.account_type
      when 'current' then 'You cannot pay into the account you are paying from.'
      else 'This is one of your own accounts. Move the money there instead.'
    end using errcode = 'PT400', hint = 'own-account';
  end if;
  found_outcome := private.payee_outcome(payee_name, p_account_type, payee_sort_code, payee.account_holder_name);
  -- A check that does not ask for the type does not make it right.
  if p_account_type is null and found_outcome = 'match' and saved_outcome = 'wrong_type' then
    found_outcome := 'wrong_type';
  end if;
  if payee.id is null and not private.is_own_sort_code(payee_sort_code) then
    select b.id into other_bank from private.banks b where b.id = private.bank_for(payee_sort_code) and b.is_on;
  end if;
  insert into private.payee_checks (id, user_id, details_hash, outcome, account_id, is_counted, bank_id, shows_name)
  values (
    p_check_id, auth.uid(), private.hash_payee(payee_name, payee_sort_code, payee_number), found_outcome, payee.id, is_counted,
    other_bank, found_outcome = 'close_match' and private.has_right_word(payee_name, payee.account_holder_name)
  )
  on conflict (id) do nothing;
  return other_bank is not null;
end
$$;
select private.expose('check_payee',
  'Checks and counts whether the name is the name on the account, and with a type (personal, business) whether the account is of this type. Stores the outcome by an id that the caller chooses. get_payee_check returns it. A separate call, so that the check is committed before the caller learns the outcome. Per customer 10 checks an hour and 30 a day that do not match, besides those of saved payees, and 1,000 an hour of all. True: the payee''s bank can be asked, by the edge function check-payee.');

create function private.get_payee_check(p_check_id uuid)
returns table (outcome text, holder_name text)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_approved();
  return query
  select
    c.outcome, coalesce(c.holder_name::text, case when c.shows_name then a.account_holder_name::text end)
  from private.payee_checks c
  left join public.accounts a on a.id = c.account_id
  where c.id = p_check_id and c.user_id = auth.uid() and c.created_at > now() - interval '30 minutes';
end
$$;
select private.expose('get_payee_check',
  'The outcome of a check that the caller made in the last 30 minutes: match, close_match, no_match, wrong_type, not_found or unavailable. The holder''s name for a close match with a whole word right.');
