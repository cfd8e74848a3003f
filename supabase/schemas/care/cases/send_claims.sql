-- Claims by customers: their questions, what the bank attaches, and sending one.

create function private.require_claim_in_time(p_payment public.transactions, p_kind text, p_at timestamptz) returns void
language plpgsql stable set search_path = '' as $$
declare
  counted_from timestamptz := p_payment.created_at;
begin
  if p_kind is distinct from 'unauthorised' then
    -- Several payments to one account are one scam, whose time starts with the last.
    select greatest(counted_from, max(t.created_at)) into counted_from from public.transactions t
    where t.user_id = p_payment.user_id and not t.incoming and t.status = 'completed' and t.reversed_at is null
      and (t.to_sort_code, t.to_account_number) = (p_payment.to_sort_code, p_payment.to_account_number);
  end if;
  if private.last_day_of(
    case p_kind when 'unauthorised' then 'unauthorised_months' else 'scam_months' end, private.london_date(counted_from)
  ) < private.london_date(p_at) then
    raise exception 'This payment is more than 13 months old. Tell us about it in Chat.' using errcode = 'PT409', hint = 'claim-too-late';
  end if;
end
$$;
comment on function private.require_claim_in_time is 'Raises an error if the time for a claim of this kind has passed; null: of any kind.';

create function private.my_claimable_payment(p_transaction_id uuid, p_at timestamptz) returns public.transactions
language plpgsql stable set search_path = '' as $$
declare
  listed public.transactions;
begin
  perform private.require_approved();
  select t.* into listed from public.transactions t where t.id = p_transaction_id and t.user_id = auth.uid() and not t.incoming;
  if not found or (
    (private.find_payment(listed.id)).payer_id is null
    and not exists (select from public.card_payments c where c.id = listed.movement_id)
  ) then
    raise exception 'We could not find this payment.' using errcode = 'PT404', hint = 'transaction-gone';
  elsif listed.reversed_at is not null or listed.status = 'failed' then
    raise exception 'The money of this payment is back in your account.' using errcode = 'PT409', hint = 'payment-finished';
  elsif listed.status = 'pending' and not exists (
    select from private.bank_payments p where p.movement_id = listed.movement_id and p.is_outgoing
  ) then
    raise exception 'This payment hasn''t been taken yet. Try again once it is no longer pending.'
      using errcode = 'PT409', hint = 'payment-pending';
  elsif exists (
    select from public.accounts a
    where a.user_id = listed.user_id and a.sort_code = listed.to_sort_code and a.account_number = listed.to_account_number
  ) then
    raise exception 'This payment went to your own account.' using errcode = 'PT409', hint = 'own-account';
  end if;
  perform private.require_claim_in_time(listed, null, p_at);
  return listed;
end
$$;

create function private.save_claim(
  p_transaction_id uuid, p_kind text, p_who text default null, p_reached text default null, p_said text default null,
  p_at timestamptz default now()
) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  payment constant public.transactions := private.my_claimable_payment(p_transaction_id, p_at);
begin
  perform private.require_no_problem(case
    when (p_kind in ('scam', 'unauthorised')) is not true then array['kind', 'Choose what happened.']
    -- The rules about scams are about transfers.
    when p_kind = 'scam' and payment.to_account_number is null
      then array['kind', 'For something that you bought by card, tell us about it in Chat.']
    when char_length(p_who) > 300 then array['who', 'Write at most 300 characters.']
    when not private.is_clean(coalesce(p_who, '')) then array['who', private.text_problem(p_who)]
    when not private.is_clean(coalesce(p_said, '')) then array['said', private.text_problem(p_said)]
    when p_reached not in ('phone', 'message', 'email', 'online', 'person', 'other', 'safe', 'lost', 'shared')
      then array['reached', 'Choose one.']
  end);
  perform private.require_claim_in_time(payment, p_kind, p_at);
  -- What is sent at the same moment must not change: the next statement sees its case.
  perform private.lock_payment_case(payment.movement_id);
  insert into private.claims as c (user_id, movement_id, saved_at, kind, who, reached, said)
  values (auth.uid(), payment.movement_id, p_at, p_kind, p_who, p_reached, p_said)
  on conflict (movement_id) do update
  set kind = excluded.kind, who = excluded.who, reached = excluded.reached, said = excluded.said, saved_at = excluded.saved_at
  where c.user_id = excluded.user_id and not exists (select from private.cases sent where sent.id = c.id);
  if not found then
    raise exception 'You''ve already told us about this payment.' using errcode = 'PT409', hint = 'claim-sent';
  end if;
