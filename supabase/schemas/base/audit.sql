-- The audit log: who did what to whom, written in the transaction of the action. Each row carries the hash of the row
-- before it, so a later change or removal is detectable.

create table private.audit_log (
  id bigint generated always as identity primary key,
  created_at timestamptz not null default clock_timestamp(),
  actor_id uuid,
  actor_name text,
  session_id uuid,
  action text not null constraint audit_log_action_check check (action ~ '^[a-z_]{3,60}$'),
  subject_id uuid,
  subject_kind text constraint audit_log_subject_kind_check
    check (subject_kind in ('person', 'account', 'card', 'payment', 'chat', 'case')),
  subject_name text,
  person_id uuid,
  person_name text,
  details jsonb not null default '{}' constraint audit_log_details_check check (jsonb_typeof(details) = 'object'),
  place bigint unique constraint audit_log_place_check check (place > 0),
  previous_hash bytea,
  hash bytea,
  constraint audit_log_chain_check check (num_nulls(place, previous_hash, hash) in (0, 3))
);
comment on table private.audit_log is 'Append-only log of actions. Holds ids, figures, names and the reasons that staff give, never addresses, PINs or messages.';
comment on column private.audit_log.actor_id is 'The caller; null for the system. No foreign key: entries outlive users.';
comment on column private.audit_log.actor_name is 'The caller''s name at the time of the action. Names are kept, because users are deleted.';
comment on column private.audit_log.subject_kind is 'What the action was done to; null for nothing, or something of no kind.';
comment on column private.audit_log.subject_name is 'The subject in words, such as an account number, or the amount and payee of a payment.';
comment on column private.audit_log.person_id is 'The user whose data the action was done to.';
comment on column private.audit_log.session_id is 'The session of the caller.';
comment on column private.audit_log.place is 'Position in the chain, from 1 without gaps. Null until the transaction commits.';
comment on column private.audit_log.previous_hash is 'The hash of the previous row; empty for the first.';

create index audit_log_created_at_id_idx on private.audit_log (created_at desc, id desc);
create index audit_log_actor_id_created_at_id_idx on private.audit_log (actor_id, created_at desc, id desc);
create index audit_log_action_created_at_id_idx on private.audit_log (action, created_at desc, id desc);
create index audit_log_subject_id_idx on private.audit_log (subject_id);
create index audit_log_person_id_idx on private.audit_log (person_id, created_at desc, id desc);

create function private.gives_access(p_action text, p_details jsonb) returns boolean
language sql immutable parallel safe set search_path = ''
return p_action in (
  'view_pin', 'copy_pin', 'choose_pin', 'give_random_pin', 'remove_pin', 'update_user', 'approve_user', 'restore_user',
  'grant_role', 'grant_permission', 'change_sign_in_address'
) or (p_action = 'request_approval' and p_details ->> 'kind' in ('super_admin', 'sign_in_address'));
comment on function private.gives_access is
  'Whether an action lets its actor use another user''s account, or makes that account one that its actor may have set up for themselves. A PIN that is sent to its owner''s mailbox gives nobody else access.';

create index audit_log_access_idx on private.audit_log (person_id, created_at desc)
where private.gives_access(action, details);

select private.keep_from_api('private.audit_log');

create trigger audit_log_is_append_only before delete or truncate on private.audit_log
  for each statement execute function private.prevent_change();
alter table private.audit_log enable always trigger audit_log_is_append_only;

create function private.require_fewer_actions(p_action text) returns void
language plpgsql stable set search_path = '' as $$
declare
  most_an_hour constant integer := case when private.is_staff(auth.uid()) then 20000 else 2000 end;
  most_of_one constant integer := 500;
  -- What protects an account works also for the owner of one whose thief has used the number up.
  protecting constant text[] := array[
    'freeze_account', 'freeze_card', 'freeze_as_contact', 'ask_to_unfreeze', 'remove_passkey', 'remove_contact', 'change_own_pin',
    'choose_new_pin', 'set_payment_limit', 'undo_payment', 'cancel_payment', 'cancel_regular_payment', 'finish_regular_payment',
    'recall_payment', 'report_call', 'open_case', 'close_account'
  ];
