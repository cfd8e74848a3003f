-- Who looked at the caller's account: the rows of the audit about them, with what proves later that none was changed or removed.

create function private.is_account_look(p_action text) returns boolean
language sql immutable parallel safe set search_path = ''
return p_action in (
  'view_user', 'view_chat_money', 'read_chat', 'view_transaction', 'list_transactions', 'export_transactions', 'search_transcripts',
  'read_transcript', 'view_case', 'view_support_needs', 'view_pin', 'copy_pin', 'give_random_pin', 'choose_pin',
  'export_personal_data'
);
comment on function private.is_account_look is
  'Whether an action shows staff the account, a payment, a chat, the PIN or the needs of one customer. Their rows name no colleague outside of the actor.';

create function private.is_known_to_customer(p_action text, p_details jsonb) returns boolean
language sql immutable parallel safe set search_path = ''
return p_action in ('view_chat_money', 'view_case', 'view_pin', 'copy_pin', 'give_random_pin', 'choose_pin')
  or coalesce(p_details ->> 'reason' in ('chat', 'sign_up', 'pin_request'), false);
comment on function private.is_known_to_customer is
  'Whether a look follows from a request of the customer, or concerns their PIN. The customer sees it at once.';

create function private.investigated_since(p_user_id uuid) returns timestamptz
language sql stable set search_path = ''
begin atomic
  select coalesce(min(case_.created_at), 'infinity')
  from (
    select r.created_at from private.approval_requests r
    where p_user_id in (r.user_id, r.other_user_id)
      and (r.state = 'waiting' or r.created_at > now() - interval '30 days')
    union all
    select r.created_at from public.accounts a
    join private.payee_reports r on r.sort_code = a.sort_code and r.account_number = a.account_number
    where a.user_id = p_user_id and r.created_at > now() - interval '30 days'
    union all
    select c.opened_at from private.cases c
    where c.other_user_id = p_user_id and (c.state = 'open' or c.opened_at > now() - interval '30 days')
  ) case_;
end;
comment on function private.investigated_since is
  'When the oldest case about a user was opened that they must not learn of: a report as a scam, a claim about a payment to them or a request for an approval, for 30 days and while it waits. Infinity without one.';

create function private.list_account_looks(p_after bigint default null, p_limit integer default null)
returns table (id bigint, content text, actor_hash text, previous_hash text, hash text)
language plpgsql stable security definer set search_path = '' as $$
declare
  since timestamptz;
  before_at timestamptz := 'infinity';
  before_id bigint := 0;
begin
  perform private.require_approved();
  perform private.require_active();
  perform private.require_part('account_looks');
  since := private.investigated_since(auth.uid());
  if p_after is not null then
    select l.created_at, l.id into before_at, before_id
    from private.audit_log l where l.id = p_after and l.person_id = auth.uid();
    if not found then
      return;
    end if;
  end if;
  return query
  select
    l.id, private.audit_content(l), encode(private.audit_actor_hash(l), 'hex'), encode(l.previous_hash, 'hex'),
    encode(l.hash, 'hex')
  from private.audit_log l
  where l.person_id = auth.uid() and l.actor_id <> auth.uid() and l.hash is not null
    and private.is_account_look(l.action)
    and (l.created_at, l.id) < (before_at, before_id)
    and (
      -- A look may precede its case by a day. A row that was shown is not withheld later.
      l.created_at < least(now(), since) - interval '1 day'
      or (
        private.is_known_to_customer(l.action, l.details)
        and (l.action <> 'view_transaction' or l.created_at < since)
      )
    )
  order by l.created_at desc, l.id desc
  limit private.page_size(p_limit);
end
$$;
select private.expose('list_account_looks', statement_timeout => '8s', description =>
  'What staff looked at of the caller''s account, newest first, at most 100 rows after the row with this number. The content is a JSON array: place, number, seconds since 1970, action, id, kind and name of the subject, id and name of the customer, details. The hash of a row is sha256(previous_hash || actor_hash || sha256(content)). A look that follows from no request of the customer is listed a day later, and not while the bank investigates.');

create function private.get_audit_hashes(p_places bigint[]) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_approved();
  perform private.require_active();
  perform private.require_part('account_looks');
  return jsonb_build_object(
    'newest', (
      select jsonb_build_object('place', l.place, 'hash', encode(l.hash, 'hex'))
      from private.audit_log l where l.place is not null order by l.place desc limit 1
    ),
    'rows', (
      select coalesce(jsonb_agg(jsonb_build_object('place', l.place, 'hash', encode(private.audit_hash(l), 'hex')) order by l.place), '[]')
      from private.audit_log l where l.place = any (p_places)
    )
  );
end
$$;
select private.expose('get_audit_hashes', statement_timeout => '8s', description =>
  'The newest row of the audit chain, and the hashes that its rows at these places must carry, computed from what they say now. A hash tells nothing of its row.');
