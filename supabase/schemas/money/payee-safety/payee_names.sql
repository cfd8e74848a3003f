-- Whether a typed name is the name on an account. Pure functions: the payee check calls them.

create extension if not exists fuzzystrmatch with schema extensions;

create table private.short_names (
  short_form text,
  full_form text,
  primary key (short_form, full_form)
);
comment on table private.short_names is 'Common short forms of first names. Two names that share a full form are close.';

select private.keep_from_api('private.short_names');

insert into private.short_names (full_form, short_form)
select split_part(line, ': ', 1), unnest(string_to_array(split_part(line, ': ', 2), ' '))
from unnest(array[
  'abigail: abbie abby abi gail', 'alastair: al alasdair alistair ali', 'albert: al bert bertie', 'alexander: alex al sandy xander alec lex',
  'alexandra: alex sandra lexi sasha', 'alfred: alf alfie fred', 'amanda: mandy', 'andrew: andy drew', 'angela: angie', 'anthony: tony ant',
  'antonia: toni', 'arthur: art artie', 'barbara: barb babs', 'beatrice: bea trixie', 'benjamin: ben benji benny', 'bernard: bernie',
  'bradley: brad', 'cameron: cam', 'caroline: carol carrie caz', 'catherine: cath cathy kate katie kathy kitty cat katherine kathryn catharine',
  'katherine: kath kathy kate katie kitty kat kathryn', 'charles: charlie chas chuck', 'charlotte: charlie lottie char',
  'christina: chris christie tina', 'christine: chris chrissie tina', 'christopher: chris kit topher', 'cynthia: cindy', 'daniel: dan danny',
  'danielle: dani', 'david: dave davy dai', 'deborah: deb debbie debra', 'dennis: den denny', 'dominic: dom nick', 'donald: don donnie',
  'dorothy: dot dottie', 'douglas: doug', 'edmund: ed eddie ned', 'edward: ed eddie ted teddy ned', 'eleanor: ellie nell nora ellen',
  'elizabeth: liz lizzie beth betty bess eliza libby lisa betsy liza elisabeth', 'emily: em emmy millie', 'emma: em', 'eugene: gene',
  'florence: flo florrie', 'frances: fran frankie', 'francesca: fran chess frankie', 'francis: frank fran', 'franklin: frank',
  'frederick: fred freddie fredrick', 'gabriel: gabe', 'gareth: gaz', 'geoffrey: geoff jeff jeffrey', 'georgina: georgie gina', 'gerald: gerry jerry',
  'gerard: gerry', 'gillian: gill jill', 'gregory: greg', 'hannah: hanna', 'harold: harry hal', 'harriet: hattie', 'harrison: harry', 'helen: nell nellie',
  'henry: harry hal hank', 'herbert: bert herb', 'hugh: hughie shug', 'ian: iain', 'isabel: izzy bella belle', 'isabella: izzy bella belle', 'jacob: jake',
  'jacqueline: jackie jacqui', 'james: jim jimmy jamie jem', 'jane: janie jenny', 'janet: jan', 'janice: jan', 'jason: jay', 'jeffrey: jeff geoff',
  'jennifer: jen jenny jenna', 'jeremy: jez jerry', 'jessica: jess jessie', 'joanna: jo joan annie', 'joanne: jo', 'john: jack johnny jon ian', 'jonathan: jon jonny john',
  'joseph: joe joey', 'josephine: jo josie', 'joshua: josh', 'judith: judy jude', 'julia: jules julie', 'julian: jules', 'kenneth: ken kenny', 'kimberly: kim kimberley',
  'laura: laurie', 'lawrence: larry laurie laurence', 'leonard: len lenny leo', 'leslie: les', 'lewis: lew louis', 'lillian: lily lil', 'louis: lou lewis', 'louise: lou',
  'lucy: lu', 'madeleine: maddie', 'malcolm: mal', 'margaret: maggie peggy meg marge rita greta mags', 'maria: mia', 'marion: marian', 'martin: marty', 'mary: molly polly may',
  'matilda: tilly mattie', 'matthew: matt mat mathew', 'maureen: mo', 'maurice: mo', 'maximilian: max', 'melanie: mel', 'melissa: mel', 'michael: mike mick mickey micky mikey',
  'michelle: shell chelle', 'mohammed: mo mohamed muhammad mohammad muhammed mohamad', 'nancy: nan', 'natalie: nat', 'natasha: tasha', 'nathan: nat nate', 'nathaniel: nat nate',
  'nicholas: nick nicky nicolas', 'nicola: nicky nic', 'nigel: nige', 'oliver: ollie', 'olivia: liv livvy', 'oscar: ossie', 'pamela: pam', 'patricia: pat patsy trish tricia',
  'patrick: pat paddy', 'paula: pauline', 'penelope: penny', 'peter: pete', 'philip: phil pip phillip', 'philippa: pippa pip phil', 'rachel: rach rachael', 'raymond: ray',
  'rebecca: becky becca bex', 'reginald: reg reggie', 'richard: rick dick rich richie ricky dickie', 'robert: bob rob bobby robbie bert', 'roberta: bobbie', 'robin: rob',
  'roderick: rod roddy', 'rodney: rod', 'roger: rog', 'ronald: ron ronnie', 'rosemary: rose rosie', 'russell: russ', 'samantha: sam sammy', 'samuel: sam sammy', 'sandra: sandy',
  'sarah: sally sadie sara', 'sebastian: seb', 'sharon: shaz', 'simon: si', 'sophia: sophie', 'stanley: stan', 'stephanie: steph', 'stephen: steve stevie steven ste', 'stuart: stu stewart',
  'susan: sue susie suzie suzy', 'susannah: sue suzy', 'sylvia: syl', 'terence: terry tel', 'theodore: ted teddy theo', 'theresa: terry tess tessa teresa', 'thomas: tom tommy', 'timothy: tim',
  'valerie: val', 'veronica: ronnie vera', 'victor: vic', 'victoria: vicky vicki tori vic', 'vincent: vin vinny vince', 'virginia: ginny', 'walter: wally walt', 'wendy: wen',
  'wilfred: wilf fred', 'william: bill will billy willy liam wills', 'winifred: win winnie', 'zachary: zac zach zak'
]) as line;

