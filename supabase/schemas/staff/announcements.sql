-- The open back offices are told that what they list has changed. They read it again.

create function private.announce_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform realtime.send('{}', 'changed', tg_argv[0], true);
  return null;
end
$$;
comment on function private.announce_change is 'Says on a topic, the argument of the trigger, that a row has changed, without saying which.';

create function private.can_join_staff_topic(p_topic text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return case p_topic
    when 'staff:cases' then private.has_permission('manage_cases')
    when 'staff:approvals' then private.is_approver()
    else false
  end;
end
$$;
grant execute on function private.can_join_staff_topic to authenticated;

create policy "Staff are told that what they work on has changed" on realtime.messages
  for select to authenticated
  using (extension = 'broadcast' and (select private.can_join_staff_topic(realtime.topic())));
