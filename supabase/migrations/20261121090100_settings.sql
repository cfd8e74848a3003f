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
  idle_money_minutes numeric(6, 2) default 5.5
    constraint settings_idle_money_minutes_check check (idle_money_minutes > 0)
);
comment on table private.settings is 'The settings of this installation, in one row.';
comment on column private.settings.password_hash_cost is 'bcrypt cost. Tests lower it.';
comment on column private.settings.client_address_header is
  'The header whose last entry is the client address, set by a proxy that clients cannot bypass: x-forwarded-for behind the local gateway, cf-connecting-ip on hosted Supabase. Without it all clients count as one address.';
comment on column private.settings.wrong_pins_per_hour is 'How many wrong PINs all addresses together may enter in an hour. Above it PIN sign-in is refused until the next hour.';
comment on column private.settings.device_binding is
  'Whose devices must be known: off, staff or all. Staff and all need a mail server. Production should use all; the local seed uses off.';
comment on column private.settings.idle_money_minutes is
  'Minutes without a heartbeat after which a session can no longer move money; null means no limit. The app signs out after 5.';

alter table private.settings enable row level security;
create policy "No API role can access the settings" on private.settings
  for all to anon, authenticated using (false);

insert into private.settings default values;
