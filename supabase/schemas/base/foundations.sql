-- The private schema, default privileges, and the functions that every domain uses.

create schema private;
comment on schema private is 'What the API must not reach: ledger, PINs, audit log, and the functions behind the public wrappers.';

-- A PL/pgSQL function in public can call only what its caller may name. API roles cannot name anything in private.
create schema internal_api;
comment on schema internal_api is 'Security definer functions behind public wrappers in PL/pgSQL. The API does not expose this schema.';
grant usage on schema internal_api to authenticated;

-- By default PUBLIC may execute every new function. Only the global default can be revoked; "in schema" can only add
-- privileges.
alter default privileges for role postgres revoke execute on functions from public;

-- Supabase projects differ in the default grants of the API roles on public. Here the API roles get none.
alter default privileges for role postgres in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges for role postgres in schema public revoke all on sequences from anon, authenticated, service_role;
alter default privileges for role postgres in schema public revoke all on functions from anon, authenticated, service_role;

create function private.keep_from_api(p_table regclass) returns void
language plpgsql volatile set search_path = '' as $$
begin
  execute format('alter table %s enable row level security', p_table);
  execute format(
    'create policy "No API role can access this table" on %s for all to anon, authenticated using (false)', p_table
  );
end
$$;
comment on function private.keep_from_api is
  'Keeps a table of this schema from the API roles, also if one of them is granted a right to it by mistake.';

-- NaN sorts above every number, so the upper bound rejects it.
create domain private.money as numeric(14, 2)
  constraint money_check check (value between 0 and 999999999999.99);
comment on domain private.money is 'Pounds. Compare amount = round(amount, 2) before casting: the cast rounds silently.';

create function private.strip_forbidden(value text) returns text
language sql immutable parallel safe set search_path = ''
return regexp_replace(
  value,
  -- Kept: the tags of a flag, the joiner between two emoji, and joiners between letters of scripts that write with them
  -- (Arabic, Syriac, Indic, Burmese, Khmer, Mongolian).
  '(\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{3,6}\U000e007f'
  || '|[\u2194-\u21aa\u231a-\u23ff\u25aa-\u27bf\u2b05-\u2b55\U0001f000-\U0001faff]\ufe0f?\u200d(?=[\u2194-\u21aa\u231a-\u23ff\u25aa-\u27bf\u2b05-\u2b55\U0001f000-\U0001faff])'
  || '|[\u0620-\u06ff\u0710-\u077f\u08a0-\u08ff\u0900-\u0dff\u1000-\u109f\u1780-\u17d3\u1820-\u18aa][\u200c\u200d](?=[\u0620-\u06ff\u0710-\u077f\u08a0-\u08ff\u0900-\u0dff\u1000-\u109f\u1780-\u17d3\u1820-\u18aa]))'
  -- Removed: control, soft hyphen, zero-width, direction-changing, invisible filler and tag characters, and < >.
  || '|[\u0001-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3164\ufeff\uffa0\ufff0-\uffff\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff<>]',
  '\1', 'g'
);
comment on function private.strip_forbidden is 'The text without characters that hide, reorder or mark up text on screen.';
-- Check constraints call it as the role that writes the row.
grant execute on function private.strip_forbidden to authenticated, service_role;

create function private.has_stacked_marks(value text) returns boolean
language sql immutable parallel safe set search_path = ''
-- The combining marks of Unicode's general blocks and of the scripts from Hebrew to Tibetan; the second line has the Indic
-- blocks, which are built alike.
return value ~ ('['
  || '\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u0610-\u061a\u064b-\u065f\u06d6-\u06dc\u06df-\u06e4\u0730-\u074a\u07a6-\u07b0\u08d3-\u08e1\u08e3-\u08ff\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ecd'
  || '\u0900-\u0903\u093c\u093e-\u094d\u0980-\u0983\u09bc\u09be-\u09cd\u0a00-\u0a03\u0a3c\u0a3e-\u0a4d\u0a80-\u0a83\u0abc\u0abe-\u0acd\u0b00-\u0b03\u0b3c\u0b3e-\u0b4d\u0b80-\u0b83\u0bbc\u0bbe-\u0bcd\u0c00-\u0c03\u0c3c\u0c3e-\u0c4d\u0c80-\u0c83\u0cbc\u0cbe-\u0ccd\u0d00-\u0d03\u0d3c\u0d3e-\u0d4d'
  || '\u0f71-\u0f84\u1ab0-\u1ace\u1dc0-\u1dff\u20d0-\u20f0\u302a-\u302f\u3099\u309a\ufe00-\ufe0f\ufe20-\ufe2f'
  || ']{4}');
comment on function private.has_stacked_marks is 'Whether more than three combining marks follow each other. No language needs more; such a stack covers other lines.';

