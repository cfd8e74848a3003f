-- A balance that is too large for one administrator: two set it.

create function private.balance_request(p_step text, p_request private.approval_requests, p_user_id uuid) returns boolean
language plpgsql volatile set search_path = '' as $$
declare
  balance numeric;
begin
  case p_step
    when 'asked' then
      perform private.require_permission('financial_support');
      if p_request.user_id is distinct from auth.uid() then
        perform private.require_permission('approve_users');
      end if;
      perform private.lock_person(p_request.user_id);
      perform private.require_can_edit(p_request.user_id);
      balance := (private.lock_shown_account(p_request.user_id, p_request.amount_before)).balance;
      perform private.require_valid_balance(p_request.amount_after);
      if p_request.amount_after = balance then
        raise exception 'This is the balance already.' using errcode = 'PT400', hint = 'field:balance';
      end if;
      perform private.open_request(
        'balance', p_request.reason, p_request.user_id, p_before => balance, p_after => p_request.amount_after
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
      return not exists (
        select from public.accounts a
        where a.user_id = p_request.user_id and a.account_type = 'current' and a.balance = p_request.amount_before
      );
    when 'approved' then
      perform private.adjust_balance(a.id, p_request.amount_after, now(), p_request.id)
      from public.accounts a where a.user_id = p_request.user_id and a.account_type = 'current';
  end case;
  return null;
end
$$;
comment on function private.balance_request is 'The steps of a request to set the balance of a user.';
