-- What a decision of staff sends to the customer, shown before it is made: the decision itself is carried out, and undone.

create function private.previewed_actions() returns table (name text, read text)
language sql immutable set search_path = ''
begin atomic
  select a.name, a.read from (values
    ('decide_claim', 'view_case'), ('decide_complaint', 'view_case'), ('update_complaint', 'view_case'),
    ('send_holding_response', 'view_case'), ('ask_case_customer', 'view_case'), ('decide_messages', 'view_case'),
    ('decide_payment_review', 'view_case'), ('extend_payment_review', 'view_case'), ('hold_leaving_payments', 'view_case'),
    ('send_suspension_update', 'view_case'), ('ask_to_withdraw_closing', 'view_case'),
    ('start_payment_review', 'view_transaction'), ('reverse_payment', 'view_transaction'),
    ('freeze_user_card', 'view_user'), ('remove_user_device', 'view_user'), ('request_passkey_removal', 'view_user'),
    ('request_new_address', 'view_user'), ('request_approval', 'view_user'),
    ('approve_request', 'list_approvals'),
    ('approve_users', null), ('reject_users', null), ('suspend_user', null), ('restore_user', null), ('request_return', null),
    ('mark_chat_complaint', null)
  ) a (name, read);
end;
comment on function private.previewed_actions is
  'The functions of the API with which staff decide something that a customer is told, and the read that the caller has recorded before, because the message names what is read there. Null: it names nothing that is read.';

create function private.run_action(p_action text, p_arguments jsonb) returns void
language plpgsql volatile set search_path = '' as $$
declare
  statement text;
begin
  select format('select public.%I(%s)', p_action, string_agg(format(
    case t.typcategory when 'A' then '%1$I => array(select jsonb_array_elements_text($1 -> %1$L))::%2$s' else '%1$I => ($1 ->> %1$L)::%2$s' end,
    a.name, format_type(a.type, null)
  ), ', '))
  into statement
  from pg_proc f
  cross join lateral unnest(f.proargnames[:f.pronargs], f.proargtypes::oid[]) a (name, type)
  join pg_type t on t.oid = a.type
  where f.oid = ('public.' || quote_ident(p_action))::regproc and p_arguments ? a.name;
  execute statement using p_arguments;
end
$$;
comment on function private.run_action is
  'Calls a function of the API with these arguments. It checks the caller and the arguments as for every other call.';

create function private.people_of_action(p_arguments jsonb) returns uuid[]
language sql stable set search_path = ''
begin atomic
  select array(
    select (p_arguments ->> 'p_user_id')::uuid
    union
    select person::uuid from jsonb_array_elements_text(coalesce(p_arguments -> 'p_user_ids', '[]')) person
    union
    select c.user_id from private.cases c where c.id = (p_arguments ->> 'p_case_id')::uuid
    union
    select unnest(array[r.user_id, r.other_user_id]) from private.approval_requests r where r.id = (p_arguments ->> 'p_request_id')::uuid
    union
    select c.user_id from public.chat_conversations c where c.id = (p_arguments ->> 'p_conversation_id')::uuid
    union
    select unnest(array[f.payer_id, f.payee_id])
    from private.find_payment(coalesce(p_arguments ->> 'p_transaction_id', p_arguments ->> 'p_id')::uuid) f
    union
    select t.user_id from public.transactions t
    where t.id = coalesce(p_arguments ->> 'p_transaction_id', p_arguments ->> 'p_id')::uuid
  );
end;
comment on function private.people_of_action is
  'The customers whom an action is about. Its messages to others are not shown: a trusted contact, or the payee of a payment that is sent.';

