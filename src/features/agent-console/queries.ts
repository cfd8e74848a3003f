import { infiniteQueryOptions } from '@tanstack/react-query'
import type { ChatStatus } from '@/features/chat/queries'
import type { Database } from '@/lib/database.types'
import { supabase } from '@/lib/supabase'

/** A customer who is waiting for an agent. */
export type AgentRequest = { id: string; chatId: string; customerName: string; waitingSince: string }

/** An open chat in the agents' list. */
export type ConsoleChat = {
  id: string
  customerName: string
  status: ChatStatus
  /** The agent's first name. Null: no agent has joined. */
  agentName: string | null
  agentId: string | null
  updatedAt: string
  /** The beginning of the newest message. Null: there is none. */
  lastMessage: string | null
  /** The customer's messages that this agent has not read. */
  unreadCount: number
}

type Start<Row> = { after: Row | null }

const pageSize = 50
const firstRequests: Start<AgentRequest> = { after: null }
const firstChats: Start<ConsoleChat> = { after: null }

export const consoleQueries = {
  all: ['agentConsole'] as const,
  /** Longest wait first. */
  requests: () =>
    infiniteQueryOptions({
      queryKey: [...consoleQueries.all, 'requests'],
      queryFn: ({ pageParam, signal }) => readRequests(pageParam.after, signal),
      initialPageParam: firstRequests,
      getNextPageParam: nextStart,
    }),
  /** All open chats, latest activity first. */
  chats: () =>
    infiniteQueryOptions({
      queryKey: [...consoleQueries.all, 'chats'],
      queryFn: ({ pageParam, signal }) => readChats(pageParam.after, signal),
      initialPageParam: firstChats,
      getNextPageParam: nextStart,
    }),
}

function nextStart<Row>(page: Row[]): Start<Row> | null {
  const last = page.at(-1)
  return last === undefined || page.length < pageSize ? null : { after: last }
}

async function readRequests(after: AgentRequest | null, signal: AbortSignal): Promise<AgentRequest[]> {
  const { data } = await supabase
    .rpc('list_pending_agent_requests', after === null ? {} : { p_after: after.waitingSince, p_after_id: after.id })
    .abortSignal(signal)
    .throwOnError()
  return data.map((row) => ({
    id: row.request_id,
    chatId: row.conversation_id,
    customerName: row.customer_name,
    waitingSince: row.waiting_since,
  }))
}

// The generated types of function results do not include null.
type Nullable = 'agent_name' | 'assigned_admin_id' | 'last_message'
type Returned = Database['public']['Functions']['list_conversations']['Returns'][number]
type ChatRow = Omit<Returned, Nullable> & Record<Nullable, string | null>

async function readChats(after: ConsoleChat | null, signal: AbortSignal): Promise<ConsoleChat[]> {
  const { data } = await supabase
    .rpc('list_conversations', after === null ? {} : { p_before: after.updatedAt, p_before_id: after.id })
    .abortSignal(signal)
    .throwOnError()
  return data.map(toChat)
}

function toChat(row: ChatRow): ConsoleChat {
  return {
    id: row.id,
    customerName: row.customer_name,
    status: row.status === 'waiting_for_agent' || row.status === 'agent_assigned' ? row.status : 'active',
    agentName: row.agent_name,
    agentId: row.assigned_admin_id,
    updatedAt: row.updated_at,
    lastMessage: row.last_message,
    unreadCount: row.unread_count,
  }
}
