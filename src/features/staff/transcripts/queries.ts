import { queryOptions } from '@tanstack/react-query'
import { boolean, list, nullable, object, text } from '@/lib/json'
import { confidential } from '@/lib/queryState'
import { required } from '@/lib/required'
import type { ResultRow } from '@/lib/resultRow'
import { noSearch, type Search } from '@/lib/search'
import { supabase } from '@/lib/supabase'
import { toClosingReason, type ClosingReason } from './shared'

export type EndedAs = 'customer' | 'staff' | 'deletion'

/** A chat that has ended, without its text. */
export type EndedChat = {
  id: string
  userId: string
  /** Null: the customer is deleted or has no name. */
  customerName: string | null
  startedAt: string
  endedAt: string
  endedAs: EndedAs
  /** The real names of the agents who wrote in it. */
  agents: string[]
  hasText: boolean
  /** Null: the customer ended the chat, or staff gave no reason. */
  closingReason: ClosingReason | null
  tags: string[]
}

/** All chats that have ended, or those of one user. */
type TranscriptChoice = { search: Search; userId: string }

export const transcriptPageSize = 25

export const transcriptQueries = {
  all: ['transcripts'] as const,
  page: ({ search, userId }: TranscriptChoice, after: string | null) =>
    queryOptions({
      queryKey: [...transcriptQueries.all, 'page', search.number, userId, after],
      queryFn: ({ signal }) => readPage({ search, userId }, after, signal),
      ...confidential,
    }),
  one: (id: string) =>
    queryOptions({
      queryKey: [...transcriptQueries.all, 'one', id],
      queryFn: async ({ signal }): Promise<Transcript> => {
        // A separate call: the server returns the transcript only after the audit log has recorded the read.
        await supabase.rpc('record_transcript_view', { p_transcript_id: id }).abortSignal(signal).throwOnError()
        const { data } = await supabase
          .rpc('get_transcript', { p_transcript_id: id })
          .abortSignal(signal)
          .throwOnError()
        return required(readAnswer(data))
      },
      ...confidential,
    }),
}

type Row = ResultRow<'list_transcripts', 'customer_name' | 'closing_reason'>

async function readPage({ search, userId }: TranscriptChoice, after: string | null, signal: AbortSignal) {
  const choice = {
    ...(search !== noSearch && { p_search: search.text }),
    ...(userId !== '' && { p_user_id: userId }),
  }
  // The server answers only after the audit log has recorded it.
  await supabase.rpc('record_transcript_search', choice).abortSignal(signal).throwOnError()
  const { data } = await supabase
    .rpc('list_transcripts', {
      p_limit: transcriptPageSize,
      ...choice,
      ...(after !== null && { p_after: after }),
    })
    .abortSignal(signal)
    .throwOnError()
  return data.map(toEndedChat)
}

function toEndedChat(row: Row): EndedChat {
  return {
    id: row.id,
    userId: row.user_id,
    customerName: row.customer_name,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    endedAs: toEndedAs(row.ended_as),
    agents: row.agents,
    hasText: row.has_text,
    closingReason: toClosingReason(row.closing_reason),
    tags: row.tags,
  }
}

export function toEndedAs(value: string): EndedAs {
  return value === 'customer' || value === 'deletion' ? value : 'staff'
}

const readAnswer = object({
  user_id: text,
  customer_name: nullable(text),
  started_at: text,
  ended_at: text,
  ended_as: text,
  ended_by_name: nullable(text),
  is_intact: boolean,
  closing_reason: nullable(text),
  tags: list(text),
  messages: nullable(
    list(
      object({
        id: text,
        sender_type: text,
        sender_name: nullable(text),
        real_name: nullable(text),
        text,
        created_at: text,
        deleted_at: nullable(text),
        before: list(text),
      }),
    ),
  ),
})

export type Transcript = NonNullable<ReturnType<typeof readAnswer>>
