-- What was changed while someone else may have had an account: each change that lets more happen is stored at the end of such a
-- suspension, for the owner to decide about.

create table private.access_changes (
  user_id uuid not null references auth.users (id) on delete cascade,
  name text not null constraint access_changes_name_check check (
    name in ('payment_limit', 'approval_amount', 'notification_email', 'contact', 'contact_removal', 'contact_threshold', 'card', 'card_seen')
  ),
  case_id uuid not null references private.cases (id) on delete cascade,
  words text not null,
  earlier jsonb,
  primary key (user_id, name)
);
comment on table private.access_changes is 'The changes about which customers have not decided yet, after someone else may have had the account.';
comment on column private.access_changes.case_id is 'The suspension, on whose page they are.';
comment on column private.access_changes.words is 'What has changed, for the customer.';
comment on column private.access_changes.earlier is 'What was before the first of the changes. Null: what to do is known without it.';

create index access_changes_case_id_idx on private.access_changes (case_id);

select private.keep_from_api('private.access_changes');

create function private.own_changes_since(p_user_id uuid, p_since timestamptz) returns setof private.audit_log
language sql stable set search_path = ''
begin atomic
  select l.* from private.audit_log l
  where l.person_id = p_user_id and l.actor_id = p_user_id and l.created_at >= p_since;
end;
comment on function private.own_changes_since is 'What was done in the sessions of a user, by the owner or someone else.';

create function private.undecided_before(p_user_id uuid, p_name text) returns jsonb
language sql stable set search_path = ''
begin atomic
  select a.earlier from private.access_changes a where a.user_id = p_user_id and a.name = p_name;
end;
comment on function private.undecided_before is
  'What was before the changes of this name of an earlier suspension, about which the owner has not decided; null if there are none.';

