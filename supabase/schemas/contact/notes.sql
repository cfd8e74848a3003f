-- Notes from the bank to a customer, shown in the mailbox.

create table public.user_notifications (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  created_at timestamptz not null default now(),
  read boolean not null default false,
  type text not null constraint user_notifications_type_check check (type ~ '^[a-z_]{1,40}$'),
  title text not null
    constraint user_notifications_title_check check (char_length(title) between 1 and 140 and private.is_clean(title)),
  message text not null
    constraint user_notifications_message_check check (char_length(message) between 1 and 1000 and private.is_clean(message)),
  expires_at timestamptz,
  transaction_id uuid
);
comment on table public.user_notifications is 'The notes in the mailboxes of customers. Only functions write them; the customer marks them read.';
comment on column public.user_notifications.type is 'The kind of note, which selects its icon: for example security.';
comment on column public.user_notifications.expires_at is
  'Only of a note with a PIN: until when it exists, a day or, once it is read, an hour. Idle sessions do not see it, nor those of a frozen account, because the PIN would let them sign in.';
comment on column public.user_notifications.transaction_id is
  'The customer''s transaction that came back, of which this says why: the mailbox shows it in place of its own words. No foreign key: the customer can delete the transaction.';

create index user_notifications_user_id_created_at_id_idx on public.user_notifications (user_id, created_at desc, id desc);
create index user_notifications_expires_at_idx on public.user_notifications (expires_at) where expires_at is not null;

alter table public.user_notifications enable row level security;
grant select on public.user_notifications to authenticated;
grant update (read) on public.user_notifications to authenticated;

create policy "Customers read their own notes" on public.user_notifications
  for select to authenticated using (
    user_id = (select auth.uid()) and (select private.is_approved())
    and (expires_at is null or (expires_at > now() and not (select private.is_idle()) and not (select private.is_frozen())))
  );

create policy "Customers mark their own notes read" on public.user_notifications
  for update to authenticated
  using (user_id = (select auth.uid()) and (select private.is_approved()))
  with check (user_id = (select auth.uid()) and read and (select private.is_approved()));

create trigger require_active_session before update on public.user_notifications
  for each statement when (current_user = 'authenticated') execute function private.require_active_session();

alter publication supabase_realtime add table public.user_notifications;

create function private.expire_read_pin() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.expires_at := least(old.expires_at, now() + interval '1 hour');
  return new;
end
$$;
create trigger expire_read_pin before update of read on public.user_notifications
  for each row when (new.read and old.expires_at is not null) execute function private.expire_read_pin();

create function private.notify(
  p_user_id uuid, p_type text, p_title text, p_message text, p_at timestamptz default now(), p_transaction_id uuid default null
) returns uuid
language plpgsql volatile set search_path = '' as $$
declare
  note_id uuid;
begin
  insert into public.user_notifications (user_id, type, title, message, created_at, transaction_id)
  values (p_user_id, p_type, p_title, p_message, p_at, p_transaction_id)
  returning id into note_id;
  return note_id;
end
$$;

create function private.clear_all_notifications() returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  step constant integer := 50000;
  -- A range of the primary key. By a list of ids, each step would read the whole table.
  last_id uuid;
  cleared integer;
begin
  perform private.require_permission('approve_users');
  select n.id into last_id from public.user_notifications n order by n.id offset step - 1 limit 1;
  delete from public.user_notifications n where n.id <= coalesce(last_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
  get diagnostics cleared = row_count;
  perform private.audit('clear_all_notifications', p_details => jsonb_build_object('count', cleared));
  return cleared;
end
$$;
select private.expose('clear_all_notifications', statement_timeout => '55s', description =>
  'Deletes up to 50,000 notifications of all users and returns their number: callers call it until that is smaller. For admins with approve_users.');