-- PL/pgSQL, because an SQL function is parsed and planned on each call: 20 µs, five times in a payment. Security definer,
-- because a check constraint runs as the role that writes the row, and that role has no USAGE on this schema.
create function private.is_clean(value text) returns boolean
language plpgsql immutable parallel safe security definer set search_path = '' as $$
begin
  -- Fast path: printable ASCII without < and >, with at least one character that is not a space.
  return value ~ '^(?: *[!-;=?-~][ -;=?-~]*)?$'
    or (
      value = private.strip_forbidden(value)
      and value ~ '[^ \u00a0\u1680\u2000-\u200a\u3000]'
      -- Joiners would separate the marks of a stack.
      and not private.has_stacked_marks(translate(value, U&'\200c\200d', ''))
    );
end
$$;
comment on function private.is_clean is 'Whether user input can be shown to another user unchanged. Empty text passes; spaces alone do not.';
grant execute on function private.is_clean to authenticated, service_role;

create function private.text_problem(value text) returns text
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return case
    when private.is_clean(value) then null
    when value ~ '[<>]' then '< and > can''t be used.'
    when value = private.strip_forbidden(value) and private.has_stacked_marks(translate(value, U&'\200c\200d', ''))
      then 'More than three accents on a letter can''t be used.'
    else 'Invisible characters can''t be used.'
  end;
end
$$;
comment on function private.text_problem is 'What is wrong with text that is_clean refuses; null if nothing is.';

create function private.require_no_problem(p_problem text[]) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if p_problem is not null then
    raise exception '%', p_problem[2] using errcode = 'PT400', hint = 'field:' || p_problem[1];
  end if;
end
$$;
comment on function private.require_no_problem is 'Raises an error about a field of a form: its name, and what is wrong with it. Null: nothing is wrong.';

create function private.require_reason(p_reason text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  reason constant text := nullif(btrim(p_reason), '');
begin
  if (char_length(reason) <= 300 and private.is_clean(reason)) is not true then
    raise exception 'Enter a reason of at most 300 characters.' using errcode = 'PT400', hint = 'field:reason';
  end if;
  return reason;
end
$$;

-- Text of a fixed form is a domain. Postgres checks a domain when such a value is written, but plans the checks of a table
-- for each statement that writes the table. In public, because API requests name the types of the columns they write.
create domain public.sort_code as text
  constraint sort_code_check check (value ~ '^[0-9]{2}-[0-9]{2}-[0-9]{2}$');
comment on domain public.sort_code is 'Six digits in pairs: 12-34-56.';

create domain public.account_number as text
  constraint account_number_check check (value ~ '^[0-9]{8}$');
comment on domain public.account_number is 'Eight digits.';

create domain public.card_number as text
  constraint card_number_check check (value ~ '^4659[0-9]{12}$');
comment on domain public.card_number is 'The number of a Fernbank debit card.';

create domain public.account_holder_name as text
  constraint account_holder_name_check check (char_length(value) between 1 and 140 and private.is_clean(value));
comment on domain public.account_holder_name is 'The name on an account here or of a recipient.';

create domain public.party_name as text
  constraint party_name_check check (value <> '' and char_length(value) <= 140);
comment on domain public.party_name is 'The name of the payer or the payee of a transaction.';

-- PL/pgSQL for the same reason as is_clean.
create function private.normalise_sort_code(value text) returns text
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return regexp_replace(translate(value, ' -', ''), '^([0-9]{2})([0-9]{2})([0-9]{2})$', '\1-\2-\3');
end
$$;
comment on function private.normalise_sort_code is '112233, 11-22-33 and 11 22 33 become 11-22-33. Text without exactly six digits comes back without dashes and fails the check.';

-- UUID version 7 starts with the time, so new ids are appended to the end of the index. Random ids touch a different page
-- each, which must be read and, after a checkpoint, logged in full: with billions of rows that dominates a payment's cost.
create function private.new_id() returns uuid
language plpgsql volatile set search_path = '' as $$
begin
  -- 48 bits of milliseconds, the version, and 74 random bits of a UUID version 4.
  return concat(
    '0', to_hex((date_part('epoch', clock_timestamp()) * 1000)::bigint), '7', substr(gen_random_uuid()::text, 16)
  )::uuid;
end
$$;
comment on function private.new_id is 'A new UUID version 7. Sorts after all earlier ids, to the millisecond.';

create function private.other_id(p_id uuid) returns uuid
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return encode(set_bit(uuid_send(p_id), 127, 1 - get_bit(uuid_send(p_id), 127)), 'hex')::uuid;
end
$$;
comment on function private.other_id is
  'The id beside a new one: the last bit differs. For the second of two rows that are written together, because random bytes are the dearest part of an id.';

create function private.lock_request_key(p_key text) returns void
language plpgsql volatile set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(p_key, 0));
end
$$;
comment on function private.lock_request_key is
  'A concurrent request with the same idempotency key waits here, and then finds what the first has stored. Payments need no lock: their first write is the key.';

