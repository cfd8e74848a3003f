-- How super admins change the payment rules: try the change on past payments, then ask a second one.

create function private.read_rules(p_rules jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  longest constant integer := 4000;
  rule record;
  rules jsonb := '[]';
begin
  if (
    octet_length(p_rules::text) <= longest and jsonb_typeof(p_rules) = 'array'
    and jsonb_array_length(p_rules) = (select count(*) from private.payment_rules)
  ) is not true then
    raise exception 'Send each rule once.' using errcode = 'PT400', hint = 'rules-missing';
  end if;
  for rule in
    select
      r.name, r.action, given.value ->> 'threshold' as text, private.plain_decimal(given.value ->> 'threshold') as threshold,
      given.value -> 'active' as active
    from private.payment_rules r
    left join jsonb_array_elements(p_rules) given on given.value ->> 'name' = r.name and given.value ->> 'action' = r.action
    order by r.name, r.action
  loop
    if jsonb_typeof(rule.active) is distinct from 'boolean' then
      raise exception 'Send each rule once.' using errcode = 'PT400', hint = 'rules-missing';
    elsif (rule.text is null) <> (rule.threshold is null) or not private.is_valid_threshold(rule.name, rule.threshold) then
      perform private.require_no_problem(array[rule.name || '-' || rule.action, case rule.name
        when 'first_payment' then 'Enter an amount from £0 to £1,000,000.'
        when 'unconfirmed_name' then 'Enter an amount from £0 to £1,000,000.'
        when 'half_of_balance' then 'Enter a whole number from 50 to 100.'
        when 'many_new_payees' then 'Enter a whole number from 3 to 100.'
        when 'reported_payee' then 'Enter a whole number from 1 to 100.'
        else 'This rule has no threshold.'
      end]);
    end if;
    rules := rules || jsonb_build_object(
      'name', rule.name, 'action', rule.action, 'threshold', rule.threshold, 'active', rule.active
    );
  end loop;
  return rules;
end
$$;
comment on function private.read_rules is 'All rules as a super admin wants them, with thresholds as text. Raises an error if one is missing or invalid.';

create function private.try_payment_rules(p_rules jsonb, p_at timestamptz default now()) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  before jsonb;
  after jsonb;
  trial private.rule_trials;
  most_an_hour constant integer := 50;
begin
  perform private.require_super_admin();
  if (select count(*) from private.rule_trials t where t.tried_by = auth.uid() and t.created_at > p_at - interval '1 hour') >= most_an_hour then
    raise exception 'You have tried % changes within an hour. Please try again later.', most_an_hour
      using errcode = 'PT429', hint = 'too-many-changes';
  end if;
  before := private.rules_in_force();
  after := private.read_rules(p_rules);
  if after = before then
    raise exception 'These are the rules in force. Change one first.' using errcode = 'PT409', hint = 'rules-unchanged';
  end if;
  delete from private.rule_trials t
  where t.created_at < p_at - interval '1 day'
    and not exists (select from private.approval_requests r where r.kind = 'rules' and r.transaction_id = t.id);
  insert into private.rule_trials (created_at, tried_by, rules_before, rules_after, result)
  values (p_at, auth.uid(), before, after, private.try_rules(before, after, p_at))
  returning * into trial;
  return jsonb_build_object('id', trial.id, 'result', trial.result);
end
$$;
select private.expose('try_payment_rules', statement_timeout => '55s', description =>
  'What a change of the payment rules would have done with the payments of the last 90 days, beside the rules in force: counts and pounds, of a sample above 100,000 payments. Takes every rule with its threshold as text. Changes no rule. For super admins.');

create function private.request_payment_rules(p_trial_id uuid, p_reason text, p_at timestamptz default now()) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  reason text;
begin
  perform private.require_super_admin();
  reason := private.require_reason(p_reason);
  perform private.lock_person(auth.uid());
  if not exists (
    select from private.rule_trials t
    where t.id = p_trial_id and t.tried_by = auth.uid() and t.created_at > p_at - interval '1 day'
  ) or private.is_rules_request_outdated(p_trial_id) then
    raise exception 'The rules have changed, or you tried this more than a day ago. Please try it again.'
      using errcode = 'PT409', hint = 'trial-outdated';
  end if;
  perform private.open_request('rules', reason, auth.uid(), p_trial_id);
end
$$;
select private.expose('request_payment_rules',
  'Asks a second super admin to put the rules of a trial in force, which the caller made within a day. One change waits at a time. For super admins.');

create function private.get_payment_rules() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_super_admin();
  return jsonb_build_object(
    'rules', private.rules_in_force(),
    'waiting', (
      select jsonb_build_object(
        'id', r.id, 'asked_by', r.asked_by, 'asked_by_name', asker.full_name, 'asked_at', r.created_at, 'reason', r.reason,
        'problem', private.request_problem(r), 'before', t.rules_before, 'after', t.rules_after, 'result', t.result
      )
      from private.approval_requests r
      join private.rule_trials t on t.id = r.transaction_id
      left join public.profiles asker on asker.id = r.asked_by
      where r.kind = 'rules' and r.state = 'waiting'
    )
  );
end
$$;
select private.expose('get_payment_rules',
  'The payment rules in force, and the change that waits for a second super admin, with its trial. For super admins.');

create function private.rules_request(p_step text, p_request private.approval_requests, p_user_id uuid) returns boolean
language plpgsql volatile set search_path = '' as $$
begin
  case p_step
    when 'asked' then
      null;
    when 'listed' then
      return private.has_role('super_admin');
    when 'right' then
      return private.holds_super_admin(p_user_id);
    when 'lock' then
      perform from private.payment_rules r order by r.name, r.action for update;
    when 'changed' then
      return private.is_rules_request_outdated(p_request.transaction_id);
    when 'approved' then
      perform private.change_rules(p_request.transaction_id, p_request.id);
  end case;
  return null;
end
$$;
comment on function private.rules_request is 'The steps of a request to change the payment rules.';
