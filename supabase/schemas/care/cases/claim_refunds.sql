-- What the bank refunds of a claim, and for which standards it may refuse one.

create function private.claim_loss(p_claim private.claims) returns numeric
language plpgsql stable set search_path = '' as $$
begin
  return case
    when exists (select from private.payment_reversals r where r.transaction_id = p_claim.movement_id)
      or exists (
        select from private.bank_payments p
        where p.movement_id = p_claim.movement_id and p.is_outgoing and p.state in ('rejected', 'returned')
      ) then 0
    else p_claim.amount - coalesce((select p.refunded from public.card_payments p where p.id = p_claim.movement_id), 0)
  end;
end
$$;
comment on function private.claim_loss is 'What the customer has lost by a payment: nothing if it came back, and not what a merchant has returned.';

create function private.claims_of_scam(p_claim private.claims) returns setof private.claims
language sql stable set search_path = ''
begin atomic
  select other.* from private.claims other
  where other.user_id = p_claim.user_id and other.id <> p_claim.id and other.kind = 'scam'
    and (other.to_sort_code, other.to_account_number) = (p_claim.to_sort_code, p_claim.to_account_number);
end;
comment on function private.claims_of_scam is
  'The customer''s other claims about one scam: several payments to one account are one scam, with one excess and one most.';

create function private.claim_excess(p_claim private.claims, p_with_open boolean default false) returns numeric
language plpgsql stable set search_path = '' as $$
declare
  excess constant numeric := (select least(s.scam_excess, private.case_rule('scam_excess')) from private.settings s);
begin
  return case
    when p_claim.kind = 'unauthorised' or p_claim.is_protected then 0
    else greatest(excess - (
      -- What a claim does not refund of a loss is its part of the excess, also when that is all of the loss.
      select coalesce(sum(case
        when c.state = 'open' then least(private.claim_loss(other), excess)
        else private.claim_loss(other) - (other.refunded - other.taken_back) end), 0)
      from private.claims_of_scam(p_claim) other join private.cases c on c.id = other.id
      where not other.is_protected and case
        when c.state = 'open' then p_with_open and (c.opened_at, c.id) < (coalesce((select o.opened_at from private.cases o where o.id = p_claim.id), now()), p_claim.id)
        else c.decision <> 'refused' end
    ), 0)
  end;
end
$$;
comment on function private.claim_excess is
  'What the bank does not refund. Of one scam the excess is taken once: what decided claims leave of it. With those that were sent before and are open it is what the customer can expect; a decision does not count on them, because one can be refused, or its payment come back.';

create function private.claim_refund(p_claim private.claims) returns numeric
language plpgsql stable set search_path = '' as $$
declare
  loss constant numeric := private.claim_loss(p_claim);
  most numeric;
begin
  if p_claim.kind = 'unauthorised' then
    return loss;
  end if;
  most := private.case_rule('scam_most') - coalesce((
    select sum(earlier.refunded - earlier.taken_back) from private.claims_of_scam(p_claim) earlier
  ), 0);
  return greatest(least(loss - private.claim_excess(p_claim), most), 0);
end
$$;

create function private.refusal_words(p_claim private.claims, p_standard text) returns text
language sql immutable set search_path = ''
return case
  when p_standard = 'fraud' then 'We have grounds to believe that the claim is dishonest.'
  when p_claim.kind = 'scam' and p_standard = 'not_covered'
    then 'The rules cover payments to a fraudster. They do not cover a dispute about goods or services, or a payment to your own account.'
  when p_claim.kind = 'unauthorised' and p_standard = 'negligence'
    then 'You did not keep your card, PIN or device safe, with gross negligence.'
  when p_claim.kind <> 'scam' or p_claim.is_protected then null
  when p_standard = 'warning' then 'With gross negligence, you did not take notice of a specific warning that we gave you before the payment.'
  when p_standard = 'prompt' then 'With gross negligence, you did not tell us promptly when you knew that you were tricked.'
  when p_standard = 'information' then 'With gross negligence, you did not answer our reasonable questions about the payment.'
  when p_standard = 'police' then 'With gross negligence, you did not report this to the police, and did not let us do it.'
end;
comment on function private.refusal_words is
  'The standard by which a claim may be refused, in words. Null: this claim may not be refused for it. The four standards of caution are never for customers who had asked for support.';

create function private.may_refuse_for(p_claim private.claims, p_standard text) returns boolean
language sql stable set search_path = ''
return private.refusal_words(p_claim, p_standard) is not null and not (
  p_standard = 'information'
  and exists (select from public.profiles p where p.id = p_claim.user_id and p.suspended_at is not null)
);
comment on function private.may_refuse_for is 'Whether a claim may be refused for this standard now: not for a lack of answers while the bank keeps the customer from answering.';
