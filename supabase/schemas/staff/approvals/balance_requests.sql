-- A balance that is too large for one administrator: two set it.

create function private.account_of_request(p_request private.approval_requests) returns public.accounts
language plpgsql stable set search_path = '' as $$
declare
  account public.accounts;
begin
  select a.* into account from public.accounts a
  where a.user_id = p_request.user_id and case
    when p_request.transaction_id is null then a.account_type = 'current'
    else a.id = p_request.transaction_id and not a.is_closed
  end;
  return account;
end
$$;
comment on function private.account_of_request is 'The account of a request to set a balance. Null for a savings account that was closed.';

create function private.balance_request(p_step text, p_request private.approval_requests, p_user_id uuid) returns boolean
language plpgsql volatile set search_path = '' as $$
declare
  account public.accounts;
begin
  case p_step
    when 'asked' then
      perform private.require_permission('financial_support');
      if p_request.user_id is distinct from auth.uid() then
        perform private.require_permission('approve_users');
      end if;
      perform private.lock_person(p_request.user_id);
      perform private.require_can_edit(p_request.user_id);
      account := private.lock_shown_account(p_request.user_id, p_request.amount_before, p_request.transaction_id);
      perform private.require_valid_balance(p_request.amount_after);
      if p_request.amount_after = account.balance then
        raise exception 'This is the balance already.' using errcode = 'PT400', hint = 'field:balance';
      end if;
      perform private.open_request(
        'balance', p_request.reason, p_request.user_id,
        -- A request about the current account names none, as those of the release before savings.
        case when account.account_type = 'savings' then account.id end,
        p_before => account.balance, p_after => p_request.amount_after
      );
      return true;
    when 'listed' then
      return private.has_permission('approve_users') and private.has_permission('financial_support');
    when 'right' then
      return private.holds_permission(p_user_id, 'financial_support') and (
        p_user_id = p_request.user_id or private.can_act_for(p_user_id, p_request.user_id, '{approve_users}')
      );
    when 'lock' then
      perform from public.accounts a where a.user_id = p_request.user_id order by a.id for no key update;
    when 'changed' then
      return (private.account_of_request(p_request)).balance is distinct from p_request.amount_before;
    when 'approved' then
      perform private.adjust_balance((private.account_of_request(p_request)).id, p_request.amount_after, now(), p_request.id);
  end case;
  return null;
end
$$;
comment on function private.balance_request is 'The steps of a request to set the balance of an account.';
