-- The account that received claimed money: a case for staff as soon as a claim names an account of this bank, because the money is
-- moved on within hours. Its owner learns nothing of it.

-- One for each receiving account: later claims join it, so that many claims do not fill the list.
create unique index cases_open_received_idx on private.cases (user_id) where kind = 'received' and state = 'open';

create function private.claims_on(p_user_id uuid) returns setof private.cases
language sql stable set search_path = ''
begin atomic
  select c.* from private.cases c
  where c.other_user_id = p_user_id and c.kind in ('scam', 'unauthorised') and c.decision is distinct from 'refused';
end;
comment on function private.claims_on is 'The claims about payments to a customer here, without those that were refused.';

create function private.is_kept_from(p_user_id uuid, p_case private.cases) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return p_user_id is not distinct from p_case.other_user_id
    or p_case.kind = 'received' and exists (
      select from private.cases c
      where c.other_user_id = p_case.user_id and c.kind in ('scam', 'unauthorised') and c.user_id = p_user_id
    );
end
$$;
comment on function private.is_kept_from is
  'Whether a user must not learn of a case, nor work on it: the payee of a payment, the owner of an account that received claimed money, and those who claim it.';

create function private.has_dealt_with(p_user_id uuid, p_other_id uuid) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (
    select from public.accounts other
    join public.transactions t
      on t.user_id = p_user_id and other.account_number = case when t.incoming then t.from_account_number else t.to_account_number end
      and other.sort_code = case when t.incoming then t.from_sort_code else t.to_sort_code end
    where other.user_id = p_other_id
  ) or exists (
    select from public.accounts other
    join public.recipients r
      on r.user_id = p_user_id and r.account_number = other.account_number and r.sort_code = other.sort_code
    where other.user_id = p_other_id
  ) or exists (
    select from public.accounts other
    join public.outgoing_payments o
      on o.user_id = p_user_id and o.to_account_number = other.account_number and o.to_sort_code = other.sort_code
    where other.user_id = p_other_id
  ) or exists (
    select from private.cases c where c.user_id = p_user_id and private.is_kept_from(p_other_id, c)
  );
end
$$;
comment on function private.has_dealt_with is
  'Whether a user has paid another one, been paid by them or is going to pay them, or has a case that is kept from them.';

create function private.require_unconcerned(p_user_id uuid) returns void
language plpgsql stable set search_path = '' as $$
begin
  -- The same refusal for each dealing, so that it does not tell a claim from a payment.
  if private.has_dealt_with(p_user_id, auth.uid()) or private.has_dealt_with(auth.uid(), p_user_id) then
    raise exception 'A colleague who has nothing to do with this customer must do this.'
      using errcode = 'PT403', hint = 'concerns-caller';
  end if;
end
$$;
comment on function private.require_unconcerned is
  'Refuses a caller who is the other side of a payment of this user: what is read could say that it is claimed or under review.';

create function private.audited_customer(p_case private.cases) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return case when private.is_kept_from(p_case.user_id, p_case) then '{}' else jsonb_build_object('user_id', p_case.user_id) end;
end
$$;
comment on function private.audited_customer is
  'Whom the audit names with an act about a case: nobody if the customer must not learn of it. They read the looks at them, and can be a super admin.';

create function private.open_received(p_claim private.cases, p_at timestamptz) returns void
language plpgsql volatile set search_path = '' as $$
declare
  opened private.cases;
  ends_at timestamptz;
begin
  if p_claim.other_user_id is null then
    return;
  end if;
  update private.cases c set amount = c.amount + p_claim.amount
  where c.user_id = p_claim.other_user_id and c.kind = 'received' and c.state = 'open';
  if found then
    return;
  end if;
  ends_at := private.end_of_day(private.last_day_of('received_days', private.london_date(p_at)));
  insert into private.cases as c (kind, user_id, other_user_id, amount, opened_at, due_at, last_at)
  select 'received', p_claim.other_user_id, p_claim.other_user_id, sum(claim.amount), p_at, ends_at, ends_at
  from private.claims_on(p_claim.other_user_id) claim
  -- Another customer has sent the first claim at the same moment.
  on conflict (user_id) where kind = 'received' and state = 'open' do update set amount = c.amount + p_claim.amount
  returning c.* into opened;
  perform private.audit('open_case', 'case', opened.id, '{"kind": "received"}');
