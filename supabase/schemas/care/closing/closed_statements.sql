-- The statements and letters of a closed account, for staff whom its former owner asks for them.

create function private.closed_account(p_user_id uuid, p_account_id uuid default null) returns public.accounts
language plpgsql stable set search_path = '' as $$
declare
  account public.accounts;
begin
  perform private.require_permission('approve_users');
  perform private.require_permission('view_transactions');
  -- The letters are about cases.
  perform private.require_permission('manage_cases');
  perform private.require_unconcerned(p_user_id);
  perform private.require_recorded('view_user', p_user_id, '61 minutes');
  select a.* into account from public.accounts a where a.user_id = p_user_id and a.is_closed
    and case when p_account_id is null then a.account_type = 'current' else a.id = p_account_id end
    -- A savings account that an open customer has closed is theirs to read.
    and exists (select from public.accounts c where c.user_id = p_user_id and c.account_type = 'current' and c.is_closed);
  if not found then
    raise exception 'This account is not closed.' using errcode = 'PT409', hint = 'account-open';
  end if;
  return account;
end
$$;
comment on function private.closed_account is
  'A closed account whose statements the caller may read. Raises an error if the read of the user is not recorded.';

create function private.get_closed_account(p_user_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  account constant public.accounts := private.closed_account(p_user_id);
begin
  return (
    select jsonb_build_object(
      'holder_name', account.account_holder_name, 'sort_code', account.sort_code, 'account_number', account.account_number,
      'address', to_jsonb(array_remove(array[p.address_line_1, p.address_line_2, p.town, p.postcode], null)),
      'months', array(select m.month from private.statement_months(account) m where m.transaction_count > 0 order by m.month),
      'savings', array(
        select jsonb_build_object(
          'id', s.id, 'name', private.own_name_of(s), 'sort_code', s.sort_code, 'account_number', s.account_number,
          'months', array(select m.month from private.statement_months(s) m where m.transaction_count > 0 order by m.month)
        )
        from public.accounts s where s.user_id = p_user_id and s.account_type = 'savings' order by s.place
      ),
      'letters', array(select l.letter from private.letters_to(p_user_id) l order by l.created_at, l.id)
    )
    from public.profiles p where p.id = p_user_id
  );
end
$$;
select private.expose('get_closed_account', statement_timeout => '8s', description =>
  'Of a closed account, after record_user_view: whose it was, the months that have entries, the savings accounts beside it, and the bank''s letters. For admins with approve_users, view_transactions and manage_cases, not about a customer with whom they have dealt.');

create function private.get_closed_statement(
  p_user_id uuid, p_from date, p_until date, p_account_id uuid default null
) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.statement_of(private.closed_account(p_user_id, p_account_id), p_from, p_until);
end
$$;
select private.expose('get_closed_statement', statement_timeout => '8s', description =>
  'A statement of a closed account or of one of the savings accounts beside it, as get_statement, for those who may call get_closed_account.');
