-- The case in which two people decide about the money that waits after a closing. What needs it opens it.

create unique index cases_open_payout_idx on private.cases (user_id) where kind = 'payout' and state = 'open';

create function private.is_payout_checked(p_user_id uuid) returns boolean
language sql stable set search_path = ''
begin atomic
  select exists (select from private.cases c where c.user_id = p_user_id and c.kind = 'payout' and c.state = 'open');
end;
comment on function private.is_payout_checked is 'Whether the money of a closed account waits for the decision of two people.';

create function private.lock_payout(p_user_id uuid) returns void
language sql volatile set search_path = ''
begin atomic
  select pg_advisory_xact_lock(hashtextextended('payout to ' || p_user_id, 0));
end;
comment on function private.lock_payout is 'Two payments that come in at the same moment open one case, whose amount is the sum.';

create function private.open_payout(p_user_id uuid, p_at timestamptz) returns void
language plpgsql volatile set search_path = '' as $$
declare
  opened private.cases;
begin
  perform private.lock_payout(p_user_id);
  if not private.is_payout_checked(p_user_id) then
    opened := private.open_case('payout', p_user_id, 'payout_days', 'payout_days', p_at, private.money_waiting_for(p_user_id));
    perform private.audit('open_case', 'person', p_user_id, jsonb_build_object('case_id', opened.id, 'kind', 'payout'));
  end if;
end
$$;
comment on function private.open_payout is 'Opens the case in which two people decide about the money of a closed account, if it is not open. The customer does not learn of it.';
