-- What an agent sees of the customer beside the chat. Only the agent who has the chat sees it.

create function private.describe_customer(p_user_id uuid) returns jsonb
language sql stable set search_path = ''
begin atomic
  select jsonb_build_object(
    'user_id', p.id, 'full_name', p.full_name, 'email', u.email, 'created_at', p.created_at, 'approved', p.approved,
    'suspended_at', p.suspended_at, 'closed_at', p.closed_at, 'frozen_at', p.frozen_at
  )
  from public.profiles p join auth.users u on u.id = p.id where p.id = p_user_id;
end;
comment on function private.describe_customer is 'What staff see of a customer beside a chat or a case.';

create function private.get_chat_customer(p_conversation_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  most_rows constant integer := 5;
  chat constant public.chat_conversations := private.require_own_chat(p_conversation_id);
begin
  return private.describe_customer(chat.user_id) || jsonb_build_object(
    'complaint_id', (select c.id from private.complaints c where c.chat_id = chat.id),
    'earlier_chats', (
      select coalesce(jsonb_agg(
        jsonb_build_object('id', t.id, 'ended_at', t.ended_at, 'ended_as', t.ended_as) order by t.ended_at desc, t.id desc
      ), '[]')
      from (
        select * from private.chat_transcripts t where t.user_id = chat.user_id
        order by t.ended_at desc, t.id desc limit most_rows
      ) t
    ),
    'notes', private.notes_about(chat.user_id, most_rows),
    'cases', private.cases_beside(chat.user_id, null)
  );
end
$$;
select private.expose('get_chat_customer',
  'The customer of a chat that is assigned to the caller: name, address, status, the latest notes and ended chats, and the cases for those with manage_cases. Without money.');

create function private.suspension_of_chat(p_chat public.chat_conversations) returns private.cases
language plpgsql stable set search_path = '' as $$
declare
  found_case private.cases;
begin
  select c.* into found_case from private.cases c
  where c.user_id = p_chat.user_id and c.kind = 'suspension' and c.state = 'open' and not private.is_kept_from(auth.uid(), c);
  return found_case;
end
$$;

create function private.record_chat_suspension_view(p_conversation_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  -- Locked, so that two requests at once record one look.
  suspension constant private.cases := private.suspension_of_chat(private.lock_own_chat(p_conversation_id));
begin
  if suspension.id is not null and not private.is_recorded('view_case', suspension.id, '1 hour') then
    perform private.record_read(
      'view_case', 'case', suspension.id, private.audited_customer(suspension) || private.look_reason(suspension.user_id)
    );
  end if;
end
$$;
select private.expose('record_chat_suspension_view',
  'Audits, once an hour, that the caller reads why the customer of a chat of theirs is suspended. get_chat_suspension then returns it. For agents with manage_chat.');

create function private.get_chat_suspension(p_conversation_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  suspension constant private.cases := private.suspension_of_chat(private.require_own_chat(p_conversation_id));
begin
  if suspension.id is null then
    return null;
  end if;
  perform private.require_recorded('view_case', suspension.id, '61 minutes');
  return private.facts_of_suspension(suspension, true) - 'next_message'
    || jsonb_build_object('next_update', private.due_day(suspension.due_at));
end
$$;
select private.expose('get_chat_suspension',
  'Why the customer of a chat of the caller is suspended: the cause in words for staff, what the customer was told last, the day of the next update, and whether it is late. Null if they are not. After record_chat_suspension_view. For agents with manage_chat.');

create function private.require_money_permission() returns void
language plpgsql stable set search_path = '' as $$
begin
  perform private.require_right(private.has_permission('approve_users') or private.has_permission('view_transactions'));
end
$$;

create function private.record_chat_money_view(p_conversation_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  -- Locked, so that two requests at once record one look.
  chat constant public.chat_conversations := private.lock_own_chat(p_conversation_id);
begin
  perform private.require_money_permission();
  if not private.is_recorded('view_chat_money', chat.id, '1 hour') then
    perform private.record_read('view_chat_money', 'chat', chat.id, jsonb_build_object('user_id', chat.user_id) || private.look_reason(chat.user_id));
  end if;
end
$$;
select private.expose('record_chat_money_view',
  'Audits, once an hour for each agent and chat, that the caller looks at the money of the customer of a chat of theirs. get_chat_money then returns it. For agents with approve_users or view_transactions.');

create function private.get_chat_money(p_conversation_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  chat constant public.chat_conversations := private.require_own_chat(p_conversation_id);
begin
  perform private.require_money_permission();
  perform private.require_recorded('view_chat_money', chat.id, '61 minutes');
  return jsonb_build_object(
    -- Each of these needs the permission of the tool that shows it as well; null without it, or without an account.
    'account', case when private.has_permission('approve_users') then (
      select jsonb_build_object(
        'account_number', a.account_number, 'sort_code', a.sort_code, 'balance', a.balance,
        'pending', private.pending_of(a)
      )
      from public.accounts a where a.user_id = chat.user_id and a.account_type = 'current'
    ) end,
    'savings', case when private.has_permission('approve_users') then private.savings_of(chat.user_id) end,
    'payments', case when private.has_permission('view_transactions') then private.latest_payments(chat.user_id) end,
    'payments_to_come', case
      when private.has_permission('view_transactions') then private.payments_to_come_of(chat.user_id)
    end
  );
end
$$;
select private.expose('get_chat_money',
  'The account and the savings accounts (with approve_users) and the latest payments and those to come (with view_transactions) of the customer of a chat of the caller, after record_chat_money_view.');