-- A full form is a form of itself, so that one join compares all pairs.
insert into private.short_names (short_form, full_form)
select distinct s.full_form, s.full_form from private.short_names s
on conflict do nothing;

create function private.name_words(p_name text) returns text[]
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  -- One character can become 18: what follows takes a time that grows with the length.
  longest constant integer := 300;
  folded text := left(private.fold_text(p_name), longest);
begin
  folded := regexp_replace(folded, '\mt/a\M', ' trading as ', 'g');
  -- Two holders: I Pell/T Pell. Not c/o or s/o.
  folded := regexp_replace(folded, '(?<=[^/ ]{2}) */ *(?=[^/ ])|(?<=[^/ ]) */ *(?=[^/ ]{2})', ' and ', 'g');
  folded := regexp_replace(folded, '[&+]', ' and ', 'g');
  folded := regexp_replace(folded, '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u3000-\u303f\u30fb\uff00-\uff0f]+', ' ', 'g');
  -- One form of each company form.
  folded := regexp_replace(' ' || folded || ' ', ' (public limited company|p l c) ', ' plc ', 'g');
  folded := regexp_replace(folded, ' (limited liability partnership|l l p) ', ' llp ', 'g');
  folded := regexp_replace(folded, ' (community interest company|c i c) ', ' cic ', 'g');
  folded := regexp_replace(folded, ' (ltd|l t d) ', ' limited ', 'g');
  folded := regexp_replace(folded, ' co ', ' company ', 'g');
  folded := regexp_replace(folded, ' inc ', ' incorporated ', 'g');
  folded := regexp_replace(folded, ' corp ', ' corporation ', 'g');
  return string_to_array(btrim(regexp_replace(folded, ' +', ' ', 'g')), ' ');
end
$$;
comment on function private.name_words is 'The words of a name, folded, without punctuation, and with one form of each company word.';

