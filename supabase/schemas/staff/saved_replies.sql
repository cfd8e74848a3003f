-- What staff write again and again: replies of agents, and reasons of those who decide cases and approvals.

create table private.saved_replies (
  id uuid primary key,
  shortcut text not null
    constraint saved_replies_shortcut_check check (shortcut ~ '^[a-z0-9][a-z0-9-]{0,29}$'),
  reply text not null
    constraint saved_replies_reply_check check (char_length(reply) <= 500 and private.is_chat_text(reply)),
  kind text not null default 'reply'
    constraint saved_replies_kind_check check (kind = 'reply' or kind = 'reason' and char_length(reply) <= 300 and private.is_clean(reply)),
  constraint saved_replies_shortcut_key unique (kind, shortcut)
);
comment on table private.saved_replies is 'Replies that agents insert by their shortcut, and reasons that approvers choose by it. All of them share theirs.';
comment on column private.saved_replies.reply is 'A reply may have the placeholders {first name} and {agent}, which the app fills in.';

select private.keep_from_api('private.saved_replies');

create function private.uses_saved(p_kind text) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return case p_kind when 'reply' then private.has_permission('manage_chat') when 'reason' then private.is_approver() end;
end
$$;
comment on function private.uses_saved is 'Whether the caller reads and changes what is saved of a kind: replies as an agent, reasons as an approver.';

create function private.list_saved_replies(p_kind text default 'reply') returns table (id uuid, shortcut text, reply text)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_right(private.uses_saved(p_kind));
  return query select r.id, r.shortcut, r.reply from private.saved_replies r where r.kind = p_kind order by r.shortcut;
end
$$;
select private.expose('list_saved_replies',
  'The replies that agents share, or the reasons (reason) that those share who decide cases or approvals, at most 200, by their shortcut. For admins with manage_chat; reasons for those who have a right to approvals.');

create function private.save_reply(
  p_id uuid, p_shortcut text default null, p_reply text default null, p_kind text default 'reply'
) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  most constant integer := 200;
  stored private.saved_replies;
  new_shortcut text;
  new_reply text;
begin
  perform private.require_right(private.uses_saved(p_kind));
  if p_id is null then
    raise exception 'A saved reply needs an id.' using errcode = 'PT400';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('saved replies', 0));
  select r.* into stored from private.saved_replies r where r.id = p_id and r.kind = p_kind;
  new_shortcut := coalesce(lower(btrim(p_shortcut)), stored.shortcut);
  new_reply := coalesce(btrim(p_reply), stored.reply);
  if (new_shortcut ~ '^[a-z0-9][a-z0-9-]{0,29}$') is not true then
    raise exception 'Use letters, digits and dashes, at most 30.' using errcode = 'PT400', hint = 'field:shortcut';
  elsif p_kind = 'reason' and (char_length(new_reply) <= 300 and private.is_clean(new_reply)) is not true then
    raise exception 'Enter a reason of at most 300 characters.' using errcode = 'PT400', hint = 'field:reply';
  elsif private.is_chat_text(new_reply) is not true then
    raise exception 'Enter a reply of at most 500 characters.' using errcode = 'PT400', hint = 'field:reply';
  end if;
  if exists (select from private.saved_replies r where r.kind = p_kind and r.shortcut = new_shortcut and r.id <> p_id) then
    raise exception 'Another one that is saved has this shortcut.' using errcode = 'PT409', hint = 'field:shortcut';
  elsif (select count(*) from private.saved_replies r where r.kind = p_kind and r.id <> p_id) >= most then
    raise exception 'At most % can be saved. Delete one first.', most using errcode = 'PT409', hint = 'field:reply';
  end if;
  insert into private.saved_replies as r (id, shortcut, reply, kind) values (p_id, new_shortcut, new_reply, p_kind)
  -- An id of the other kind changes nothing.
  on conflict (id) do update set shortcut = excluded.shortcut, reply = excluded.reply where r.kind = excluded.kind;
  if found then
    perform private.audit(case p_kind when 'reply' then 'save_reply' else 'save_reason' end, p_subject_id => p_id);
  end if;
end
$$;
select private.expose('save_reply',
  'Adds or changes a reply that agents share, or a reason (reason). What is not sent stays as it is. The client chooses the id, so that a retry adds it once. For admins with manage_chat; reasons for those who have a right to approvals.');

create function private.delete_saved_reply(p_id uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  deleted private.saved_replies;
begin
  perform private.require_right(private.uses_saved('reply') or private.uses_saved('reason'));
  delete from private.saved_replies r where r.id = p_id and private.uses_saved(r.kind) returning r.* into deleted;
  if not found then
    return false;
  end if;
  perform private.audit(case deleted.kind when 'reply' then 'delete_saved_reply' else 'delete_saved_reason' end, p_subject_id => p_id);
  return true;
end
$$;
select private.expose('delete_saved_reply',
  'Deletes a reply or a reason that staff share. False if there is none that the caller may change. For admins with manage_chat, and for those who have a right to approvals.');
