import { z } from 'npm:zod@4.6.7'
import type { Client } from '../_shared/clients.ts'
import type { Facts } from './facts.ts'

const accountSchema = z
  .object({
    balance: z.number(),
    pending: z.number(),
    sort_code: z.string(),
    account_number: z.string(),
    card_last_four: z.string(),
  })
  .transform((row) => ({
    balance: row.balance,
    pending: row.pending,
    sortCode: row.sort_code,
    accountNumber: row.account_number,
    cardLastFour: row.card_last_four,
  }))

const cardSchema = z.object({ status: z.string() })

const transactionSchema = z
  .object({
    amount: z.number(),
    incoming: z.boolean(),
    to_account_holder_name: z.string(),
    from_account_holder_name: z.string().nullable(),
    reference: z.string().nullable(),
    created_at: z.string(),
    mcc: z.string().nullable(),
    status: z.enum(['completed', 'pending', 'failed']),
    reversed_at: z.string().nullable(),
  })
  .transform((row) => ({
    amount: row.amount,
    isIncoming: row.incoming,
    isCard: row.mcc !== null,
    name: row.incoming ? (row.from_account_holder_name ?? '') : row.to_account_holder_name,
    reference: row.reference,
    at: row.created_at,
    state: row.reversed_at === null ? row.status : ('reversed' as const),
  }))

const payeeSchema = z
  .object({
    account_holder_name: z.string(),
    sort_code: z.string(),
    account_number: z.string(),
    last_payment_amount: z.number().nullable(),
    last_payment_date: z.string().nullable(),
  })
  .transform((row) => ({
    name: row.account_holder_name,
    sortCode: row.sort_code,
    accountNumber: row.account_number,
    lastPayment:
      row.last_payment_amount === null || row.last_payment_date === null
        ? null
        : { amount: row.last_payment_amount, at: row.last_payment_date },
  }))

const maxTransactions = 5
const maxPayees = 10

/**
 * Reads with the customer's rights. Each query of a table also filters by user, so that no policy for staff can add another
 * customer's rows.
 */
export async function readFacts(customer: Client, userId: string): Promise<Facts> {
  const [account, card, transactions, payees] = await Promise.all([
    customer
      .rpc('get_current_account')
      .select('balance, pending, sort_code, account_number, card_last_four')
      .maybeSingle()
      .throwOnError(),
    customer
      .from('cards')
      .select('status')
      .eq('user_id', userId)
      .in('status', ['active', 'frozen'])
      .maybeSingle()
      .throwOnError(),
    customer
      .from('transactions')
      .select(
        'amount, incoming, to_account_holder_name, from_account_holder_name, reference, mcc, created_at, status, reversed_at',
      )
      .eq('user_id', userId)
      // A move between the customer's own accounts is no payment, and has a row for each account.
      .is('other_account_id', null)
      .order('created_at', { ascending: false })
      .order('id', { ascending: false })
      .limit(maxTransactions)
      .throwOnError(),
    customer
      .from('recipients')
      .select('account_holder_name, sort_code, account_number, last_payment_amount, last_payment_date')
      .eq('user_id', userId)
      .order('last_payment_date', { ascending: false, nullsFirst: false })
      .limit(maxPayees)
      .throwOnError(),
  ])
  const isCardFrozen = cardSchema.nullable().parse(card.data)?.status === 'frozen'
  const known = accountSchema.nullable().parse(account.data)
  return {
    account: known && { ...known, isCardFrozen },
    transactions: z.array(transactionSchema).parse(transactions.data),
    payees: z.array(payeeSchema).parse(payees.data),
  }
}
