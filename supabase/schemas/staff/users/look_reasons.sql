-- Why a member of staff looks at a customer: as the database knows it, otherwise as the member of staff says.

create function private.look_reason(p_user_id uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  chat public.chat_conversations;
begin
  select c.* into chat from public.chat_conversations c where c.user_id = p_user_id and c.assigned_admin_id = auth.uid();
  if found then
    return jsonb_strip_nulls(jsonb_build_object('reason', 'chat', 'agent_name', chat.agent_name));
  elsif exists (select from public.profiles p where p.id = p_user_id and not p.approved) then
    return '{"reason": "sign_up"}';
  elsif exists (select from private.pin_reset_requests r where r.user_id = p_user_id and r.used_by is null) then
    return '{"reason": "pin_request"}';
  elsif exists (
    select from private.cases c where c.user_id = p_user_id and c.assigned_to = auth.uid() and c.state = 'open'
      -- The user reads the reason, and must not learn of each case.
      and c.other_user_id is distinct from p_user_id
  ) then
    return '{"reason": "case"}';
  end if;
  return coalesce((
    select jsonb_build_object('reason', case l.action
      when 'view_transaction' then 'payment'
      when 'view_user' then l.details ->> 'reason'
      else 'list'
    end)
    from private.audit_log l
    -- The audit has one row an hour for a search, and the record of each of its pages.
    where l.actor_id = auth.uid() and l.session_id = private.my_session_id() and l.created_at > now() - interval '2 hours'
      and (
        (
          l.action in ('view_transaction', 'view_user') and l.person_id = p_user_id and l.details ? 'reason'
          and l.created_at > now() - interval '1 hour'
        )
        or (l.action in ('list_users', 'list_people_by_role') and exists (
          select from private.recorded_reads r
          where r.audit_id = l.id and p_user_id = any (r.people) and r.read_at > now() - interval '1 hour'
        ))
      )
    order by l.created_at desc, l.id desc
    limit 1
  ), '{}');
end
$$;
comment on function private.look_reason is
  'Why the caller looks at a customer, for the audit and the customer: the customer''s chat, which the caller has, with the caller''s name in it; a sign-up or a PIN request that is open; an open case that the caller has taken; a payment, the page or a list with the customer that the caller has read within the last hour. Empty for another reason. An open request for an approval is not named: the customer reads it.';

-- The records answer for at most two hours; after that the audit alone says who read what.
select cron.schedule('delete-old-recorded-reads', '21 3 * * *', $job$
  delete from private.recorded_reads r where r.read_at < now() - interval '1 day'
$job$);

create function private.require_look_reason(p_user_id uuid, p_chosen text) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  known constant jsonb := private.look_reason(p_user_id);
begin
  if known <> '{}' or p_user_id = auth.uid() then
    return known;
  elsif p_chosen in ('asked', 'payment_review', 'customer_details', 'safety', 'own_work') then
    return jsonb_build_object('reason', p_chosen);
  end if;
  raise exception 'Choose why you need to see this.' using errcode = 'PT409', hint = 'reason-needed';
end
$$;
comment on function private.require_look_reason is
  'The same, and otherwise what the caller has chosen. Raises an error without a reason, except about the caller''s own account.';
