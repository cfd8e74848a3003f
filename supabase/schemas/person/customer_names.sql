-- The names that customers may have. A customer sees them when somebody pays or asks to be paid.

create function private.is_reserved_name(value text) returns boolean
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  plain text;
  forms text[];
  letters text;
begin
  if value ~ '^[ -~]*$' then
    forms := array[private.fold_look_alikes(regexp_replace(value, '[1l|]3', 'b', 'gi'), 1)];
  else
    -- Compatibility forms (full width, mathematical, circled) become plain letters; accents become separate characters.
    -- Arabic letters look like none of the name, and one character can become 18 of them.
    plain := regexp_replace(normalize(value, nfkd), '[\u0600-\u06ff]+', '', 'g');
    forms := array[private.fold_look_alikes(plain, 1), private.fold_look_alikes(plain, 2)];
  end if;
  foreach letters in array forms loop
    letters := replace(regexp_replace(lower(letters), '[^a-z ]', '', 'g'), 'm', 'rn');
    -- Spaces do not hide the name. A word with more letters, as in Fern Banks, is another name. Turned letters read backwards.
    if letters ~ 'fernbank' or letters ~ '(^| )f *e *r *n *b *a *n *k( |$)' or translate(letters, 'uq', 'nb') ~ 'knabnref' then
      return true;
    end if;
  end loop;
  return false;
end
$$;
comment on function private.is_reserved_name is 'Whether a name contains the name of the bank, also in other case, with accents or in characters that look alike.';

create function private.has_mixed_scripts(value text) returns boolean
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return value !~ '^[ -~]*$' and (
    select count(distinct c.script) > 1 and max(c.script) > 2
    from (
      select private.script_of(normalize(character, nfkc)) as script from string_to_table(value, null) character
    ) c
    where c.script > 0
  );
end
$$;
comment on function private.has_mixed_scripts is
  'Whether a name has letters of several scripts, as a name has that only looks like another. East Asian names may have Latin letters.';

create function private.customer_name_problem(value text) returns text
language plpgsql immutable parallel safe security definer set search_path = '' as $$
begin
  return case
    when char_length(value) > 140 then 'Name must be at most 140 characters.'
    when not private.is_clean(value) then private.text_problem(value)
    when private.is_reserved_name(value) then 'Please choose a name without the name of the bank.'
    when private.has_mixed_scripts(value) then 'Letters of different alphabets can''t be mixed in a name.'
  end;
end
$$;
-- Check constraints call it as the role that writes the row.
grant execute on function private.customer_name_problem to authenticated, service_role;

-- Not a domain over account_holder_name: the Supabase CLI writes the type of such a column as unknown.
create domain public.customer_name as text
  constraint customer_name_check check (value <> '' and private.customer_name_problem(value) is null);
comment on domain public.customer_name is 'The name of a customer of this bank. No customer has the name of the bank.';
