-- The same order of rows from indexes that cost a payment less.

-- New rows are the newest. An index that ends with the newest grows at its end, which Postgres fills page by page; one that
-- begins with the newest splits its first page in halves for ever. Read backwards, both give the newest first.
drop index public.transactions_user_id_created_at_id_idx;
create index transactions_user_id_created_at_id_idx on public.transactions (user_id, created_at, id);
drop index public.transactions_created_at_id_idx;
create index transactions_created_at_id_idx on public.transactions (created_at, id);

-- Statements need this order, nothing needs the ledger by id alone: one index instead of two.
alter table private.ledger_entries drop constraint ledger_entries_pkey;
alter table private.ledger_entries add primary key (account_id, created_at, id);
drop index private.ledger_entries_account_id_created_at_id_idx;

-- Ids that begin with the time (version 7) go to the end of their index. Random ones each go to a page of their own, which
-- must be read, and after a checkpoint be logged whole: at billions of rows that is most of what a payment costs.
create function private.new_id() returns uuid
language plpgsql volatile set search_path = '' as $$
begin
  -- Version 4 becomes 7 by two bits. 74 bits stay random.
  return encode(
    set_bit(
      set_bit(
        overlay(
          uuid_send(gen_random_uuid())
          placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6
        ),
        52, 1
      ),
      53, 1
    ),
    'hex'
  )::uuid;
end
$$;
comment on function private.new_id is 'A new id, after all earlier ones in the order of ids, to the millisecond.';

alter table public.transactions alter column id set default private.new_id();
alter table public.recipients alter column id set default private.new_id();
