-- Whether the rows that an app shows have changed since it read them. A live channel begins seconds after the first reads, and
-- brings nothing of what changed before.

-- A computed column of profiles: the app reads it in its first request, and once more when its channels have begun.
create function private.change_marks(p_profile public.profiles) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
begin
  -- Each write of a row gives it another xmin. Where a customer can have thousands of rows, the newest are marked. What staff
  -- note for each other in a chat is not for the customer to notice.
  return jsonb_build_object(
    'transactions', (
      select md5(string_agg(t.id || t.xmin::text, ' ' order by t.created_at, t.id))
      from (
        select n.id, n.xmin, n.created_at from public.transactions n where n.user_id = me
        order by n.created_at desc, n.id desc limit 50
      ) t
    ),
    'cards', (select md5(string_agg(c.id || c.xmin::text, ' ' order by c.id)) from public.cards c where c.user_id = me),
    'scheduled_payments', (
      select md5(string_agg(s.id || s.xmin::text, ' ' order by s.scheduled_for, s.id))
      from (
        select n.id, n.xmin, n.scheduled_for from public.scheduled_payments n where n.user_id = me
        order by n.scheduled_for desc, n.id desc limit 100
      ) s
    ),
    'user_notifications', (
      select md5(string_agg(u.id || u.xmin::text, ' ' order by u.created_at, u.id))
      from (
        select n.id, n.xmin, n.created_at from public.user_notifications n where n.user_id = me
        order by n.created_at desc, n.id desc limit 50
      ) u
    ),
    'chat_conversations', (select md5(c.id || c.xmin::text) from public.chat_conversations c where c.user_id = me),
    'chat_messages', (
      select md5(string_agg(m.id || m.xmin::text, ' ' order by m.created_at, m.id))
      from (
        select n.id, n.xmin, n.created_at
        from public.chat_messages n
        where n.conversation_id = (select c.id from public.chat_conversations c where c.user_id = me) and n.sender_type <> 'note'
        order by n.created_at desc, n.id desc limit 50
      ) m
    )
  );
end
$$;
select private.expose('change_marks',
  'For each table of which the caller sees rows of their own, a text that is another one after each change of the newest rows. It describes the caller, also on another user''s profile.');
