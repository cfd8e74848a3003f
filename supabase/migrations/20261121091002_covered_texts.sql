-- Words that hurt in the references and names of incoming payments. The list of the payee has a note in their place, so that
-- no list, statement, file, mail or message contains them; the payee reads them with a call of their own.

create table private.covered_texts (
  transaction_id uuid primary key,
  user_id uuid not null,
  reference text,
  payer_name text,
  constraint covered_texts_text_check check (num_nonnulls(reference, payer_name) > 0)
);
comment on table private.covered_texts is
  'What an incoming transaction would say. Written with the transaction and deleted with it. No foreign key, as in transactions.';
comment on column private.covered_texts.user_id is 'The payee.';

create index covered_texts_user_id_idx on private.covered_texts (user_id);

select private.keep_from_api('private.covered_texts');

create table private.hidden_senders (
  user_id uuid not null references auth.users (id) on delete cascade,
  sort_code public.sort_code not null,
  account_number public.account_number not null,
  sender_name text not null,
  hidden_at timestamptz not null default now(),
  primary key (user_id, sort_code, account_number)
);
comment on table private.hidden_senders is 'The accounts whose messages a customer does not want to see. Their payments arrive. The senders learn nothing.';

select private.keep_from_api('private.hidden_senders');

create function private.covered_words() returns text
language sql immutable parallel safe set search_path = ''
return 'Covered message';
comment on function private.covered_words is 'What a list says in the place of a covered reference.';

create function private.covered_name() returns text
language sql immutable parallel safe set search_path = ''
return 'Covered name';
comment on function private.covered_name is 'What a list says in the place of a covered name.';

create function private.cover_reference(
  p_id uuid, p_user_id uuid, p_reference text, p_sort_code text, p_account_number text
) returns text
language plpgsql volatile set search_path = '' as $$
begin
  if (
    not private.is_hurtful(p_reference) and not exists (
      select from private.hidden_senders s
      where s.user_id = p_user_id and s.sort_code = p_sort_code and s.account_number = p_account_number
    )
  ) or 'covered_texts' = any (private.parts_off()) then
    return p_reference;
  end if;
  insert into private.covered_texts as c (transaction_id, user_id, reference) values (p_id, p_user_id, p_reference)
  on conflict (transaction_id) do update set reference = excluded.reference;
  return private.covered_words();
end
$$;
comment on function private.cover_reference is
  'What the payee''s list shows of a reference that the payer gave: a note if it hurts or its sender is hidden. No trigger, whose condition would cost each payment without a reference 3 %.';

create function private.shown_name(p_name text) returns text
language sql stable set search_path = ''
return case
  when private.is_hurtful_name(p_name) and not 'covered_texts' = any (private.parts_off()) then private.covered_name() else p_name
end;
comment on function private.shown_name is 'What a customer sees of a name that somebody else has written.';

create function private.cover_name(p_id uuid, p_user_id uuid, p_name text) returns text
language plpgsql volatile set search_path = '' as $$
declare
  shown constant text := private.shown_name(p_name);
begin
  if shown <> p_name then
    insert into private.covered_texts as c (transaction_id, user_id, payer_name) values (p_id, p_user_id, p_name)
    on conflict (transaction_id) do update set payer_name = excluded.payer_name;
  end if;
  return shown;
end
$$;
comment on function private.cover_name is
  'What the payee''s list shows of the name of a payer at another bank. The names of customers are checked when they are chosen.';

create function private.record_incoming(
  p_id uuid, p_movement_id uuid, p_account public.accounts, p_payer private.party, p_amount numeric, p_reference text,
  p_at timestamptz
) returns void
language plpgsql volatile set search_path = '' as $$
declare
  payer_name constant text := private.cover_name(p_id, p_account.user_id, p_payer.name);
begin
  insert into public.transactions (
    id, movement_id, user_id, created_at, amount, incoming, to_sort_code, to_account_number, to_account_holder_name, reference,
    from_sort_code, from_account_number, from_account_holder_name
  )
  values (
    p_id, p_movement_id, p_account.user_id, p_at, p_amount, true,
    p_account.sort_code, p_account.account_number, p_account.account_holder_name,
    case
      when p_reference is null then 'Payment from ' || payer_name
      else private.cover_reference(p_id, p_account.user_id, p_reference, p_payer.sort_code, p_payer.account_number)
    end,
    p_payer.sort_code, p_payer.account_number, payer_name
  );
end
$$;
comment on function private.record_incoming is 'Writes the row of a credit. A payment between customers writes both rows itself, in one statement.';

create function private.delete_covered_text() returns trigger
language plpgsql volatile security definer set search_path = '' as $$
begin
  delete from private.covered_texts c where c.transaction_id = old.id;
  return null;
end
$$;

