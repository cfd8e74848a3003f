-- What other payment rules would have done with the payments of the last 90 days, and the change of the rules.

create table private.rule_trials (
  id uuid primary key default private.new_id(),
  created_at timestamptz not null,
  tried_by uuid not null,
  rules_before jsonb not null,
  rules_after jsonb not null,
  result jsonb not null
);
comment on table private.rule_trials is
  'The changes of the payment rules that super admins have tried, with the rules that were in force, for a day, and permanently if an approval was requested for it. Counts and sums, no names. No foreign keys: rows outlive users.';

select private.keep_from_api('private.rule_trials');

create function private.rules_in_force() returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_agg(
      jsonb_build_object('name', r.name, 'action', r.action, 'threshold', r.threshold, 'active', r.active)
      order by r.name, r.action
    )
    from private.payment_rules r
  );
end
$$;

create function private.first_id(p_at timestamptz) returns uuid
language plpgsql stable set search_path = '' as $$
begin
  return ('0' || to_hex((extract(epoch from p_at) * 1000)::bigint) || '70008000000000000000')::uuid;
end
$$;
comment on function private.first_id is 'Sorts before every id that new_id makes from this moment on.';

create function private.scam_payments() returns table (id uuid)
language sql stable set search_path = ''
begin atomic
  with reported as (
    select r.transaction_id as id from private.payee_reports r
    union
    select c.movement_id from private.claims c
    where c.kind = 'scam' and exists (select from private.cases sent where sent.id = c.id)
  )
  select r.id from reported r
  union
  select o.regular_payment_id from reported r join public.outgoing_payments o on o.id = r.id
  where o.regular_payment_id is not null;
end;
comment on function private.scam_payments is 'The payments that customers have reported as a scam, and the regular payments they belong to.';

create function private.tried_payments(p_since timestamptz, p_share integer)
returns table (facts private.rule_facts, is_tried boolean, is_scam boolean)
language plpgsql stable set search_path = ''
-- The plan depends on how many payments there are.
set plan_cache_mode = force_custom_plan as $$
begin
  -- The same payments each time, and all that were reported: there are few, and a sample of them would tell nothing.
  return query
  with scam as materialized (select s.id from private.scam_payments() s)
  select * from (
    select
      made.facts, abs(uuid_hash_extended(made.id, 90) % 1000000) < p_share as is_tried,
      made.id in (select s.id from scam s) as is_scam
    from (
      select o.movement_id as id, (o.evidence).facts from private.payment_orders o where o.created_at > p_since
      union all
      select r.created_id, (r.evidence).facts from private.future_requests r where r.created_id >= private.first_id(p_since)
    ) made
  ) made
  where made.is_tried or made.is_scam;
end
$$;
comment on function private.tried_payments is
  'What the rules asked about each payment since a time: about a share of a million, and about the scams.';

create function private.try_rules(p_before jsonb, p_after jsonb, p_at timestamptz) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  most constant integer := 100000;
  fewest_payments constant integer := 3;
  since constant timestamptz := p_at - interval '90 days';
  payments constant bigint := (select count(*) from private.payment_orders o where o.created_at > since)
    + (select count(*) from private.future_requests r where r.created_id >= private.first_id(since));
  -- Of a million.
  share constant integer := case when payments > most then most * 1000000::bigint / payments else 1000000 end;
begin
  return (
    with rule as materialized (
      select 1 as position, r.* from jsonb_populate_recordset(null::private.payment_rules, p_before) r where r.active
      union all
      select 2, r.* from jsonb_populate_recordset(null::private.payment_rules, p_after) r where r.active
    ),
    outcome as materialized (
      select
        p.is_tried, p.is_scam, (p.facts).amount, (p.facts).earlier_payments >= fewest_payments as is_regular, m.matches
      from private.tried_payments(since, share) p
      cross join lateral (
        select array_agg(r.position || r.action) as matches
        from rule r where p.facts is distinct from null and private.rule_matches(r.name, r.threshold, p.facts)
      ) m
    ),
    figures as (
      select
        side.position,
        jsonb_build_object(
          'warned', count(*) filter (where o.is_tried and o.is_warned),
          'warned_pounds', coalesce(sum(o.amount) filter (where o.is_tried and o.is_warned), 0),
          'reviewed', count(*) filter (where o.is_tried and o.is_reviewed),
          'reviewed_pounds', coalesce(sum(o.amount) filter (where o.is_tried and o.is_reviewed), 0),
          'scams', count(*) filter (where o.is_scam),
          'scam_pounds', coalesce(sum(o.amount) filter (where o.is_scam), 0),
          'regular', count(*) filter (where o.is_tried and o.is_regular)
        ) as found
      from (values (1), (2)) side (position)
      left join lateral (
        select o.*, side.position || 'warn' = any (o.matches) as is_warned, side.position || 'review' = any (o.matches) as is_reviewed
        from outcome o where o.matches && array[side.position || 'warn', side.position || 'review']
      ) o on true
      group by side.position
    )
    select jsonb_build_object(
      'since', since, 'until', p_at, 'payments', payments,
      'tried', (select count(*) from outcome o where o.is_tried), 'scams', (select count(*) from outcome o where o.is_scam),
      'before', (select f.found from figures f where f.position = 1), 'after', (select f.found from figures f where f.position = 2)
    )
  );
end
$$;
comment on function private.try_rules is
  'What two sets of rules do with the payments that customers made or set up in the 90 days before: all of them up to 100,000, above it a random sample of so many. Figures only. A payment for another day counts once, with what was known when it was set up. A payment that its customer gave up is in no table.';

create function private.is_rules_request_outdated(p_trial_id uuid) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return not exists (
    select from private.rule_trials t where t.id = p_trial_id and t.rules_before = private.rules_in_force()
  );
end
$$;

create function private.change_rules(p_trial_id uuid, p_request_id uuid) returns void
language plpgsql volatile set search_path = '' as $$
declare
  changed record;
begin
  for changed in
    select r.name, r.action, r.threshold, r.active, old.threshold as old_threshold, old.active as was_active
    from private.rule_trials t
    cross join lateral jsonb_populate_recordset(null::private.payment_rules, t.rules_after) r
    join private.payment_rules old on old.name = r.name and old.action = r.action
    where t.id = p_trial_id and (r.threshold is distinct from old.threshold or r.active <> old.active)
    order by r.name, r.action
  loop
    update private.payment_rules r set threshold = changed.threshold, active = changed.active
    where r.name = changed.name and r.action = changed.action;
    perform private.audit('change_rule', p_details => jsonb_strip_nulls(jsonb_build_object(
      'request_id', p_request_id, 'rule', changed.name, 'action', changed.action,
      'threshold_before', changed.old_threshold, 'threshold_after', changed.threshold,
      'active_before', changed.was_active, 'active_after', changed.active
    )));
  end loop;
end
$$;
comment on function private.change_rules is
  'Puts the tried rules in force. The calling function has locked the rules, and has found that they are those from before the trial.';
