-- How long cases are kept: until no claim about them can be brought any more.

create function private.delete_decided_cases() returns integer
language plpgsql volatile set search_path = '' as $$
declare
  most_at_once constant integer := 1000;
  old uuid[];
begin
  old := array(
    select c.id from private.cases c
    where c.state = 'decided' and c.decided_at < now() - make_interval(months => private.case_rule('case_months')::integer)
      -- What another bank owes stays until it is booked.
      and not exists (select from private.claims claim where claim.id = c.id and private.claim_owed(claim) > 0)
    order by c.decided_at
    limit most_at_once
    for update skip locked
  );
  delete from private.approval_requests r where r.kind = 'case' and r.transaction_id = any (old);
  delete from private.claims c where c.id = any (old);
  delete from private.cases c where c.id = any (old);
  -- Answers that were never sent, about payments that can no longer be claimed.
  delete from private.claims c
  where c.saved_at < now() - make_interval(months => private.case_rule('scam_months')::integer)
    and not exists (select from private.cases sent where sent.id = c.id);
  return cardinality(old);
end
$$;
comment on function private.delete_decided_cases is
  'Deletes the cases that were decided before the time of case_rules, with their facts, timelines, letters and approval requests, and old drafts of claims. Returns how many cases. The audit keeps that there were cases, without their texts.';

select cron.schedule('delete-decided-cases', '42 3 * * *', private.job_in_steps('private.delete_decided_cases() >= 1000'));