create function private.is_company_name(p_words text[]) returns boolean
language sql immutable parallel safe set search_path = ''
return p_words[cardinality(p_words)]
  = any (array['limited', 'plc', 'llp', 'lp', 'cic', 'incorporated', 'corporation', 'company', 'llc', 'gmbh', 'sarl', 'bv']);

create function private.written_out(p_name text) returns text
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  written text := normalize(p_name, nfc);
  pair text;
begin
  foreach pair in array array['äae', 'öoe', 'üue', 'øoe', 'åaa', 'Äae', 'Öoe', 'Üue', 'Øoe', 'Åaa'] loop
    written := replace(written, left(pair, 1), substr(pair, 2));
  end loop;
  return written;
end
$$;
comment on function private.written_out is
  'The name as a keyboard without these letters writes it, and as passports do: Mueller for Müller. æ, œ, ß and þ are always written so.';

create function private.titles_of(p_words text[]) returns text[]
language sql immutable parallel safe set search_path = ''
return array(
  select word from unnest(p_words) as word
  where word in (
    'mr', 'mrs', 'ms', 'miss', 'mx', 'master', 'dr', 'doctor', 'prof', 'professor', 'sir', 'dame', 'lord', 'lady', 'rev', 'revd',
    'reverend', 'hon', 'capt', 'captain', 'col', 'colonel', 'sgt', 'major', 'cllr', 'messrs'
  )
  order by word
);

create function private.without_titles(p_words text[]) returns text[]
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  -- Nobody is called like this, so they are titles wherever they are: Pell, Mr I.
  only_titles constant text[] := array['mr', 'mrs', 'ms', 'miss', 'mx', 'dr', 'prof', 'rev', 'revd'];
  suffixes constant text[] := array['esq', 'jr', 'jnr', 'junior', 'sr', 'snr', 'senior', 'phd', 'obe', 'mbe', 'cbe', 'kc', 'qc', 'ii', 'iii'];
  titles constant text[] := private.titles_of(p_words);
  words text[] := p_words;
begin
  -- Something of the name always stays: Lady can be a first name, and Senior a last name.
  while words[1] = any (titles) and cardinality(words) > 1 loop
    words := words[2:];
  end loop;
  if words && only_titles and not words <@ only_titles and not private.is_company_name(words) then
    words := array(select word from unnest(words) with ordinality as w (word, nth) where word <> all (only_titles) order by nth);
  end if;
  while words[cardinality(words)] = any (suffixes) and cardinality(words) > 2 loop
    words := words[:cardinality(words) - 1];
  end loop;
  return words;
end
$$;
comment on function private.without_titles is 'The words of one person''s name without titles, and without letters after it.';

create function private.name_parties(p_words text[]) returns setof text[]
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  separator constant text := case when private.is_company_name(p_words) then ' trading as ' else ' (?:and|trading as) ' end;
  parts constant text[] := regexp_split_to_array(array_to_string(p_words, ' '), separator);
  is_joint constant boolean := cardinality(parts) > 1 and separator <> ' trading as ';
  words text[];
  -- Mr of Mr and Mrs Pell.
  titles_only integer := 0;
  last_name text;
begin
  for place in 1..cardinality(parts) loop
    words := string_to_array(parts[place], ' ');
    titles_only := titles_only + (private.titles_of(words) @> words)::integer;
    -- The last word of all that is no initial: Pell, also of Pell I & T.
    last_name := coalesce(
      (select word from unnest(private.without_titles(words)) with ordinality as w (word, nth)
       where char_length(word) > 1 order by nth desc limit 1),
      last_name
    );
  end loop;
  for place in 1..cardinality(parts) loop
    words := string_to_array(parts[place], ' ');
    if is_joint and private.titles_of(words) @> words then
      -- Mr and Mrs I and T Pell are two people.
      continue when cardinality(parts) - titles_only > 1;
      words := array[last_name];
    else
      words := private.without_titles(words);
      -- John and Mary Smith, Mr I & Mrs T Pell: each has the last name.
      if is_joint and last_name is not null and (
        place < cardinality(parts) and cardinality(words) = 1 or array_to_string(words, '') ~ '^.{1,4}$' and 1 = all (
          select char_length(word) from unnest(words) as word
        )
      ) then
        words := words || last_name;
      end if;
    end if;
    return next words;
  end loop;
