-- The tables and functions of Supabase Realtime. Migrations create policies on realtime.messages and add tables to the
-- publication, which is empty in a new project.

create publication supabase_realtime;
alter publication supabase_realtime owner to postgres;

create schema realtime;
grant usage on schema realtime to anon, authenticated, service_role;
grant usage on schema realtime to postgres with grant option;
grant all on schema realtime to supabase_realtime_admin with grant option;

create table realtime.messages (
  topic text not null,
  extension text not null,
  payload jsonb,
  event text,
  private boolean default false,
  updated_at timestamp not null default now(),
  inserted_at timestamp not null default now(),
  id uuid not null default gen_random_uuid(),
  binary_payload bytea,
  primary key (id, inserted_at)
) partition by range (inserted_at);
-- The platform has a partition for each day.
create table realtime.messages_all partition of realtime.messages default;

-- The topic of the channel that is joined or written to. Policies call this function.
create function realtime.topic() returns text language sql stable as $$
  select nullif(current_setting('realtime.topic', true), '')
$$;

-- Stores a broadcast, which the relay reads from the write-ahead log.
create function realtime.send(payload jsonb, event text, topic text, private boolean default true)
returns void language sql as $$
  insert into realtime.messages (payload, event, topic, private, extension)
  values (payload, event, topic, private, 'broadcast')
$$;

alter table realtime.messages owner to supabase_realtime_admin;
alter table realtime.messages_all owner to supabase_realtime_admin;
alter function realtime.topic() owner to supabase_realtime_admin;
alter function realtime.send(jsonb, text, text, boolean) owner to supabase_realtime_admin;

alter table realtime.messages enable row level security;
grant all on realtime.messages to postgres, dashboard_user;
grant select, insert, update on realtime.messages to anon, authenticated, service_role;
grant all on all functions in schema realtime to postgres, dashboard_user;
