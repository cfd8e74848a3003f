import { queryOptions, skipToken } from '@tanstack/react-query'
import { withoutRows } from '@/lib/changeMarks'
import type { Json, Tables } from '@/lib/database.types'
import { supabase } from '@/lib/supabase'

export type ChatStatus = 'active' | 'waiting_for_agent' | 'agent_assigned'

/** The open chat of a customer. `agentName`: the agent's first name. */
export type Conversation = { id: string; status: ChatStatus; agentName: string | null }

/** event: an agent joins or leaves. note: from staff to staff. */
export type Sender = 'user' | 'assistant' | 'agent' | 'event' | 'note'

export type ChatMessage = {
  id: string
  sender: Sender
  /** Null: the assistant, an event or a deleted user. */
  senderId: string | null
  /** The agent's name at that time, or the author of a note. */
  senderName: string | null
  text: string
  createdAt: string
  isEdited: boolean
  /** The buttons below it, as `readLinks` takes them. Null: none. */
  links: Json | null
}

/** The loaded messages, oldest first. */
export type ChatHistory = { messages: ChatMessage[]; hasEarlier: boolean }

/** When agents answer. `waitMinutes`: how long customers have waited lately; null if none has. */
export type AgentHours = { isOpen: boolean; opensAt: string | null; waitMinutes: number | null }

/** A keyset position in a chat. */
type Place = Pick<ChatMessage, 'createdAt' | 'id'>

export const emptyHistory: ChatHistory = { messages: [], hasEarlier: false }

const pageSize = 50
/** PostgREST's row limit. */
const mostAtOnce = 1000

export const conversationColumns = 'id, status, agent_name'
export const messageColumns = 'id, sender_id, sender_type, sender_name, message, created_at, edited_at, links'

type ConversationRow = Pick<Tables<'chat_conversations'>, 'id' | 'status' | 'agent_name'>

type MessageRow = Pick<
  Tables<'chat_messages'>,
  'id' | 'sender_id' | 'sender_type' | 'sender_name' | 'message' | 'created_at' | 'edited_at' | 'links'
>

export const chatQueries = {
  all: ['chat'] as const,
  /** The customer's open chat; null when there is none. */
  conversation: (userId: string) =>
    queryOptions({
      queryKey: [...chatQueries.all, 'conversation', userId],
      queryFn: ({ signal }) => readConversation(userId, signal),
      ...withoutRows(userId, 'chat_conversations', null),
    }),
  /** First the newest page; a refetch loads everything since the oldest loaded message. Empty before the first message. */
  messages: (conversationId: string | null) =>
    queryOptions({
      queryKey: [...chatQueries.all, 'messages', conversationId],
      queryFn:
        conversationId === null
          ? skipToken
          : ({ client, queryKey, signal }) =>
              readHistory(conversationId, client.getQueryData<ChatHistory>(queryKey), signal),
      initialData: conversationId === null ? emptyHistory : undefined,
    }),
  /** Whether agents answer now, and how long customers wait for one or when the agents are back. */
  agentHours: () =>
    queryOptions({
      queryKey: [...chatQueries.all, 'agent hours'],
      queryFn: async ({ signal }): Promise<AgentHours> => {
        const { data } = await supabase.rpc('get_agent_hours').abortSignal(signal).single().throwOnError()
        return { isOpen: data.is_open, opensAt: data.opens_at, waitMinutes: data.wait_minutes }
      },
      staleTime: 60_000,
      refetchInterval: 60_000,
    }),
  /** The place in the queue for an agent, from 1. Null: the chat is not waiting. */
  queuePosition: (conversationId: string) =>
    queryOptions({
      queryKey: [...chatQueries.all, 'queue position', conversationId],
      queryFn: async ({ signal }): Promise<number | null> => {
        const { data } = await supabase
          .rpc('get_queue_position', { p_conversation_id: conversationId })
          .abortSignal(signal)
          .throwOnError()
        return data
      },
      // Polled, because customers receive no realtime events about other requests.
      refetchInterval: 10_000,
    }),
}

export async function readConversation(userId: string, signal?: AbortSignal): Promise<Conversation | null> {
  let request = supabase.from('chat_conversations').select(conversationColumns).eq('user_id', userId)
  if (signal !== undefined) request = request.abortSignal(signal)
  const { data } = await request.maybeSingle().throwOnError()
  return data === null ? null : toConversation(data)
}

export function toConversation({ id, status, agent_name }: ConversationRow): Conversation {
  return { id, status: toStatus(status), agentName: agent_name }
}

/** One page of messages before this one. */
export async function readEarlier(conversationId: string, before: Place): Promise<ChatHistory> {
  const { data } = await messagesOf(conversationId)
    // The first filter lets the index start at this time. The second orders rows of the same time.
    .lte('created_at', before.createdAt)
    .or(`created_at.lt."${before.createdAt}",id.lt.${before.id}`)
    .limit(pageSize)
    .throwOnError()
  return toHistory(data, pageSize)
}

export async function readHistory(
  conversationId: string,
  known: ChatHistory | undefined,
  signal: AbortSignal,
): Promise<ChatHistory> {
  const oldest = known?.messages[0]
  if (known === undefined || oldest === undefined) {
    const { data } = await messagesOf(conversationId).limit(pageSize).abortSignal(signal).throwOnError()
    return toHistory(data, pageSize)
  }
  const { data } = await messagesOf(conversationId)
    .gte('created_at', oldest.createdAt)
    .or(`created_at.gt."${oldest.createdAt}",id.gte.${oldest.id}`)
    .limit(mostAtOnce)
    .abortSignal(signal)
    .throwOnError()
  const history = toHistory(data, mostAtOnce)
  return { ...history, hasEarlier: history.hasEarlier || known.hasEarlier }
}

function messagesOf(conversationId: string) {
  return supabase
    .from('chat_messages')
    .select(messageColumns)
    .eq('conversation_id', conversationId)
    .order('created_at', { ascending: false })
    .order('id', { ascending: false })
}

function toHistory(newestFirst: MessageRow[], limit: number): ChatHistory {
  return { messages: newestFirst.map(toMessage).toReversed(), hasEarlier: newestFirst.length === limit }
}

export function toMessage(row: MessageRow): ChatMessage {
  return {
    id: row.id,
    sender: toSender(row.sender_type),
    senderId: row.sender_id,
    senderName: row.sender_name,
    text: row.message,
    createdAt: row.created_at,
    isEdited: (row.edited_at ?? null) !== null,
    links: row.links ?? null,
  }
}

function toSender(value: string): Sender {
  return value === 'user' || value === 'assistant' || value === 'event' || value === 'note' ? value : 'agent'
}

function toStatus(value: string): ChatStatus {
  return value === 'waiting_for_agent' || value === 'agent_assigned' ? value : 'active'
}
