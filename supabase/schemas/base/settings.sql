-- The values that an installation may set differently.

create table private.settings (
  only_row boolean primary key default true constraint settings_only_row_check check (only_row),
  password_hash_cost smallint not null default 10
    constraint settings_password_hash_cost_check check (password_hash_cost between 4 and 15),
  client_address_header text not null default 'x-forwarded-for'
    constraint settings_client_address_header_check check (client_address_header in ('x-forwarded-for', 'cf-connecting-ip')),
  wrong_pins_per_hour integer not null default 200
    constraint settings_wrong_pins_per_hour_check check (wrong_pins_per_hour > 0),
  device_binding text not null default 'staff'
    constraint settings_device_binding_check check (device_binding in ('off', 'staff', 'all')),
  passkeys boolean not null default true,
  idle_money_minutes numeric(6, 2) default 5.5
    constraint settings_idle_money_minutes_check check (idle_money_minutes > 0),
  daily_payment_limit numeric(14, 2) not null default 25000
    constraint settings_daily_payment_limit_check check (daily_payment_limit between 0 and 1000000),
  staff_idle_minutes numeric(6, 2) not null default 30
    constraint settings_staff_idle_minutes_check check (staff_idle_minutes between 5 and 720),
  more_time_minutes numeric(6, 2) not null default 15
    constraint settings_more_time_minutes_check check (more_time_minutes between 5 and 60),
  late_wait_minutes numeric(6, 2) not null default 2
    constraint settings_late_wait_minutes_check check (late_wait_minutes > 0),
  long_wait_minutes numeric(6, 2) not null default 5,
  four_eyes_above numeric(14, 2) constraint settings_four_eyes_above_check check (four_eyes_above >= 0),
  four_eyes_days smallint not null default 30
    constraint settings_four_eyes_days_check check (four_eyes_days between 1 and 3650),
  scam_excess numeric(14, 2) not null default 100
    constraint settings_scam_excess_check check (scam_excess between 0 and 100),
  agent_away_minutes numeric(6, 2) not null default 2
    constraint settings_agent_away_minutes_check check (agent_away_minutes >= 1),
  transcript_years smallint not null default 6
    constraint settings_transcript_years_check check (transcript_years between 1 and 50),
  chat_opens time not null default '00:00',
  chat_closes time not null default '24:00',
  chat_on_weekends boolean not null default true,
  contact_confirmation boolean not null default true,
  push_services text[] not null default array[
    'https://fcm.googleapis.com', 'https://updates.push.services.mozilla.com', 'https://*.push.apple.com',
    'https://*.notify.windows.com'
  ] constraint settings_push_services_check check (
    array_to_string(push_services, ' ') ~ '^((https://([*][.])?[a-z0-9.-]+|http://127[.]0[.]0[.]1:[0-9]+)( |$))*$'
  ),
  push_public_key text,
  trusted_contacts boolean not null default true,
  freezing boolean not null default true,
  account_looks boolean not null default true,
  support_needs boolean not null default true,
  covered_texts boolean not null default true,
  constraint settings_chat_closes_check check (chat_closes > chat_opens),
  constraint settings_long_wait_minutes_check check (long_wait_minutes > late_wait_minutes)
);
comment on table private.settings is 'The settings of this installation, in one row.';
comment on column private.settings.password_hash_cost is 'bcrypt cost. Tests lower it.';
comment on column private.settings.client_address_header is
  'The header whose last entry is the client address, set by a proxy that clients cannot bypass: x-forwarded-for behind the local gateway, cf-connecting-ip on hosted Supabase. Without it all clients count as one address.';
comment on column private.settings.wrong_pins_per_hour is 'How many wrong PINs all addresses together may enter in an hour. Above it PIN sign-in is refused until the next hour.';
comment on column private.settings.device_binding is
  'Whose devices must be known: off, staff or all. Staff and all need a mail server. Production should use all; the local seed uses off.';