end
$$;
comment on function private.name_parties is 'The words of each person of a joint name, or of each name that a trader uses.';

create function private.is_one_error_away(p_typed text, p_right text) returns boolean
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  errors constant integer := extensions.levenshtein_less_equal(p_typed, p_right, 2);
  place integer := 1;
begin
  if errors <= 1 or char_length(p_typed) <> char_length(p_right) or errors > 2 then
    return errors <= 1;
  end if;
  -- Two letters in the wrong order are two errors for Levenshtein.
  while substr(p_typed, place, 1) = substr(p_right, place, 1) loop
    place := place + 1;
  end loop;
  return overlay(p_typed placing substr(p_typed, place + 1, 1) || substr(p_typed, place, 1) from place for 2) = p_right;
end
$$;

create function private.near_words(p_typed text[], p_holder text[]) returns text[]
language sql stable set search_path = ''
begin atomic
  select array(
    select typed.word || ' ' || holder.word
    from unnest(p_typed) as typed (word)
    cross join unnest(p_holder) as holder (word)
    where greatest(char_length(typed.word), char_length(holder.word)) >= 4
      and least(char_length(typed.word), char_length(holder.word)) >= 3
      and abs(char_length(typed.word) - char_length(holder.word)) <= 1
      -- One character is a whole name in scripts that write syllables or words.
      and (typed.word || holder.word) !~ '[\u3040-\u9fff\uac00-\ud7af]'
      and private.is_one_error_away(typed.word, holder.word)
    union all
    select typed.word || ' ' || holder.word
    from unnest(p_typed) as typed (word)
    join private.short_names short_typed on short_typed.short_form = typed.word
    join private.short_names short_holder on short_holder.full_form = short_typed.full_form
    join unnest(p_holder) as holder (word) on holder.word = short_holder.short_form
  );
end;
comment on function private.near_words is
  'The pairs of a typed and a right word that differ by one typing error, or are short forms of one first name, each as one text. One query for all pairs, because a query for each takes most of the time of a comparison.';

create type private.word_pairs as (typed_left text[], holder_left text[], near integer, initials integer);
comment on type private.word_pairs is 'How many words of two names are nearly the same or an initial of the other, and the words that are left.';

create function private.pair_words(p_typed text[], p_holder text[], p_near text[]) returns private.word_pairs
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  pairs private.word_pairs := ('{}', p_holder, 0, 0);
  word text;
  near_place integer;
  initial_place integer;
  place integer;
begin
  foreach word in array p_typed loop
    near_place := null;
    initial_place := null;
    for other in 1 .. cardinality(pairs.holder_left) loop
      if near_place is null and word || ' ' || pairs.holder_left[other] = any (p_near) then
        near_place := other;
      elsif initial_place is null and 1 in (char_length(word), char_length(pairs.holder_left[other]))
        and left(word, 1) = left(pairs.holder_left[other], 1) then
        initial_place := other;
      end if;
    end loop;
    place := coalesce(near_place, initial_place);
    if place is null then
      pairs.typed_left := pairs.typed_left || word;
    else
      pairs.near := pairs.near + (near_place is not null)::integer;
      pairs.initials := pairs.initials + (near_place is null)::integer;
      pairs.holder_left := pairs.holder_left[:place - 1] || pairs.holder_left[place + 1:];
    end if;
  end loop;
  return pairs;
end
$$;
comment on function private.pair_words is 'Pairs each typed word with one of the right words that are left, the nearest first.';

create function private.compare_name_words(p_typed text[], p_holder text[], p_near text[]) returns text
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  particles constant text[] := array['de', 'la', 'le', 'du', 'del', 'della', 'di', 'da', 'dos', 'van', 'der', 'den', 'von', 'bin', 'al', 'el'];
  typed_left text[] := '{}';
  holder_left text[] := p_holder;
  word text;
  place integer;
  same integer := 0;
  pairs private.word_pairs;
  extra text[];