create function private.messages_written(p_people uuid[], p_known uuid[]) returns jsonb
language sql stable set search_path = ''
begin atomic
  with mail as (
    select m.about_id, f.user_id, f.title, f.message
    -- Both halves of due_mails_created_at_idx.
    from unnest(array[true, false]) as half (is_usual)
    join private.due_mails m
      on (m.kind in ('payment', 'note', 'event', 'sign_up')) = half.is_usual and m.created_at = now()
      and m.sent_at is null and (m.attempts < 12 or m.kind in ('security', 'pin')) and m.kind <> 'push'
    cross join lateral private.mail_facts(m.about_id, m.kind) f
    where m.kind in ('note', 'security', 'rejection') and m.user_id = any (p_people) and m.about_id <> all (p_known)
  ),
  event as (
    select e.id, e.place, e.message
    from private.cases c join private.case_events e on e.case_id = c.id
    where c.user_id = any (p_people) and e.kind = 'bank' and e.created_at = now() and e.id <> all (p_known)
      -- The note says it too.
      and not exists (select from mail m where position(e.message in m.message) > 0)
  ),
  letter as (
    select
      l.id,
      -- A case that is opened by the action has another id when it is done.
      case when l.opened_at < now() then l.letter else jsonb_set(l.letter, '{facts}', (
        select jsonb_agg(f.fact order by f.place) from jsonb_array_elements(l.letter -> 'facts') with ordinality f (fact, place)
        where f.fact ->> 'name' <> 'Case'
      )) end as letter
    from unnest(p_people) person cross join lateral private.letters_to(person) l
    where l.id <> all (p_known)
  )
  select jsonb_build_object(
    'ids', (
      select coalesce(jsonb_agg(written.id), '[]')
      from (select m.about_id from mail m union all select e.id from event e union all select l.id from letter l) written (id)
    ),
    'messages', (
      select coalesce(jsonb_agg(jsonb_build_object('title', same.title, 'message', same.message, 'names', same.names)), '[]')
      from (
        select m.title, m.message, array_agg(p.full_name order by p.full_name) as names
        from mail m left join public.profiles p on p.id = m.user_id
        group by m.title, m.message
        order by min(m.about_id::text)
      ) same
    ),
    'lines', (select coalesce(jsonb_agg(e.message order by e.place), '[]') from event e),
    'letters', (select coalesce(jsonb_agg(l.letter), '[]') from letter l)
  );
end;
comment on function private.messages_written is
  'What this transaction has written to these people: mails with a title and a text, lines in the timeline of a case that no mail says, and letters. p_known: the ids of what is shown already, and of the letters of before.';

create function private.preview_messages(p_action text, p_arguments jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  needed_read text;
  people uuid[];
  at_once jsonb;
  known uuid[];
  approved jsonb;
  request private.approval_requests;
begin
  perform private.require_staff();
  select a.read into needed_read from private.previewed_actions() a where a.name = p_action;
  if not found then
    raise exception 'This action has no preview.' using errcode = 'PT400', hint = 'no-preview';
  end if;
  people := private.people_of_action(p_arguments);
  known := array(select l.id from unnest(people) person cross join lateral private.letters_to(person) l);
  begin
    perform private.run_action(p_action, p_arguments);
    at_once := private.messages_written(people, known);
    known := known || array(select id::uuid from jsonb_array_elements_text(at_once -> 'ids') id);
    -- What waits for a second administrator is carried out as after the approval.
    for request in
      select r.* from private.approval_requests r
      where r.state = 'waiting' and r.asked_by = auth.uid() and r.created_at = now()
    loop
      perform private.request_step('lock', request);
      perform private.request_step('approved', request);
      approved := private.messages_written(people, known);
    end loop;
    raise exception 'undone' using errcode = 'UNDO0';
  exception when sqlstate 'UNDO0' then
    null;
  end;
  -- Not before: who may not do it learns this alone.
  if needed_read = 'list_approvals' then
    perform private.require_list_recorded(needed_read);
  elsif needed_read is not null then
    perform private.require_recorded(needed_read, (
      p_arguments ->> case needed_read when 'view_case' then 'p_case_id' when 'view_user' then 'p_user_id' else 'p_transaction_id' end
    )::uuid, '61 minutes');
  end if;
  return jsonb_build_object('now', at_once - 'ids', 'approved', approved - 'ids');
end
$$;
select private.expose('preview_messages', statement_timeout => '8s', description =>
  'What an action of staff would send to the customers whom it is about, at once (now) and after the approval of a second administrator (approved, null where none is needed): the action is carried out and undone. Its name is that of the function of the API, and its arguments are those of the function. For those who may do it, and have recorded the read of what it is about.');
