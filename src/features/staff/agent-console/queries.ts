import { infiniteQueryOptions, queryOptions, skipToken, type QueryClient } from '@tanstack/react-query'
import { chatQueries, readHistory } from '@/features/contact/chat/queries'
import type { Database } from '@/lib/database.types'
import { nextStart, type Start } from '@/lib/keysetPages'
import { readRecordedList } from '@/lib/recordedLists'
import { required } from '@/lib/required'
import type { Search } from '@/lib/search'
import { supabase } from '@/lib/supabase'
import { readCustomer, readMoney, readSuspension, type ChatCustomer, type ChatMoney } from './chatCustomer'
import { toChat, type ConsoleChat } from './consoleChat'

/** A customer who is waiting for an agent. */
export type AgentRequest = {
  id: string
  chatId: string
  customerName: string
  waitingSince: string
  /** The customer's messages that this agent has not read. */
  unreadCount: number
  reason: string
  /** The agent who had the chat before. */
  returnedBy: string | null
  lastMessage: string | null
  lastSender: string | null
  /** The customer asked outside the agents' hours. */
  hasLeftMessage: boolean
  /** What the customer's words say is wrong; such a customer comes first. Null: no danger. */
  danger: string | null
  /** 0: in danger, 1: waits, 2: has only said thanks since the agent left. The order of the queue. */
  turn: number
}

export type Tab = 'mine' | 'unassigned' | 'all'

/** The number of chats of each tab. A count stops at 1000. */
export type TabCounts = Record<Tab, number>

export type ChatTag = { tag: string; isSet: boolean }

/** A user who may answer chats. */
export type Colleague = {
  id: string
  name: string
  isPresent: boolean
  chats: number
}

const pageSize = 50
const firstRequests: Start<AgentRequest> = { after: null }
const firstChats: Start<ConsoleChat> = { after: null }

/** The queue for an agent, and the waits after which a customer is shown in amber and in red, in ms. */
export type WaitingChats = { count: number; lateAfter: number; longAfter: number }