end
$$;
comment on function private.open_received is
  'Opens the case of the account that received the money of a claim which has just been sent, or adds the claim to the open one. Does nothing about an account elsewhere.';

create function private.received_case_of(p_claim_id uuid) returns uuid
language sql stable set search_path = ''
begin atomic
  select r.id from private.cases c join private.cases r on r.user_id = c.other_user_id and r.kind = 'received'
  where c.id = p_claim_id and private.can_work_on(auth.uid(), r)
  order by r.opened_at desc
  limit 1;
end;
comment on function private.received_case_of is
  'The newest case of the account that received the money of a claim, if the caller may work on it. The calling function has checked that the caller reads the claim.';

create function private.leaving_payments(p_user_id uuid) returns setof public.transactions
language sql stable set search_path = ''
begin atomic
  select private.find_transaction(o.id) from public.outgoing_payments o
  where o.user_id = p_user_id and o.state in ('held', 'scheduled')
    and o.send_at < private.end_of_day(private.last_day_of('payment_review_days', private.london_date(now())))
  union all
  select private.find_transaction(p.movement_id) from public.accounts a
  join private.bank_payments p on p.account_id = a.id and p.is_outgoing and p.state = 'sent' and p.message_id is null
  where a.user_id = p_user_id
  limit 50;
end;
comment on function private.leaving_payments is
  'The payments of a customer that have not left and are going to within the days of a review: at most 50.';

create function private.facts_of_received(p_case private.cases, p_for_staff boolean) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  most_claims constant integer := 50;
begin
  if not p_for_staff then
    return '{}';
  end if;
  return (
    select jsonb_build_object(
      'claims', count(*), 'claimants', count(distinct claim.user_id), 'claimed', coalesce(sum(claim.amount), 0),
      'listed', (
        -- Without names: those are behind the record of the read of each claim.
        select coalesce(jsonb_agg(
          jsonb_build_object('id', c.id, 'kind', c.kind, 'amount', c.amount, 'opened_at', c.opened_at, 'decision', c.decision)
          order by c.opened_at desc, c.id desc
        ), '[]')
        from (
          select c.* from private.claims_on(p_case.user_id) c where private.can_work_on(auth.uid(), c)
          order by c.opened_at desc, c.id desc limit most_claims
        ) c
      )
    )
    from private.claims_on(p_case.user_id) claim
  ) || jsonb_build_object(
    'account', (
      select jsonb_build_object(
        'name', a.account_holder_name, 'sort_code', a.sort_code, 'account_number', a.account_number, 'created_at', a.created_at,
        'balance', a.balance, 'held', a.held
      )
      from public.accounts a where a.user_id = p_case.user_id and a.account_type = 'current'
    ),
    'can_suspend', private.has_permission('approve_users') and exists (
      select from public.profiles p where p.id = p_case.user_id and p.suspended_at is null and p.closed_at is null
    ) and private.deletion_refusal(auth.uid(), p_case.user_id) is null,
    'is_staff', private.is_staff(p_case.user_id),
    'leaving', (
      select coalesce(jsonb_agg(
        jsonb_build_object(
          'id', t.id, 'payee', t.to_account_holder_name, 'amount', t.amount, 'created_at', t.created_at,
          'is_under_review', (private.payment_review_of(t.id)).id is not null, 'can_hold', private.can_review(t)
        )
        order by t.created_at desc, t.id desc
      ), '[]')
      from private.leaving_payments(p_case.user_id) t
    )
  );
end
$$;
comment on function private.facts_of_received is
  'For staff: the claims that name an account, what is left on it, since when it exists, and the payments that have not left. The customer has no such case.';

create function private.received_case(p_step text, p_case private.cases, p_at timestamptz, p_request private.approval_requests) returns boolean
language plpgsql volatile set search_path = '' as $$
begin
  case p_step
    when 'lock' then
      null;
    when 'expired' then
      update private.cases c set expired_at = p_at where c.id = p_case.id;
      perform private.audit('expire_case', 'case', p_case.id);
    when 'changed' then
      return true;
    when 'approved' then
      null;
  end case;
  return null;
end
$$;
comment on function private.received_case is
  'The steps of the case of an account that received claimed money. One person decides it. At the end of its clock it stays open and overdue.';
