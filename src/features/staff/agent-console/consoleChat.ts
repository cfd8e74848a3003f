import type { ChatStatus } from '@/features/contact/chat/queries'
import type { ResultRow } from '@/lib/resultRow'

/** An open chat in the agents' list. */
export type ConsoleChat = {
  id: string
  customerName: string
  status: ChatStatus
  /** The agent's first name. Null: no agent has joined. */
  agentName: string | null
  agentId: string | null
  /** The agent's real name. */
  agentRealName: string | null
  /** Null: the customer is not waiting for an agent. */
  waitingSince: string | null
  /** The customer's first message that no agent has answered. Null: the customer had the last answer, or has no agent. */
  unansweredSince: string | null
  updatedAt: string
  /** The beginning of the newest message. Null: there is none, or the agent has not opened this chat of another. */
  lastMessage: string | null
  lastSender: string | null
  lastMessageAt: string | null
  /** The customer's messages that this agent has not read. */
  unreadCount: number
}

type ChatRow = ResultRow<
  'list_conversations',
  | 'agent_name'
  | 'assigned_admin_id'
  | 'assigned_admin_name'
  | 'last_message'
  | 'last_message_at'
  | 'last_sender_type'
  | 'unanswered_since'
  | 'waiting_since'
>

export function toChat(row: ChatRow): ConsoleChat {
  return {
    id: row.id,
    customerName: row.customer_name,
    status: row.status === 'waiting_for_agent' || row.status === 'agent_assigned' ? row.status : 'active',
    agentName: row.agent_name,
    agentId: row.assigned_admin_id,
    agentRealName: row.assigned_admin_name,
    waitingSince: row.waiting_since,
    unansweredSince: row.unanswered_since,
    updatedAt: row.updated_at,
    lastMessage: row.last_message,
    lastSender: row.last_sender_type,
    lastMessageAt: row.last_message_at,
    unreadCount: row.unread_count,
  }
}