begin
  -- A payment is repaired once, and thousands can be after one failure.
  if p_action = 'repair_payment' then
    return;
  elsif p_action = any (protecting) then
    perform from private.audit_log l
    where l.actor_id = auth.uid() and l.action = p_action and l.created_at > now() - interval '1 hour'
    offset most_of_one - 1 limit 1;
  else
    perform from private.audit_log l
    where l.actor_id = auth.uid() and l.created_at > now() - interval '1 hour'
    order by l.created_at desc, l.id desc offset most_an_hour - 1 limit 1;
  end if;
  if found then
    raise exception 'You''ve made very many changes within an hour. Please try again later.' using errcode = 'PT429', hint = 'too-many-changes';
  end if;
end
$$;
comment on function private.require_fewer_actions is
  'Raises an error if the caller has 2,000 audited actions within an hour, 20,000 as staff: the audit is kept for years. What protects an account has a count of its own, 500 of each.';

create function private.audit(
  p_action text, p_subject_kind text default null, p_subject_id uuid default null, p_details jsonb default '{}',
  p_subject_name text default null
) returns bigint
language plpgsql volatile set search_path = '' as $$
declare
  row_id bigint;
begin
  perform private.require_fewer_actions(p_action);
  insert into private.audit_log (actor_id, session_id, action, subject_kind, subject_id, subject_name, details)
  values (
    (select auth.uid()), private.my_session_id(), p_action, p_subject_kind, p_subject_id, p_subject_name, p_details
  )
  returning id into row_id;
  return row_id;
end
$$;
comment on function private.audit is 'Records an action of the caller and returns the number of the row. A trigger adds the names. It cannot look up a subject that is already deleted: its name is given here.';

create function private.times_done(p_action text, p_within interval) returns bigint
language sql stable set search_path = ''
begin atomic
  select count(*) from private.audit_log l
  where l.actor_id = (select auth.uid()) and l.action = p_action and l.created_at > now() - p_within;
end;
comment on function private.times_done is 'How often the caller has done this within a time. The calling function has serialised the caller''s calls.';

create function private.payment_in_words(p_amount numeric, p_incoming boolean, p_name text) returns text
language sql immutable set search_path = ''
return private.in_pounds(p_amount) || case when p_incoming then ' from ' else ' to ' end || p_name;
comment on function private.payment_in_words is 'A payment as the audit names it: £12.50 to Mill Lane Lettings.';

create function private.name_audit_row() returns trigger
language plpgsql volatile security definer set search_path = '' as $$
declare
  subject record;
  colleague uuid;
begin
  select s.* into subject
  from (
    select a.account_number as name, a.user_id as person_id from public.accounts a
    where new.subject_kind in ('account', 'card') and a.id = new.subject_id
    union all
    select private.payment_in_words(t.amount, t.incoming, private.other_party_of(t)), t.user_id
    from public.transactions t where new.subject_kind = 'payment' and t.id = new.subject_id
    union all
    select
      private.payment_in_words(o.amount, false, private.name_for_staff(
        o.user_id, (o.to_account_holder_name, o.to_sort_code, o.to_account_number)
      )), o.user_id
    from public.outgoing_payments o where new.subject_kind = 'payment' and o.id = new.subject_id
    union all
    select
      private.payment_in_words(r.amount, false, private.name_for_staff(
        r.user_id, (r.to_account_holder_name, r.to_sort_code, r.to_account_number)
      )), r.user_id
    from public.regular_payments r where new.subject_kind = 'payment' and r.id = new.subject_id
    union all
    select null, c.user_id from public.chat_conversations c
    where new.subject_kind = 'chat' and c.id in (new.subject_id, (new.details ->> 'conversation_id')::uuid)
  ) s
  limit 1;
  new.subject_name := coalesce(new.subject_name, subject.name);
  new.person_id := coalesce(
    subject.person_id, (new.details ->> 'user_id')::uuid, case when new.subject_kind = 'person' then new.subject_id end
  );
  select p.full_name into new.actor_name from public.profiles p where p.id = new.actor_id;
  select p.full_name into new.person_name from public.profiles p where p.id = new.person_id;
  for colleague in select d.value from jsonb_each_text(new.details) d where d.key in ('to_admin_id', 'from_admin_id', 'asked_by') loop
    new.details := new.details || jsonb_build_object('colleague', (select p.full_name from public.profiles p where p.id = colleague));
  end loop;
  return new;
