-- The page of one user for user administrators.

create table private.user_notes (
  id uuid primary key default private.new_id(),
  user_id uuid not null references auth.users (id) on delete cascade,
  created_at timestamptz not null default now(),
  author_id uuid not null,
  note text not null
    constraint user_notes_note_check check (char_length(note) between 1 and 500 and private.is_clean(note))
);
comment on table private.user_notes is 'Notes of staff about a user. They are deleted with the user.';
comment on column private.user_notes.author_id is 'No foreign key: notes outlive the staff member.';

create index user_notes_user_id_idx on private.user_notes (user_id, created_at desc);

select private.keep_from_api('private.user_notes');

create function private.record_user_view(p_user_id uuid, p_reason text default null) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_permission('approve_users');
  perform private.lock_person(p_user_id);
  if not private.is_recorded('view_user', p_user_id, '1 hour') then
    perform private.record_read(
      'view_user', 'person', p_user_id,
      jsonb_build_object('user_id', p_user_id) || private.require_look_reason(p_user_id, p_reason)
    );
  end if;
end
$$;
select private.expose('record_user_view',
  'Audits that the caller reads a user''s page, once an hour and with its reason: where the database knows none, asked, payment_review, customer_details, safety or own_work. get_user_page then returns it, and preview_deletion its figures. For admins with approve_users.');

create function private.latest_payments(p_user_id uuid) returns jsonb
language sql stable set search_path = ''
begin atomic
  select coalesce(jsonb_agg(p.payment order by p.created_at desc, p.id desc), '[]')
  from (
    select t.created_at, t.id, jsonb_build_object(
      'id', t.id, 'created_at', t.created_at,
      'other_party', private.other_party_of(t),
      'amount', t.amount, 'incoming', t.incoming, 'is_card', t.mcc is not null,
      'account_type', private.type_of_account(private.account_of_row(t)), 'is_own_move', t.other_account_id is not null,
      'status', case when t.reversed_at is null then t.status else 'reversed' end
    ) as payment
    from public.transactions t where t.user_id = p_user_id and private.may_read_transaction(t)
    order by t.created_at desc, t.id desc limit 5
  ) p;
end;

create function private.payees_of(p_user_id uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', r.id, 'name', r.account_holder_name, 'sort_code', r.sort_code, 'account_number', r.account_number,
      'paid_total', r.paid_total, 'last_payment_date', r.last_payment_date,
      'user_id', private.owner_of(r.sort_code, r.account_number)
    ) order by r.last_payment_date desc nulls last, r.id), '[]')
    from (
      select * from public.recipients r where r.user_id = p_user_id order by r.last_payment_date desc nulls last, r.id limit 50
    ) r
  );
end
$$;
comment on function private.payees_of is 'The 50 saved payees of a user whom they paid last, by the name on the account: the nickname is the customer''s own.';

create function private.describe_account(p_user_id uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_build_object(
      'account', jsonb_build_object(
        'account_number', a.account_number, 'sort_code', a.sort_code, 'balance', a.balance, 'pending', private.pending_of(a),
        'created_at', a.created_at
      ),
      'limits', jsonb_build_object(
        'daily_limit', private.daily_limit_of(a.user_id, now()),
        'sent_today', case when a.sent_on = private.london_date(now()) then a.sent_today else 0 end,
        'next_limit', case when p.next_limit_from > now() then p.next_limit end,
        'next_limit_from', case when p.next_limit_from > now() then p.next_limit_from end,
        'undo_seconds', p.undo_seconds
      )
    )
    from public.accounts a join public.profiles p on p.id = a.user_id where a.user_id = p_user_id and a.account_type = 'current'
  );
end
$$;

