-- Profiles, roles and permissions.

create extension if not exists pg_trgm with schema extensions;

create function private.is_email(p_text text) returns boolean
language sql immutable parallel safe set search_path = ''
return char_length(p_text) <= 254 and private.is_clean(p_text)
  and p_text ~ '^[^ \u00a0\u1680\u2000-\u200a\u3000@",;]+@[^ \u00a0\u1680\u2000-\u200a\u3000@.",;]+(\.[^ \u00a0\u1680\u2000-\u200a\u3000@.",;]+)+$';
comment on function private.is_email is 'Whether a text can be an email address: all that can be checked without a mail.';
-- A check constraint runs as the caller.
grant execute on function private.is_email to authenticated;

create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  created_at timestamptz not null default now(),
  approved boolean not null default false,
  suspended_at timestamptz,
  closed_at timestamptz,
  closed_by text constraint profiles_closed_by_check check (closed_by in ('owner', 'bank')),
  frozen_at timestamptz,
  unfreezes_at timestamptz,
  full_name text
    constraint profiles_full_name_check check (full_name <> '' and private.customer_name_problem(full_name) is null),
  undo_seconds smallint not null default 0
    constraint profiles_undo_seconds_check check (undo_seconds in (0, 10, 30, 60)),
  daily_limit numeric(14, 2),
  next_limit numeric(14, 2),
  next_limit_from timestamptz,
  passkey_removed_at timestamptz,
  approve_above numeric(14, 2) not null default 250
    constraint profiles_approve_above_check check (approve_above between 0 and 1000000),
  notification_email text constraint profiles_notification_email_check check (private.is_email(notification_email)),
  address_line_1 text constraint profiles_address_line_1_check check (
    char_length(address_line_1) between 1 and 60 and private.is_clean(address_line_1)
  ),
  address_line_2 text constraint profiles_address_line_2_check check (
    char_length(address_line_2) between 1 and 60 and private.is_clean(address_line_2)
  ),
  town text constraint profiles_town_check check (char_length(town) between 1 and 40 and private.is_clean(town)),
  postcode text constraint profiles_postcode_check check (
    char_length(postcode) <= 8 and postcode ~ '^([A-Z]{1,2}[0-9][A-Z0-9]?|GIR) [0-9][A-Z]{2}$'
  ),
  address_changed_at timestamptz,
  constraint profiles_address_check check (
    num_nulls(address_line_1, town, postcode) in (0, 3) and (address_line_2 is null or address_line_1 is not null)
  ),
  constraint profiles_daily_limit_check check (
    daily_limit between 0 and 1000000 and next_limit between 0 and 1000000 and (next_limit is null) = (next_limit_from is null)
  ),
  constraint profiles_unfreezes_at_check check (unfreezes_at is null or frozen_at is not null),
  constraint profiles_closed_at_check check ((closed_at is null) = (closed_by is null) and (closed_at is null or suspended_at is not null))
);
comment on table public.profiles is 'One row per user, created at sign-up. The user has no access until an admin approves it.';
comment on column public.profiles.notification_email is 'The address for payment emails. If null, the payer''s emails go to the sign-in address and the payee gets none.';
comment on column public.profiles.address_line_1 is 'The first line of the UK postal address that statements and letters show. The customer writes it.';
comment on column public.profiles.suspended_at is 'Since when the user cannot sign in or use the app. suspend_user and restore_user change it.';
comment on column public.profiles.closed_at is 'When the account was closed. A closed user is suspended, permanently: the statements are kept, and nothing else works. private.close_account writes it.';
comment on column public.profiles.frozen_at is 'Since when the owner has frozen the account: nothing is paid, revealed or changed. private.freeze and private.unfreeze change it.';
comment on column public.profiles.unfreezes_at is 'When the freeze ends: an hour after its owner has confirmed it with a code by mail or a passkey, and not within a day of a new sign-in address. Null: it does not end.';
comment on column public.profiles.undo_seconds is 'How long a payment of this customer can be undone; 0 means not at all. set_undo_window changes it.';
comment on column public.profiles.daily_limit is
  'How much this customer can send in a day, as they have chosen. If null, the limit of the settings applies. set_payment_limit changes it.';
comment on column public.profiles.next_limit is 'A higher limit, which applies from next_limit_from on.';
comment on column public.profiles.passkey_removed_at is
  'When the user last removed a passkey with the PIN. For 24 hours after it, a user without another one cannot do what a passkey approves. remove_passkey writes it.';
comment on column public.profiles.address_changed_at is
  'When two administrators last changed the sign-in address. For 24 hours after it, what loosens a protection is refused or waits. private.change_sign_in_address writes it.';
comment on column public.profiles.approve_above is
  'A customer with a passkey approves payments above this amount to new payees with it. set_passkey_amount changes it.';

create index profiles_approved_created_at_id_idx on public.profiles (approved, created_at desc, id desc);
create index profiles_unfreezes_at_idx on public.profiles (unfreezes_at) where unfreezes_at is not null;
create index profiles_created_at_id_idx on public.profiles (created_at desc, id desc);

