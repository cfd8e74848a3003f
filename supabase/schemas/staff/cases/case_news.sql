-- Who must move in a case is told: a mark in the list, a number in the navigation, and a message in their open back office.

create function private.list_case_news() returns table (id uuid, kind text, news text)
language plpgsql stable security definer set search_path = '' as $$
declare
  most_rows constant integer := 50;
  me constant uuid := auth.uid();
begin
  perform private.require_permission('manage_cases');
  -- Without names: only these would need a recorded read.
  return query
  select c.id, c.kind, news.words
  from private.cases c cross join lateral private.news_of_case(c) news (words)
  -- Not what is marked for everybody.
  where (c.news_for = me and c.news is not null or c.assigned_to = me and c.state = 'open' and private.is_urgent(c))
    and news.words is not null and private.can_work_on(me, c)
  order by c.due_at, c.id
  limit most_rows;
end
$$;
select private.expose('list_case_news',
  'The cases in which the caller must move: with an answer of the customer, handed over to them, decided by a second administrator, or theirs and due today. At most 50, without names. For admins with manage_cases.');

create function private.note_case_decision() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update private.cases c set news = 'decision', news_for = new.asked_by where c.id = new.transaction_id;
  return null;
end
$$;
comment on function private.note_case_decision is 'Tells the asker that a second administrator has decided.';

create trigger note_case_decision after update of state on private.approval_requests
  for each row
  when (new.kind = 'case' and old.state = 'waiting' and new.decided_by is not null and new.decided_by <> new.asked_by)
  execute function private.note_case_decision();

create trigger announce_new_case after insert on private.cases
  for each row execute function private.announce_change('staff:cases');
-- Only when a row has changed. Each window reads its cases after an announcement: if that reading announced again, it would never end.
create trigger announce_case_change after update on private.cases
  for each row
  when ((old.news, old.news_for, old.assigned_to, old.state, old.due_at) is distinct from (new.news, new.news_for, new.assigned_to, new.state, new.due_at))
  execute function private.announce_change('staff:cases');
