-- 'Forgot your PIN?': a note for the user administrators.

create table private.pin_reset_requests (
  user_id uuid primary key references auth.users (id) on delete cascade,
  requested_at timestamptz not null default now()
);
comment on table private.pin_reset_requests is 'People who asked for help with their PIN; one open request each.';

alter table private.pin_reset_requests enable row level security;
create policy "Nobody reaches the PIN reset requests through the API" on private.pin_reset_requests
  for all to anon, authenticated using (false);

create function private.request_pin_reset(p_email text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  attempt_key constant text := 'reset:' || private.client_address();
begin
  if private.is_locked(attempt_key) then
    perform private.refuse_attempt();
  end if;
  -- Every request counts, so that nobody can ask for one address after another.
  perform private.record_attempt(attempt_key, true);

  insert into private.pin_reset_requests as r (user_id)
  select u.id from auth.users u where u.email = lower(btrim(p_email)) and not u.is_sso_user
  on conflict (user_id) do update set requested_at = excluded.requested_at;
end
$$;

create function public.request_pin_reset(p_email text) returns void
language sql volatile security invoker set search_path = ''
begin atomic
  select private.request_pin_reset(p_email);
end;
comment on function public.request_pin_reset is 'Asks the administrators for help with a PIN. The answer does not tell whether the address is known.';

grant execute on function private.request_pin_reset, public.request_pin_reset to anon, authenticated;
