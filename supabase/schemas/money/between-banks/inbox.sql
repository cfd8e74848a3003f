-- The messages of other banks: each is carried out once, and answered in the same way each time. Those that are refused are counted.

create function private.count_bank_checks(p_bank_id text, p_message jsonb, p_at timestamptz) returns bigint
language sql stable set search_path = ''
begin atomic
  select greatest(
    count(*) - 1000,
    count(*) filter (
      where m.body ->> 'sortCode' = p_message ->> 'sortCode' and m.body ->> 'accountNumber' = p_message ->> 'accountNumber'
    ) - 10
  )
  from private.bank_messages m
  where m.bank_id = p_bank_id and m.type = 'name-check' and not m.is_outgoing and m.created_at > p_at - interval '1 hour'
    and m.answer ->> 'outcome' <> 'match';
end;
comment on function private.count_bank_checks is
  'By how many the checks of a bank that did not match exceed 1,000 an hour, or 10 an hour for this account.';

create function private.answer_name_check(p_bank_id text, p_message jsonb, p_at timestamptz) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  typed_name constant text := btrim(p_message ->> 'name');
  holder public.accounts;
  outcome text := 'unavailable';
begin
  perform private.lock_request_key('name checks of ' || p_bank_id);
  -- No comparison before the count: its time would tell something.
  if private.count_bank_checks(p_bank_id, p_message, p_at) < 0 then
    select a.* into holder from public.accounts a
    where a.sort_code = p_message ->> 'sortCode' and a.account_number = p_message ->> 'accountNumber' and not a.is_closed;
    outcome := private.payee_outcome(
      typed_name, p_message ->> 'accountType', p_message ->> 'sortCode', holder.account_holder_name
    );
  end if;
  return jsonb_build_object(
    'type', 'name-check-answer', 'outcome', outcome,
    'name', case
      when outcome = 'close_match' and private.has_right_word(typed_name, holder.account_holder_name)
        then holder.account_holder_name
    end
  );
end
$$;
comment on function private.answer_name_check is
  'Whether the name that a payer at another bank typed is the name on an account here. Counted for each bank and account.';

create function private.answer_bank_message(p_bank private.banks, p_message jsonb, p_at timestamptz) returns jsonb
language plpgsql volatile set search_path = '' as $$
begin
  case p_message ->> 'type'
    when 'payment' then return private.receive_payments(p_bank, p_message, p_at);
    when 'status-request' then return private.describe_received(p_bank.id, (p_message ->> 'paymentId')::uuid);
    when 'return' then return private.receive_return(p_bank, p_message, p_at);
    when 'recall' then return private.receive_recall(p_bank, p_message, p_at);
    when 'name-check' then return private.answer_name_check(p_bank.id, p_message, p_at);
    when 'statement-request' then return private.describe_statement(p_bank.id, p_message, p_at);
    else
      return jsonb_strip_nulls(jsonb_build_object(
        'type', 'received', 'status', case when not private.apply_bank_message(p_bank.id, p_message, p_at) then 'unexpected' end
      ));
  end case;
end
$$;

create function private.require_bank(p_bank_id text) returns private.banks
language plpgsql stable set search_path = '' as $$
declare
  bank private.banks;
begin
  select b.* into bank from private.banks b where b.id = p_bank_id and b.is_on;
  if not found then
    raise exception 'This bank is not connected.' using errcode = 'PT403', hint = 'bank-unknown';
  end if;
  return bank;
end
$$;

create function private.require_short_message(p_message jsonb) returns void
language plpgsql immutable set search_path = '' as $$
begin
  -- A payment has two names of up to 140 characters, each of which JSON can write as six.
  if char_length(p_message::text) > 4000 * greatest(least(jsonb_array_length(p_message -> 'payments'), 50), 1) then
    raise exception 'A message must be at most 4,000 characters, for each payment.' using errcode = 'PT400', hint = 'text-too-long';
  end if;
end
$$;

create function private.receive_bank_message(
  p_bank_id text, p_message jsonb, p_signature text default null, p_at timestamptz default clock_timestamp()
) returns jsonb
language plpgsql volatile security definer set search_path = ''
-- A plan cached while the tables are small would scan whole tables later, or all rows of a customer's day.
set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  -- Of up to 50 payments each.
  most_messages constant integer := 20000;
  bank private.banks;
  message_id constant uuid := (p_message ->> 'id')::uuid;
  earlier private.bank_messages;
  answer jsonb;