end
$$;
select private.expose('save_claim', while_frozen => true, description =>
  'Saves what the caller has answered so far about a payment that they were tricked into (scam) or did not make (unauthorised). Nothing is sent.');

create function private.claim_evidence(p_payment public.transactions, p_at timestamptz) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  sides constant private.payment_sides := private.find_payment(p_payment.id);
begin
  return jsonb_strip_nulls(jsonb_build_object(
    'outcome', (sides.evidence).outcome, 'reason', (sides.evidence).reason, 'warnings', to_jsonb((sides.evidence).warnings),
    'warnings_shown_at', (sides.evidence).warnings_shown_at,
    'reports', (
      select count(*) from private.payee_reports r
      where r.sort_code = p_payment.to_sort_code and r.account_number = p_payment.to_account_number
        and r.reporter_id <> p_payment.user_id
    ),
    'entry', (select c.entry from public.card_payments c where c.id = p_payment.movement_id),
    'country', (select c.country from public.card_payments c where c.id = p_payment.movement_id),
    'devices', (
      select jsonb_agg(jsonb_build_object('name', d.name, 'since', d.created_at) order by d.created_at desc)
      from (
        select * from private.devices d where d.user_id = p_payment.user_id and d.created_at <= p_payment.created_at
        order by d.created_at desc limit 5
      ) d
    ),
    'chats', (
      select jsonb_agg(jsonb_build_object('id', t.id, 'ended_at', t.ended_at) order by t.ended_at desc)
      from (
        select * from private.chat_transcripts t
        where t.user_id = p_payment.user_id and t.ended_at > p_payment.created_at - interval '30 days'
        order by t.ended_at desc limit 5
      ) t
    ),
    'open_chat', (select true from public.chat_conversations c where c.user_id = p_payment.user_id limit 1),
    'gathered_at', p_at
  ));
end
$$;
comment on function private.claim_evidence is 'What the bank knows about a payment, stored with a claim when it is sent.';

create function private.report_claimed(p_claim private.claims, p_payment public.transactions, p_at timestamptz) returns void
language plpgsql volatile set search_path = '' as $$
begin
  if p_claim.kind = 'scam' and p_payment.status = 'completed' and p_payment.to_account_number is not null then
    perform private.report_scam(p_payment.id);
  end if;
  if exists (
    select from private.bank_payments p
    where p.movement_id = p_payment.movement_id and p.is_outgoing and p.state in ('sent', 'accepted') and p.recall is null
  ) then
    perform private.recall_payment(p_payment.id, 'fraud');
  end if;
  -- The customer can have asked for it before the claim.
  perform private.add_recall_event(p_payment.movement_id, p_at);
end
$$;
comment on function private.report_claimed is 'Does with a claim what the customer could do with two more taps: reports the payee, and asks another bank for the money.';

create function private.send_claim(p_transaction_id uuid, p_at timestamptz default now()) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  -- Each has a clock, and staff must decide it before the clock ends.
  most_a_day constant integer := 20;
  most_open constant integer := 50;
  payment public.transactions;
  claim private.claims;
  new_case private.cases;
