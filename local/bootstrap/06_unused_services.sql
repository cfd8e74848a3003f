-- Schemas of services that the local stack does not implement. They exist because their names are taken on the platform.

create schema storage;
grant usage on schema storage to postgres, anon, authenticated, service_role;
grant all on schema storage to supabase_storage_admin;

create schema graphql_public;
grant usage on schema graphql_public to postgres, anon, authenticated, service_role;
