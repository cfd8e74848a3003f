-- How much a customer can send in a day. The account counts what was sent today; the ledger refuses what is above the limit.

create function private.daily_limit_of(p_user_id uuid, p_at timestamptz) returns numeric
language plpgsql stable set search_path = '' as $$
begin
  return coalesce(
    (
      select case when p.next_limit_from <= p_at then p.next_limit else p.daily_limit end
      from public.profiles p where p.id = p_user_id
    ),
    (select s.daily_payment_limit from private.settings s)
  );
end
$$;

create function private.left_today(p_account public.accounts, p_at timestamptz) returns numeric
language plpgsql stable set search_path = '' as $$
begin
  return case when p_account.is_frozen then 0 else greatest(
    private.daily_limit_of(p_account.user_id, p_at)
      - case when p_account.sent_on = (p_at at time zone 'Europe/London')::date then p_account.sent_today else 0 end,
    0
  ) end;
end
$$;

create function private.get_payment_limit()
returns table (daily_limit numeric, sent_today numeric, left_today numeric, next_limit numeric, next_limit_from timestamptz)
language plpgsql stable security definer set search_path = '' as $$
declare
  account constant public.accounts := private.my_current_account();
begin
  daily_limit := case when account.is_frozen then 0 else private.daily_limit_of(auth.uid(), now()) end;
  sent_today := case when account.sent_on = (now() at time zone 'Europe/London')::date then account.sent_today else 0 end;
  left_today := private.left_today(account, now());
  select p.next_limit, p.next_limit_from into next_limit, next_limit_from
  from public.profiles p where p.id = auth.uid() and p.next_limit_from > now();
  return next;
end
$$;
select private.expose('get_payment_limit',
  'The caller''s daily limit (zero while their account is frozen), what they have sent and can still send today in UK time, and a higher limit that applies later.');

create function private.set_payment_limit(p_limit text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  wait_before_raise constant interval := '24 hours';
  new_limit constant numeric := private.plain_decimal(p_limit);
  current_limit numeric;
begin
  perform private.require_approved();
  if (new_limit between 0 and 1000000) is not true then
    raise exception 'Please enter a limit from £0 to £1,000,000.' using errcode = 'PT400', hint = 'field:limit';
  end if;
  -- Serialises the changes of one customer.
  perform private.lock_person(auth.uid());
  current_limit := private.daily_limit_of(auth.uid(), now());
  if exists (
    select from public.profiles p
    where p.id = auth.uid()
      and (p.next_limit = new_limit and p.next_limit_from > now() or p.next_limit is null and new_limit = current_limit)
  ) then
    return;
  end if;
  if new_limit > current_limit then
    -- Only a lower limit protects.
    perform private.require_fewer_actions('raise_payment_limit');
    perform private.before_higher_limit(new_limit);
  end if;
  update public.profiles p set
    daily_limit = least(new_limit, current_limit),
    next_limit = case when new_limit > current_limit then new_limit end,
    -- Asking again for the same limit does not start the wait again.
    next_limit_from = case
      when p.next_limit = new_limit and new_limit > current_limit then p.next_limit_from
      when new_limit > current_limit then now() + wait_before_raise
    end
  where p.id = auth.uid();
  perform private.audit('set_payment_limit', 'person', auth.uid(), jsonb_build_object('from', current_limit, 'to', new_limit));
  if new_limit <> current_limit then
    perform private.tell_owner(
      auth.uid(), 'Your daily payment limit',
      'A change of your daily payment limit from ' || private.in_pounds(current_limit) || ' to ' || private.in_pounds(new_limit)
        || ' was requested.' || case when new_limit > current_limit then ' It applies in 24 hours.' else '' end
    );
  end if;
  if new_limit > current_limit then
    perform private.notify(
      auth.uid(), 'payment_limit', 'Payment limit',
      'You''ve asked to raise your daily payment limit to ' || private.in_pounds(new_limit)
        || '. It applies in 24 hours. If this wasn''t you, lower it in Settings and tell us.'
    );
  end if;
end
$$;
select private.expose('set_payment_limit',
  'Sets the caller''s daily limit. A lower limit applies at once, a higher one after 24 hours. A higher one needs the approval of a passkey, if the caller has one.');
