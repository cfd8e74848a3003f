-- Lets the API read the schema and learn of its changes.

-- The API reads the catalogue as authenticator, also of schemas that it may not use. Requests never run as authenticator.
grant pg_read_all_data to authenticator with inherit true, set false;

-- The API caches the schema. As on the platform, each schema change notifies it to reload.
create function extensions.pgrst_ddl_watch() returns event_trigger language plpgsql as $$
begin
  notify pgrst, 'reload schema';
end $$;
create event trigger pgrst_ddl_watch on ddl_command_end execute function extensions.pgrst_ddl_watch();
create event trigger pgrst_drop_watch on sql_drop execute function extensions.pgrst_ddl_watch();