end
$$;
comment on function private.name_audit_row is 'Trigger: writes the names of the people and the subject into the row, which is then sealed with them.';

create trigger name_audit_row before insert on private.audit_log
  for each row when (new.hash is null) execute function private.name_audit_row();
alter table private.audit_log enable always trigger name_audit_row;

create table private.recorded_reads (
  id bigint generated always as identity primary key,
  read_at timestamptz not null default now(),
  audit_id bigint not null,
  key uuid not null,
  search_key uuid,
  people uuid[] not null,
  recorded_in xid8 not null default pg_current_xact_id()
);
comment on table private.recorded_reads is
  'What callers may read because the audit has it. A secret is read in two requests: the first records the read and returns nothing, the second finds the record and returns the secret. In one request, a caller could have the record rolled back with an answer that shows the secret in an error.';
comment on column private.recorded_reads.audit_id is 'The row of the audit; a search has one an hour for all its pages. No foreign key: it would lock the row.';
comment on column private.recorded_reads.key is 'What is read: the id of an object, the id that the client has chosen for a list, or the key of a search.';
comment on column private.recorded_reads.search_key is 'The search that a list is a page of.';
comment on column private.recorded_reads.people is 'The users on the page of a list.';
comment on column private.recorded_reads.recorded_in is 'The transaction that wrote the row.';

create index recorded_reads_key_idx on private.recorded_reads (key);
create index recorded_reads_audit_id_idx on private.recorded_reads (audit_id);
create index recorded_reads_search_key_idx on private.recorded_reads (search_key, read_at);

select private.keep_from_api('private.recorded_reads');

create function private.search_key(p_details jsonb, p_search text default null) returns uuid
language sql stable set search_path = ''
begin atomic
  select substr(encode(sha256(convert_to(
    jsonb_build_array((select auth.uid()), private.my_session_id(), p_details, p_search)::text, 'utf8'
  )), 'hex'), 1, 32)::uuid;
end;
comment on function private.search_key is
  'The key of a search of the caller in this session: a hash, because the audit must not have the text of a search.';

create function private.record_read(
  p_action text, p_subject_kind text, p_subject_id uuid, p_details jsonb default '{}', p_key uuid default null
) returns void
language sql volatile set search_path = ''
begin atomic
  insert into private.recorded_reads (audit_id, key, people)
  values (private.audit(p_action, p_subject_kind, p_subject_id, p_details), coalesce(p_key, p_subject_id), '{}');
end;
comment on function private.record_read is
  'Audits that the caller is about to read something, by default the subject. is_recorded finds the record in the next request.';

create function private.record_list(
  p_action text, p_list_id uuid, p_people uuid[], p_details jsonb default '{}', p_search text default null,
  p_subject_kind text default null
) returns void
language plpgsql volatile set search_path = '' as $$
declare
  search constant uuid := private.search_key(p_details, p_search);
  audit_id bigint;
begin
  if p_list_id is null then
    raise exception 'A list needs an id.' using errcode = 'PT400';
  end if;
  -- Parallel calls for the same search are serialised until commit, so that the audit gets one row.
  perform pg_advisory_xact_lock(hashtextextended('search ' || search, 0));
  select r.audit_id into audit_id
  from private.recorded_reads r
  join private.audit_log l on l.id = r.audit_id
  where r.search_key = search and l.action = p_action and l.created_at > now() - interval '1 hour'
  order by r.read_at desc
  limit 1;
  insert into private.recorded_reads (audit_id, key, search_key, people)
  values (
    coalesce(audit_id, private.audit(p_action, p_subject_kind, p_details => p_details)), p_list_id, search,
    coalesce(p_people, '{}')
  );