comment on column private.settings.passkeys is
  'Whether passkeys can be added and used. While they are off, nothing asks for one, and those that were added stay.';
comment on column private.settings.idle_money_minutes is
  'Minutes without a heartbeat after which a session can no longer move money or write anything; null means no limit. The app signs out after 5.';
comment on column private.settings.daily_payment_limit is 'How much a customer who has chosen no limit can send in a day.';
comment on column private.settings.staff_idle_minutes is
  'Minutes without activity after which the app signs a member of staff out; half a minute later their session moves no money.';
comment on column private.settings.scam_excess is 'What the bank does not refund of the loss by a scam. The law allows up to £100.';
comment on column private.settings.more_time_minutes is
  'Minutes without activity after which the app signs a customer out who has asked for more time; half a minute later the session writes nothing.';
comment on column private.settings.late_wait_minutes is 'Minutes after which the console shows a waiting customer in amber.';
comment on column private.settings.long_wait_minutes is 'Minutes after which the console shows a waiting customer in red.';
comment on column private.settings.agent_away_minutes is
  'Minutes without a heartbeat after which an agent is away and their chats go back to the queue. A background tab sends one a minute.';
comment on column private.settings.chat_opens is 'From when agents answer chats, in UK time. Outside these hours customers leave a message.';
comment on column private.settings.chat_closes is 'Until when agents answer chats, in UK time. 24:00 is the end of the day.';
comment on column private.settings.chat_on_weekends is 'Whether agents answer on Saturdays and Sundays.';
comment on column private.settings.contact_confirmation is
  'Whether the app shows customers that an agent calls them, and gives them a code that shows an agent that it is they.';
comment on column private.settings.push_services is
  'The push services that messages go to. Browsers choose the address, and the bank calls no other. The local stack adds its own.';
comment on column private.settings.push_public_key is
  'The public key of the messages to push services. take_due_pushes writes it. Null: no push messages, and the app does not offer them.';
comment on column private.settings.trusted_contacts is
  'Whether customers can name a trusted contact. Off, no payment waits for one.';
comment on column private.settings.freezing is
  'Whether customers can freeze their account. Off, an account that is frozen stays so until its owner undoes it.';
comment on column private.settings.account_looks is 'Whether customers see who looked at their account. The audit is the same without it.';
comment on column private.settings.support_needs is
  'Whether customers can ask for help of their own. Off, what they have asked for stays until they delete it or it ends.';
comment on column private.settings.covered_texts is
  'Whether texts of hidden senders, and of strangers who send many small payments, are covered. Off, what was covered stays so.';
comment on column private.settings.transcript_years is 'How long the transcripts of ended chats are kept. A job removes older ones.';
comment on column private.settings.four_eyes_above is
  'Above this amount a balance edit or the deletion of a user with money waits for a second administrator. Unless it is null, a new super admin and the reversal of a payment wait as well, so set it once there are two super admins.';
comment on column private.settings.four_eyes_days is
  'For how many days an administrator who saw or changed the PIN, details or rights of another one counts as behind that account. A person behind the accounts of both the asker and the approver prevents an approval.';

select private.keep_from_api('private.settings');

insert into private.settings default values;

create function private.parts_off() returns text[]
language sql stable set search_path = ''
begin atomic
  select array_remove(array[
    case when not s.contact_confirmation then 'contact_confirmation' end, case when not s.trusted_contacts then 'trusted_contacts' end,
    case when not s.freezing then 'freezing' end, case when not s.account_looks then 'account_looks' end,
    case when not s.support_needs then 'support_needs' end, case when not s.covered_texts then 'covered_texts' end
  ], null)
  from private.settings s;
end;
comment on function private.parts_off is 'What this bank does not offer, by the names of the settings.';

create function private.require_part(p_part text) returns void
language plpgsql stable set search_path = '' as $$
begin
  if p_part = any (private.parts_off()) then
    raise exception 'We don''t offer this at the moment.' using errcode = 'PT409', hint = 'turned-off';
  end if;
end
$$;