begin
  perform private.require_short_message(p_message);
  bank := private.require_bank(p_bank_id);
  -- A repeated message waits here for the first, and then gets its answer.
  perform private.lock_request_key('message ' || p_bank_id || ' ' || message_id);
  select m.* into earlier from private.bank_messages m
  where m.bank_id = p_bank_id and not m.is_outgoing and m.id = message_id;
  if found then
    perform private.require_same_request(earlier.body in (p_message, private.message_digest(p_message)));
    if earlier.type <> 'statement-request' then
      return earlier.answer || jsonb_build_object('about', message_id);
    end if;
    -- A statement says what is true now, and is stored without its entries.
    answer := private.describe_statement(p_bank_id, p_message, p_at) || jsonb_build_object('about', message_id);
    update private.bank_messages m set created_at = p_at, attempts = m.attempts + 1
    where m.bank_id = p_bank_id and not m.is_outgoing and m.id = message_id;
    return answer;
  end if;
  -- A message from a statement has no signature: this bank has asked for it.
  if p_signature is not null and bank.counted_from > p_at - interval '1 hour' and bank.messages >= most_messages then
    raise exception 'Too many messages. Please try again in an hour.' using errcode = 'PT429', hint = 'too-many-messages';
  end if;
  answer := private.answer_bank_message(bank, p_message, p_at) || jsonb_build_object('about', message_id);
  insert into private.bank_messages (bank_id, is_outgoing, id, type, payment_id, body, signature, answer, answered_at)
  values (
    p_bank_id, false, message_id, p_message ->> 'type', (p_message ->> 'paymentId')::uuid, p_message, p_signature, answer - 'entries',
    p_at
  );
  -- At the end, so that a message that waits for an account does not delay the others of its bank.
  update private.banks b set
    messages = case when b.counted_from > p_at - interval '1 hour' then b.messages + 1 else 1 end,
    counted_from = case when b.counted_from > p_at - interval '1 hour' then b.counted_from else p_at end
  where b.id = p_bank_id;
  return answer;
end
$$;
select private.expose('receive_bank_message', to_roles => '{service_role}', statement_timeout => '8s', description =>
  'Carries out a message of another bank whose signature the function interbank has verified, and returns the answer. A repeated message changes nothing and gets the same answer. At most 20,000 messages of a bank in an hour.');

create table private.bank_refusals (
  bank_id text not null,
  hour timestamptz not null,
  is_signed boolean not null,
  refused integer not null,
  primary key (bank_id, hour, is_signed)
);
comment on table private.bank_refusals is
  'How many messages that name a bank as their sender were refused in an hour. Nothing of what they said.';
comment on column private.bank_refusals.is_signed is
  'Whether the bank has signed them. Anyone can send the others, so they do not count against it.';

select private.keep_from_api('private.bank_refusals');

create function private.count_refused_message(p_bank_id text, p_is_signed boolean, p_at timestamptz default clock_timestamp())
returns void
language sql volatile security definer set search_path = ''
begin atomic
  delete from private.bank_refusals r where r.bank_id = p_bank_id and r.hour < p_at - interval '2 days';
  insert into private.bank_refusals as r (bank_id, hour, is_signed, refused)
  select b.id, date_trunc('hour', p_at, 'UTC'), p_is_signed, 1 from private.banks b where b.id = p_bank_id
  on conflict (bank_id, hour, is_signed) do update set refused = r.refused + 1
  -- Without a limit anyone could cause any number of writes.
  where r.refused < 10000;
end;
select private.expose('count_refused_message', to_roles => '{service_role}', description =>
  'Counts a message that was refused for the bank that it names, and whether that bank has signed it. At most 10,000 an hour.');

create function private.is_throttled_bank(p_bank_id text, p_at timestamptz) returns boolean
language plpgsql stable set search_path = '' as $$
declare
  most_refused constant integer := 1000;
begin
  return exists (
    select from private.bank_refusals r
    where r.bank_id = p_bank_id and r.hour = date_trunc('hour', p_at, 'UTC') and r.is_signed and r.refused >= most_refused
  );
end
$$;
comment on function private.is_throttled_bank is
  'Whether no message of a bank is read until the next hour, because 1,000 with its signature were refused in this one.';

create function private.bank_key(p_bank_id text, p_at timestamptz default clock_timestamp())
returns table (public_key jsonb, is_throttled boolean)
language plpgsql stable security definer set search_path = '' as $$
begin
  public_key := (private.require_bank(p_bank_id)).public_key;
  is_throttled := private.is_throttled_bank(p_bank_id, p_at);
  return next;
end
$$;
select private.expose('bank_key', to_roles => '{service_role}', description =>
  'The public key of a bank that is on, and whether its messages are not read in this hour. An error if there is no such bank.');