end
$$;
comment on function private.record_list is
  'Records that the caller is about to read a list of these users, under the id of the list and the key of its search. The audit gets one row per search and hour.';

create function private.recorded_people(p_action text, p_key uuid, p_within interval) returns uuid[]
language sql stable set search_path = ''
begin atomic
  select r.people
  from private.recorded_reads r
  join private.audit_log l on l.id = r.audit_id
  where p_key in (r.key, r.search_key) and r.read_at > now() - p_within
    and l.action = p_action and l.actor_id = (select auth.uid())
    and l.session_id = (select private.my_session_id())
    -- In the transaction that recorded it, the record could still be rolled back.
    and r.recorded_in is distinct from pg_current_xact_id_if_assigned()
  limit 1;
end;

create function private.is_recorded(p_action text, p_key uuid, p_within interval default '1 minute') returns boolean
language sql stable set search_path = ''
return private.recorded_people(p_action, p_key, p_within) is not null;
comment on function private.is_recorded is
  'Whether the caller has recorded this read in this session, by a request before this one.';

create function private.require_recorded(
  p_action text, p_key uuid, p_within interval default '1 minute', p_what text default 'read'
) returns uuid[]
language plpgsql stable set search_path = '' as $$
declare
  people constant uuid[] := private.recorded_people(p_action, p_key, p_within);
begin
  if people is null then
    raise exception 'This % is not in the audit log. Please % again.', p_what, case p_what when 'list' then 'load it' else 'try' end
      using errcode = 'PT409', hint = 'not-recorded';
  end if;
  return people;
end
$$;
comment on function private.require_recorded is
  'The users of a list, or an empty list for another read, that the caller has recorded. Raises an error if there is no such record. What a search finds, and even how much, tells which letters an address contains.';

create function private.is_person_being_deleted() returns boolean
language sql stable set search_path = ''
begin atomic
  select coalesce(current_setting('fernbank.deleting_person', true) = 'yes', false);
end;
comment on function private.is_person_being_deleted is 'Whether remove_person is running: the deletion of its rows is not audited row by row.';

-- In PL/pgSQL: a check of the chain calls them for each row, and a function in SQL would be planned again each time.
create function private.audit_content(p_row private.audit_log) returns text
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_array(
    p_row.place, p_row.id, extract(epoch from p_row.created_at), p_row.action, p_row.subject_id, p_row.subject_kind,
    p_row.subject_name, p_row.person_id, p_row.person_name, p_row.details
  )::text;
end
$$;
comment on function private.audit_content is
  'What the row says without its actor. The text form of jsonb is canonical, so its hash is stable.';

create function private.audit_actor_hash(p_row private.audit_log) returns bytea
language plpgsql stable set search_path = '' as $$
begin
  return sha256(convert_to(
    jsonb_build_array(p_row.place, p_row.actor_id, p_row.actor_name, p_row.session_id)::text, 'utf8'
  ));
end
$$;
comment on function private.audit_actor_hash is
  'The hash of the actor. The id of the session is random, so the actor cannot be guessed from it.';

create function private.audit_hash(p_row private.audit_log) returns bytea
language plpgsql stable set search_path = '' as $$
begin
  return sha256(
    p_row.previous_hash || private.audit_actor_hash(p_row) || sha256(convert_to(private.audit_content(p_row), 'utf8'))
  );
end
$$;
comment on function private.audit_hash is
  'The hash that the row must carry. The actor and the rest are hashed apart: a customer verifies a row about them without learning the actor.';

create function private.prevent_audit_change() returns trigger
language plpgsql set search_path = '' as $$
begin
  if old.hash is null and new.hash is not null
    and to_jsonb(new) - array['place', 'previous_hash', 'hash'] = to_jsonb(old) - array['place', 'previous_hash', 'hash']
  then
    return new;
  end if;
  raise exception 'audit_log is append-only' using errcode = 'PT403';
end
$$;
comment on function private.prevent_audit_change is 'Trigger: the only allowed update appends the row to the chain.';

