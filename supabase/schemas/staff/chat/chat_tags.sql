-- How agents sort the chats.

-- Not a column of the chat, which its customer can read.
create table private.chat_tags (
  conversation_id uuid not null references public.chat_conversations (id) on delete cascade,
  tag text not null constraint chat_tags_tag_check check (tag ~ '^[a-z0-9][a-z0-9 -]{0,29}$'),
  primary key (conversation_id, tag)
);
comment on table private.chat_tags is 'How agents sort the open chats. The transcript keeps the tags when the chat ends.';

create index chat_tags_tag_idx on private.chat_tags (tag);

select private.keep_from_api('private.chat_tags');

create function private.list_chat_tags(p_conversation_id uuid) returns table (tag text, is_set boolean)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_permission('manage_chat');
  if exists (select from public.chat_conversations c where c.id = p_conversation_id and c.user_id = auth.uid()) then
    perform private.raise_own_chat();
  end if;
  return query
  select known.tag, bool_or(known.is_set)
  from (
    select t.tag, true as is_set from private.chat_tags t where t.conversation_id = p_conversation_id
    union all
    (select distinct t.tag, false from private.chat_tags t order by 1 limit 50)
    union all
    select unnest(recent.tags), false
    from (select t.tags from private.chat_transcripts t order by t.ended_at desc, t.id desc limit 100) recent
  ) known
  group by known.tag
  order by known.tag
  limit 100;
end
$$;
select private.expose('list_chat_tags',
  'The tags that the team uses, and which of them this open chat has. Not of the caller''s own chat. For admins with manage_chat.');

create function private.set_chat_tag(p_conversation_id uuid, p_tag text, p_is_set boolean) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  most constant integer := 10;
  chat constant public.chat_conversations := private.lock_own_chat(p_conversation_id);
  new_tag constant text := lower(btrim(p_tag));
begin
  if p_is_set is null or (new_tag ~ '^[a-z0-9][a-z0-9 -]{0,29}$') is not true then
    raise exception 'Use letters, digits, spaces and dashes, at most 30.' using errcode = 'PT400', hint = 'field:tag';
  elsif not p_is_set then
    delete from private.chat_tags t where t.conversation_id = chat.id and t.tag = new_tag;
  elsif (select count(*) from private.chat_tags t where t.conversation_id = chat.id and t.tag <> new_tag) >= most then
    raise exception 'A chat can have at most % tags.', most using errcode = 'PT409', hint = 'field:tag';
  else
    insert into private.chat_tags (conversation_id, tag) values (chat.id, new_tag) on conflict do nothing;
  end if;
  if found then
    -- Without the tag: the audit holds no free text.
    perform private.audit('tag_chat', 'chat', chat.id, jsonb_build_object('user_id', chat.user_id, 'set', p_is_set));
  end if;
end
$$;
select private.expose('set_chat_tag',
  'Adds a tag to a chat of the caller, or removes it. For admins with manage_chat.');
