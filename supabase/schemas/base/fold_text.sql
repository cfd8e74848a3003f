-- The form of a text that names are compared and searched in: 'sian', 'SIÂN' and 'Siân' are one.

create function private.fold_text(p_text text) returns text
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  folded text;
begin
  -- Fast path: most texts have only these characters.
  if p_text ~ '^[\n -~]*$' then
    return translate(lower(p_text collate "C"), '''`', '');
  end if;
  folded := lower(normalize(p_text, nfkd) collate pg_catalog.pg_c_utf8);
  -- Accents, Hebrew points and Arabic vowel signs, with the space that the compatibility form writes before a lone accent,
  -- such as one that was typed as an apostrophe; other apostrophes, and what is invisible.
  folded := regexp_replace(
    folded,
    ' ?[\u0300-\u036f\u0591-\u05bd\u05bf-\u05c7\u0610-\u061a\u064b-\u065f\u0670\ufe00-\ufe2f]|[''`\u00ad\u00b7\u02b9-\u02cb\u055a\u05f3\u05f4\u0640\u200b-\u200f\u2018-\u201b\u202a-\u202e\u2032\u2035\u2060-\u2069\ua78b\ua78c\ufeff]',
    '', 'g'
  );
  if folded ~ '^[\n -~]*$' then
    return folded;
  end if;
  folded := regexp_replace(folded, '[\u05be\u2010-\u2015\u2212]', '-', 'g');
  if folded ~ '[ßæœþðđɖɗħıɨłɫŋɲøɔŧƭƀɓƈȼɛəǝɇɠǥƙĸɍʉʋɏƴƶⱥς\u0649\u06cc\u06a9\u0629\u0671]' then
    -- translate is slow: it looks through its list for each character.
    folded := translate(
      folded, 'ðđɖɗħıɨłɫŋɲøɔŧƭƀɓƈȼɛəǝɇɠǥƙĸɍʉʋɏƴƶⱥς' || U&'\0649\06cc\06a9\0629\0671',
      'ddddhiillnnoottbbcceeeeggkkruvyyzaσ' || U&'\064a\064a\0643\0647\0627'
    );
    folded := replace(replace(replace(replace(folded, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
  end if;
  return normalize(folded, nfc);
end
$$;
comment on function private.fold_text is
  'The text in lower case, without accents, apostrophes and invisible characters, and with a plain letter for each special form of it. src/lib/foldText.ts does the same. Immutable, also for another locale of the database, so that an index can contain it.';
grant execute on function private.fold_text to authenticated;

create function private.contains_pattern(p_text text) returns text
language sql immutable parallel safe set search_path = ''
return '%' || regexp_replace(nullif(private.fold_text(btrim(p_text)), ''), '([\\%_])', '\\\1', 'g') || '%';
comment on function private.contains_pattern is 'A LIKE pattern for text folded by fold_text that contains this text. Null for empty text.';
