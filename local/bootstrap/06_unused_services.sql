-- Schemas of services that are not emulated. They exist so that a name taken on the platform is taken here.

create schema storage;
grant usage on schema storage to postgres, anon, authenticated, service_role;
grant all on schema storage to supabase_storage_admin;

create schema graphql_public;
grant usage on schema graphql_public to postgres, anon, authenticated, service_role;
