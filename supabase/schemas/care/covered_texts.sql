-- Payments as messages that their payee cannot stop. The list of the payee has a note in the place of the texts of senders
-- whom they have hidden, and of strangers who send many small payments. So no list, statement, file, mail or message
-- contains them; the payee reads them with a call of their own.

create table private.covered_texts (
  transaction_id uuid primary key,
  user_id uuid not null,
  reference text,
  payer_name text,
  constraint covered_texts_text_check check (num_nonnulls(reference, payer_name) > 0)
);
comment on table private.covered_texts is
  'What an incoming transaction would say. Deleted with the transaction. No foreign key, as in transactions.';
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

create function private.small_payments_from(p_user_id uuid, p_payer private.party) returns setof uuid
language plpgsql stable set search_path = '' as $$
begin
  return query
  select newest.id from (
    select t.* from public.transactions t
    where t.user_id = p_user_id and t.created_at > now() - interval '1 day'
    -- In the order of the index, so that it stops at the limit: an account can have many other payments.
    order by t.created_at desc
    limit 200
  ) newest
  where newest.incoming and newest.amount < 1
    and newest.from_sort_code = p_payer.sort_code and newest.from_account_number = p_payer.account_number;
end
$$;
comment on function private.small_payments_from is
  'The payments below £1 from this payer that a customer got within a day, among the newest 200 of their list.';

create function private.is_covered(p_user_id uuid, p_payer private.party, p_amount numeric, p_others integer default 0)
returns boolean
language plpgsql stable set search_path = '' as $$
declare
  most_shown constant integer := 3;
begin
  -- Each query has a branch of its own, because Postgres prepares all queries of a condition.
  if exists (
    select from private.hidden_senders s
    where s.user_id = p_user_id and s.sort_code = p_payer.sort_code and s.account_number = p_payer.account_number
  ) then
    return not 'covered_texts' = any (private.parts_off());
  elsif p_amount >= 1 then
    return false;
  elsif exists (
    select from public.recipients r
    where r.user_id = p_user_id and r.account_number = p_payer.account_number and r.sort_code = p_payer.sort_code
      and r.paid_count > 0
  ) then
    return false;
  end if;
  return (select count(*) + p_others >= most_shown from private.small_payments_from(p_user_id, p_payer))
    and not 'covered_texts' = any (private.parts_off());
end
$$;
comment on function private.is_covered is
  'Whether the payee''s list covers the texts of a payment: of any amount from a sender whom they have hidden; below £1 also from one whom they have never paid and who sends more than three such payments in a day. p_others are booked together with it.';

create function private.texts_of(p_payer_name text, p_reference text, p_amount numeric, p_is_covered boolean)
returns private.payment_texts
language plpgsql immutable set search_path = '' as $$
declare
  -- A larger payment says who it is from, also if its sender is hidden.
  payer_name constant text := case when p_is_covered and p_amount < 1 then 'Covered name' else p_payer_name end;
begin
  return (payer_name, case
    when p_reference is null then 'Payment from ' || payer_name when p_is_covered then 'Covered message' else p_reference
  end);
end
$$;
comment on function private.texts_of is 'What the payee''s list says of the payer''s name and the reference; a note in the place of what is covered.';

create function private.cover_payments(p_ids uuid[]) returns void
language plpgsql volatile set search_path = '' as $$
begin
  with covered as (
    insert into private.covered_texts as c (transaction_id, user_id, reference, payer_name)
    select t.id, t.user_id, texts.reference, texts.payer_name
    from public.transactions t
    cross join lateral (
      select
        nullif(t.reference, 'Payment from ' || t.from_account_holder_name) as reference,
        case when t.amount < 1 then t.from_account_holder_name end as payer_name
    ) texts
    where t.id = any (p_ids) and num_nonnulls(texts.reference, texts.payer_name) > 0
    -- What is covered already stays.
    on conflict do nothing
    returning c.transaction_id, c.reference
  )
  update public.transactions t set (from_account_holder_name, reference) = (
    select s.payer_name, s.reference from private.texts_of(t.from_account_holder_name, c.reference, t.amount, true) s
  )
  from covered c where t.id = c.transaction_id;
end
$$;
comment on function private.cover_payments is 'Covers the texts of payments in the list. The calling function has locked the rows.';

create function private.cover_small_payments(p_user_id uuid, p_payer private.party) returns void
language plpgsql volatile set search_path = '' as $$
begin
  perform private.cover_payments(array(
    select t.id from public.transactions t where t.id in (select private.small_payments_from(p_user_id, p_payer))
    -- A payment waits for no other change of the payee's list.
    for no key update skip locked
  ));
end
$$;
comment on function private.cover_small_payments is
  'Covers also the first small payments of a day, once a payment of the same payer is covered.';

create function private.delete_covered_text() returns trigger
language plpgsql volatile security definer set search_path = '' as $$
begin
  delete from private.covered_texts c where c.transaction_id = old.id;
  return null;
end
$$;

create trigger delete_covered_text after delete on public.transactions
  for each row when (old.incoming) execute function private.delete_covered_text();

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
  perform private.cover_payments(array(
    select t.id from public.transactions t
    where t.user_id = p_user_id and t.incoming
      and t.from_sort_code = p_payer.sort_code and t.from_account_number = p_payer.account_number
    for no key update
  ));
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
  where t.id = p_transaction_id and t.user_id = auth.uid() and t.incoming and t.from_account_number is not null
    and t.other_account_id is null;
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
    delete from private.covered_texts c using public.transactions t
    where c.user_id = auth.uid() and t.id = c.transaction_id
      and t.from_sort_code = p_sort_code and t.from_account_number = p_account_number
    returning c.*
  )
  update public.transactions t set (from_account_holder_name, reference) = (
    select s.payer_name, s.reference
    from private.texts_of(coalesce(shown.payer_name, t.from_account_holder_name), shown.reference, t.amount, false) s
  )
  from shown where t.id = shown.transaction_id;
  return true;
end
$$;
select private.expose('show_sender', statement_timeout => '8s', description =>
  'Shows the messages of a sender again that the caller has hidden. False if the sender was not hidden.');

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
