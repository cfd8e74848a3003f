import type postgres from 'postgres'
import { listOf } from './database'

export type Problem = { problem: string; subject: string }

/**
 * What is wrong with the bank's money at one moment, whatever goes on meanwhile. `lostCredits` are the payments that the
 * test itself has made wrong.
 */
export async function findProblems(sql: postgres.Sql, lostCredits: string[]): Promise<Problem[]> {
  return sql.begin('isolation level repeatable read read only', (db) => readProblems(db, lostCredits))
}

/** The same, inside a transaction of the caller's. */
export async function readProblems(db: postgres.TransactionSql, lostCredits: string[]): Promise<Problem[]> {
  return [
    ...(await db<Problem[]>`
      with
        totals as (select account_id, sum(amount) as total from private.ledger_entries group by account_id),
        movements as (select movement_id, count(*) as entries from private.ledger_entries group by movement_id),
        payments as (
          select o.*, -charged.amount as amount, charged.account_id as payer_account, credited.account_id as payee_account
          from private.payment_orders o
          left join private.ledger_entries charged on charged.movement_id = o.transaction_id and charged.amount < 0
          left join private.ledger_entries credited on credited.movement_id = o.transaction_id and credited.amount > 0
        ),
        lists as (
          select user_id, sum(case when incoming then amount else -amount end) as total
          from public.transactions group by user_id
        )
      select problem, subject_id::text as subject from private.verify_ledger()
      union all
      select 'money was made or lost', sum(total)::text from totals having sum(total) <> 0
      union all
      select 'the balances differ from the total of the ledger', sum(a.balance)::text from public.accounts a
      having sum(a.balance) <> -(select sum(t.total) from totals t join private.ledger_accounts l on l.id = t.account_id)
      union all
      select 'a balance is negative', a.id::text from public.accounts a where a.balance < 0
      union all
      select 'a balance is not what the list of transactions adds up to', a.id::text
      from public.accounts a left join lists l on l.user_id = a.user_id
      where a.balance <> 5000 + coalesce(l.total, 0)
      union all
      select 'an account was closed with money on it', t.account_id::text from totals t
      where t.total <> 0
        and not exists (select from public.accounts a where a.id = t.account_id)
        and not exists (select from private.ledger_accounts l where l.id = t.account_id)
      union all
      select 'a movement has not two entries', m.movement_id::text from movements m where m.entries <> 2
      union all
      select 'a key has no movement of its own', p.request_id::text from payments p
      group by p.user_id, p.request_id, p.transaction_id
      having count(*) <> 1 or count(p.amount) <> 1 or count(p.payee_account) <> 1
      union all
      select 'two keys have one movement', o.transaction_id::text from private.payment_orders o
      group by o.transaction_id having count(*) > 1
      union all
      select 'the payer''s row is missing or wrong', p.request_id::text from payments p
      join public.accounts a on a.id = p.payer_account
      where not exists (
        select from public.transactions t
        where t.id = p.transaction_id and t.user_id = a.user_id and t.user_id = p.user_id
          and not t.incoming and t.amount = p.amount
      )
      union all
      select 'the payee''s row is missing or wrong', p.request_id::text from payments p
      join public.accounts a on a.id = p.payee_account
      where not exists (
        select from public.transactions t
        where t.id = p.incoming_transaction_id and t.user_id = a.user_id and t.incoming and t.amount = p.amount
      )
      union all
      select 'a row shows a payment without a request', t.id::text from public.transactions t
      where not t.incoming and t.id <> all (${listOf(lostCredits)}::uuid[])
        and not exists (select from private.payment_orders o where o.user_id = t.user_id and o.transaction_id = t.id)
      union all
      select 'a row shows money that did not come', t.id::text from public.transactions t
      where t.incoming
        and not exists (select from private.payment_orders o where o.incoming_transaction_id = t.id)
        and not exists (select from public.scheduled_payments s where s.id = t.id and s.processed)
        and not exists (select from private.payment_repairs r join public.accounts a on a.id = r.account_id where a.user_id = t.user_id)
      union all
      select 'a scheduled payment and its credit differ', s.id::text from public.scheduled_payments s
      where s.processed <> exists (
        select from private.ledger_entries e
        where e.movement_id = s.id and e.account_id = s.to_account_id and e.amount = s.amount
      )
      union all
      select 'a missing credit was not repaired exactly once', r.transaction_id::text
      from private.payment_repairs r left join private.ledger_entries e on e.movement_id = r.movement_id and e.account_id = r.account_id
      group by r.transaction_id having count(e.id) <> 1
    `),
  ]
}
