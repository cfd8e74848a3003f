import { queryOptions } from '@tanstack/react-query'
import type { Tables } from '@/lib/database.types'
import { poundsToPence } from '@/lib/money'
import { formatSortCode } from '@/lib/sortCode'
import { supabase } from '@/lib/supabase'

/** A saved recipient; `lastPayment` in pence. */
export type Recipient = {
  id: string
  holderName: string
  sortCode: string
  accountNumber: string
  lastPayment: number | null
}

const columns = 'id, account_holder_name, sort_code, account_number, last_payment_amount'

type RecipientRow = Pick<
  Tables<'recipients'>,
  'id' | 'account_holder_name' | 'sort_code' | 'account_number' | 'last_payment_amount'
>

export const recipientQueries = {
  all: ['recipients'] as const,
  /** The most recently paid first. */
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
  return data.map(toRecipient)
}

function toRecipient(row: RecipientRow): Recipient {
  return {
    id: row.id,
    holderName: row.account_holder_name,
    sortCode: formatSortCode(row.sort_code),
    accountNumber: row.account_number,
    lastPayment: row.last_payment_amount === null ? null : poundsToPence(row.last_payment_amount),
  }
}
