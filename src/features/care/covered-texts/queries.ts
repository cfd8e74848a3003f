import { queryOptions } from '@tanstack/react-query'
import { nullable, object, text } from '@/lib/json'
import { supabase } from '@/lib/supabase'

export type HiddenSender = { sortCode: string; accountNumber: string; name: string }

export const coveredQueries = {
  all: ['covered texts'] as const,
  /** Dropped as soon as it is not shown. */
  text: (transactionId: string) =>
    queryOptions({
      queryKey: [...coveredQueries.all, 'text', transactionId],
      queryFn: ({ signal }) => readText(transactionId, signal),
      gcTime: 0,
    }),
  senders: (userId: string) =>
    queryOptions({
      queryKey: [...coveredQueries.all, 'senders', userId],
      queryFn: ({ signal }) => readSenders(signal),
    }),
}

const readCovered = object({ reference: nullable(text), payer_name: nullable(text) })

/** The covered name and reference, one below the other; null if nothing is covered. */
async function readText(transactionId: string, signal: AbortSignal): Promise<string | null> {
  const { data } = await supabase
    .rpc('get_covered_text', { p_transaction_id: transactionId })
    .abortSignal(signal)
    .throwOnError()
  const covered = readCovered(data)
  return covered === undefined ? null : [covered.payer_name, covered.reference].filter(Boolean).join('\n')
}

async function readSenders(signal: AbortSignal): Promise<HiddenSender[]> {
  const { data } = await supabase.rpc('list_hidden_senders').abortSignal(signal).throwOnError()
  return data.map((row) => ({ sortCode: row.sort_code, accountNumber: row.account_number, name: row.sender_name }))
}
