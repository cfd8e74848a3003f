import type postgres from 'postgres'
import { listOf } from './database'

export type Problem = { problem: string; subject: string }

/**
 * What is wrong with the bank's money at one moment, also while payments are running. `lostCredits` are the payments that the
 * test itself has made wrong.
 */
export async function findProblems(sql: postgres.Sql, lostCredits: string[]): Promise<Problem[]> {
  return sql.begin('isolation level repeatable read read only', (db) => readProblems(db, lostCredits))
}

/** The same, inside the caller's transaction. */
export async function readProblems(db: postgres.TransactionSql, lostCredits: string[]): Promise<Problem[]> {
  return [
    ...(await db<Problem[]>`
      with
        totals as (select account_id, sum(amount) as total from private.ledger_entries group by account_id),
        movements as (select movement_id, count(*) as entries from private.ledger_entries group by movement_id),
        -- What each movement has changed in the end, without the accounts that hold money on its way. What waits for the owner
        -- of a closed account counts as theirs.
        moved as (
          select e.movement_id, coalesce(a.id, e.account_id) as account_id, sum(e.amount) as amount
          from private.ledger_entries e
          left join private.closed_money w
            on w.movement_id = e.movement_id and e.account_id = private.ledger_account('closed accounts')
          left join public.accounts a on a.user_id = w.user_id and a.account_type = 'current'
          where e.account_id not in (select id from private.ledger_accounts where is_hold)
          group by 1, 2 having sum(e.amount) <> 0
        ),
        payments as (
          select o.*, -charged.amount as amount, charged.account_id as payer_account, credited.account_id as payee_account
          from private.payment_orders o
          left join moved charged on charged.movement_id = o.movement_id and charged.amount < 0
          left join moved credited on credited.movement_id = o.movement_id and credited.amount > 0
          where not exists (select from public.outgoing_payments p where p.id = o.movement_id and p.state <> 'sent')
        ),
        lists as (
          select user_id, sum(case when incoming then amount else -amount end) as total
          from public.transactions where status <> 'failed' and reversed_at is null group by user_id
        ),
        outgoing as (
          select o.*, o.request_id is not null as was_held,
            exists (select from moved m where m.movement_id = o.id and m.amount < 0) as is_charged,
            exists (select from moved m where m.movement_id = o.id and m.amount > 0) as is_credited
          from public.outgoing_payments o
        )
      select problem, subject_id::text as subject from private.verify_ledger()
      union all
      select 'a payment was sent or returned in another state', o.id::text from outgoing o
      where o.is_charged <> (o.state in ('held', 'sent')) or o.is_credited <> (o.state = 'sent')
      union all
      select 'a customer''s held money is not that of the held payments', a.id::text from public.accounts a
      where a.held <> (
        select coalesce(sum(o.amount), 0) from outgoing o where o.from_account_id = a.id and o.state = 'held'
      ) + (
        select coalesce(sum(p.amount), 0) from public.card_payments p join public.cards c on c.id = p.card_id
        where c.account_id = a.id and p.status = 'approved'
      )
      union all
      select 'the row of a held payment is not ' || o.state, o.id::text from outgoing o
      left join public.transactions t on t.id = o.id
      where o.was_held
        and (t.status, t.reversed_at) is distinct from (
          case o.state when 'held' then 'pending' when 'sent' then 'completed' else 'failed' end, null
        )
      union all
      select 'an active regular payment has not one scheduled payment', r.id::text from public.regular_payments r
      where (r.state = 'active') <> (
        (select count(*) from outgoing o where o.regular_payment_id = r.id and o.state = 'scheduled') = 1
      )
      union all
      select 'money was made or lost', sum(total)::text from totals having sum(total) <> 0
      union all
      select 'the balances differ from the total of the ledger', sum(a.balance)::text from public.accounts a
      having sum(a.balance) <> -(select sum(t.total) from totals t join private.ledger_accounts l on l.id = t.account_id)
      union all
      select 'a balance is negative', a.id::text from public.accounts a where a.balance < 0
      union all
      select 'the balances of a customer are not what the list of transactions adds up to', a.user_id::text
      from (select user_id, sum(balance) as balance from public.accounts group by user_id) a
      left join lists l on l.user_id = a.user_id
      -- The money of a closed account waits for its owner.
      where a.balance + private.money_waiting_for(a.user_id) <> 5000 + coalesce(l.total, 0)
      union all
      select 'the balance of a savings account is not what its rows add up to', s.account_id::text
      from private.savings_accounts s join public.accounts a on a.id = s.account_id
      where not a.is_closed and a.balance <> (
        select coalesce(sum(case when t.incoming then t.amount else -t.amount end), 0) from public.transactions t
        where t.user_id = a.user_id and private.account_of_row(t) = a.id
      )
      union all
      select 'a day of interest was paid twice or not by its movement', d.account_id::text
      from private.interest_days d left join private.interest_payments p on p.movement_id = d.movement_id
      where d.movement_id is not null
      group by d.account_id, d.movement_id, p.amount
      having round(sum(d.interest), 2) <> coalesce(p.amount, 0)
      union all
      select 'an account was closed with money on it', t.account_id::text from totals t
      where t.total <> 0
        and not exists (select from public.accounts a where a.id = t.account_id)
        and not exists (select from private.ledger_accounts l where l.id = t.account_id)
      union all
      select 'a movement has not two entries', m.movement_id::text from movements m
      where m.entries <> 2
        -- What is held is also settled or returned in its movement, and a missing credit repaired.
        and (
          m.entries % 2 = 1
          or not exists (
            select from private.card_messages c where c.payment_id = m.movement_id
            union all select from public.outgoing_payments o where o.id = m.movement_id
            union all select from private.repair_run_payments r
              where r.transaction_id = m.movement_id and r.repaired_at is not null
          )
        )
      union all
      select 'a key has no movement of its own', p.request_id::text from payments p
      group by p.user_id, p.request_id, p.movement_id
      having count(*) <> 1 or count(p.amount) <> 1 or count(p.payee_account) <> 1
      union all
      select 'two keys have one movement', o.movement_id::text from private.payment_orders o
      group by o.movement_id having count(*) > 1
      union all
      select 'the payer''s row is missing or wrong', p.request_id::text from payments p
      join public.accounts a on a.id = p.payer_account
      where not exists (
        select from public.transactions t
        where t.id = p.movement_id and t.movement_id = p.movement_id and t.user_id = a.user_id and t.user_id = p.user_id
          and not t.incoming and t.amount = p.amount
      )
      union all
      select 'the payee''s row is missing or wrong', p.request_id::text from payments p
      join public.accounts a on a.id = p.payee_account
      where not exists (
        select from public.transactions t
        where t.movement_id = p.movement_id and t.user_id = a.user_id and t.incoming and t.amount = p.amount
      )
      union all
      select 'a row shows a payment without a request', t.id::text from public.transactions t
      where not t.incoming and t.id <> all (${listOf(lostCredits)}::uuid[])
        and not exists (select from private.payment_orders o where o.user_id = t.user_id and o.movement_id = t.movement_id)
        and not exists (select from public.outgoing_payments o where o.id = t.movement_id)
        and not exists (select from public.card_payments p where p.id = t.id)
        and (t.other_account_id is null or t.reference is distinct from 'Round-up')
      union all
      select 'round-ups are more than the card payments', a.user_id::text
      from private.round_ups r join public.accounts a on a.id = r.account_id
      where (
        select count(*) from public.transactions t where t.user_id = a.user_id and t.reference = 'Round-up' and not t.incoming
      ) > (select count(*) from public.card_payments p where p.user_id = a.user_id and p.status = 'cleared')
      union all
      select 'the row of a card payment is not ' || p.status, p.id::text from public.card_payments p
      left join public.transactions t on t.id = p.id
      where (t.amount, t.status) is distinct from (
        p.amount, case p.status when 'approved' then 'pending' when 'cleared' then 'completed' else 'failed' end
      )
      union all
      select 'the refunds to a card differ from their rows', p.user_id::text from public.card_payments p
      group by p.user_id
      having sum(p.refunded) <> (
        select coalesce(sum(t.amount), 0) from public.transactions t
        where t.user_id = p.user_id and t.incoming and t.reference = 'Refund'
      )
      union all
      select 'a row shows money that did not come', t.id::text from public.transactions t
      where t.incoming
        and not exists (
          select from moved m join public.accounts a on a.id = m.account_id
          where m.movement_id = t.movement_id and m.amount = t.amount and a.user_id = t.user_id
        )
      union all
      select 'a scheduled payment and its credit differ', s.id::text from public.scheduled_payments s
      where s.processed <> exists (
        select from moved m where m.movement_id = s.id and m.account_id = s.to_account_id and m.amount = s.amount
      )
      union all
      select 'a missing credit was not repaired exactly once', r.transaction_id::text
      from private.repair_run_payments r left join private.ledger_entries e
        on e.movement_id = r.transaction_id and e.created_at = r.repaired_at and e.balance_after is not null and e.amount = r.amount
      where r.repaired_at is not null
      group by r.transaction_id having count(e.id) <> 1
    `),
  ]
}
