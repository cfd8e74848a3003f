-- The errors that the app showed with a reference, so that staff find one whose reference a customer reads out.

create table private.shown_errors (
  reference text primary key constraint shown_errors_reference_check check (reference ~ '^[A-Z2-9]{6}$'),
  kind text not null constraint shown_errors_kind_check check (kind ~ '^[A-Za-z]{1,40}( [A-Za-z0-9_-]{1,40})?$'),
  -- No id, account number or name is in it.
  screen text not null constraint shown_errors_screen_check check (screen ~ '^/[a-z:/-]{0,80}$'),
  shown_at timestamptz not null default now()
);
comment on table private.shown_errors is 'Unexpected errors of the app, for 30 days, without the person and without the text of the error, which can quote them.';
comment on column private.shown_errors.kind is 'The name of the error and its code.';
comment on column private.shown_errors.screen is 'The path where it was shown. Ids in it are ":id".';

create index shown_errors_shown_at_idx on private.shown_errors (shown_at);

select private.keep_from_api('private.shown_errors');

create function private.report_shown_error(p_reference text, p_kind text, p_screen text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  most_in_a_day constant integer := 20;
  -- Visitors fill half of them, and leave the rest to users.
  most_rows constant integer := case when auth.uid() is null then 10000 else 20000 end;
  attempt_key constant text := 'error:' || coalesce(auth.uid()::text, private.client_address());
begin
  -- A report too many is left out without an error.
  if private.is_locked(attempt_key) then
    return;
  end if;
  perform private.record_attempt(attempt_key, true, most_in_a_day);
  if (select count(*) from (select from private.shown_errors limit most_rows) e) < most_rows then
    insert into private.shown_errors (reference, kind, screen)
    select
      p_reference,
      case when p_kind ~ '^[A-Za-z]{1,40}( [A-Za-z0-9_-]{1,40})?$' then p_kind else 'other' end,
      case when p_screen ~ '^/[a-z:/-]{0,80}$' then p_screen else '/:other' end
    where p_reference ~ '^[A-Z2-9]{6}$'
    on conflict (reference) do nothing;
  end if;
end
$$;
select private.expose('report_shown_error', while_idle => true, to_roles => '{anon,authenticated}', description =>
  'The app has shown an unexpected error with this reference. Keeps the name and code of the error and the path, without ids and without the caller. About 20 a day for each user, or for each client address of visitors; more are left out.');

create function private.list_shown_errors(p_reference text default null)
returns table (reference text, kind text, screen text, shown_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_super_admin();
  return query
  select e.reference, e.kind, e.screen, e.shown_at from private.shown_errors e
  where p_reference is null or e.reference = upper(regexp_replace(p_reference, '\s', '', 'g'))
  order by e.shown_at desc, e.reference
  limit 50;
end
$$;
select private.expose('list_shown_errors', description =>
  'The newest 50 errors that the app showed with a reference, or the one with this reference, for super admins.');

select cron.schedule('delete-old-shown-errors', '23 3 * * *', $job$
  delete from private.shown_errors e where e.shown_at < now() - interval '30 days'
$job$);
