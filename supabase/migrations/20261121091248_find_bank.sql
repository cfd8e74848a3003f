-- 'Find my bank': a mail with the address of the sign-in page, for a customer who does not know which cell has their account.

create function private.note_search(p_email text) returns boolean
language plpgsql volatile set search_path = '' as $$
declare
  search_id uuid;
begin
  perform private.lock_request_key('search for ' || p_email);
  -- A known and an unknown address cause the same writes. Only the job that sends the mail finds out.
  insert into private.bank_searches (email)
  select p_email
  where not exists (
    select from private.bank_searches s where s.email = p_email and s.created_at > clock_timestamp() - interval '15 minutes'
  )
  returning id into search_id;
  if search_id is null then
    return false;
  end if;
  perform private.owe_mail('search', search_id);
  return true;
end
$$;
comment on function private.note_search is
  'Owes a mail to the customer with this address, if there is one. At most one in 15 minutes: false if it is not the first.';

create function private.receive_search(p_bank private.banks, p_message jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
begin
  if not p_bank.is_cell then
    raise exception 'Only another cell of this bank can ask this.' using errcode = 'PT403', hint = 'bank-unknown';
  end if;
  perform private.note_search(p_message ->> 'email');
  return jsonb_build_object('type', 'received');
end
$$;
comment on function private.receive_search is 'Notes a search that was made in another cell. The answer does not tell whether the address is known.';

create function private.find_my_bank(p_email text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  attempt_key constant text := 'find:' || private.client_address();
  email constant text := lower(btrim(p_email));
begin
  if private.is_locked(attempt_key) then
    perform private.raise_too_many_attempts(attempt_key);
  end if;
  -- Every request counts as a failure, so that nobody can send mails to one address after another. Many customers can be
  -- behind one client address.
  perform private.record_attempt(attempt_key, true, 30);
  if (char_length(email) between 3 and 320 and email like '%_@_%') is not true then
    raise exception 'Please enter an email address such as name@example.com' using errcode = 'PT400', hint = 'field:email';
  end if;
  if private.note_search(email) then
    with message as (
      select b.id as bank_id, private.new_id() as id from private.banks b where b.is_cell and b.is_on
    )
    insert into private.bank_messages (bank_id, is_outgoing, id, type, body)
    select m.bank_id, true, m.id, 'find-customer', jsonb_build_object('id', m.id, 'type', 'find-customer', 'email', email)
    from message m;
  end if;
end
$$;
select private.expose('find_my_bank', while_idle => true, to_roles => '{anon,authenticated}', description =>
  'Asks every cell to mail the address of its sign-in page to the customer with this email address. The answer is the same for known and unknown addresses.');
