-- The list of cases for staff with manage_cases, and what they do with a case.

create function private.list_cases(
  p_state text default 'open', p_kind text default null, p_is_mine boolean default false, p_after timestamptz default null,
  p_after_id uuid default null, p_limit integer default 50, p_after_turn integer default null
) returns setof public.listed_case
language plpgsql stable security definer set search_path = ''
-- The plan depends on the filters.
set plan_cache_mode = force_custom_plan as $$
declare
  is_super constant boolean := private.has_role('super_admin');
  me constant uuid := auth.uid();
  -- The first page begins with the accounts that most customers name. Claims about many accounts do not push the others down.
  most_urgent constant integer := least(5, private.page_size(p_limit) / 2);
begin
  perform private.require_permission('manage_cases');
  perform private.require_list_recorded('list_cases');
  return query
  with urgent as (
    select c.id, row_number() over (order by count(distinct claim.user_id) desc, c.amount desc, c.opened_at, c.id) as place
    from private.cases c left join lateral private.claims_on(c.user_id) claim on true
    where c.state = 'open' and c.kind = 'received' and (p_state in ('decided', 'owed')) is not true
      and (p_kind is null or p_kind = 'received') and (not p_is_mine or c.assigned_to = me)
      and not private.is_kept_from(me, c) and (is_super or not private.is_staff(c.user_id))
    group by c.id
    order by place
    limit most_urgent
  ),
  page as (
    (
      select c.*, u.place, null::integer as turn from urgent u join private.cases c on c.id = u.id where p_after is null
    )
    union all
    (
      select c.*, null, listed.turn
      -- Those of the caller, those that nobody has, those of colleagues.
      from generate_series(0, case when p_is_mine then 0 else 2 end) as listed (turn)
      cross join lateral (
        select c.* from private.cases c
        where c.state = 'open' and (p_state in ('decided', 'owed')) is not true
          and case listed.turn when 0 then c.assigned_to = me when 1 then c.assigned_to is null else c.assigned_to <> me end
          and (p_kind is null or c.kind = p_kind)
          and (listed.turn, c.due_at, c.id) > (
            coalesce(p_after_turn, 0), coalesce(p_after, '-infinity'), coalesce(p_after_id, '00000000-0000-0000-0000-000000000000')
          )
          and c.user_id <> me and not private.is_kept_from(me, c) and (is_super or not private.is_staff(c.user_id))
          and not exists (select from urgent u where u.id = c.id)
        order by c.due_at, c.id
        limit private.page_size(p_limit)
      ) c
      order by listed.turn, c.due_at, c.id
      limit private.page_size(p_limit) - case when p_after is null then (select count(*) from urgent) else 0 end
    )
    union all
    (
      select c.*, null, null from private.cases c
      where c.state = 'decided' and p_state in ('decided', 'owed')
        and (p_state = 'decided' or c.id in (select claim.id from private.claims claim where private.claim_owed(claim) > 0))
        and (p_kind is null or c.kind = p_kind) and (not p_is_mine or c.assigned_to = me)
        and (c.due_at, c.id) < (coalesce(p_after, 'infinity'), coalesce(p_after_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
        and c.user_id <> me and not private.is_kept_from(me, c)
        and (is_super or not private.is_staff(c.user_id) and not private.is_archived(c))
      order by c.due_at desc, c.id desc
      limit private.page_size(p_limit)
    )
  )
  select listed.* from page join private.listed_cases(array(select p.id from page p)) listed on listed.id = page.id
  order by page.place, page.turn, case when page.state = 'open' then page.due_at end, case when page.state = 'open' then page.id end, page.due_at desc, page.id desc;
end
$$;
select private.expose('list_cases', statement_timeout => '8s', description =>
  'Open cases: the accounts that received most claimed money, then the cases of the caller (turn 0), those that nobody has (1) and those of colleagues (2), in each what is due first; or decided ones, or those for which another bank owes its part (owed), the latest first: at most 100 after a row''s turn, due_at and id. Without those about the caller or kept from them. For admins with manage_cases. It must be recorded with record_list_view first.');

create function private.record_case_view(p_case_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  shown private.cases;
begin
  perform private.require_permission('manage_cases');
  select c.* into shown from private.cases c where c.id = p_case_id for no key update;
  perform private.require_can_work_on(shown);
  if not private.is_recorded('view_case', p_case_id, '1 hour') then
    perform private.record_read('view_case', 'case', p_case_id, private.audited_customer(shown) || '{"reason": "case"}');
  end if;
  update private.cases c set news = null
  where c.id = shown.id and c.news is not null and coalesce(c.news_for, auth.uid()) = auth.uid();
end
$$;
select private.expose('record_case_view',
  'Audits, once an hour, that the caller reads a case, and ends its mark for them. get_case then returns it. For admins with manage_cases.');

create function private.claim_facts(p_claim private.claims) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return private.describe_claim(p_claim) || jsonb_build_object(
    'evidence', p_claim.evidence, 'standard', p_claim.standard, 'is_protected', p_claim.is_protected,
    'owed', private.claim_owed(p_claim), 'received', p_claim.received,
    'recall', (
      select private.recall_words(p) from private.bank_payments p
      where p.movement_id = p_claim.movement_id and p.is_outgoing
    ),
    'received_case_id', private.received_case_of(p_claim.id),
    'loss', private.claim_loss(p_claim), 'excess', private.claim_excess(p_claim), 'refund', private.claim_refund(p_claim),
    'standards', (
      select jsonb_agg(s.name order by s.position)
      from unnest(array['warning', 'prompt', 'information', 'police', 'negligence', 'not_covered', 'fraud'])
        with ordinality s (name, position)
      where private.may_refuse_for(p_claim, s.name)
    )
  );
end
$$;
comment on function private.claim_facts is 'What staff see of a claim: what the customer sees, what the bank knows, and how it can be decided.';

create function private.get_case(p_case_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  shown private.cases;
begin
  perform private.require_permission('manage_cases');
  select c.* into shown from private.cases c where c.id = p_case_id;
  perform private.require_can_work_on(shown);
  perform private.require_recorded('view_case', p_case_id, '61 minutes');
  return (select to_jsonb(listed) from private.listed_cases(array[shown.id]) listed) || jsonb_build_object(
    'question', shown.question, 'decision_reason', shown.decision_reason,
    'decided_by', (select p.full_name from public.profiles p where p.id = shown.decided_by),
    'letter', shown.letter,
    'facts', private.case_facts(shown, true),
    'events', (
      select coalesce(jsonb_agg(
        jsonb_build_object(
          'id', e.id, 'created_at', e.created_at, 'kind', e.kind, 'message', e.message, 'letter', e.letter,
          'author', (select p.full_name from public.profiles p where p.id = e.author_id)
        ) order by e.place
      ), '[]')
      from private.case_events e where e.case_id = shown.id
    ),
    'customer', private.describe_customer(shown.user_id)
  );
end
$$;
select private.expose('get_case',
  'A case with its clock, its facts, what was said, the notes and the customer, after record_case_view. For admins with manage_cases, but not about themselves or a payment to them.');

create function private.list_case_agents(p_case_id uuid) returns table (id uuid, full_name text)
language plpgsql stable security definer set search_path = '' as $$
declare
  shown private.cases;
begin
  perform private.require_permission('manage_cases');
  select c.* into shown from private.cases c where c.id = p_case_id;
  perform private.require_can_work_on(shown);
  return query
  select p.id, p.full_name::text
  from public.admin_permissions g join public.profiles p on p.id = g.admin_id
  where g.permission = 'manage_cases' and private.can_work_on(p.id, shown)
  order by p.full_name, p.id
  limit 100;
end
$$;
select private.expose('list_case_agents', 'Who can be given a case. For admins with manage_cases.');

create function private.assign_case(p_case_id uuid, p_to_id uuid default null, p_at timestamptz default now()) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  taken constant private.cases := private.lock_open_case(p_case_id);
  agent_id constant uuid := coalesce(p_to_id, auth.uid());
begin
  if not private.can_work_on(agent_id, taken) then
    raise exception 'This person can''t work on the case.' using errcode = 'PT409', hint = 'cannot-work-on-case';
  elsif taken.assigned_to is not distinct from agent_id then
    return;
  end if;
  update private.cases c set
    assigned_to = agent_id, news = case when agent_id <> auth.uid() then 'handed_over' end, news_for = agent_id
  where c.id = taken.id;
  perform private.add_case_event(
    taken.id, 'note', auth.uid(),
    case when agent_id = auth.uid() then 'Took the case.'
      else 'Handed the case to ' || coalesce((select p.full_name from public.profiles p where p.id = agent_id), 'a colleague') || '.' end,
    p_at
  );
  perform private.audit('assign_case', 'case', taken.id, private.audited_customer(taken) || jsonb_build_object('to_admin_id', agent_id));
end
$$;
select private.expose('assign_case',
  'Gives an open case to the caller, or hands it over to another admin who may work on it. For admins with manage_cases.');

create function private.add_case_note(p_case_id uuid, p_note text, p_at timestamptz default now()) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  notes_per_day constant integer := 200;
  noted constant private.cases := private.lock_case_of_staff(p_case_id);
begin
  if (
    select count(*) from private.case_events e
    where e.case_id = noted.id and e.kind = 'note' and e.author_id = auth.uid() and e.created_at > p_at - interval '24 hours'
  ) >= notes_per_day then
    raise exception 'You have written % notes on this case in a day. Please try again tomorrow.', notes_per_day
      using errcode = 'PT429', hint = 'too-many-changes';
  end if;
  perform private.add_case_event(noted.id, 'note', auth.uid(), private.require_words('note', p_note, 'Write a note.'), p_at);
end
$$;
select private.expose('add_case_note', 'Adds a note for staff to a case. The customer does not see it. For admins with manage_cases.');

create function private.ask_case_customer(
  p_case_id uuid, p_question text, p_stops_clock boolean default false, p_at timestamptz default now()
) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  asked private.cases := private.lock_open_case(p_case_id);
  words constant text := private.require_words('question', p_question, 'Write a question.');
begin
  if p_stops_clock and not private.is_claim(asked) then
    raise exception 'The law does not let this clock stop.' using errcode = 'PT400', hint = 'field:question';
  elsif p_stops_clock then
    perform private.stop_case_clock(asked.id, p_at);
  end if;
  update private.cases c set question = words where c.id = asked.id returning c.* into asked;
  perform private.tell_customer_of_case(asked, 'We have a question about your case', words, p_at);
  if p_stops_clock then
    perform private.add_case_event(asked.id, 'bank', null,
      'We need your answer to decide. We''ll decide by ' || private.day_in_words(private.due_day(asked.due_at))
        || ' at the latest.', p_at);
  end if;
  perform private.audit('ask_case_customer', 'case', asked.id, jsonb_build_object(
    'user_id', asked.user_id, 'stops_clock', p_stops_clock
  ));
end
$$;
select private.expose('ask_case_customer',
  'Asks the customer of an open case a question. The clock can stop until the answer: for a scam to gather this information, for an unauthorised payment only after a written report of suspected fraud. For admins with manage_cases.');

create function private.decide_claim(
  p_case_id uuid, p_refuses boolean, p_reason text, p_standard text default null, p_at timestamptz default now()
) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  decided private.cases;
  claim private.claims;
  refund numeric := 0;
  reason constant text := private.require_reason(p_reason);
begin
  decided := private.lock_open_case(p_case_id, array['scam', 'unauthorised']);
  perform private.require_no_waiting_decision(decided);
  select c.* into strict claim from private.claims c where c.id = decided.id;
  if p_refuses is null or (p_refuses and private.may_refuse_for(claim, p_standard) is not true) then
    raise exception 'Choose why the claim is refused.' using errcode = 'PT400', hint = 'field:standard';
  end if;
  if not p_refuses then
    refund := private.claim_refund(claim);
    perform private.lock_balance_changes();
    if not private.needs_approval(refund) then
      perform private.carry_out_claim_decision(decided, false, null, reason, auth.uid(), p_at);
      return true;
    end if;
  end if;
  perform private.request_case_decision(
    decided, case when p_refuses then 'refused' else 'refunded' end, reason, private.claim_loss(claim), refund
  );
  update private.claims c set standard = case when p_refuses then p_standard end where c.id = claim.id;
  perform private.add_case_event(decided.id, 'note', auth.uid(), case
    when p_refuses then 'Asked a second administrator to refuse the claim.'
    else 'Asked a second administrator to approve the refund.' end, p_at);
  return false;
end
$$;
select private.expose('decide_claim',
  'Refunds a claim by the rules, or refuses it for a named standard. False: it waits for a second administrator, as every refusal does, and a refund above the amount of the settings, with what the caller refunded in 24 hours. For admins with manage_cases.');

create function private.record_recovery(
  p_case_id uuid, p_received text, p_is_all boolean, p_reason text, p_owed text, p_at timestamptz default now()
) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  recovered constant private.cases := private.lock_case_of_staff(p_case_id);
  reason constant text := private.require_reason(p_reason);
  received constant numeric := private.plain_decimal(p_received);
  owed numeric;
begin
  perform private.require_no_waiting_decision(recovered);
  select private.claim_owed(c) into owed from private.claims c where c.id = recovered.id;
  if coalesce(owed, 0) = 0 then
    raise exception 'No bank owes anything for this case.' using errcode = 'PT409', hint = 'nothing-owed';
  elsif private.plain_decimal(p_owed) is distinct from owed then
    -- Otherwise a second press, after an answer that was lost, would book the part twice.
    raise exception 'What the bank owes has changed. Please look again.' using errcode = 'PT409', hint = 'owed-changed';
  elsif (received <= owed and (received > 0 or p_is_all)) is not true then
    raise exception 'Enter what the other bank has paid, at most %.', private.in_pounds(owed)
      using errcode = 'PT400', hint = 'field:received';
  end if;
  perform private.lock_balance_changes();
  if not private.needs_approval(case when p_is_all then owed else received end) then
    perform private.book_recovery(recovered, received, p_is_all, reason, p_at);
    return true;
  end if;
  perform private.request_case_decision(recovered, case when p_is_all then 'recovered' else 'recovered in part' end, reason, owed, received);
  perform private.add_case_event(
    recovered.id, 'note', auth.uid(), 'Asked a second administrator to approve what the other bank has paid.', p_at
  );
  return false;
end
$$;
select private.expose('record_recovery',
  'Books what another bank has paid of its part of a refund, of which the caller saw that so much is owed. With p_is_all it pays no more, and this bank bears the rest. False: it waits for a second administrator, above the amount of the settings with what the caller moved in 24 hours. For admins with manage_cases.');
