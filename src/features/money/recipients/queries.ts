import { queryOptions } from '@tanstack/react-query'
import type { Tables } from '@/lib/database.types'
import { poundsToPence } from '@/lib/money'
import { formatSortCode } from '@/lib/sortCode'
import { supabase } from '@/lib/supabase'

/** A saved recipient; `lastPayment` in pence, `lastPaidAt` its time. */
export type Recipient = {
  id: string
  holderName: string
  /** What the customer calls the recipient. */
  nickname: string | null
  isFavourite: boolean
  /** What the payee check of the last payment has found. */
  lastOutcome: string | null
  sortCode: string
  accountNumber: string
  lastPayment: number | null
  lastPaidAt: string | null
  /** How often the customer has paid the recipient. */
  paidCount: number
}

const columns =
  'id, account_holder_name, nickname, is_favourite, sort_code, account_number, last_payment_amount, last_payment_date, check_outcome, paid_count'

type RecipientRow = Omit<Tables<'recipients'>, 'user_id' | 'created_at' | 'paid_name' | 'paid_total' | 'warned_total'>

export const recipientQueries = {
  all: ['recipients'] as const,
  /** Favourites first, then the most recently paid. */
  list: (userId: string) =>
    queryOptions({
      queryKey: [...recipientQueries.all, userId],
      queryFn: ({ signal }) => readRecipients(userId, signal),
      // Payments save recipients in the database, so each screen refetches them.
      staleTime: 0,
    }),
}

async function readRecipients(userId: string, signal: AbortSignal): Promise<Recipient[]> {
  const { data } = await supabase
    .from('recipients')
    .select(columns)
    .eq('user_id', userId)
    .order('last_payment_date', { ascending: false, nullsFirst: false })
    .order('id')
    .abortSignal(signal)
    .throwOnError()
  const recipients = data.map(toRecipient)
  return [
    ...recipients.filter(({ isFavourite }) => isFavourite),
    ...recipients.filter(({ isFavourite }) => !isFavourite),
  ]
}

function toRecipient(row: RecipientRow): Recipient {
  return {
    id: row.id,
    holderName: row.account_holder_name,
    nickname: row.nickname,
    isFavourite: row.is_favourite,
    lastOutcome: row.check_outcome,
    sortCode: formatSortCode(row.sort_code),
    accountNumber: row.account_number,
    lastPayment: row.last_payment_amount === null ? null : poundsToPence(row.last_payment_amount),
    lastPaidAt: row.last_payment_date,
    paidCount: row.paid_count,
  }
}