alter table public.profiles enable row level security;
grant select on public.profiles to authenticated;
grant update (full_name, notification_email, address_line_1, address_line_2, town, postcode)
  on public.profiles to authenticated;

-- Staff read profiles and accounts of other users through functions that audit the call.
create policy "Users read their own profile" on public.profiles
  for select to authenticated using (id = (select auth.uid()) and (select private.has_live_session()));

create policy "Approved users update their own name and address" on public.profiles
  for update to authenticated
  using (id = (select auth.uid()) and (select private.is_approved()))
  with check (id = (select auth.uid()) and (select private.is_approved()));

create table private.rejections (
  user_id uuid primary key references auth.users (id) on delete cascade,
  rejected_at timestamptz not null default now(),
  reason text not null constraint rejections_reason_check check (char_length(reason) between 1 and 300)
);
comment on table private.rejections is 'Users whose sign-up was rejected. An approval deletes the row.';

select private.keep_from_api('private.rejections');

create table public.user_roles (
  user_id uuid not null references auth.users (id) on delete cascade,
  role text not null constraint user_roles_role_check check (role in ('admin', 'super_admin')),
  primary key (user_id, role)
);
comment on table public.user_roles is 'The roles of staff. Customers have no row.';

alter table public.user_roles enable row level security;
grant select on public.user_roles to authenticated;

create policy "Staff read their own roles, super admins all" on public.user_roles
  for select to authenticated using (
    (user_id = (select auth.uid()) and (select private.is_approved()))
    or (select private.has_role('super_admin'))
  );

create function private.permissions() returns text[]
language sql immutable parallel safe set search_path = ''
return array[
  'manage_chat', 'view_transactions', 'repair_transactions', 'approve_users', 'financial_support', 'read_transcripts', 'manage_cases'
];

create function private.first_permissions() returns text[]
language sql immutable parallel safe set search_path = ''
return array['manage_chat', 'view_transactions', 'repair_transactions', 'approve_users'];
comment on function private.first_permissions is 'What every new admin may do. Super admins grant the other permissions one by one.';

create table public.admin_permissions (
  admin_id uuid not null references auth.users (id) on delete cascade,
  permission text not null constraint admin_permissions_permission_check check (
    permission = any (private.permissions())
  ),
  primary key (admin_id, permission)
);
comment on table public.admin_permissions is 'The permissions of admins. A permission has no effect without the role admin.';

alter table public.admin_permissions enable row level security;
grant select on public.admin_permissions to authenticated;

create policy "Admins read their own permissions, super admins all" on public.admin_permissions
  for select to authenticated using (
    (admin_id = (select auth.uid()) and (select private.is_approved()))
    or (permission = 'financial_support' and (select private.has_permission('approve_users')))
    or (select private.has_role('super_admin'))
  );

create function private.is_staff(p_user_id uuid) returns boolean
language sql stable set search_path = ''
begin atomic
  select exists (select from public.user_roles r where r.user_id = p_user_id);
end;

create function private.is_stopped(p_user_id uuid) returns boolean
language sql stable set search_path = ''
begin atomic
  select exists (
    select from public.profiles p where p.id = p_user_id and (p.suspended_at is not null or p.frozen_at is not null)
  );
end;
comment on function private.is_stopped is 'Whether the payments of a customer wait: staff have suspended the customer, or the owner has frozen the account.';

create function private.find_by_sign_in_email(p_text text) returns uuid
language sql stable set search_path = ''
begin atomic
  select u.id from auth.users u where u.email = lower(btrim(p_text)) and not u.is_sso_user;
end;

create function private.lock_person(p_user_id uuid) returns public.profiles
language plpgsql volatile set search_path = '' as $$
declare
  person public.profiles;
begin
  select p.* into person from public.profiles p where p.id = p_user_id for no key update;
  if not found then
    raise exception 'This person no longer exists.' using errcode = 'PT404', hint = 'person-gone';
  end if;
  return person;
end
$$;
comment on function private.lock_person is 'Locks and returns the profile. Every change to a user locks the profile first.';

create function private.lock_people(variadic p_user_ids uuid[]) returns void
language plpgsql volatile set search_path = '' as $$
begin
  perform from public.profiles p where p.id = any (p_user_ids) order by p.id for no key update;
end
$$;
comment on function private.lock_people is 'Locks profiles as lock_person, in one order. Those that do not exist are left out.';

create function private.require_not_closed(p_user_id uuid) returns void
language plpgsql stable set search_path = '' as $$
begin
  if exists (select from public.profiles p where p.id = p_user_id and p.closed_at is not null) then
    raise exception 'This account is closed.' using errcode = 'PT409', hint = 'account-closed';
  end if;
end
$$;
comment on function private.require_not_closed is 'Raises an error if the account of a user is closed. The calling function has locked the user.';

-- A computed column of profiles, so the app reads it in its first request.
create function private.turned_off(p_profile public.profiles) returns text[]
language sql stable security definer set search_path = ''
begin atomic
  select private.parts_off();
end;
select private.expose('turned_off', 'What this bank does not offer, by the names of the settings. It is the same for every user.');