export const consoleQueries = {
  all: ['agentConsole'] as const,
  /** What each message and each change of a chat may change. */
  live: ['agentConsole', 'live'] as const,
  waiting: () =>
    queryOptions({
      queryKey: [...consoleQueries.all, 'waiting'],
      queryFn: async ({ signal }): Promise<WaitingChats> => {
        const { data } = await supabase.rpc('get_waiting_chats').abortSignal(signal).single().throwOnError()
        return {
          count: data.waiting,
          lateAfter: data.late_wait_minutes * 60_000,
          longAfter: data.long_wait_minutes * 60_000,
        }
      },
    }),
  /** Customers in danger first, then the longest wait, then those who have only said thanks. */
  requests: () =>
    infiniteQueryOptions({
      queryKey: [...consoleQueries.live, 'requests'],
      queryFn: ({ client, pageParam, signal }) => readRequests(client, pageParam.after, signal),
      initialPageParam: firstRequests,
      getNextPageParam: nextStart(pageSize),
    }),
  chats: ['agentConsole', 'live', 'chats'] as const,
  /** The open chats of a tab whose customer's name, or a message that the agent may read, contains the search. */
  list: (tab: Tab, search: Search) =>
    infiniteQueryOptions({
      queryKey: [...consoleQueries.chats, tab, search.number],
      queryFn: ({ client, pageParam, signal }) =>
        readChats(client, { p_tab: tab, p_search: search.text }, pageParam.after, signal),
      initialPageParam: firstChats,
      getNextPageParam: nextStart(pageSize),
    }),
  counts: (search: Search) =>
    queryOptions({
      queryKey: [...consoleQueries.live, 'counts', search.number],
      queryFn: ({ client, signal }) => readCounts(client, search.text, signal),
    }),
  /** One open chat; null when it has ended. */
  chat: (id: string | null) =>
    queryOptions({
      queryKey: [...consoleQueries.live, 'chat', id],
      queryFn:
        id === null
          ? skipToken
          : async ({ client, signal }) => (await readChats(client, { p_conversation_id: id }, null, signal))[0] ?? null,
    }),
  /** The messages of a chat. Of one that the agent does not have, the audit has first that the agent reads it. */
  messages: (chatId: string, isMine: boolean) => {
    const { queryKey } = chatQueries.messages(chatId)
    return queryOptions({
      queryKey,
      queryFn: async ({ client, signal }) => {
        if (!isMine)
          await supabase.rpc('record_chat_view', { p_conversation_id: chatId }).abortSignal(signal).throwOnError()
        return readHistory(chatId, client.getQueryData(queryKey), signal)
      },
      // The server shows it for an hour after the record.
      refetchInterval: isMine ? false : 30 * 60_000,
    })
  },
  colleagues: () =>
    queryOptions({
      queryKey: [...consoleQueries.all, 'colleagues'],
      queryFn: async ({ signal }): Promise<Colleague[]> => {
        const { data } = await supabase.rpc('list_chat_agents').abortSignal(signal).throwOnError()
        return data.map((row) => ({
          id: row.id,
          name: row.full_name,
          isPresent: row.is_present,
          chats: row.chats,
        }))
      },
    }),
  /** The tags that the team uses, and which of them this chat has. */
  tags: (chatId: string) =>
    queryOptions({
      queryKey: [...consoleQueries.all, 'tags', chatId],
      queryFn: async ({ signal }): Promise<ChatTag[]> => {
        const { data } = await supabase
          .rpc('list_chat_tags', { p_conversation_id: chatId })
          .abortSignal(signal)
          .throwOnError()
        return data.map((row) => ({ tag: row.tag, isSet: row.is_set }))
      },
    }),
  customers: ['agentConsole', 'customer'] as const,
  /** The customer of the agent's chat. Dropped when the chat is left. */
  customer: (chatId: string) =>
    queryOptions({
      queryKey: [...consoleQueries.customers, chatId],
      queryFn: async ({ signal }): Promise<ChatCustomer> => {
        const { data } = await supabase
          .rpc('get_chat_customer', { p_conversation_id: chatId })
          .abortSignal(signal)
          .throwOnError()
        return required(readCustomer(data))
      },
      gcTime: 0,
    }),
  /** Each look is audited. */
  suspension: (chatId: string) =>
    queryOptions({
      queryKey: [...consoleQueries.customers, chatId, 'suspension'],
      queryFn: async ({ signal }) => {
        const chat = { p_conversation_id: chatId }
        // A separate call: the server answers only after the audit log has recorded the look.
        await supabase.rpc('record_chat_suspension_view', chat).abortSignal(signal).throwOnError()
        const { data } = await supabase.rpc('get_chat_suspension', chat).abortSignal(signal).throwOnError()
        return required(readSuspension(data))
      },
      gcTime: 0,
    }),
  /** Each look at the money is audited once per chat. */
  money: (chatId: string) =>
    queryOptions({
      queryKey: [...consoleQueries.all, 'money', chatId],
      queryFn: async ({ signal }): Promise<ChatMoney> => {
        const chat = { p_conversation_id: chatId }
        // A separate call: the server returns the money only after the audit log has recorded the look.
        await supabase.rpc('record_chat_money_view', chat).abortSignal(signal).throwOnError()
        const { data } = await supabase.rpc('get_chat_money', chat).abortSignal(signal).throwOnError()
        return required(readMoney(data))
      },
      gcTime: 0,
    }),
}

async function readRequests(
  client: QueryClient,
  after: AgentRequest | null,
  signal: AbortSignal,
): Promise<AgentRequest[]> {
  const { data } = await readRecordedList(client, 'chats', () =>
    supabase
      .rpc(
        'list_pending_agent_requests',
        after === null ? {} : { p_after: after.waitingSince, p_after_id: after.id, p_after_turn: after.turn },
      )
      .abortSignal(signal)
      .throwOnError(),
  )
  return data.map((row) => ({
    id: row.request_id,
    chatId: row.conversation_id,
    customerName: row.customer_name,
    waitingSince: row.waiting_since,
    unreadCount: row.unread_count,
    reason: row.reason,
    returnedBy: row.returned_by_name,
    lastMessage: row.last_message,
    lastSender: row.last_sender_type,
    hasLeftMessage: row.left_message,
    danger: row.danger,
    turn: row.turn,
  }))
}

type Wanted = Database['public']['Functions']['list_conversations']['Args']

async function readChats(
  client: QueryClient,
  wanted: Wanted,
  after: ConsoleChat | null,
  signal: AbortSignal,
): Promise<ConsoleChat[]> {
  const { data } = await readRecordedList(client, 'chats', () =>
    supabase
      .rpc('list_conversations', {
        ...wanted,
        ...(after !== null && { p_before: after.updatedAt, p_before_id: after.id }),
      })
      .abortSignal(signal)
      .throwOnError(),
  )
  return data.map(toChat)
}

async function readCounts(client: QueryClient, search: string, signal: AbortSignal): Promise<TabCounts> {
  const { data } = await readRecordedList(client, 'chats', () =>
    supabase.rpc('count_conversations', { p_search: search }).abortSignal(signal).single().throwOnError(),
  )
  return { mine: data.mine, unassigned: data.unassigned, all: data.every_chat }
}
