-- A sign-up with an address that has an account: the auth server refuses it, and the owner of the address is told by mail.

create table private.known_sign_ups (
  user_id uuid primary key references auth.users (id) on delete cascade,
  asked_at timestamptz not null default now(),
  told_at timestamptz,
  mail_id uuid unique,
  constraint known_sign_ups_mail_id_check check ((told_at is null) = (mail_id is null))
);
comment on table private.known_sign_ups is 'Users with whose sign-in address somebody has tried to sign up, for a day.';
comment on column private.known_sign_ups.told_at is
  'When a mail was owed to the user. A job does so, because the report must take as long for an unknown address.';

create index known_sign_ups_asked_at_idx on private.known_sign_ups (asked_at) where told_at is null;
create index known_sign_ups_told_at_idx on private.known_sign_ups (told_at);

select private.keep_from_api('private.known_sign_ups');

create function private.report_known_address(p_email text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  attempt_key constant text := 'sign-up:' || private.client_address();
begin
  if private.is_locked(attempt_key) then
    perform private.raise_too_many_attempts(attempt_key);
  end if;
  perform private.record_attempt(attempt_key, true, 30);
  insert into private.known_sign_ups as s (user_id)
  select p.id from public.profiles p where p.id = private.find_by_sign_in_email(p_email)
  on conflict (user_id) do update set asked_at = excluded.asked_at, told_at = null, mail_id = null
    where s.told_at is null or s.told_at <= now() - interval '1 day';
end
$$;
select private.expose('report_known_address', while_idle => true, to_roles => '{anon,authenticated}', description =>
  'Reports that the auth server has refused a sign-up with this address: its owner gets a mail, once a day. The answer is the same for known and unknown addresses. A client address with 30 reports is locked.');

create function private.tell_known_address(p_user_id uuid) returns boolean
language plpgsql volatile set search_path = '' as $$
declare
  most_an_hour constant integer := 200;
  new_mail constant uuid := private.new_id();
begin
  update private.known_sign_ups s set told_at = now(), mail_id = new_mail
  where s.user_id = p_user_id and s.told_at is null
    and (select count(*) from private.known_sign_ups t where t.told_at > now() - interval '1 hour') < most_an_hour;
  if found then
    perform private.owe_mail('sign_up', new_mail);
  end if;
  return found;
end
$$;
comment on function private.tell_known_address is
  'Owes a user the mail about a sign-up with their address. False if they have been told, or after 200 such mails in an hour.';

-- The newest first, and none after an hour: a flood of reports does not make the mail of an owner late who is at the sign-up now.
select cron.schedule('tell-known-addresses', '* * * * *', private.job_for_each($$
    select s.user_id as id, null::uuid as waits_for from private.known_sign_ups s
    where s.told_at is null and s.asked_at > now() - interval '1 hour'
    order by s.asked_at desc, s.user_id
    limit 60
$$, 'private.tell_known_address(due.id) is not null', 'owners of known addresses could not be told'));
