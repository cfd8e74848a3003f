-- Lists of staff that name customers and are read again and again: the audit has one row for a list, a session and an hour.

create function private.record_list_look(p_action text) returns void
language plpgsql volatile set search_path = '' as $$
begin
  -- Without the customers: some must not learn of their case, and the lists change while they are read.
  if not private.is_recorded(p_action, private.search_key('{}'), '1 hour') then
    perform private.record_list(p_action, private.new_id(), '{}');
  end if;
end
$$;

create function private.record_list_view(p_list text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  case p_list
    when 'cases' then
      perform private.require_permission('manage_cases');
      perform private.record_list_look('list_cases');
    when 'approvals' then
      perform private.require_approver();
      perform private.record_list_look('list_approvals');
    when 'chats' then
      perform private.require_permission('manage_chat');
      perform private.record_list_look('list_chats');
    else
      perform private.require_staff();
      raise exception 'Unknown list.' using errcode = 'PT400';
  end case;
end
$$;
select private.expose('record_list_view',
  'Audits, once an hour in a session, that the caller reads the cases, the approvals or the chats (cases, approvals, chats). The lists then answer for an hour. For those who may read them.');

create function private.require_list_recorded(p_action text) returns void
language plpgsql stable set search_path = '' as $$
begin
  perform private.require_recorded(p_action, private.search_key('{}'), '61 minutes', 'list');
end
$$;