create trigger delete_covered_text after delete on public.transactions
  for each row when (old.incoming) execute function private.delete_covered_text();

create function private.check_reference(p_reference text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_approved();
  return private.is_hurtful(left(p_reference, 18)) and not 'covered_texts' = any (private.parts_off());
end
$$;
select private.expose('check_reference',
  'Whether a reference has words that hurt, so that the payer is asked before the payment. It says nothing about a payee.');

create function private.get_covered_text(p_transaction_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_approved();
  return (
    select jsonb_build_object('reference', c.reference, 'payer_name', c.payer_name)
    from private.covered_texts c where c.transaction_id = p_transaction_id and c.user_id = auth.uid()
  );
end
$$;
select private.expose('get_covered_text',
  'The covered reference and name of a payment that the caller received; null if nothing of it is covered.');

create function private.hide_messages(p_user_id uuid, p_payer private.party) returns void
language plpgsql volatile set search_path = '' as $$
begin
  insert into private.hidden_senders (user_id, sort_code, account_number, sender_name)
  values (p_user_id, p_payer.sort_code, p_payer.account_number, p_payer.name)
  on conflict do nothing;
  with sent as (
    select t.id, t.reference from public.transactions t
    where t.user_id = p_user_id and t.incoming
      and t.from_sort_code = p_payer.sort_code and t.from_account_number = p_payer.account_number
      and t.reference not in (private.covered_words(), 'Payment from ' || t.from_account_holder_name)
  ),
  covered as (
    insert into private.covered_texts as c (transaction_id, user_id, reference)
    select sent.id, p_user_id, sent.reference from sent
    on conflict (transaction_id) do update set reference = excluded.reference
    returning c.transaction_id
  )
  update public.transactions t set reference = private.covered_words() from covered where t.id = covered.transaction_id;
end
$$;
comment on function private.hide_messages is
  'Covers what this payer has written and will write to a customer. The calling function has called lock_person for the customer.';

create function private.hide_sender(p_transaction_id uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  listed public.transactions;
begin
  perform private.require_approved();
  perform private.require_part('covered_texts');
  perform private.lock_person(auth.uid());
  select t.* into listed from public.transactions t
  where t.id = p_transaction_id and t.user_id = auth.uid() and t.incoming and t.from_account_number is not null;
  if not found then
    return false;
  end if;
  perform private.hide_messages(
    listed.user_id, (listed.from_account_holder_name, listed.from_sort_code, listed.from_account_number)
  );
  return true;
end
$$;
select private.expose('hide_sender', statement_timeout => '8s', description =>
  'Covers what the sender of this payment to the caller has written and will write. The payments arrive, and the sender learns nothing. False for a payment without a sender''s account.');

create function private.show_sender(p_sort_code text, p_account_number text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_approved();
  perform private.lock_person(auth.uid());
  delete from private.hidden_senders s
  where s.user_id = auth.uid() and s.sort_code = p_sort_code and s.account_number = p_account_number;
  if not found then
    return false;
  end if;
  with shown as (
    select c.transaction_id, c.reference
    from private.covered_texts c
    join public.transactions t on t.id = c.transaction_id
    where c.user_id = auth.uid() and t.from_sort_code = p_sort_code and t.from_account_number = p_account_number
      and c.payer_name is null and not private.is_hurtful(c.reference)
  ),
  uncovered as (
    delete from private.covered_texts c using shown where c.transaction_id = shown.transaction_id
    returning shown.transaction_id, shown.reference
  )
  update public.transactions t set reference = u.reference from uncovered u where t.id = u.transaction_id;
  return true;
end
$$;
select private.expose('show_sender', statement_timeout => '8s', description =>
  'Shows the messages of a sender again that the caller has hidden, except the words that hurt. False if the sender was not hidden.');

-- A computed column of transactions, by which the app leaves them out of the mailbox.
create function private.from_hidden_sender(p_transaction public.transactions) returns boolean
language sql stable security definer set search_path = ''
begin atomic
  select exists (
    select from private.hidden_senders s
    where s.user_id = auth.uid()
      and s.sort_code = p_transaction.from_sort_code and s.account_number = p_transaction.from_account_number
  ) and not 'covered_texts' = any (private.parts_off());
end;
select private.expose('from_hidden_sender',
  'Whether the caller has hidden the messages of the account that a payment came from. The sender cannot learn it.');

create function private.list_hidden_senders()
returns table (sort_code text, account_number text, sender_name text)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_approved();
  return query
  select s.sort_code::text, s.account_number::text, s.sender_name
  from private.hidden_senders s where s.user_id = auth.uid()
  order by s.hidden_at desc, s.sort_code, s.account_number limit 100;
end
$$;
select private.expose('list_hidden_senders', 'The senders whose messages the caller has hidden, the latest first, at most 100.');
