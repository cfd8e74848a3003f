-- The values that an installation may set differently.

create table private.settings (
  only_row boolean primary key default true constraint settings_only_row_check check (only_row),
  password_hash_cost smallint not null default 10
    constraint settings_password_hash_cost_check check (password_hash_cost between 4 and 15),
  client_address_header text not null default 'x-forwarded-for'
    constraint settings_client_address_header_check check (client_address_header in ('x-forwarded-for', 'cf-connecting-ip')),
  wrong_pins_per_hour integer not null default 200
    constraint settings_wrong_pins_per_hour_check check (wrong_pins_per_hour > 0),
  device_binding text not null default 'off'
    constraint settings_device_binding_check check (device_binding in ('off', 'staff', 'all')),
  idle_money_minutes numeric(6, 2) default 5.5
    constraint settings_idle_money_minutes_check check (idle_money_minutes > 0)
);
comment on table private.settings is 'One row of settings of this installation.';
comment on column private.settings.password_hash_cost is 'bcrypt cost. Tests lower it.';
comment on column private.settings.client_address_header is
  'Header whose last entry is the client, written by a proxy that clients cannot go round: x-forwarded-for behind the local gateway, cf-connecting-ip on hosted Supabase. Without it all count as one address.';
comment on column private.settings.wrong_pins_per_hour is 'Wrong PINs that all addresses together may try in an hour before nobody may.';
comment on column private.settings.device_binding is
  'Whose devices must be known: nobody''s, those of staff, everybody''s. Off needs no mail server; a bank that people depend on wants all.';
comment on column private.settings.idle_money_minutes is
  'After so many minutes without a sign of life a session moves no money; null: it always may. The app signs itself out after 5.';

alter table private.settings enable row level security;
create policy "No API role can access the settings" on private.settings
  for all to anon, authenticated using (false);

insert into private.settings default values;
