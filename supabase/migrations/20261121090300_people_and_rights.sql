-- Who is a customer, who is staff, and what each may do. Every policy asks the functions of this file.

create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  created_at timestamptz not null default now(),
  approved boolean not null default false,
  full_name text check (char_length(full_name) between 1 and 140 and private.is_clean(full_name)),
  notification_email text check (
    char_length(notification_email) <= 254 and private.is_clean(notification_email) and notification_email ~ '^[^@[:space:],;]+@[^@[:space:],;]+$'
  )
);
comment on table public.profiles is 'One row per person, made at sign-up. An administrator approves it before the bank can be used.';
comment on column public.profiles.notification_email is 'Where payment mails go. Empty: the payer''s go to the sign-in address, the payee gets none.';

create table public.user_roles (
  user_id uuid not null references auth.users (id) on delete cascade,
  role text not null check (role in ('admin', 'super_admin')),
  primary key (user_id, role)
);
comment on table public.user_roles is 'Staff. A customer has no row.';

create table public.admin_permissions (
  admin_id uuid not null references auth.users (id) on delete cascade,
  permission text not null check (
    permission in ('manage_chat', 'view_transactions', 'repair_transactions', 'approve_users', 'financial_support')
  ),
  primary key (admin_id, permission)
);
comment on table public.admin_permissions is 'What an admin may do. Without the role admin a permission gives nothing.';

-- A token stays valid until it expires, even after sign-out or deletion; the session row does not.
create function private.has_live_session() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from auth.sessions s
    where s.id = (auth.jwt() ->> 'session_id')::uuid
      and s.user_id = auth.uid()
      and (s.not_after is null or s.not_after > now())
  );
end
$$;
comment on function private.has_live_session is 'Whether the caller''s token belongs to a session that has not been ended.';

create function private.is_approved() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.has_live_session()
    and exists (select from public.profiles p where p.id = auth.uid() and p.approved);
end
$$;
comment on function private.is_approved is 'Whether the caller is signed in and may use the bank, as of now.';

create function private.has_role(p_role text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from public.user_roles r where r.user_id = auth.uid() and r.role = p_role)
    and private.is_approved();
end
$$;
comment on function private.has_role is 'Whether the caller is approved staff with this role.';

create function private.has_permission(p_permission text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
      select from public.admin_permissions a where a.admin_id = auth.uid() and a.permission = p_permission
    )
    and private.has_role('admin');
end
$$;
comment on function private.has_permission is 'Whether the caller is an approved admin with this permission.';

-- Policies call these with the rights of the reader. Without USAGE on the schema nobody can name them.
grant execute on function private.has_live_session, private.is_approved, private.has_role, private.has_permission to authenticated;

alter table public.profiles enable row level security;
grant select on public.profiles to authenticated;
grant update (full_name, notification_email) on public.profiles to authenticated;

create policy "People read their own profile, user administrators all" on public.profiles
  for select to authenticated using (
    (id = (select auth.uid()) and (select private.has_live_session()))
    or (select private.has_permission('approve_users'))
  );

create policy "Approved people change their own name and address" on public.profiles
  for update to authenticated
  using (id = (select auth.uid()) and (select private.is_approved()))
  with check (id = (select auth.uid()) and (select private.is_approved()));

alter table public.user_roles enable row level security;
grant select on public.user_roles to authenticated;

create policy "Staff read their own roles, super admins all" on public.user_roles
  for select to authenticated using (
    (user_id = (select auth.uid()) and (select private.is_approved()))
    or (select private.has_role('super_admin'))
  );

alter table public.admin_permissions enable row level security;
grant select on public.admin_permissions to authenticated;

create policy "Admins read their own permissions, super admins all" on public.admin_permissions
  for select to authenticated using (
    (admin_id = (select auth.uid()) and (select private.is_approved()))
    or (permission = 'financial_support' and (select private.has_permission('approve_users')))
    or (select private.has_role('super_admin'))
  );
