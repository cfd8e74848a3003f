-- Every minute, the scheduled payments that are due are credited, each once.

create function private.credit_scheduled_payment(p_payment public.scheduled_payments, p_at timestamptz) returns void
language plpgsql volatile set search_path = '' as $$
declare
  account public.accounts;
begin
  update public.scheduled_payments s set processed = true, processed_at = p_at where s.id = p_payment.id and not s.processed;
  if not found then
    return;
  end if;
  perform private.move_money(
    p_payment.id, private.ledger_account('cheques in clearing'), p_payment.to_account_id, p_payment.amount, p_at
  );
  select a.* into strict account from public.accounts a where a.id = p_payment.to_account_id;
  -- A cheque shows a name, and no account that it came from.
  perform private.record_incoming(
    p_payment.id, account, p_payment.from_name, null, null, p_payment.amount, p_payment.reference, p_at
  );
end
$$;
comment on function private.credit_scheduled_payment is 'Marks the payment, moves the money and writes the customer''s row, all or nothing.';

create function private.process_due_scheduled_payments(p_at timestamptz default now()) returns integer
language plpgsql volatile set search_path = '' as $$
declare
  due public.scheduled_payments;
  processed_count integer := 0;
begin
  -- What another run works on is skipped; what it has finished is no longer due. Accounts change in the order of their
  -- ids, as in payments.
  for due in
    select s.* from public.scheduled_payments s
    where not s.processed and s.scheduled_for <= p_at
    order by s.to_account_id, s.scheduled_for, s.id
    for update skip locked
  loop
    begin
      perform private.credit_scheduled_payment(due, p_at);
      processed_count := processed_count + 1;
    exception when others then
      -- One that fails must not keep back the others. It is tried again next time.
      raise warning 'scheduled payment % was not credited: %', due.id, sqlstate;
    end;
  end loop;
  return processed_count;
end
$$;
comment on function private.process_due_scheduled_payments is
  'Credits everything due, however late, and returns how many. Safe to run twice at the same moment.';

create extension if not exists pg_cron;
select cron.schedule(
  'process-due-scheduled-payments', '* * * * *', 'select private.process_due_scheduled_payments()'
);
