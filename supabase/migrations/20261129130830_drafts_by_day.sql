SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.release_version()
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
RETURN '1.0.1'::text;

CREATE INDEX claims_saved_at_idx ON private.claims USING btree (saved_at);
