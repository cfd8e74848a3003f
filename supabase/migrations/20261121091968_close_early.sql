-- What two people decide about a closing: the money after a suspicion.

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
  'Asks a second administrator to let the owner of a closed account have the money that waits after a suspicion. For admins with manage_cases.');
