-- What staff with manage_cases do about an account that received claimed money. They suspend its owner as any customer.

create function private.hold_leaving_payments(p_case_id uuid, p_reason text, p_at timestamptz default now()) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  -- The owner reads it. It does not say that there is a claim.
  told constant text := 'We check some payments before we send them.';
  grounds constant text := private.require_reason(p_reason);
  received constant private.cases := private.lock_case_and_payments(p_case_id, 'received');
  leaving public.transactions;
  held integer := 0;
begin
  for leaving in select * from private.leaving_payments(received.user_id) loop
    continue when not private.can_review(leaving);
    begin
      perform private.start_payment_review(leaving.id, grounds, told, p_at);
      held := held + 1;
    exception when sqlstate 'PT409' then
      -- It has left at this moment, or it is too late to review it.
      null;
    end;
  end loop;
  if held > 0 then
    perform private.add_case_event(received.id, 'note', auth.uid(), 'Put payments under review: ' || held || '. ' || grounds, p_at);
  end if;
  return held;
end
$$;
select private.expose('hold_leaving_payments',
  'Puts the payments that have not left an account which received claimed money under review, as start_payment_review does with each, and returns how many. For admins with manage_cases.');

create function private.decide_received(p_case_id uuid, p_acted boolean, p_reason text, p_at timestamptz default now()) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  reason constant text := private.require_reason(p_reason);
  decided constant private.cases := private.lock_open_case(p_case_id, array['received']);
  decision text;
begin
  if p_acted is null then
    raise exception 'Say whether you have acted.' using errcode = 'PT400';
  end if;
  decision := case when p_acted then 'acted' else 'nothing' end;
  perform private.record_decision(decided.id, decision, reason, auth.uid(), p_at);
  perform private.audit('decide_case', 'case', decided.id, jsonb_build_object('case_id', decided.id, 'decision', decision));
end
$$;
select private.expose('decide_received',
  'Decides the case of an account that received claimed money: the caller has acted, or found nothing. The owner is not told. A later claim opens a new case. For admins with manage_cases.');
