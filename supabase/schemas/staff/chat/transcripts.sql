-- Transcripts: what is kept of a chat when it ends. They are for complaints, and have a permission of their own.

create table private.chat_transcripts (
  id uuid primary key,
  user_id uuid not null,
  started_at timestamptz not null,
  ended_at timestamptz not null default clock_timestamp(),
  ended_as text not null
    constraint chat_transcripts_ended_as_check check (ended_as in ('customer', 'staff', 'deletion')),
  ended_by uuid,
  agent_ids uuid[] not null,
  closing_reason text constraint chat_transcripts_closing_reason_check
    check (closing_reason is null or (closing_reason in ('answered', 'passed_on', 'no_reply', 'other') and ended_as = 'staff')),
  tags text[] not null
);
comment on table private.chat_transcripts is 'One row per chat that has ended: who, when and with which agents. The text is in chat_transcript_texts.';
comment on column private.chat_transcripts.id is 'The id that the chat had.';
comment on column private.chat_transcripts.user_id is 'The customer. No foreign key: the fact of a chat outlives the customer.';
comment on column private.chat_transcripts.ended_as is 'Who ended the chat; deletion: it was deleted with its customer.';
comment on column private.chat_transcripts.ended_by is 'The user who ended it. No foreign key: it outlives them.';
comment on column private.chat_transcripts.closing_reason is 'Why staff ended the chat; null if they gave no reason.';

create index chat_transcripts_ended_at_id_idx on private.chat_transcripts (ended_at desc, id desc);
create index chat_transcripts_user_id_idx on private.chat_transcripts (user_id, ended_at desc, id desc);

select private.keep_from_api('private.chat_transcripts');

create trigger chat_transcripts_are_sealed before update or truncate on private.chat_transcripts
  for each statement execute function private.prevent_change();

create function private.transcript_words(p_messages jsonb) returns text
language sql immutable parallel safe set search_path = ''
begin atomic
  select private.fold_text(string_agg(said.message ->> 'text', E'\n' order by said.nth))
  from jsonb_array_elements(p_messages) with ordinality as said (message, nth);
end;
comment on function private.transcript_words is 'What was said in a chat, in the form in which it is searched. Null if nothing was.';