create function private.describe_access(p_user_id uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  most_rows constant integer := 20;
begin
  return jsonb_build_object(
    'cards', array(
      select jsonb_build_object(
        'id', c.id, 'last_four', c.last_four, 'status', c.status, 'issued_at', c.issued_at, 'expires_on', c.expires_on
      )
      from public.cards c where c.user_id = p_user_id order by c.issued_at desc, c.id limit most_rows
    ),
    'devices', array(
      select jsonb_build_object('id', d.id, 'name', d.name, 'last_seen_at', d.last_seen_at)
      from private.devices d where d.user_id = p_user_id order by d.last_seen_at desc limit most_rows
    ),
    'passkeys', array(
      select jsonb_build_object('id', k.id, 'name', k.name, 'created_at', k.created_at, 'last_used_at', k.last_used_at)
      from private.passkeys k where k.user_id = p_user_id order by k.created_at desc limit most_rows
    ),
    'sessions', array(
      select jsonb_build_object(
        'started_at', s.created_at, 'last_active_at', coalesce(activity.last_active_at, s.updated_at), 'device', d.name
      )
      from auth.sessions s
      left join private.session_activity activity on activity.session_id = s.id
      left join private.session_devices sd on sd.session_id = s.id
      left join private.devices d on d.id = sd.device_id
      where s.user_id = p_user_id order by s.created_at desc limit most_rows
    )
  );
end
$$;

create function private.notes_about(p_user_id uuid, p_most integer) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return to_jsonb(array(
    select jsonb_build_object(
      'id', n.id, 'created_at', n.created_at, 'note', n.note, 'is_own', n.author_id = auth.uid(), 'author', author.full_name
    )
    from private.user_notes n left join public.profiles author on author.id = n.author_id
    where n.user_id = p_user_id order by n.created_at desc, n.id desc limit p_most
  ));
end
$$;

create function private.latest_actions(p_user_id uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return to_jsonb(array(
    select jsonb_build_object('id', l.id, 'created_at', l.created_at, 'action', l.action, 'actor', actor.full_name)
    from private.audit_log l left join public.profiles actor on actor.id = l.actor_id
    where (l.subject_id = p_user_id or l.person_id = p_user_id) and not private.is_audit_kept_from(auth.uid(), l)
    order by l.id desc limit 20
  ));
end
$$;

create function private.get_user_page(p_user_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  sees_payments constant boolean := private.has_permission('view_transactions');
begin
  perform private.require_permission('approve_users');
  -- A minute longer than the audit waits before it records the next read.
  perform private.require_recorded('view_user', p_user_id, '61 minutes');
  return (
    select jsonb_build_object(
      'full_name', p.full_name, 'notification_email', p.notification_email, 'sign_in_email', u.email,
      'postal_address', nullif(array_remove(array[p.address_line_1, p.address_line_2, p.town, p.postcode], null), '{}'),
      'created_at', p.created_at, 'approved', p.approved, 'suspended_at', p.suspended_at,
      'closed_at', p.closed_at, 'closed_by', p.closed_by, 'waiting', private.money_beside_account(p.id),
      'frozen_at', p.frozen_at, 'unfreezes_at', p.unfreezes_at,
      'rejection_reason', (select r.reason from private.rejections r where r.user_id = p.id),
      'has_pin', exists (select from private.pins pin where pin.user_id = p.id),
      'pin_visible', private.can_see_pin(p.id),
      'can_delete', private.deletion_refusal(auth.uid(), p.id) is null,
      'roles', array(select r.role from public.user_roles r where r.user_id = p.id order by 1),
      'permissions', array(
        select g.permission from public.admin_permissions g where g.admin_id = p.id order by 1
      ),
      -- Each of these needs the permission of its own tool as well; null without it.
      'payments', case when sees_payments then private.latest_payments(p.id) end,
      'payees', case when sees_payments then private.payees_of(p.id) end,
      'chat', case when private.has_permission('manage_chat') then to_jsonb(array(
        select jsonb_build_object('id', c.id, 'status', c.status, 'updated_at', c.updated_at)
        from public.chat_conversations c where c.user_id = p.id
      )) end,
      'audit', case when private.has_role('super_admin') then private.latest_actions(p.id) end,
      'notes', case when p.id <> auth.uid() then private.notes_about(p.id, 100) end
    )
    || coalesce(private.describe_account(p.id), '{"account": null, "limits": null}') || private.describe_access(p.id)
      || private.facts_of_user(p.id, sees_payments)
    from public.profiles p join auth.users u on u.id = p.id
    where p.id = p_user_id
  );
end
$$;
select private.expose('get_user_page', statement_timeout => '8s', description =>
  'What staff see of one user, after record_user_view. Payments, those to come and the payees need view_transactions as well, the chat manage_chat, the cases manage_cases, and the audit the role super admin. The notes are null on the caller''s own page. For admins with approve_users.');

create function private.end_user_sessions(p_user_id uuid) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  ended integer;
begin
  perform private.lock_for_edit(p_user_id);
  select count(*) into ended from auth.sessions s where s.user_id = p_user_id and s.id is distinct from private.my_session_id();
  perform private.end_sessions(p_user_id);
  perform private.audit('end_user_sessions', 'person', p_user_id, jsonb_build_object('count', ended));
  return ended;
end
$$;

-- As in suspend_user.
select private.expose('end_user_sessions', statement_timeout => '55s', description =>
  'Signs a user out everywhere, except of the caller''s own session, and returns the number of sessions. For admins with approve_users; for other staff they must also be super admins.');

create function private.add_user_note(p_user_id uuid, p_note text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  new_note constant text := nullif(btrim(p_note), '');
begin
  perform private.require_permission('approve_users');
  if (char_length(new_note) <= 500 and private.is_clean(new_note)) is not true then
    raise exception 'Enter a note of at most 500 characters.' using errcode = 'PT400', hint = 'field:note';
  end if;
  if p_user_id = auth.uid() then
    raise exception 'You cannot write a note about yourself.' using errcode = 'PT403', hint = 'own-notes';
  end if;
  perform private.lock_person(p_user_id);
  insert into private.user_notes (user_id, author_id, note) values (p_user_id, auth.uid(), new_note);
  perform private.audit('add_user_note', 'person', p_user_id);
end
$$;
select private.expose('add_user_note',
  'Adds a note about a user, which other staff read on the user''s page. For admins with approve_users.');

create function private.delete_user_note(p_note_id uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  note private.user_notes;
begin
  perform private.require_permission('approve_users');
  select * into note from private.user_notes n where n.id = p_note_id;
  if note.id is null then
    return false;
  end if;
  if note.author_id <> auth.uid() then
    raise exception 'Only the author of a note can delete it.' using errcode = 'PT403', hint = 'not-author';
  end if;
  perform private.lock_person(note.user_id);
  delete from private.user_notes n where n.id = p_note_id;
  if not found then
    return false;
  end if;
  perform private.audit('delete_user_note', 'person', note.user_id);
  return true;
end
$$;
select private.expose('delete_user_note',
  'Deletes a note of the caller about a user. False if it was deleted before. For admins with approve_users.');
