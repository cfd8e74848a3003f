-- The few numbers that an installation may set differently.

create table private.settings (
  only_row boolean primary key default true check (only_row),
  password_hash_cost smallint not null default 10 check (password_hash_cost between 4 and 15),
  client_address_header text not null default 'x-forwarded-for' check (client_address_header in ('x-forwarded-for', 'cf-connecting-ip')),
  wrong_pins_per_hour integer not null default 200 check (wrong_pins_per_hour > 0)
);
comment on table private.settings is 'One row of settings of this installation.';
comment on column private.settings.password_hash_cost is 'bcrypt cost. Tests lower it.';
comment on column private.settings.client_address_header is 'Header whose last entry is the client, written by a proxy that clients cannot go round.';
comment on column private.settings.wrong_pins_per_hour is 'Wrong PINs that all addresses together may try in an hour before nobody may.';

alter table private.settings enable row level security;
create policy "Nobody reaches the settings through the API" on private.settings
  for all to anon, authenticated using (false);

insert into private.settings default values;
