-- The interest on savings: a super admin asks for another rate from a day on, and a second one approves it.

create function private.request_interest_rate(p_rate text, p_starts_on text, p_reason text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  new_rate constant numeric := private.plain_decimal(p_rate);
  first_day constant date := private.plain_date(p_starts_on);
  today constant date := private.london_date(now());
  reason text;
begin
  perform private.require_super_admin();
  reason := private.require_reason(p_reason);
  perform private.lock_person(auth.uid());
  if (new_rate between 0 and 20) is not true then
    raise exception 'Enter a rate from 0 to 20 per cent.' using errcode = 'PT400', hint = 'field:rate';
  -- What was counted for a day stays.
  elsif (first_day > today and first_day <= today + 366) is not true then
    raise exception 'Choose a day from tomorrow to one year ahead.' using errcode = 'PT400', hint = 'field:startsOn';
  elsif exists (select from private.interest_rates r where r.starts_on = first_day) then
    raise exception 'Another rate starts on this day.' using errcode = 'PT409', hint = 'field:startsOn';
  end if;
  perform private.open_request(
    'interest_rate', reason, auth.uid(), p_before => private.interest_rate_on(first_day), p_after => new_rate,
    p_decision => first_day::text
  );
end
$$;
select private.expose('request_interest_rate',
  'Asks a second super admin to change the interest on savings: the rate in a year in per cent, as 4.25, and the first day on which it holds, from tomorrow on. For super admins.');

create function private.list_interest_rates()
returns table (starts_on date, rate numeric, aer numeric, decided_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_super_admin();
  return query
  select r.starts_on, r.rate::numeric, private.yearly_rate_with_interest(r.rate), r.decided_at
  from private.interest_rates r order by r.starts_on desc limit 100;
end
$$;
select private.expose('list_interest_rates', 'The rates of the interest on savings, the latest first. For super admins.');

create function private.interest_rate_request(p_step text, p_request private.approval_requests, p_user_id uuid) returns boolean
language plpgsql volatile set search_path = '' as $$
declare
  first_day constant date := p_request.decision::date;
begin
  case p_step
    when 'asked' then
      null;
    when 'listed' then
      return private.has_role('super_admin');
    when 'right' then
      return private.holds_super_admin(p_user_id);
    when 'lock' then
      perform pg_advisory_xact_lock(hashtextextended('interest rates', 0));
    when 'changed' then
      return first_day <= private.london_date(now())
        or exists (select from private.interest_rates r where r.starts_on = first_day)
        or private.interest_rate_on(first_day) <> p_request.amount_before;
    when 'approved' then
      insert into private.interest_rates (starts_on, rate) values (first_day, p_request.amount_after);
      perform private.audit('set_interest_rate', null, null, jsonb_build_object(
        'rate_before', p_request.amount_before, 'rate', p_request.amount_after, 'starts_on', first_day, 'request_id', p_request.id
      ));
  end case;
  return null;
end
$$;
comment on function private.interest_rate_request is 'The steps of a request to change the interest on savings.';
