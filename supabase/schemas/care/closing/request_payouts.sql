-- How staff ask a second administrator to pay out the money that came in after a closing.

create function private.request_payout(
  p_user_id uuid, p_reason text, p_check_id uuid, p_name text, p_sort_code text, p_account_number text
) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  most constant numeric := 1000000;
  reason constant text := private.require_reason(p_reason);
  payee constant private.party := (btrim(p_name), private.normalise_sort_code(p_sort_code), translate(p_account_number, ' -', ''));
  outcome constant text := private.outcome_of_check(
    auth.uid(), p_check_id, payee.name, payee.sort_code, payee.account_number, now()
  );
  waiting numeric;
begin
  perform private.require_right(private.can_act_for(auth.uid(), p_user_id, '{approve_users, financial_support}'));
  perform private.require_valid_payee(payee.name, payee.sort_code, payee.account_number, null);
  if outcome is null then
    raise exception 'The payee has not been checked.' using errcode = 'PT409', hint = 'check-needed';
  elsif outcome not in ('match', 'unavailable') then
    raise exception 'The name doesn''t match the account.' using errcode = 'PT400', hint = 'field:recipient';
  end if;
  perform private.lock_person(p_user_id);
  waiting := private.money_waiting_for(p_user_id);
  if waiting <= 0 then
    raise exception 'There is no money to pay out.' using errcode = 'PT409', hint = 'nothing-waits';
  end if;
  perform private.open_request(
    'payout', reason, p_user_id, p_before => waiting, p_after => least(waiting, most),
    p_payee => to_jsonb(payee) || jsonb_build_object('outcome', outcome)
  );
end
$$;
select private.expose('request_payout',
  'Asks a second administrator to pay out the money that came in after a closing, at most £1,000,000 at once, to a payee whose name the caller has checked with check_payee. For admins with approve_users and financial_support.');

create function private.payout_request(p_step text, p_request private.approval_requests, p_user_id uuid) returns boolean
language plpgsql volatile set search_path = '' as $$
begin
  case p_step
    when 'asked' then
      null;
    when 'listed' then
      return private.has_permission('approve_users') and private.has_permission('financial_support');
    when 'right' then
      return private.can_act_for(p_user_id, p_request.user_id, '{approve_users, financial_support}');
    when 'lock' then
      perform private.lock_payout_accounts(p_request.user_id, p_request.payee);
    when 'changed' then
      return private.money_waiting_for(p_request.user_id) <> p_request.amount_before
        or private.was_asked_back_since(p_request.user_id, p_request.created_at);
    when 'approved' then
      perform private.pay_out(p_request.user_id, p_request.payee, p_request.amount_after, p_request.id);
  end case;
  return null;
end
$$;
comment on function private.payout_request is 'The steps of a request to pay out the money that came in after a closing.';