begin
  perform private.require_approved();
  -- The money can have come back since the first answer, which was lost.
  select c.* into claim from private.claims c join private.cases sent on sent.id = c.id
  where c.movement_id = p_transaction_id and c.user_id = auth.uid();
  if found then
    return claim.id;
  end if;
  payment := private.my_claimable_payment(p_transaction_id, p_at);
  -- As in the return of a payment: the payment between banks, then the case, then accounts.
  perform from private.bank_payments p where p.movement_id = payment.movement_id and p.is_outgoing for update;
  perform private.lock_payment_case(payment.movement_id);
  select c.* into claim from private.claims c where c.movement_id = payment.movement_id and c.user_id = auth.uid() for update;
  if exists (select from private.cases c where c.id = claim.id) then
    return claim.id;
  end if;
  -- Two claims at the same moment would each not count the other.
  perform private.lock_request_key('claims of ' || auth.uid());
  if (
    select count(*) filter (where c.opened_at > p_at - interval '24 hours') >= most_a_day
      or count(*) filter (where c.state = 'open') >= most_open
    from private.cases c where c.user_id = auth.uid() and c.kind in ('scam', 'unauthorised')
  ) then
    raise exception 'You''ve told us about many payments. Tell us about the others in Chat.' using errcode = 'PT429', hint = 'too-many-claims';
  end if;
  perform private.require_no_problem(case
    when claim.id is null then array['kind', 'Choose what happened.']
    when coalesce(claim.reached, '') = '' then array['reached', 'Choose one.']
    when coalesce(btrim(claim.said), '') = '' then array['said', 'Tell us what happened.']
  end);
  perform private.require_claim_in_time(payment, claim.kind, p_at);
  update private.claims c set
    amount = payment.amount, payee_name = payment.to_account_holder_name, paid_at = payment.created_at,
    to_sort_code = payment.to_sort_code, to_account_number = payment.to_account_number,
    is_at_other_bank = exists (
      select from private.bank_payments p where p.movement_id = payment.movement_id and p.is_outgoing
    ),
    evidence = private.claim_evidence(payment, p_at),
    is_protected = exists (select from private.support_needs n where n.user_id = c.user_id)
  where c.id = claim.id
  returning c.* into claim;

  new_case := private.open_case(
    claim.kind, claim.user_id, claim.kind || '_days', claim.kind || '_last_days', p_at, claim.amount, claim.payee_name,
    claim.movement_id, private.owner_of(claim.to_sort_code, claim.to_account_number), claim.id
  );
  perform private.add_case_event(claim.id, 'customer', claim.user_id, case claim.kind
    when 'scam' then 'You told us that you were tricked into a payment.' else 'You told us about a payment that you did not make.'
  end, p_at);
  perform private.tell_customer_of_case(new_case, 'We''ve got your claim',
    'We''re looking into your payment of ' || private.in_pounds(claim.amount) || ' to ' || claim.payee_name
      || '. We''ll decide by ' || private.day_in_words(private.due_day(new_case.due_at)) || '.' || case
        when claim.amount <= private.claim_excess(claim, true) then ' By the rules we don''t refund the first '
          || private.in_pounds(private.claim_excess(claim, true)) || ' of a scam, so we can''t refund this payment. We still look into it.'
        else ''
      end, p_at);
  perform private.audit('open_case', 'payment', payment.id, jsonb_build_object('case_id', claim.id, 'kind', claim.kind));

  perform private.report_claimed(claim, payment, p_at);
  -- Last: claims about payments to one account wait for each other here.
  perform private.open_received(new_case, p_at);
  return claim.id;
end
$$;
select private.expose('send_claim', while_frozen => true, description =>
  'Sends the saved answers about a payment: opens the case with its clock, attaches what the bank knows, and asks another bank for the money. Sending again returns the same case. At most 20 in 24 hours, and 50 that are open.');

create function private.describe_claim(p_claim private.claims) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'transaction_id', p_claim.movement_id, 'amount', p_claim.amount, 'payee', p_claim.payee_name, 'paid_at', p_claim.paid_at,
    'is_card', p_claim.to_account_number is null, 'is_at_other_bank', p_claim.is_at_other_bank, 'who', p_claim.who,
    'reached', p_claim.reached, 'said', p_claim.said, 'refunded', p_claim.refunded, 'taken_back', p_claim.taken_back
  );
end
$$;

create function private.get_claim(p_transaction_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  claim private.claims;
  payment public.transactions;
  scam private.claims;
begin
  perform private.require_approved();
  select c.* into claim from private.claims c where c.movement_id = p_transaction_id and c.user_id = auth.uid();
  if exists (select from private.cases c where c.id = claim.id) then
    return jsonb_build_object('case_id', claim.id);
  end if;
  payment := private.my_claimable_payment(p_transaction_id, now());
  scam.id := coalesce(claim.id, private.new_id());
  scam.user_id := payment.user_id;
  scam.kind := 'scam';
  scam.to_sort_code := payment.to_sort_code;
  scam.to_account_number := payment.to_account_number;
  scam.is_protected := exists (select from private.support_needs n where n.user_id = payment.user_id);
  return jsonb_build_object(
    'case_id', null, 'amount', payment.amount, 'payee', payment.to_account_holder_name, 'paid_at', payment.created_at,
    'is_card', payment.to_account_number is null, 'kind', claim.kind, 'who', claim.who, 'reached', claim.reached, 'said', claim.said,
    'excess', private.claim_excess(scam, true),
    -- By when each kind is decided if it is sent today.
    'clocks', (
      select jsonb_object_agg(k.kind, jsonb_build_object(
        'decide_by', private.last_day_of(k.kind || '_days', private.london_date(now())),
        'at_the_latest', private.last_day_of(k.kind || '_last_days', private.london_date(now()))
      ))
      from (values ('scam'), ('unauthorised')) k (kind)
    )
  );
end
$$;
select private.expose('get_claim',
  'A payment of the caller with the answers that they have saved about it, what is not refunded of a scam (excess), and the days by which a claim of each kind that is sent today is decided (clocks), or the case if they have sent them. Refused for a payment that no claim can be about.');
