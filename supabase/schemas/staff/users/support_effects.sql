-- What staff see of how a customer wants to be helped: what to do, never why.

create function private.require_may_help(p_user_id uuid) returns void
language plpgsql stable set search_path = '' as $$
begin
  perform private.require_right(private.has_permission('approve_users') or (
    private.has_permission('manage_chat') and exists (
      select from public.chat_conversations c where c.user_id = p_user_id and c.assigned_admin_id = auth.uid()
    )
  ));
end
$$;

create function private.record_support_view(p_user_id uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_may_help(p_user_id);
  perform private.lock_person(p_user_id);
  -- The gambling block needs nothing of staff.
  if not exists (select from private.support_needs n where n.user_id = p_user_id and n.need <> 'gambling') then
    return false;
  end if;
  if not private.is_recorded('view_support_needs', p_user_id, '1 hour') then
    perform private.record_read(
      'view_support_needs', 'person', p_user_id,
      jsonb_build_object('user_id', p_user_id) || private.require_look_reason(p_user_id, null)
    );
  end if;
  return true;
end
$$;
select private.expose('record_support_view',
  'Audits, once an hour and with its reason, that the caller reads how to help a customer. get_support_effects then returns it. False, without an entry, if there is nothing to read. The reason is that of the user''s page, or another that the database knows. For the agent of the customer''s chat, and admins with approve_users.');

create function private.get_support_effects(p_user_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_may_help(p_user_id);
  perform private.require_recorded('view_support_needs', p_user_id, '61 minutes');
  return (
    select jsonb_build_object(
      'effects', coalesce(jsonb_agg(e.effect order by e.position) filter (where e.effect is not null), '[]'),
      'own_words', max(n.own_words)
    )
    from private.support_needs n
    left join (
      values
        (1, 'no_calls', 'write'), (2, 'more_time', 'give_time'), (3, 'simple', 'plain_words'), (4, 'helper', 'helper'),
        (5, 'money_worries', 'no_costs')
    ) e (position, need, effect) on e.need = n.need
    where n.user_id = p_user_id
  );
end
$$;
select private.expose('get_support_effects',
  'What staff do for a customer, such as ''give_time'' or ''write'', and the customer''s own words, after record_support_view. For the agent of the customer''s chat, and admins with approve_users.');