create function private.amount_before(p_user_id uuid, p_name text, p_action text, p_since timestamptz) returns numeric
language sql stable set search_path = ''
begin atomic
  select coalesce(private.undecided_before(p_user_id, p_name) #>> '{}', l.details ->> 'from')::numeric
  from private.own_changes_since(p_user_id, p_since) l
  where l.action = p_action order by l.created_at, l.id limit 1;
end;
comment on function private.amount_before is
  'An amount before its first change since a day, or before an undecided one; null if it was not changed since.';

create function private.widened_controls(p_user_id uuid, p_since timestamptz) returns jsonb
language sql stable set search_path = ''
begin atomic
  select jsonb_object_agg(e.name, e.earlier)
  from public.cards c
  cross join lateral (
    -- Of any card: a new one starts with the settings of the one before.
    select distinct on (s.name) s.name, s.earlier
    from (
      select substr(d.key, 5), d.value, l.created_at, l.id
      from private.own_changes_since(p_user_id, p_since) l cross join lateral jsonb_each(l.details) d
      where l.action = 'change_card_controls' and starts_with(d.key, 'was_')
      union all
      select d.key, d.value, '-infinity', 0 from jsonb_each(private.undecided_before(p_user_id, 'card')) d
    ) s (name, earlier, changed_at, id)
    order by s.name, s.changed_at, s.id
  ) e
  where c.user_id = p_user_id and c.status in ('active', 'frozen')
    -- In jsonb true is above false, and numbers are compared as such.
    and case e.name when 'gambling' then to_jsonb(c.gambling_from is not null) else to_jsonb(c) -> e.name end > e.earlier;
end;
comment on function private.widened_controls is
  'What the card of a customer may do more than before its changes since a day, and before undecided ones, each with the setting of before. Null if there is nothing.';

create function private.record_access_changes(p_case private.cases, p_since timestamptz, p_at timestamptz) returns integer
language plpgsql volatile set search_path = '' as $$
declare
  recorded integer;
begin
  insert into private.access_changes (user_id, name, case_id, words, earlier)
  select p_case.user_id, found.name, p_case.id, found.words, found.earlier
  from public.profiles p
  join auth.users u on u.id = p.id
  left join private.trusted_contacts t on t.owner_id = p.id
  left join public.cards card on card.user_id = p.id and card.status in ('active', 'frozen')
  cross join lateral (
    select
      private.amount_before(p.id, 'payment_limit', 'set_payment_limit', p_since) as payment_limit,
      greatest(private.daily_limit_of(p.id, p_at), p.next_limit) as limit_now,
      private.amount_before(p.id, 'approval_amount', 'set_approval_amount', p_since) as approval_amount,
      private.amount_before(p.id, 'contact_threshold', 'set_contact_threshold', p_since) as contact_threshold,
      greatest(t.threshold, t.next_threshold) as threshold_now,
      private.widened_controls(p.id, p_since) as controls
  ) was
  cross join lateral (
    values
      (
        'payment_limit', was.limit_now > was.payment_limit,
        format('Your daily payment limit was raised from %s to %s.', private.in_pounds(was.payment_limit), private.in_pounds(was.limit_now)),
        to_jsonb(was.payment_limit)
      ),
      (
        'approval_amount', p.approve_above > was.approval_amount,
        'The amount above which you approve payments with a passkey was raised from ' || private.in_pounds(was.approval_amount)
          || ' to ' || private.in_pounds(p.approve_above) || '.',
        to_jsonb(was.approval_amount)
      ),
      (
        -- No history has addresses, so it is asked about whenever it was set.
        'notification_email', p.notification_email <> u.email,
        'Emails about your payments go to ' || p.notification_email || ', and not to the address that you sign in with.', null
      ),
      (
        'contact',
        t.asked_at >= p_since and coalesce(t.ends_at > p_at, true) and (t.accepted_at is not null or t.asked_at > p_at - interval '7 days'),
        'The holder of the account ' || t.sort_code || ' ' || t.account_number || ' was named as your trusted contact.',
        to_jsonb(t.asked_at)
      ),
      (
        'contact_removal',
        t.asked_at < p_since and t.ends_at is not null and private.asked_for_removal(p.id, p_at) = p.id and exists (
          select from private.own_changes_since(p.id, p_since) l where l.action = 'remove_contact'
        ),
        'The removal of your trusted contact was asked for.', to_jsonb(t.asked_at)
      ),
      (
        'contact_threshold', t.asked_at < p_since and was.threshold_now > was.contact_threshold,
        'The amount above which payments wait for your trusted contact was raised from ' || private.in_pounds(was.contact_threshold)
          || ' to ' || private.in_pounds(was.threshold_now) || '.',
        to_jsonb(was.contact_threshold)
      ),
      (
        'card', was.controls is not null,
        'Your card was allowed more: ' || (
          select string_agg(w.words, ', ' order by w.place)
          from (
            values
              (1, 'online', 'online payments'), (2, 'contactless', 'contactless payments'), (3, 'cash', 'cash withdrawals'),
              (4, 'abroad', 'payments abroad'), (5, 'gambling', 'gambling'), (6, 'purchase_limit', 'larger purchases'),
              (7, 'daily_limit', 'more in a day')
          ) w (place, name, words)
          where was.controls ? w.name
        ) || '.',
        was.controls
      ),
      (
        'card_seen',
        exists (
          select from private.own_changes_since(p.id, p_since) l
          where l.action in ('reveal_card_number', 'reveal_card_pin', 'reveal_security_code') and l.details ->> 'card_id' = card.id::text
        ),
        'The number, the PIN or the security code of your card was shown. A person who has seen it can pay with it.', to_jsonb(card.id)
      )
  ) found (name, is_changed, words, earlier)
  where p.id = p_case.user_id and found.is_changed
  -- The change of an earlier suspension that is still undecided is in the later one: of an amount and of the card by what was
  -- before it, and of the others by the state now.
  on conflict (user_id, name) do update set case_id = excluded.case_id, words = excluded.words, earlier = excluded.earlier;
  get diagnostics recorded = row_count;
  return recorded;
end
$$;
comment on function private.record_access_changes is
  'Stores what was changed since a day for the customer whose suspension ends, and returns how many changes there are. Only what lets more happen: a stranger who forbids something takes nothing.';

create function private.access_changes_of(p_case_id uuid) returns jsonb
language sql stable set search_path = ''
begin atomic
  select coalesce(jsonb_agg(jsonb_build_object('name', a.name, 'words', a.words) order by a.name), '[]')
  from private.access_changes a where a.case_id = p_case_id;
end;
