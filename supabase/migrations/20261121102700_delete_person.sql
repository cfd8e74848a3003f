-- 'Revoke Access': a person leaves the bank with everything that is theirs. The ledger keeps the figures.

create function private.is_deleting_person() returns boolean
language sql stable set search_path = ''
begin atomic
  select coalesce(current_setting('fernbank.deleting_person', true) = 'yes', false);
end;
comment on function private.is_deleting_person is 'Whether rows go because their person goes: then they are no deeds of their own.';

create or replace function private.record_removed_transaction() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.is_deleting_person() then
    return null;
  end if;
  perform private.audit('remove_transaction', old.id, jsonb_build_object(
    'user_id', old.user_id, 'amount', old.amount, 'incoming', old.incoming, 'created_at', old.created_at,
    'to_sort_code', old.to_sort_code, 'to_account_number', old.to_account_number
  ));
  return null;
end
$$;

create or replace function private.record_ended_chat() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Customers end their own chats freely; that somebody else did it is worth a record.
  if auth.uid() <> old.user_id and not private.is_deleting_person() then
    perform private.audit('end_chat', old.id, jsonb_build_object('user_id', old.user_id, 'status', old.status));
  end if;
  return null;
end
$$;

create or replace function private.record_changed_chat_message() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Together with the whole chat, a message is not a deed of its own.
  if exists (select from public.chat_conversations c where c.id = old.conversation_id) and not private.is_deleting_person() then
    perform private.audit(
      case tg_op when 'UPDATE' then 'edit_chat_message' else 'delete_chat_message' end,
      old.id, jsonb_build_object('conversation_id', old.conversation_id, 'sender_type', old.sender_type)
    );
  end if;
  return null;
end
$$;

create function private.refuse_deletion(p_user_id uuid) returns void
language plpgsql stable set search_path = '' as $$
declare
  roles constant text[] := array(select r.role from public.user_roles r where r.user_id = p_user_id);
  problem constant text := case
    when p_user_id = auth.uid() then 'You cannot delete yourself.'
    when 'super_admin' = any (roles) then 'A super admin cannot be deleted.'
    when 'admin' = any (roles) and not private.has_role('super_admin') then 'Only a super admin can delete an admin.'
  end;
begin
  if problem is not null then
    raise exception '%', problem using errcode = 'PT403';
  end if;
end
$$;

-- Everybody else takes these locks in this order, too: a chat before its messages, a cheque before the account that it
-- is credited to, an account before the person behind it (a payment saves its recipient last).
create function private.lock_everything_of(p_user_id uuid) returns boolean
language plpgsql volatile set search_path = '' as $$
begin
  perform from public.profiles p where p.id = p_user_id for update;
  if not found then
    return false;
  end if;
  perform from public.chat_conversations c
  where c.user_id = p_user_id or c.assigned_admin_id = p_user_id
    or c.id in (select m.conversation_id from public.chat_messages m where m.sender_id = p_user_id)
  order by c.id for update;
  perform from public.scheduled_payments s where s.user_id = p_user_id order by s.id for update;
  perform from public.accounts a where a.user_id = p_user_id order by a.id for update;
  -- From here nobody can add a row that names this person.
  perform from auth.users u where u.id = p_user_id for update;
  return true;
end
$$;

create function private.close_accounts(p_user_id uuid) returns numeric
language plpgsql volatile set search_path = '' as $$
declare
  account record;
  paid_out numeric := 0;
begin
  for account in select a.id, a.balance from public.accounts a where a.user_id = p_user_id and a.balance > 0 order by a.id loop
    perform private.move_money(
      gen_random_uuid(), account.id, private.ledger_account('closed accounts'), account.balance, now()
    );
    paid_out := paid_out + account.balance;
  end loop;
  return paid_out;
end
$$;

create function private.delete_person(p_user_id uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  paid_out numeric;
begin
  perform private.refuse_unless_permitted('approve_users');
  if not private.lock_everything_of(p_user_id) then
    return false;
  end if;
  perform private.refuse_deletion(p_user_id);
  paid_out := private.close_accounts(p_user_id);

  perform set_config('fernbank.deleting_person', 'yes', true);
  delete from public.chat_messages m where m.sender_id = p_user_id;
  delete from public.chat_conversations c where c.user_id = p_user_id;
  delete from public.agent_requests r where r.user_id = p_user_id;
  delete from public.transactions t where t.user_id = p_user_id;
  delete from public.recipients r where r.user_id = p_user_id;
  delete from public.scheduled_payments s where s.user_id = p_user_id;
  delete from public.accounts a where a.user_id = p_user_id;
  delete from public.user_roles r where r.user_id = p_user_id;
  delete from public.admin_permissions g where g.admin_id = p_user_id;
  delete from public.profiles p where p.id = p_user_id;
  -- With the user go sessions, PIN, notes and requests.
  delete from auth.users u where u.id = p_user_id;
  delete from private.attempts t where t.key = 'user:' || p_user_id;
  perform set_config('fernbank.deleting_person', '', true);

  perform private.audit('delete_person', p_user_id, jsonb_build_object('paid_out', paid_out));
  return true;
end
$$;

create function public.delete_person(p_user_id uuid) returns boolean
language sql volatile security invoker set search_path = '' set statement_timeout = '10min'
begin atomic
  select private.delete_person(p_user_id);
end;
comment on function public.delete_person is
  'Deletes a person with everything that is theirs and signs them out everywhere; false when there is no such person. What is left on the account goes to the bank''s account for closed accounts. For admins with approve_users.';

grant execute on function private.delete_person, public.delete_person to authenticated;
