-- The roles of a hosted project. Migrations run as `postgres`, which is not a superuser, as on the platform.

create role anon nologin;
create role authenticated nologin;
create role service_role nologin bypassrls;
-- The API logs in as authenticator and switches to one of the three roles above for each request.
create role authenticator login noinherit password 'postgres';
create role postgres login createdb createrole replication bypassrls password 'postgres';
create role supabase_auth_admin login noinherit password 'postgres';
create role supabase_storage_admin login noinherit password 'postgres';
create role supabase_realtime_admin nologin noinherit;
create role supabase_replication_admin login replication password 'postgres';
create role supabase_read_only_user login bypassrls password 'postgres';
create role dashboard_user createdb createrole replication;

grant anon, authenticated, service_role to authenticator;
grant anon, authenticated, service_role, authenticator, pg_monitor, pg_read_all_data, pg_signal_backend to postgres
  with admin option;
grant pg_create_subscription to postgres;
-- supautils allows it on the platform.
grant set on parameter pgrst.db_pre_request to postgres;
grant pg_read_all_data to supabase_read_only_user;
grant anon, authenticated, service_role to supabase_realtime_admin with inherit false;

alter role anon set statement_timeout = '3s';
alter role authenticated set statement_timeout = '8s';
alter role authenticator set statement_timeout = '8s';
alter role authenticator set lock_timeout = '8s';
alter role postgres set search_path = "$user", public, extensions;
alter role supabase_admin set search_path = "$user", public, auth, extensions;
-- Triggers on auth.users run with this search path, without public and extensions.
alter role supabase_auth_admin set search_path = auth;
alter role supabase_auth_admin set idle_in_transaction_session_timeout = 60000;
alter role supabase_storage_admin set search_path = storage;
alter role supabase_realtime_admin set search_path = public, extensions, realtime;

alter database postgres owner to postgres;
grant all on database postgres to postgres, dashboard_user;
grant create on database postgres to supabase_auth_admin;