create table private.chat_transcript_texts (
  transcript_id uuid primary key references private.chat_transcripts (id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  messages jsonb not null constraint chat_transcript_texts_messages_check check (jsonb_typeof(messages) = 'array')
);
comment on table private.chat_transcript_texts is 'The text of the transcripts. It is deleted with the customer.';
comment on column private.chat_transcript_texts.messages is
  'The messages in their order, with the real names of staff, and with what was edited or deleted. The audit log has the hash.';

create index chat_transcript_texts_user_id_idx on private.chat_transcript_texts (user_id);
create index chat_transcript_texts_words_idx on private.chat_transcript_texts
  using gin (private.transcript_words(messages) extensions.gin_trgm_ops);

select private.keep_from_api('private.chat_transcript_texts');

create trigger chat_transcript_texts_are_sealed before update or truncate on private.chat_transcript_texts
  for each statement execute function private.prevent_change();

create function private.transcript_hash(p_messages jsonb) returns text
language sql immutable parallel safe set search_path = ''
return encode(sha256(convert_to(p_messages::text, 'utf8')), 'hex');
comment on function private.transcript_hash is 'The hash of a transcript. The text form of jsonb is canonical, so the hash is stable.';

create function private.chat_as_transcript(p_conversation_id uuid) returns jsonb
language sql stable set search_path = ''
begin atomic
  select jsonb_agg(
    jsonb_build_object(
      'id', said.id, 'sender_type', said.sender_type, 'sender_id', said.sender_id, 'sender_name', said.sender_name,
      -- The customer saw an agent name.
      'real_name', case when said.sender_type = 'agent' then (
        select p.full_name from public.profiles p where p.id = said.sender_id
      ) end,
      'text', said.message, 'created_at', said.created_at, 'edited_at', said.edited_at, 'deleted_at', said.deleted_at,
      'before', (
        select coalesce(jsonb_agg(v.message order by v.id), '[]')
        from private.chat_message_versions v
        where v.conversation_id = p_conversation_id and v.message_id = said.id and not v.is_deletion
      )
    )
    order by said.created_at, said.id
  )
  from (
    select m.id, m.sender_type, m.sender_id, m.sender_name, m.message, m.created_at, m.edited_at, null::timestamptz as deleted_at
    from public.chat_messages m where m.conversation_id = p_conversation_id
    union all
    select v.message_id, v.sender_type, v.sender_id, v.sender_name, v.message, v.created_at, null, v.changed_at
    from private.chat_message_versions v where v.conversation_id = p_conversation_id and v.is_deletion
  ) said;
end;
comment on function private.chat_as_transcript is 'Everything that was said in an open chat, also what staff have changed; null if nothing was.';

create function private.seal_transcript() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  -- Also when the auth server deletes the user.
  is_deletion constant boolean :=
    private.is_person_being_deleted() or not exists (select from auth.users u where u.id = old.user_id);
  sealed constant jsonb := case when not is_deletion then private.chat_as_transcript(old.id) end;
  ender constant text := case when is_deletion then 'deletion' when auth.uid() = old.user_id then 'customer' else 'staff' end;
begin
  if sealed is null and not is_deletion then
    return old;
  end if;
  insert into private.chat_transcripts (
    id, user_id, started_at, ended_as, ended_by, agent_ids, closing_reason, tags
  )
  values (
    old.id, old.user_id, old.created_at, ender, auth.uid(),
    array(
      select m.sender_id from public.chat_messages m
      where m.conversation_id = old.id and m.sender_type = 'agent' and m.sender_id is not null
      union
      select v.sender_id from private.chat_message_versions v
      where v.conversation_id = old.id and v.sender_type = 'agent' and v.sender_id is not null
      order by 1
    ),
    case when ender = 'staff' then nullif(current_setting('fernbank.closing_reason', true), '') end,
    array(select t.tag from private.chat_tags t where t.conversation_id = old.id order by 1)
  );
  if sealed is not null then
    insert into private.chat_transcript_texts (transcript_id, user_id, messages) values (old.id, old.user_id, sealed);
    perform private.audit(
      'seal_transcript', 'chat', old.id, jsonb_build_object('user_id', old.user_id, 'hash', private.transcript_hash(sealed))
    );
  end if;
  return old;
end
$$;
comment on function private.seal_transcript is
  'Keeps a transcript of a chat that is about to be deleted, whichever way. Of a chat without messages nothing is kept; of a chat deleted with its customer, no text.';

create trigger seal_transcript before delete on public.chat_conversations
  for each row execute function private.seal_transcript();

create function private.remove_old_transcripts(p_at timestamptz default now()) returns integer
language plpgsql volatile set search_path = '' as $$
declare
  most_at_once constant integer := 10000;
  removed integer;
begin
  with old as (
    select t.id from private.chat_transcripts t
    where t.ended_at < p_at - make_interval(years => (select s.transcript_years from private.settings s))
    order by t.ended_at, t.id
    limit most_at_once
  )
  delete from private.chat_transcripts t using old where t.id = old.id;
  get diagnostics removed = row_count;
  if removed > 0 then
    perform private.audit('remove_transcripts', 'chat', null, jsonb_build_object('count', removed));
  end if;
  return removed;
end
$$;

select cron.schedule('remove-old-transcripts', '*/10 * * * *', private.job_in_steps('private.remove_old_transcripts() >= 10000'));

create function private.find_few_transcripts(p_pattern text) returns uuid[]
language plpgsql stable strict set search_path = ''
-- The best plan depends on the pattern.
set plan_cache_mode = force_custom_plan as $$
declare
  few constant integer := 200;
  found_chats constant uuid[] := array(
    select x.transcript_id from private.chat_transcript_texts x
    where private.transcript_words(x.messages) like p_pattern limit few + 1
  );
begin
  return case when cardinality(found_chats) <= few then found_chats end;
end
$$;
comment on function private.find_few_transcripts is 'The transcripts in which a text was said; null if they are many: then the latest are filtered.';

create function private.find_transcripts(p_user_id uuid, p_search text, p_after uuid, p_limit integer) returns uuid[]
language plpgsql stable set search_path = ''
-- The best plan depends on what is searched for.
set plan_cache_mode = force_custom_plan as $$
declare
  pattern constant text := private.contains_pattern(p_search);
  people constant uuid[] := case when p_user_id is null then private.find_few_users(pattern) else array[p_user_id] end;
  -- Of a shorter text the index has no entries.
  words constant text := case when p_user_id is null and char_length(pattern) >= 5 then pattern end;
  said constant uuid[] := private.find_few_transcripts(words);
  after_at timestamptz := 'infinity';
  after_id uuid := 'ffffffff-ffff-ffff-ffff-ffffffffffff';
begin
  if p_after is not null then
    select t.ended_at, t.id into after_at, after_id from private.chat_transcripts t where t.id = p_after;
  end if;
  if people is not null and (words is null or said is not null) then
    return array(
      select t.id from private.chat_transcripts t
      -- The words of the caller's own chats include the notes of staff about them.
      where (t.user_id = any (people) or t.id = any (said) and t.user_id <> auth.uid())
        and (t.ended_at, t.id) < (after_at, after_id)
      order by t.ended_at desc, t.id desc
      limit private.page_size(p_limit)
    );
  end if;
  return array(
    select t.id from private.chat_transcripts t
    where (t.ended_at, t.id) < (after_at, after_id)
      -- Not with exists, which the planner may answer by a scan of all users.
      and (pattern is null or (
        select d.search_text from private.user_directory d where d.user_id = t.user_id
      ) like pattern or t.user_id <> auth.uid() and (
        t.id = any (said)
        or said is null and (
          select private.transcript_words(x.messages) from private.chat_transcript_texts x where x.transcript_id = t.id
        ) like words
      ))
    order by t.ended_at desc, t.id desc
    limit private.page_size(p_limit)
  );
end
$$;

create function private.record_transcript_search(p_search text default null, p_user_id uuid default null) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_permission('read_transcripts');
  perform private.record_list(
    'search_transcripts', private.new_id(),
    array(
      select distinct t.user_id from private.chat_transcripts t
      where t.id = any (private.find_transcripts(p_user_id, p_search, null, 100))
    ),
    jsonb_strip_nulls(jsonb_build_object('user_id', p_user_id)), p_search, 'chat'
  );
end
$$;
select private.expose('record_transcript_search', statement_timeout => '8s', description =>
  'Audits that the caller reads the list of transcripts: of all, of a search, or of one user, once an hour for each, and stores whose it finds. For a minute, list_transcripts then answers it. For admins with read_transcripts.');

create function private.list_transcripts(
  p_user_id uuid default null, p_search text default null, p_after uuid default null, p_limit integer default 50
)
returns table (
  id uuid, user_id uuid, customer_name text, started_at timestamptz, ended_at timestamptz, ended_as text, agents text[],
  has_text boolean, closing_reason text, tags text[]
)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_permission('read_transcripts');
  perform private.require_recorded(
    'search_transcripts', private.search_key(jsonb_strip_nulls(jsonb_build_object('user_id', p_user_id)), p_search),
    p_what => 'search'
  );
  return query
  select
    t.id, t.user_id, (select p.full_name::text from public.profiles p where p.id = t.user_id), t.started_at, t.ended_at,
    t.ended_as,
    array(select p.full_name::text from public.profiles p where p.id = any (t.agent_ids) and p.full_name is not null order by 1),
    -- The caller's own have the notes of staff about them.
    t.user_id <> auth.uid() and exists (select from private.chat_transcript_texts x where x.transcript_id = t.id),
    t.closing_reason, case when t.user_id <> auth.uid() then t.tags else '{}' end
  from private.chat_transcripts t
  where t.id = any (private.find_transcripts(p_user_id, p_search, p_after, p_limit))
  order by t.ended_at desc, t.id desc;
end
$$;
select private.expose('list_transcripts', statement_timeout => '8s', description =>
  'The chats that have ended, latest first, at most 100 after the given one: of one user, or of those whose name, address or account number contains the search, or in which it was said (from three characters on; not the caller''s own). It must be recorded with record_transcript_search first. Without their text; has_text tells whether the caller can read it, which is not so for their own chats. For admins with read_transcripts.');

create function private.record_transcript_view(p_transcript_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  customer uuid;
begin
  perform private.require_permission('read_transcripts');
  select t.user_id into customer from private.chat_transcripts t where t.id = p_transcript_id;
  if not found then
    raise exception 'This transcript no longer exists.' using errcode = 'PT404', hint = 'transcript-gone';
  elsif customer = auth.uid() then
    raise exception 'A colleague must read the transcript of your own chat.' using errcode = 'PT403', hint = 'own-chat';
  end if;
  perform private.record_read(
    'read_transcript', 'chat', p_transcript_id, jsonb_build_object('user_id', customer, 'transcript_id', p_transcript_id, 'reason', 'transcript_list') || private.look_reason(customer)
  );
end
$$;
select private.expose('record_transcript_view',
  'Audits that the caller reads a transcript. For a minute, get_transcript then returns it. Not of the caller''s own chats. For admins with read_transcripts.');

create function private.get_transcript(p_transcript_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_permission('read_transcripts');
  perform private.require_recorded('read_transcript', p_transcript_id);
  return (
    select jsonb_build_object(
      'user_id', t.user_id, 'customer_name', customer.full_name, 'started_at', t.started_at, 'ended_at', t.ended_at,
      'ended_as', t.ended_as, 'ended_by_name', ender.full_name, 'closing_reason', t.closing_reason, 'tags', t.tags, 'messages', x.messages,
      'is_intact', exists (
        select from private.audit_log l
        where l.subject_id = t.id and l.action = 'seal_transcript'
          and l.details ->> 'hash' = private.transcript_hash(x.messages)
      )
    )
    from private.chat_transcripts t
    left join private.chat_transcript_texts x on x.transcript_id = t.id
    left join public.profiles customer on customer.id = t.user_id
    left join public.profiles ender on ender.id = t.ended_by
    where t.id = p_transcript_id
  );
end
$$;
select private.expose('get_transcript', statement_timeout => '8s', description =>
  'A transcript, after record_transcript_view: its messages (null once the customer is deleted), and whether they have the hash that is in the audit log. For admins with read_transcripts.');
