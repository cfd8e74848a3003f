-- How the bank helps a customer: what the customer has asked for, and what each of it changes. Such needs can tell of a
-- person's health, so no list or log has them, and only the customer's own copy of their data.

create function private.possible_needs() returns text[]
language sql immutable parallel safe set search_path = ''
return array['more_time', 'simple', 'no_calls', 'helper', 'gambling', 'money_worries', 'own_words'];

create table private.support_needs (
  user_id uuid not null references auth.users (id) on delete cascade,
  need text not null constraint support_needs_need_check check (need = any (private.possible_needs())),
  chosen_at timestamptz not null,
  own_words text constraint support_needs_own_words_check check (
    char_length(own_words) between 1 and 300 and private.is_clean(own_words)
  ),
  is_asked boolean not null default false,
  ends_at timestamptz,
  primary key (user_id, need),
  constraint support_needs_text_check check ((need = 'own_words') = (own_words is not null))
);
comment on table private.support_needs is
  'What customers have asked for in Settings. The owner writes and deletes it; staff read only what it changes, in a read that is audited.';
comment on column private.support_needs.chosen_at is 'When the customer chose this, or last answered that it still holds.';
comment on column private.support_needs.own_words is 'What the customer wants staff to know, in their own words.';
comment on column private.support_needs.is_asked is 'The customer is asked whether this still holds, because it is two years old.';
comment on column private.support_needs.ends_at is
  'When a job removes the row: 30 days after the question without an answer, or 48 hours after the gambling block was switched off.';

create index support_needs_ends_at_idx on private.support_needs (ends_at) where ends_at is not null;
create index support_needs_chosen_at_idx on private.support_needs (chosen_at) where not is_asked;

select private.keep_from_api('private.support_needs');

-- A computed column of profiles, so the app reads it in its first request.
create function private.support_needs(p_profile public.profiles) returns text[]
language sql stable security definer set search_path = ''
begin atomic
  select array(select n.need from private.support_needs n where n.user_id = (select auth.uid()) order by n.need);
end;
select private.expose('support_needs',
  'What help the caller has asked for, without their own words. It describes the caller, also on another user''s profile.');

create function private.list_my_support_needs()
returns table (need text, own_words text, ends_at timestamptz, is_asked boolean)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_approved();
  return query
  select n.need, n.own_words, n.ends_at, n.is_asked from private.support_needs n where n.user_id = auth.uid() order by n.need;
end
$$;
select private.expose('list_my_support_needs',
  'What help the caller has asked for, with their own words, when it ends if it does, and whether the caller is asked if it still holds.');

create function private.set_support_need(
  p_need text, p_is_on boolean, p_own_words text default null, p_at timestamptz default now()
) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  words constant text := case when p_need = 'own_words' and p_is_on then btrim(p_own_words) end;
begin
  perform private.require_approved();
  if p_is_on is null or (p_need = any (private.possible_needs())) is not true then
    raise exception 'Choose how we can help you.' using errcode = 'PT400', hint = 'field:need';
  end if;
  if p_need = 'own_words' and p_is_on and (char_length(words) between 1 and 300 and private.is_clean(words)) is not true then
    raise exception '%', coalesce(private.text_problem(words), 'Enter a text of at most 300 characters.')
      using errcode = 'PT400', hint = 'field:ownWords';
  end if;
  perform private.lock_person(auth.uid());
  if p_is_on then
    perform private.require_part('support_needs');
    insert into private.support_needs as n (user_id, need, chosen_at, own_words)
    values (auth.uid(), p_need, p_at, words)
    on conflict (user_id, need) do update
      set chosen_at = excluded.chosen_at, own_words = excluded.own_words, is_asked = false, ends_at = null
      where n.is_asked or n.ends_at is not null or n.own_words is distinct from excluded.own_words;
  elsif p_need = 'gambling' then
    -- As on the card: a block that ends at once would not help in the moment that it is made for.
    update private.support_needs n set
      ends_at = case when n.is_asked then p_at + interval '48 hours' else coalesce(n.ends_at, p_at + interval '48 hours') end,
      is_asked = false
    where n.user_id = auth.uid() and n.need = p_need and (n.is_asked or n.ends_at is null);
  else
    delete from private.support_needs n where n.user_id = auth.uid() and n.need = p_need;
  end if;
  if not found then
    return;
  end if;
  -- Not which need: the audit outlives it.
  perform private.audit('change_support_needs', 'person', auth.uid());
end
$$;
select private.expose('set_support_need',
  'Asks for this help for the caller, or deletes it. Only ''own_words'' has a text. The gambling block ends 48 hours after it is switched off.');

create function private.keep_support_needs(p_at timestamptz default now()) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_approved();
  perform private.lock_person(auth.uid());
  update private.support_needs n set chosen_at = p_at, is_asked = false, ends_at = null
  where n.user_id = auth.uid() and n.is_asked;
end
$$;
select private.expose('keep_support_needs',
  'The caller''s answer that the help still holds which they are asked about. It is asked about again in two years.');

create function private.review_support_needs(p_user_id uuid, p_at timestamptz default now()) returns boolean
language plpgsql volatile set search_path = '' as $$
declare
  has_ended boolean;
begin
  perform private.lock_person(p_user_id);
  select coalesce(bool_or(n.is_asked), false) into has_ended from private.support_needs n where n.user_id = p_user_id and n.ends_at <= p_at;
  if has_ended then
    -- A block that its owner has forgotten must not end unnoticed: it moves to the card, where the owner can switch it off.
    update public.cards c set gambling_from = null
    from private.support_needs n
    where n.user_id = p_user_id and n.need = 'gambling' and n.is_asked and n.ends_at <= p_at and c.user_id = n.user_id;
    perform private.notify(
      p_user_id, 'support_needs', 'How we can help you',
      'You asked us for help more than two years ago, and we had no answer whether you still want it. It has ended. You can ask for it again in Settings at any time.',
      p_at
    );
  end if;
  delete from private.support_needs n where n.user_id = p_user_id and n.ends_at <= p_at;
  update private.support_needs n set is_asked = true, ends_at = p_at + interval '30 days'
  where n.user_id = p_user_id and not n.is_asked and n.ends_at is null and n.chosen_at <= p_at - interval '2 years';
  return true;
end
$$;
comment on function private.review_support_needs is
  'Removes the help of a customer that ends, and asks about help that is two years old. A customer who does not answer within 30 days loses it, and is told.';

select cron.schedule('review-support-needs', '*/10 * * * *', private.job_for_each($$
    select n.user_id as id, null::uuid as waits_for from private.support_needs n
    where n.ends_at <= now() or (not n.is_asked and n.ends_at is null and n.chosen_at <= now() - interval '2 years')
    group by n.user_id
    order by min(coalesce(n.ends_at, n.chosen_at))
    limit 1000
$$, 'private.review_support_needs(due.id)', 'customers could not be asked about their help'));