begin
  foreach word in array p_typed loop
    place := array_position(holder_left, word);
    if place is null then
      typed_left := typed_left || word;
    else
      holder_left := holder_left[:place - 1] || holder_left[place + 1:];
      same := same + (
        char_length(word) > 1 and not private.is_company_name(array[word])
        -- These say nothing without the name after them, but can be a last name.
        and (word <> all (particles) or word = p_holder[cardinality(p_holder)])
      )::integer;
    end if;
  end loop;
  if typed_left = '{}' and holder_left = '{}' then
    return 'match';
  end if;
  pairs := private.pair_words(typed_left, holder_left, p_near);
  extra := pairs.typed_left || pairs.holder_left;
  return case
    -- Initials alone say nothing, and both names have a word that the other lacks.
    when same + pairs.near = 0 or (pairs.typed_left <> '{}' and pairs.holder_left <> '{}') then 'no_match'
    when extra = '{}' or private.is_company_name(extra) and cardinality(extra) = 1 then 'close_match'
    -- A middle name more or less.
    when same >= 2 or (same = 1 and pairs.near + pairs.initials > 0) then 'close_match'
    else 'no_match'
  end;
end
$$;
comment on function private.compare_name_words is
  'Whether two lists of words are one name, in any order: match, close_match or no_match. Takes what near_words returns for them, or for longer lists that contain them.';

create function private.bounded_words(p_words text[]) returns text[]
language sql immutable parallel safe set search_path = ''
return array(select left(word, 40) from unnest(p_words[:12]) with ordinality as w (word, nth) order by nth);
comment on function private.bounded_words is
  'At most 12 words of 40 letters: comparing takes a time that grows with the square of the words, and fails for words of more than 255 letters.';

create function private.join_words(p_words text[], p_other text[]) returns text[]
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  shortest constant integer := 4;
  -- McDonald and Mac Donald.
  others constant text[] := array(select regexp_replace(word, '^ma?c', 'mac') from unnest(p_other) as o (word));
  words text[] := '{}';
  joined text;
  place integer := 1;
begin
  <<next_word>>
  while place <= cardinality(p_words) loop
    for last_place in reverse least(place + 3, cardinality(p_words))..place + 1 loop
      joined := array_to_string(p_words[place:last_place], '');
      if char_length(joined) >= shortest and regexp_replace(joined, '^ma?c', 'mac') = any (others) then
        words := words || joined;
        place := last_place + 1;
        continue next_word;
      end if;
    end loop;
    words := words || p_words[place];
    place := place + 1;
  end loop;
  return words;
end
$$;
comment on function private.join_words is
  'The words, with up to four joined that the other name writes as one: de la Tour becomes Delatour beside Delatour.';

create function private.split_initials(p_words text[], p_other text[]) returns text[]
language sql immutable parallel safe set search_path = ''
begin atomic
  select array(
    select part
    from unnest(p_words) with ordinality w (word, nth)
    cross join (
      select string_agg(left(o.word, 1), '' order by o.nth) as letters
      from unnest(p_other) with ordinality o (word, nth) where o.word <> all (p_words)
    ) initials
    cross join lateral unnest(
      case
        when w.word <> all (p_other) and char_length(w.word) between 2 and 3 and (strpos(initials.letters, w.word) > 0 or strpos(initials.letters, reverse(w.word)) > 0)
          -- Mr is a title, also for Mary Rose.
          and (private.without_titles(array[w.word, '']))[1] = w.word
          then string_to_array(w.word, null)
        else array[w.word]
      end
    ) with ordinality p (part, place)
    order by w.nth, p.place
  );
end;
comment on function private.split_initials is
  'The words, with joined initials apart: JL or LJ becomes J and L if the other name has such words side by side, without those that both names have.';

create function private.is_couple(p_typed text[], p_typed_parties text[], p_holder text[], p_holder_parties text[]) returns boolean
language sql immutable parallel safe set search_path = ''
return cardinality(p_typed_parties) > 1
  and cardinality(p_typed_parties) = cardinality(p_holder_parties)
  and p_typed_parties[1] !~ ' ' and p_typed_parties[1] = all (p_typed_parties)
  and private.titles_of(p_typed) <> '{}' and private.titles_of(p_typed) = private.titles_of(p_holder)
  and not exists (select from unnest(p_holder_parties) as party where p_typed_parties[1] <> all (string_to_array(party, ' ')));
