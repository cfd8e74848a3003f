create function private.has_hurtful_word(p_text text, p_words text) returns boolean
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  token text;
  word text;
  candidates text[];
  before text := '';
  letters text := '';
begin
  -- The empty token at the end closes a row of single letters: f u c k.
  foreach token in array string_to_array(btrim(p_text) || ' ', ' ') loop
    if char_length(token) = 1 and token <> '*' then
      letters := letters || token;
      continue;
    end if;
    candidates := array[token, letters, case when before <> '' then before || ' ' || token end];
    if token ~ '(.)\1' then
      candidates := candidates || array[
        regexp_replace(token, '(.)\1{2,}', '\1', 'g'), regexp_replace(token, '(.)\1{2,}', '\1\1', 'g'),
        regexp_replace(token, '([aeiou])\1+', '\1', 'g')
      ];
    end if;
    if char_length(token) > 4 and right(token, 1) = 's' then
      candidates := candidates || rtrim(token, 's');
    end if;
    foreach word in array candidates loop
      if char_length(word) > 2 and strpos(p_words, '|' || word || '|') > 0 then
        return true;
      end if;
    end loop;
    -- f*ck: at most half of the letters are hidden.
    if strpos(token, '*') > 1 and char_length(token) between 4 and 18 and token ~ '^[a-z][a-z*]*[a-z]$'
      and char_length(replace(token, '*', '')) * 2 >= char_length(token)
      and p_words ~ ('\|' || replace(token, '*', '[a-z]') || '\|')
    then
      return true;
    end if;
    before := token;
    letters := '';
  end loop;
  return strpos(p_words, '|' || replace(p_text, ' ', '') || '|') > 0;
end
$$;

create function private.is_hurtful(value text) returns boolean
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  words constant text := private.hurtful_words();
  plain constant text := lower(
    case when value ~ '^[ -~]*$' then value else regexp_replace(normalize(value, nfkd), '[\u0300-\u036f]', '', 'g') end
  );
  form text;
begin
  foreach form in array array[
    plain,
    -- Digits and signs that stand for letters, in words with as many letters: 5h1t, and not the road A55.
    (
      select string_agg(
        case when char_length(regexp_replace(t.token, '[^a-z]', '', 'g')) * 2 >= char_length(t.token)
          then translate(t.token, '0134578@$!|€+', 'oieastbasiiet') else t.token end, ' ')
      from string_to_table(plain, ' ') t (token)
      where plain ~ '[0-9@$!|€+]'
    ),
    -- Letters of Cyrillic and Greek that look like Latin ones.
    case when plain ~ '[\u0370-\u04ff]' then translate(plain, 'аеорсухіѕјкмтвнαεικνορτυχ', 'aeopcyxisjkmtbhaeikvoptux') end
  ] loop
    form := regexp_replace(coalesce(form, ''), '[\s!-)+-/:-@\[-`{-~\u2000-\u206f]+', ' ', 'g');
    if form <> '' and private.has_hurtful_word(form, words) then
      return true;
    end if;
  end loop;
  -- Scripts that put no spaces between words.
  return plain ~ '[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]' and exists (
    select from string_to_table(words, '|') w (word)
    where w.word ~ '[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]' and strpos(plain, w.word) > 0
  );
end
$$;
comment on function private.is_hurtful is
  'Whether a text has one of the words that hurt, also with accents, spaces, digits, stars, repeated letters or letters that look alike. Whole words only: Scunthorpe and Cockburn are none.';
