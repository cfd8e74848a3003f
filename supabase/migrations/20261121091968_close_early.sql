-- What two people decide about a closing: less notice than the law gives, and the money after a suspicion.

create function private.ask_to_close_early(
  p_user_id uuid, p_reasons text, p_exception text, p_days integer, p_at timestamptz default now()
) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  closing private.cases;
begin
  perform private.require_permission('manage_cases');
  perform private.require_no_problem(case
    when (p_exception in ('due_diligence', 'immigration', 'crime', 'public_order')) is not true
      then array['exception', 'Choose which exception applies.']
    when (p_days between 0 and 89) is not true then array['days', 'Enter the days of notice, from 0 to 89.']
  end);
  -- The people first, as in an approval.
  perform private.lock_people(auth.uid(), p_user_id);
  perform private.lock_for_closing(p_user_id);
  select c.* into closing from private.cases c where c.user_id = p_user_id and c.kind = 'closing' and c.state = 'open' for update;
  if closing.id is null then
    closing := private.open_closing(p_user_id, p_reasons, p_at);
  elsif closing.due_at <= private.end_of_day(private.london_date(p_at) + p_days) then
    raise exception 'The account closes no later than that already.' using errcode = 'PT409', hint = 'already-closing';
  end if;
  perform private.request_case_decision(closing, 'closed', left(btrim(p_reasons), 300), null, null);
  update private.closing_notices n set asked_exception = p_exception, asked_days = p_days where n.id = closing.id;
  perform private.add_case_event(closing.id, 'note', auth.uid(), 'Asked a second administrator to close the account '
    || case p_days when 0 then 'at once.' else 'with ' || p_days || ' days'' notice.' end, p_at);
  return closing.id;
end
$$;
select private.expose('ask_to_close_early',
  'Asks a second administrator to close a customer''s account with less than 90 days'' notice, or at once (0), where one of the exceptions of the law applies, and returns the case. The customer hears of it when it is approved. For admins with manage_cases, as give_closing_notice.');

create function private.ask_payout_release(p_case_id uuid, p_reason text, p_at timestamptz default now()) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  reason constant text := private.require_reason(p_reason);
  asked constant private.cases := private.lock_open_case(p_case_id, array['payout']);
begin
  perform private.request_case_decision(asked, 'released', reason, private.money_waiting_for(asked.user_id), null);
  perform private.add_case_event(asked.id, 'note', auth.uid(), 'Asked a second administrator to release the money.', p_at);
end
$$;
select private.expose('ask_payout_release',
  'Asks a second administrator to let the owner of a closed account have the money that waits after a suspicion. For admins with manage_cases, as give_closing_notice.');
