-- In a new project, API roles have no rights on new tables, sequences and functions: migrations must grant them. The
-- remaining default rights cannot read or change rows through the API.

grant usage on schema public to postgres, anon, authenticated, service_role;
alter default privileges for role postgres in schema public
  grant references, trigger, truncate, maintain on tables to anon, authenticated, service_role;
alter default privileges for role postgres in schema public
  grant update on sequences to anon, authenticated, service_role;