create function private.require_same_request(
  p_is_same boolean, p_refusal text default 'This payment was already sent with different details. Please start again.'
) returns void
language plpgsql immutable set search_path = '' as $$
begin
  -- Null: there was no request with this key.
  if not p_is_same then
    raise exception '%', p_refusal using errcode = 'PT409', hint = 'idempotency-key-reused';
  end if;
end
$$;
comment on function private.require_same_request is 'Raises an error if a repeated request differs from the first with its idempotency key.';

create function private.random_digits(digits integer) returns text
language sql volatile set search_path = ''
-- 63 random bits onto 10^11 values at most: the bias is below one in ten million.
return lpad((
  (('x' || encode(extensions.gen_random_bytes(8), 'hex'))::bit(64)::bigint & 9223372036854775807) % (10::numeric ^ digits)::bigint
)::text, digits, '0');
comment on function private.random_digits is 'Random digits for numbers and codes, at most eleven.';

create function private.vault_key(p_name text) returns text
language plpgsql stable set search_path = '' as $$
declare
  key text;
begin
  select s.decrypted_secret into strict key from vault.decrypted_secrets s where s.name = p_name;
  return key;
end
$$;

create function private.encrypt_with(p_key_name text, p_text text) returns bytea
language sql volatile set search_path = ''
begin atomic
  -- The key is random, so key stretching (the default) adds nothing.
  select extensions.pgp_sym_encrypt(p_text, private.vault_key(p_key_name), 'cipher-algo=aes256, s2k-mode=1');
end;

create function private.in_pounds(p_amount numeric) returns text
language sql immutable parallel safe set search_path = ''
return '£' || to_char(p_amount, 'FM999,999,999,990.00');

create function private.time_and_day(p_at timestamptz) returns text
language sql stable set search_path = ''
return to_char(p_at at time zone 'Europe/London', 'HH24:MI "on" FMDay FMDD FMMonth "(UK time)"');

create function private.page_size(p_limit integer) returns integer
language sql immutable parallel safe set search_path = ''
return least(greatest(coalesce(p_limit, 50), 1), 100);

create function private.require_short_texts(p_longest integer, variadic p_texts text[]) returns void
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  value text;
begin
  foreach value in array p_texts loop
    if char_length(value) > p_longest then
      raise exception 'A text must be at most % characters.', p_longest using errcode = 'PT400', hint = 'text-too-long';
    end if;
  end loop;
end
$$;
comment on function private.require_short_texts is
  'Raises an error if a text is too long for any field. The API functions call it before anything else, because later work can take a time that grows with the text.';
grant execute on function private.require_short_texts to anon, authenticated, service_role;

-- Security definer, because the API functions run as a role that has no USAGE on this schema.
create function private.require_short_list(p_values anyarray) returns void
language plpgsql immutable parallel safe security definer set search_path = '' as $$
declare
  longest constant integer := 100;
begin
  if cardinality(p_values) > longest then
    raise exception 'A list must have at most % entries.', longest using errcode = 'PT400', hint = 'list-too-long';
  end if;
  perform private.require_short_texts(500, variadic coalesce(p_values::text[], '{}'));
end
$$;
comment on function private.require_short_list is
  'Raises an error if a list or one of its texts is too long. The API functions call it before anything else.';
grant execute on function private.require_short_list to authenticated, service_role;

create function private.plain_decimal(value text) returns numeric
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  if value ~ '^[0-9]{1,12}(?:[.][0-9]{1,2})?$' then
    return value::numeric;
  end if;
  perform private.require_short_texts(500, value);
  return null;
end
$$;
comment on function private.plain_decimal is
  'An amount in pounds as 12.34; null for anything else. Functions take amounts as text, because the type numeric also accepts 0x10, 1_000 and 1e3.';

create function private.limit_changed_rows() returns trigger
language plpgsql set search_path = '' as $$
declare
  most constant integer := 100;
  row_number integer;
begin
  if tg_level = 'STATEMENT' then
    perform set_config('fernbank.changed_rows', '0', true);
    return null;
  end if;
  row_number := current_setting('fernbank.changed_rows')::integer + 1;
  if row_number > most then
    raise exception 'A request can change at most % rows.', most using errcode = 'PT413', hint = 'too-many-rows';
  end if;
  perform set_config('fernbank.changed_rows', row_number::text, true);
  if tg_op = 'DELETE' then
    return old;
  end if;
  return new;
end
$$;
comment on function private.limit_changed_rows is
  'Trigger before a statement and before each of its rows: a client changes at most 100 rows in a statement. Cascades and functions run as the owner, for whom the triggers do not fire.';

create function private.prevent_change() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'PT403';
end
$$;