create trigger audit_log_is_never_rewritten before update on private.audit_log
  for each row execute function private.prevent_audit_change();
alter table private.audit_log enable always trigger audit_log_is_never_rewritten;

create function private.append_to_audit_chain(p_id bigint) returns void
language plpgsql volatile set search_path = ''
-- A plan cached while the table is small would scan the whole table later.
set enable_seqscan = off as $$
declare
  entry private.audit_log;
  previous private.audit_log;
begin
  perform pg_advisory_xact_lock(hashtextextended('chain of the audit log', 0));
  select l.* into strict entry from private.audit_log l where l.id = p_id;
  select l.* into previous from private.audit_log l where l.place is not null order by l.place desc limit 1;
  entry.place := coalesce(previous.place, 0) + 1;
  entry.previous_hash := coalesce(previous.hash, '');
  update private.audit_log l set
    place = entry.place, previous_hash = entry.previous_hash, hash = private.audit_hash(entry)
  where l.id = p_id;
end
$$;
comment on function private.append_to_audit_chain is 'Appends a row to the chain. The lock is held until commit.';

create function private.chain_audit_row() returns trigger
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.append_to_audit_chain(new.id);
  return null;
end
$$;

-- Deferred to commit, when all other locks are held: a transaction that waits for an account does not block the chain.
create constraint trigger chain_audit_row after insert on private.audit_log
  deferrable initially deferred
  for each row when (new.hash is null) execute function private.chain_audit_row();
alter table private.audit_log enable always trigger chain_audit_row;

create function private.broken_audit_rows(p_most integer, p_after bigint default 0, p_until bigint default null)
returns table (id bigint)
language sql stable set search_path = ''
begin atomic
  select b.id
  from (
    select (chain.entry).id, (chain.entry).place
    from (
      select l as entry, lag(l.place) over (order by l.place) as place_before, lag(l.hash) over (order by l.place) as hash_before
      from private.audit_log l
      -- The row before the first one is read for its hash. Both ends are known to the index.
      where l.place between p_after and coalesce(p_until, 9223372036854775807)
    ) chain
    where (chain.entry).place > p_after
      and (
        (chain.entry).place is distinct from coalesce(chain.place_before, 0) + 1
        or (chain.entry).previous_hash is distinct from coalesce(chain.hash_before, '')
        or (chain.entry).hash is distinct from private.audit_hash(chain.entry)
      )
    union all
    select l.id, l.place from private.audit_log l where p_until is null and l.place is null
  ) b
  order by b.place, b.id
  limit p_most;
end;
comment on function private.broken_audit_rows is 'The first rows that break the chain, of all or of those with these places. Rows missing at the end are not detected: compare the last hash with a copy kept elsewhere.';

create function private.first_broken_audit_row() returns bigint
language sql stable set search_path = ''
return (select b.id from private.broken_audit_rows(1) b);

create function private.verify_audit(p_after bigint default 0) returns table (broken_row bigint, verified_until bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  step constant bigint := 10000;
  start constant bigint := greatest(coalesce(p_after, 0), 0);
  last_place bigint;
begin
  perform private.require_super_admin();
  select coalesce(max(l.place), 0) into last_place from private.audit_log l;
  verified_until := case when last_place - start > step then start + step end;
  select b.id into broken_row from private.broken_audit_rows(1, start, verified_until) b;
  return next;
end
$$;
select private.expose('verify_audit', statement_timeout => '55s', description =>
  'Verifies up to 10,000 rows of the audit after this place. The id of the first row that breaks the chain, or null, and the place to go on after; null at the end. For super admins.');

create function private.audit_text(p_actor_name text, p_person_name text, p_subject_name text) returns text
language sql immutable parallel safe set search_path = ''
return private.fold_text(coalesce(p_actor_name, '') || E'\n' || coalesce(p_person_name, '') || E'\n' || coalesce(p_subject_name, ''));

create index audit_log_text_idx on private.audit_log
  using gin (private.audit_text(actor_name, person_name, subject_name) extensions.gin_trgm_ops);
