import type { Db } from './database'
import type { Customer } from './people'

export type Cheque = {
  amount: string
  at: string
  name?: string
  reference?: string | null
  into?: string
  owner?: string
}

/** Schedules an incoming payment with the rights of whoever `db` speaks as. */
export async function schedule(db: Db, customer: Customer, cheque: Cheque): Promise<string> {
  const [row] = await db<{ id: string }[]>`
    insert into public.scheduled_payments (user_id, to_account_id, amount, from_name, reference, scheduled_for)
    values (
      ${cheque.owner ?? customer.id}, ${cheque.into ?? customer.account.id}, ${cheque.amount}::text::numeric,
      ${cheque.name ?? 'Grandma'}, ${cheque.reference ?? null}, ${cheque.at}::text::timestamptz
    ) returning id`
  if (!row) throw new Error('the payment was not scheduled')
  return row.id
}

/** As if it had been scheduled a month before it is due, which may be in the past. */
export async function scheduleBefore(db: Db, customer: Customer, cheque: Cheque): Promise<string> {
  const [row] = await db<{ id: string }[]>`
    insert into public.scheduled_payments (user_id, to_account_id, amount, from_name, reference, scheduled_for, created_at)
    values (
      ${customer.id}, ${customer.account.id}, ${cheque.amount}::text::numeric, ${cheque.name ?? 'Grandma'},
      ${cheque.reference ?? null}, ${cheque.at}::text::timestamptz, ${cheque.at}::text::timestamptz - interval '1 month'
    ) returning id`
  if (!row) throw new Error('the payment was not scheduled')
  return row.id
}
