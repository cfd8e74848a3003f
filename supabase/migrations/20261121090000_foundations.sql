-- What every later migration stands on: the private schema, default rights, money and text from people.

create schema private;
comment on schema private is 'Everything that the API must not reach: ledger, PINs, audit, and the functions behind the public wrappers.';

-- Functions are executable by everybody unless the default itself is changed, and it must be changed
-- globally: "in schema" can only add to it.
alter default privileges for role postgres revoke execute on functions from public;
-- Projects differ in what the API roles get for new objects in public. Here: nothing.
alter default privileges for role postgres in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges for role postgres in schema public revoke all on sequences from anon, authenticated, service_role;
alter default privileges for role postgres in schema public revoke all on functions from anon, authenticated, service_role;

-- NaN is greater than every number, so the upper bound refuses it.
create domain private.money as numeric(14, 2) check (value between 0 and 999999999999.99);
comment on domain private.money is 'Pounds. Compare amount = round(amount, 2) before casting: the cast rounds silently.';

create function private.strip_forbidden(value text) returns text
language sql immutable parallel safe set search_path = ''
return regexp_replace(
  value,
  -- Control, soft hyphen, zero-width, direction-changing, invisible filler and tag characters, and < >.
  '[\u0001-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3164\ufeff\uffa0\ufff0-\uffff\U000e0000-\U000e0fff<>]',
  '', 'g'
);
comment on function private.strip_forbidden is 'The text without characters that can hide, reorder or mark up what a person reads.';

create function private.is_clean(value text) returns boolean
language sql immutable parallel safe set search_path = ''
return value = private.strip_forbidden(value);
comment on function private.is_clean is 'Whether text from a person can be shown to another person as it is.';

-- Checks on public tables run with the rights of whoever writes the row.
grant execute on function private.strip_forbidden, private.is_clean to authenticated, service_role;

create function private.normalise_sort_code(value text) returns text
language sql immutable parallel safe set search_path = ''
return regexp_replace(regexp_replace(value, '[ -]', '', 'g'), '^([0-9]{2})([0-9]{2})([0-9]{2})$', '\1-\2-\3');
comment on function private.normalise_sort_code is '112233, 11-22-33 and 11 22 33 become 11-22-33. What has not six digits comes back without dashes and fails the check.';

create function private.random_digits(digits integer) returns text
language sql volatile set search_path = ''
begin atomic
  select string_agg((get_byte(extensions.gen_random_bytes(1), 0) % 10)::text, '') from generate_series(1, digits);
end;
comment on function private.random_digits is 'Digits for account and card numbers. The slight bias of 256 values onto 10 does not matter there; PINs do not use it.';

create function private.refuse_change() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'PT403';
end
$$;
comment on function private.refuse_change is 'Trigger for tables whose rows are never changed or removed.';