comment on function private.is_couple is 'Whether Mr and Mrs Pell was typed for Mr I & Mrs T Pell: the titles and the last name of each.';

create function private.match_words_of(p_typed text[], p_holder text[]) returns text
language plpgsql stable set search_path = '' as $$
declare
  typed text[] := p_typed;
  holder text[] := p_holder;
  is_whole boolean;
  near text[];
  typed_parties text[];
  holder_parties text[];
  typed_party text;
  holder_party text;
  outcome text;
  best text;
begin
  if typed[1] = 'the' then
    typed := typed[2:];
  end if;
  if holder[1] = 'the' then
    holder := holder[2:];
  end if;
  if cardinality(typed) = 0 or cardinality(holder) = 0 then
    return 'no_match';
  elsif array_to_string(typed, '') = array_to_string(holder, '')
    or array_to_string(private.without_titles(typed), '') = array_to_string(private.without_titles(holder), '')
  then
    return 'match';
  end if;
  is_whole := typed = private.bounded_words(typed) and holder = private.bounded_words(holder);
  typed := private.bounded_words(typed);
  holder := private.bounded_words(holder);
  typed := private.join_words(typed, holder);
  holder := private.join_words(holder, typed);
  typed := private.split_initials(typed, holder);
  holder := private.split_initials(holder, typed);

  near := private.near_words(typed, holder);

  -- An array holds no arrays of different lengths, so each person is one text.
  typed_parties := array(select array_to_string(words, ' ') from private.name_parties(typed) as words);
  holder_parties := array(select array_to_string(words, ' ') from private.name_parties(holder) as words);
  best := case
    when private.is_couple(typed, typed_parties, holder, holder_parties) then 'match'
    else private.compare_name_words(
      string_to_array(array_to_string(typed_parties, ' '), ' '), string_to_array(array_to_string(holder_parties, ' '), ' '), near
    )
  end;
  foreach typed_party in array typed_parties loop
    -- One of the holders of a joint account, or one of the names of a trader.
    foreach holder_party in array holder_parties loop
      exit when best = 'match';
      outcome := private.compare_name_words(string_to_array(typed_party, ' '), string_to_array(holder_party, ' '), near);
      if outcome = 'match' and cardinality(typed_parties) > 1 then
        outcome := 'close_match';
      end if;
      best := case when outcome = 'no_match' then best else outcome end;
    end loop;
  end loop;
  -- Only the beginning of a long name was compared.
  return case when best = 'match' and not is_whole then 'close_match' else best end;
end
$$;
comment on function private.match_words_of is 'Whether these words of a typed name are those of the name on an account: match, close_match or no_match.';

create function private.match_names(p_typed text, p_holder text) returns text
language plpgsql stable set search_path = '' as $$
declare
  outcome constant text := private.match_words_of(private.name_words(p_typed), private.name_words(p_holder));
  written text;
begin
  if outcome <> 'match' and p_typed || p_holder ~ '[äöüøåÄÖÜØÅ]|[aouAOU][\u0308\u030a]' then
    written := private.match_words_of(
      private.name_words(private.written_out(p_typed)), private.name_words(private.written_out(p_holder))
    );
  end if;
  return case when written <> 'no_match' then written else outcome end;
end
$$;
comment on function private.match_names is 'Whether a typed name is the name on an account: match, close_match or no_match.';

create function private.has_right_word(p_typed text, p_holder text) returns boolean
language plpgsql stable set search_path = '' as $$
declare
  holder constant text[] := private.name_words(p_holder);
begin
  return exists (
    select from unnest(private.name_words(p_typed)) as word
    where char_length(word) >= 3
      and word <> 'and' and not private.is_company_name(array[word])
      and word = any (holder)
  );
end
$$;
comment on function private.has_right_word is 'Whether a whole word of three letters or more of the holder''s name was typed. Only then a close match shows the name.';
