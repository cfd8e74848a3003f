create function private.possible_words(p_text text) returns text[]
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  token text;
  before text := '';
  letters text := '';
  words text[] := array[replace(p_text, ' ', '')];
begin
  -- The empty token at the end closes a row of single letters: f u c k.
  foreach token in array string_to_array(btrim(p_text) || ' ', ' ') loop
    if char_length(token) = 1 and token <> '*' then
      letters := letters || token;
      continue;
    end if;
    words := words || array[token, letters, before || ' ' || token];
    if token ~ '(.)\1' then
      words := words || array[
        regexp_replace(token, '(.)\1{2,}', '\1', 'g'), regexp_replace(token, '(.)\1{2,}', '\1\1', 'g'),
        regexp_replace(token, '([aeiou])\1+', '\1', 'g')
      ];
    end if;
    if char_length(token) > 4 and right(token, 1) = 's' then
      words := words || rtrim(token, 's');
    end if;
    before := token;
    letters := '';
  end loop;
  return words;
end
$$;
comment on function private.possible_words is
  'The words and phrases that a text in lower case can be read as: also without spaces, repeated letters and the s of a plural.';

create function private.is_hurtful(value text) returns boolean
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  plain constant text := lower(
    case when value ~ '^[ -~]*$' then value else regexp_replace(normalize(value, nfkd), '[\u0300-\u036f]', '', 'g') end
  );
  form text;
  forms text[] := array[plain];
  words text[] := '{}';
begin
  if value is null then
    return false;
  end if;
  -- Digits and signs that stand for letters, in words with as many letters: 5h1t, and not the road A55.
  if plain ~ '[0-9@$!|€+]' then
    forms := forms || (
      select string_agg(
        case when char_length(regexp_replace(t.token, '[^a-z]', '', 'g')) * 2 >= char_length(t.token)
          then translate(t.token, '0134578@$!|€+', 'oieastbasiiet') else t.token end, ' ')
      from string_to_table(plain, ' ') t (token)
    );
  end if;
  -- Letters of Cyrillic and Greek that look like Latin ones.
  if plain ~ '[\u0370-\u04ff]' then
    forms := forms || translate(plain, 'аеорсухіѕјкмтвнαεικνορτυχ', 'aeopcyxisjkmtbhaeikvoptux');
  end if;
  foreach form in array forms loop
    words := words || private.possible_words(regexp_replace(form, '[\s!-)+-/:-@\[-`{-~\u2000-\u206f]+', ' ', 'g'));
  end loop;
  if private.hurtful_words() ?| words then
    return true;
  end if;
  -- Each query stands in a branch of its own: a condition with a query costs as much as all else here.
  if strpos(plain, '*') > 0 then
    -- f*ck: at most half of the letters are hidden.
    return exists (
      select from unnest(words) w (word)
      join jsonb_object_keys(private.hurtful_words()) h (word) on h.word ~ ('^' || replace(w.word, '*', '[a-z]') || '$')
      where w.word ~ '^[a-z][a-z*]{2,16}[a-z]$' and char_length(replace(w.word, '*', '')) * 2 >= char_length(w.word)
    );
  elsif plain ~ '[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]' then
    -- Scripts that put no spaces between words.
    return exists (
      select from jsonb_object_keys(private.hurtful_words()) h (word)
      where h.word ~ '[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]' and strpos(plain, h.word) > 0
    );
  end if;
  return false;
end
$$;
comment on function private.is_hurtful is
  'Whether a text has one of the words that hurt, also with accents, spaces, digits, stars, repeated letters or letters that look alike. Whole words only: Scunthorpe and Cockburn are none.';
