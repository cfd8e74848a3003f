-- New projects expose nothing by default: a table, sequence or function is out of the API's reach until a migration
-- grants it. Only what cannot read or change rows through the API is left over from the older defaults.

grant usage on schema public to postgres, anon, authenticated, service_role;
alter default privileges for role postgres in schema public
  grant references, trigger, truncate, maintain on tables to anon, authenticated, service_role;
alter default privileges for role postgres in schema public
  grant update on sequences to anon, authenticated, service_role;
