-- What customers read of their cases and write to them, also while they are suspended or their account is frozen.

create function private.list_my_cases()
returns table (
  id uuid, kind text, opened_at timestamptz, due_on date, has_question boolean, decision text, decided_at timestamptz,
  subject text, amount numeric
)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_approved();
  return query
  select
    c.id, c.kind, c.opened_at, private.promised_day(c), c.question is not null, c.decision, c.decided_at,
    c.subject, c.amount::numeric
  from private.cases c
  where c.user_id = auth.uid() and not private.is_kept_from(auth.uid(), c)
  order by c.id desc
  limit 50;
end
$$;
select private.expose('list_my_cases', 'The caller''s cases, newest first, with the day by which each is decided.');

create function private.get_my_case(p_case_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  my_case private.cases;
begin
  perform private.require_approved();
  select c.* into my_case from private.cases c where c.id = p_case_id and c.user_id = auth.uid() and not private.is_kept_from(auth.uid(), c);
  if not found then
    raise exception 'We could not find this case.' using errcode = 'PT404', hint = 'case-gone';
  end if;
  return jsonb_build_object(
    'id', my_case.id, 'kind', my_case.kind, 'opened_at', my_case.opened_at, 'due_on', private.promised_day(my_case),
    'question', my_case.question, 'decision', my_case.decision, 'decided_at', my_case.decided_at, 'letter', my_case.letter,
    'facts', private.case_facts(my_case, false),
    'events', (
      select jsonb_agg(
        jsonb_build_object('id', e.id, 'created_at', e.created_at, 'kind', e.kind, 'message', e.message, 'letter', e.letter)
        order by e.place
      )
      from private.case_events e where e.case_id = my_case.id and e.kind <> 'note'
    )
  );
end
$$;
select private.expose('get_my_case', 'A case of the caller: the clock, what was said, what staff ask, and the letter. No notes of staff.');

create function private.answer_case(p_case_id uuid, p_answer text, p_at timestamptz default now()) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  answers_per_day constant integer := 20;
  is_suspended constant boolean := private.is_suspended_customer();
  my_case private.cases;
begin
  perform private.require_can_write();
  if not exists (
    select from private.cases c
    where c.id = p_case_id and c.user_id = auth.uid() and not private.is_kept_from(auth.uid(), c)
      and (c.kind = 'suspension' or not is_suspended)
  ) then
    raise exception 'We could not find this case.' using errcode = 'PT404', hint = 'case-gone';
  end if;
  my_case := private.lock_case(p_case_id);
  if my_case.state <> 'open' then
    raise exception 'This case has been decided already.' using errcode = 'PT409', hint = 'already-decided';
  elsif (
    select count(*) >= answers_per_day from private.case_events e
    where e.case_id = my_case.id and e.kind = 'customer' and e.created_at > p_at - interval '24 hours'
  ) then
    raise exception 'You can send % messages about a case in a day. Please try again tomorrow, or tell us in Chat.', answers_per_day
      using errcode = 'PT429', hint = 'too-many-answers';
  end if;
  perform private.add_case_event(
    my_case.id, 'customer', my_case.user_id, private.require_words('message', p_answer, 'Write your answer.'), p_at
  );
  update private.cases c set question = null, news = 'answer', news_for = c.assigned_to where c.id = my_case.id;
  perform private.resume_case_clock(my_case.id, p_at);
end
$$;
select private.expose('answer_case', while_frozen => true, description =>
  'Adds what the caller writes to one of their open cases. It answers the question of staff: a stopped clock runs on. At most 20 in 24 hours. A suspended customer writes to the case of the suspension only.');

create function private.require_can_write() returns void
language plpgsql stable set search_path = '' as $$
begin
  if private.is_suspended_customer() then
    perform private.require_suspended();
  else
    perform private.require_approved();
  end if;
end
$$;
comment on function private.require_can_write is 'Raises an error unless the caller may write to the bank about a case or complain: also while they are suspended or their account is frozen.';
