-- Deleting a user with all their data.

create function private.money_of(p_user_id uuid) returns numeric
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(sum(a.balance + a.held), 0) + private.money_beside_account(p_user_id)
    from public.accounts a where a.user_id = p_user_id
  );
end
$$;
comment on function private.money_of is 'All money of a user: the balance, what is held, and what waits after a closing.';

create function private.preview_deletion(p_user_id uuid)
returns table (
  balance numeric, held numeric, has_open_chat boolean, scheduled_payments bigint, regular_payments bigint,
  needs_approval boolean
)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_permission('approve_users');
  perform private.require_can_delete(p_user_id);
  perform private.require_recorded('view_user', p_user_id, '61 minutes');
  return query
  select
    coalesce(sum(a.balance), 0), coalesce(sum(a.held), 0),
    exists (select from public.chat_conversations c where c.user_id = p_user_id),
    (select count(*) from public.outgoing_payments o where o.user_id = p_user_id and o.state in ('scheduled', 'held'))
      + (select count(*) from public.scheduled_payments s where s.user_id = p_user_id and not s.processed),
    (select count(*) from public.regular_payments r where r.user_id = p_user_id and r.state = 'active'),
    private.needs_approval(private.money_of(p_user_id))
  from public.accounts a where a.user_id = p_user_id;
end
$$;
select private.expose('preview_deletion',
  'What delete_person would delete of a user, after record_user_view, as figures: their money, an open chat, and the payments that are still to be made; and whether the deletion needs an approval. For admins with approve_users, about the users they may delete.');

-- All functions take these locks in this order: a chat before its messages, a scheduled payment or a card before its account,
-- the outgoing payments of a customer before the account, an account before its user (a payment writes the recipient last).
create function private.lock_records_of(p_user_id uuid) returns boolean
language plpgsql volatile set search_path = '' as $$
begin
  perform from public.profiles p where p.id = p_user_id for update;
  if not found then
    return false;
  end if;
  perform from public.chat_conversations c
  where c.id in (
    select own.id from public.chat_conversations own where p_user_id in (own.user_id, own.assigned_admin_id)
    union all
    select m.conversation_id from public.chat_messages m where m.sender_id = p_user_id
  )
  order by c.id for update;
  perform from public.scheduled_payments s where s.user_id = p_user_id order by s.id for update;
  perform private.lock_payments_of(p_user_id);
  perform from public.accounts a where a.user_id = p_user_id order by a.id for update;
  -- From here no foreign key to this user can be inserted.
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
  perform private.account_ends(p_user_id);
  for account in select a.id, a.balance from public.accounts a where a.user_id = p_user_id and a.balance > 0 order by a.id loop
    perform private.move_money(
      gen_random_uuid(), account.id, private.ledger_account('closed accounts'), account.balance, now()
    );
    paid_out := paid_out + account.balance;
  end loop;
  return paid_out + private.money_beside_account(p_user_id);
end
$$;

create function private.remove_person(p_user_id uuid, p_request_id uuid default null) returns void
language plpgsql volatile set search_path = '' as $$
declare
  paid_out numeric;
begin
  paid_out := private.close_accounts(p_user_id);
  -- Before the profile is deleted, because the audit keeps the name.
  perform private.audit(
    'delete_person', 'person', p_user_id, jsonb_strip_nulls(jsonb_build_object('paid_out', paid_out, 'request_id', p_request_id))
  );

  perform set_config('fernbank.deleting_person', 'yes', true);
  delete from public.chat_messages m where m.sender_id = p_user_id;
  delete from public.chat_conversations c where c.user_id = p_user_id;
  delete from public.agent_requests r where r.user_id = p_user_id;
  delete from public.transactions t where t.user_id = p_user_id;
  delete from public.recipients r where r.user_id = p_user_id;
  delete from private.removed_payees r where r.user_id = p_user_id;
  delete from public.scheduled_payments s where s.user_id = p_user_id;
  delete from public.outgoing_payments o where o.user_id = p_user_id;
  delete from public.regular_payments r where r.user_id = p_user_id;
  delete from public.external_accounts e where e.user_id = p_user_id;
  delete from public.accounts a where a.user_id = p_user_id;
  delete from public.user_roles r where r.user_id = p_user_id;
  delete from public.admin_permissions g where g.admin_id = p_user_id;
  delete from public.profiles p where p.id = p_user_id;
  -- Sessions, PIN, notifications and requests cascade.
  delete from auth.users u where u.id = p_user_id;
  delete from private.attempts t where t.key = 'user:' || p_user_id;
  perform set_config('fernbank.deleting_person', '', true);
end
$$;
comment on function private.remove_person is 'Deletes a user with all their data. The calling function has checked the right and holds the locks of lock_records_of.';

create function private.delete_person(p_user_id uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_permission('approve_users');
  if not private.lock_records_of(p_user_id) then
    return false;
  end if;
  perform private.require_can_delete(p_user_id);
  perform private.lock_balance_changes();
  if private.needs_approval(private.money_of(p_user_id)) then
    perform private.raise_approval_needed();
  end if;
  perform private.remove_person(p_user_id);
  return true;
end
$$;
select private.expose('delete_person', statement_timeout => '55s', description =>
  'Deletes a user with all their data and ends their sessions. False if there is no such user. The remaining balance goes to the bank''s account for closed accounts. For admins with approve_users.');
