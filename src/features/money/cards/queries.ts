import { queryOptions } from '@tanstack/react-query'
import { toCategory, type Category } from '@/features/money/categories/shared'
import type { Tables } from '@/lib/database.types'
import { londonDay } from '@/lib/dates'
import { poundsToPence } from '@/lib/money'
import type { ResultRow } from '@/lib/resultRow'
import { supabase } from '@/lib/supabase'

type CardRow = Tables<'cards'>

/** What the customer switches on and off: each column that is true or false. */
export type CardSwitch = { [Name in keyof CardRow]: CardRow[Name] extends boolean ? Name : never }[keyof CardRow]

/** The card that the customer uses now; limits in pence. */
export type Card = Pick<CardRow, CardSwitch> & {
  id: string
  isFrozen: boolean
  /** The last day on which it pays: 'YYYY-MM-DD'. */
  expiresOn: string
  isExpired: boolean
  /** 'waiting': allowed from `gamblingFrom` on. */
  gambling: 'allowed' | 'waiting' | 'blocked'
  gamblingFrom: string | null
  purchaseLimit: number
  dailyLimit: number
  /** The card that follows this one. It pays once the customer has activated it. */
  renewal: { id: string; lastFour: string } | null
}

/** A payment that the bank approved; amounts in pence. */
export type CardPayment = {
  id: string
  merchant: string
  amount: number
  refunded: number
  status: string
  createdAt: string
  category: Category
  /** 'France · €12.50'. Null: not abroad. */
  place: string | null
}

export const cardQueries = {
  all: ['cards'] as const,
  current: (userId: string) =>
    queryOptions({
      queryKey: [...cardQueries.all, 'current', userId],
      queryFn: ({ signal }) => readCard(userId, signal),
    }),
  payments: (userId: string) =>
    queryOptions({
      queryKey: [...cardQueries.all, 'payments', userId],
      queryFn: ({ signal }) => readPayments(signal),
    }),
}

async function readCard(userId: string, signal: AbortSignal): Promise<Card> {
  const { data } = await supabase
    .from('cards')
    .select()
    .eq('user_id', userId)
    .in('status', ['issued', 'active', 'frozen'])
    .abortSignal(signal)
    .throwOnError()
  const current = data.find(({ status }) => status !== 'issued')
  if (!current) throw new Error('This customer has no card.')
  return toCard(
    current,
    data.find(({ status }) => status === 'issued'),
  )
}

function toCard(row: CardRow, renewal?: CardRow): Card {
  return {
    // The id and the switches keep their names.
    ...row,
    isFrozen: row.status === 'frozen',
    expiresOn: row.expires_on,
    isExpired: row.expires_on < londonDay(new Date()),
    gambling: gamblingAt(row.gambling_from),
    gamblingFrom: row.gambling_from,
    purchaseLimit: poundsToPence(row.purchase_limit),
    dailyLimit: poundsToPence(row.daily_limit),
    renewal: renewal ? { id: renewal.id, lastFour: renewal.last_four } : null,
  }
}

function gamblingAt(allowedFrom: string | null): Card['gambling'] {
  if (allowedFrom === null) return 'blocked'
  return Date.parse(allowedFrom) > Date.now() ? 'waiting' : 'allowed'
}

async function readPayments(signal: AbortSignal): Promise<CardPayment[]> {
  const { data } = await supabase.rpc('list_card_payments').abortSignal(signal).throwOnError()
  // The generated type leaves out that a column may be null.
  const rows: ResultRow<'list_card_payments', 'place'>[] = data
  return rows.map(({ id, merchant, amount, refunded, status, created_at: createdAt, category, place }) => ({
    id,
    merchant,
    amount: poundsToPence(amount),
    refunded: poundsToPence(refunded),
    status,
    createdAt,
    category: toCategory(category),
    place,
  }))
}
