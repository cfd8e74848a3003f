-- What agents write again and again.

create table private.saved_replies (
  id uuid primary key,
  shortcut text not null
    constraint saved_replies_shortcut_key unique
    constraint saved_replies_shortcut_check check (shortcut ~ '^[a-z0-9][a-z0-9-]{0,29}$'),
  reply text not null
    constraint saved_replies_reply_check check (char_length(reply) <= 500 and private.is_chat_text(reply))
);
comment on table private.saved_replies is 'Replies that agents insert by their shortcut. All agents share them.';
comment on column private.saved_replies.reply is 'May have the placeholders {first name} and {agent}, which the app fills in.';

select private.keep_from_api('private.saved_replies');

create function private.list_saved_replies() returns table (id uuid, shortcut text, reply text)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_permission('manage_chat');
  return query select r.id, r.shortcut, r.reply from private.saved_replies r order by r.shortcut;
end
$$;
select private.expose('list_saved_replies',
  'The replies that agents share, at most 200, by their shortcut. For admins with manage_chat.');

create function private.save_reply(p_id uuid, p_shortcut text default null, p_reply text default null) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  most constant integer := 200;
  stored private.saved_replies;
  new_shortcut text;
  new_reply text;
begin
  perform private.require_permission('manage_chat');
  if p_id is null then
    raise exception 'A saved reply needs an id.' using errcode = 'PT400';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('saved replies', 0));
  select r.* into stored from private.saved_replies r where r.id = p_id;
  new_shortcut := coalesce(lower(btrim(p_shortcut)), stored.shortcut);
  new_reply := coalesce(btrim(p_reply), stored.reply);
  if (new_shortcut ~ '^[a-z0-9][a-z0-9-]{0,29}$') is not true then
    raise exception 'Use letters, digits and dashes, at most 30.' using errcode = 'PT400', hint = 'field:shortcut';
  elsif private.is_chat_text(new_reply) is not true then
    raise exception 'Enter a reply of at most 500 characters.' using errcode = 'PT400', hint = 'field:reply';
  end if;
  if exists (select from private.saved_replies r where r.shortcut = new_shortcut and r.id <> p_id) then
    raise exception 'Another saved reply has this shortcut.' using errcode = 'PT409', hint = 'field:shortcut';
  elsif (select count(*) from private.saved_replies r where r.id <> p_id) >= most then
    raise exception 'There can be at most % saved replies. Delete one first.', most using errcode = 'PT409', hint = 'field:reply';
  end if;
  insert into private.saved_replies as r (id, shortcut, reply) values (p_id, new_shortcut, new_reply)
  on conflict (id) do update set shortcut = excluded.shortcut, reply = excluded.reply;
  perform private.audit('save_reply', p_subject_id => p_id);
end
$$;
select private.expose('save_reply',
  'Adds or changes a reply that agents share. What is not sent stays as it is. The client chooses the id, so that a retry adds it once. For admins with manage_chat.');

create function private.delete_saved_reply(p_id uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_permission('manage_chat');
  delete from private.saved_replies r where r.id = p_id;
  if not found then
    return false;
  end if;
  perform private.audit('delete_saved_reply', p_subject_id => p_id);
  return true;
end
$$;
select private.expose('delete_saved_reply',
  'Deletes a reply that agents share. False if there is none. For admins with manage_chat.');
