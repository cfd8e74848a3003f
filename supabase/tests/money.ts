import { randomUUID } from 'node:crypto'
import type { Db } from './database'

export type Payment = {
  requestId?: string
  name?: string
  sortCode: string | null
  accountNumber: string | null
  amount: string | null
  reference?: string | null
}
export type PaymentAnswer = {
  transaction_id: string
  amount: string
  balance: string
  to_name: string
  internal: boolean
  created_at: Date
}

/** Somebody at another bank. */
export const elsewhere = { name: 'Somebody Else', sortCode: '12-34-56', accountNumber: '12345678' }

export async function makePayment(db: Db, payment: Payment): Promise<PaymentAnswer> {
  const [answer, ...more] = await db<PaymentAnswer[]>`
    select * from public.make_payment(
      ${payment.requestId ?? randomUUID()}, ${payment.name ?? 'Somebody'}, ${payment.sortCode}, ${payment.accountNumber},
      ${payment.amount}::text::numeric, ${payment.reference ?? null}
    )`
  if (!answer || more.length > 0) throw new Error('a payment answers with exactly one row')
  return answer
}

export async function ledgerProblems(db: Db): Promise<unknown[]> {
  return [...(await db`select * from private.verify_ledger()`)]
}
