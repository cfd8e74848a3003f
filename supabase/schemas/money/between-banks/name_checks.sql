-- The check of a payee's name at another bank: the question for a check that was counted, and its answer.

create function private.take_bank_check(
  p_check_id uuid, p_user_id uuid, p_name text, p_sort_code text, p_account_number text, p_account_type text
)
returns table (bank_id text, address text, public_key jsonb, message jsonb)
language sql volatile security definer set search_path = ''
begin atomic
  update private.payee_checks c set asked_at = clock_timestamp()
  from private.banks b
  where c.id = p_check_id and c.user_id = p_user_id and c.asked_at is null and b.id = c.bank_id and b.is_on
    and c.details_hash = private.hash_payee(
      btrim(p_name), private.normalise_sort_code(p_sort_code), translate(p_account_number, ' -', '')
    )
  returning b.id, b.address, b.public_key, jsonb_build_object(
    'id', private.new_id(), 'type', 'name-check', 'name', btrim(p_name), 'sortCode', private.normalise_sort_code(p_sort_code),
    'accountNumber', translate(p_account_number, ' -', ''), 'accountType', nullif(p_account_type, '')
  );
end;
select private.expose('take_bank_check', to_roles => '{service_role}', description =>
  'The question to the payee''s bank for a check that check_payee has counted, once and only with its details. No row otherwise. The typed name is stored nowhere.');

create function private.record_bank_check(p_check_id uuid, p_outcome text, p_name text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  -- The form waits as long, and reads the outcome after it: what the customer has seen does not change.
  longest constant interval := '2 seconds';
  name constant text := nullif(btrim(private.strip_forbidden(p_name)), '');
begin
  update private.payee_checks c set
    answered_at = clock_timestamp(),
    outcome = case
      when clock_timestamp() > c.created_at + longest then 'unavailable'
      when p_outcome in ('match', 'close_match', 'no_match', 'wrong_type') then p_outcome
      -- Whether an account exists is known for certain only here.
      when p_outcome = 'not_found' then 'no_match'
      else 'unavailable'
    end,
    -- Of its texts only this one, by the rules for names here.
    holder_name = case
      when p_outcome = 'close_match' and clock_timestamp() <= c.created_at + longest
        and private.customer_name_problem(name) is null
        then name
    end
  where c.id = p_check_id and c.asked_at is not null and c.answered_at is null;
end
$$;
select private.expose('record_bank_check', to_roles => '{service_role}', description =>
  'Stores what the payee''s bank has answered to a check, once and within two seconds. Later it is unavailable.');
