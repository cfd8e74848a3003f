import { queryOptions } from '@tanstack/react-query'
import { withoutRows } from '@/lib/changeMarks'
import { poundsToPence } from '@/lib/money'
import { supabase } from '@/lib/supabase'
import { transactionQueries } from '@/features/money/transactions/queries'
import { kindOf, stateOf, type PaymentKind, type PaymentState } from '@/features/money/transactions/shared'

/** A payment in the mailbox; `amount` in pence. */
export type TransactionNews = {
  id: string
  amount: number
  kind: PaymentKind
  /** 'failed': it never completed, for example because the customer undid it. */
  state: PaymentState
  counterparty: string
  createdAt: string
}

/** A message from an agent or the assistant. */
export type MessageNews = { id: string; message: string; createdAt: string }

/** A row of user_notifications. `transactionId`: the payment that came back, of which it says why. */
export type NoteNews = {
  id: string
  type: string
  title: string
  message: string
  read: boolean
  createdAt: string
  transactionId: string | null
}

/** The most notifications that the list shows. */
export const notificationLimit = 10
const firstFew = 5

type Range = { limit: number; since: string | null }

/** First the newest few; a refetch loads everything since the oldest of them. */
function rangeAfter(known: { createdAt: string }[] | undefined): Range {
  if (known === undefined) return { limit: firstFew, since: null }
  return { limit: notificationLimit, since: known.at(-1)?.createdAt ?? null }
}

export const notificationQueries = {
  all: ['notifications'] as const,
  /** Under the transactions' key, to be invalidated with them. */
  transactions: (userId: string) =>
    queryOptions({
      queryKey: [...transactionQueries.all, 'notifications', userId],
      queryFn: ({ client, queryKey, signal }) =>
        readTransactions(userId, rangeAfter(client.getQueryData<TransactionNews[]>(queryKey)), signal),
    }),
  messages: (userId: string) =>
    queryOptions({
      queryKey: [...notificationQueries.all, 'messages', userId],
      queryFn: ({ client, queryKey, signal }) =>
        readMessages(userId, rangeAfter(client.getQueryData<MessageNews[]>(queryKey)), signal),
      ...withoutRows<MessageNews[]>(userId, 'chat_messages', []),
    }),
  notes: (userId: string) =>
    queryOptions({
      queryKey: [...notificationQueries.all, 'notes', userId],
      queryFn: ({ signal }) => readNotes(userId, signal),
      ...withoutRows<NoteNews[]>(userId, 'user_notifications', []),
    }),
}

async function readTransactions(userId: string, { limit, since }: Range, signal: AbortSignal) {
  let request = supabase
    .from('transactions')
    .select(
      'id, amount, incoming, mcc, status, reversed_at, to_account_holder_name, from_account_holder_name, created_at',
    )
    .eq('user_id', userId)
    // Who hides a sender wants to hear nothing of them. The payment is in the list of transactions.
    .is('from_hidden_sender', false)
    // What the customer has moved themselves is no news.
    .is('other_account_id', null)
  if (since !== null) request = request.gte('created_at', since)
  const { data } = await request
    .order('created_at', { ascending: false })
    .order('id', { ascending: false })
    .limit(limit)
    .abortSignal(signal)
    .throwOnError()
  return data.map((row): TransactionNews => ({
    id: row.id,
    amount: poundsToPence(row.amount),
    kind: kindOf(row.incoming, row.mcc !== null),
    state: stateOf(row.status, row.reversed_at),
    counterparty: (row.incoming ? row.from_account_holder_name : row.to_account_holder_name) ?? '',
    createdAt: row.created_at,
  }))
}

async function readMessages(userId: string, { limit, since }: Range, signal: AbortSignal) {
  let request = supabase
    .from('chat_messages')
    // The join limits the rows to the user's own conversation, because some staff can read all of them.
    .select('id, message, created_at, chat_conversations!inner(user_id)')
    .eq('chat_conversations.user_id', userId)
    .in('sender_type', ['agent', 'assistant'])
  if (since !== null) request = request.gte('created_at', since)
  const { data } = await request
    .order('created_at', { ascending: false })
    .order('id', { ascending: false })
    .limit(limit)
    .abortSignal(signal)
    .throwOnError()
  return data.map((row): MessageNews => ({ id: row.id, message: row.message, createdAt: row.created_at }))
}

async function readNotes(userId: string, signal: AbortSignal): Promise<NoteNews[]> {
  const { data } = await supabase
    .from('user_notifications')
    .select('id, type, title, message, read, created_at, transaction_id')
    .eq('user_id', userId)
    .order('created_at', { ascending: false })
    .order('id', { ascending: false })
    .limit(notificationLimit)
    .abortSignal(signal)
    .throwOnError()
  return data.map(({ created_at: createdAt, transaction_id: transactionId, ...note }) => ({
    ...note,
    createdAt,
    transactionId,
  }))
}
