import type { QueryClient } from '@tanstack/react-query'
import { messageOf, refusalOf } from '@/lib/errors'
import { callRpc, supabase } from '@/lib/supabase'
import type { ToastWords } from '@/lib/toast'
import { useChange } from '@/lib/useChange'
import { chatCopy } from './copy'
import { openingWords } from './openingWords'
import {
  chatQueries,
  conversationColumns,
  emptyHistory,
  messageColumns,
  readConversation,
  readEarlier,
  toConversation,
  toMessage,
  type ChatHistory,
  type ChatMessage,
  type Conversation,
} from './queries'

/** The mutations that a customer's message starts. */
export const conversationKey = ['conversation']

const sendTimeout = 15_000
export const useRequestAgent = () =>
  useChange(
    // The generated types of function results do not include null.
    (conversationId: string): Promise<string | null> => callRpc('request_agent', { p_conversation_id: conversationId }),
    {
      mutationKey: [...conversationKey, 'request'],
      stale: [chatQueries.all],
      success: agentRequestedWords,
      failure: (error) =>
        refusalOf(error)?.hint === 'request-pending'
          ? chatCopy.requestPending
          : { title: 'Error', text: messageOf(error) },
    },
  )

/** `opensAt`: when agents are back; null if they answer now. */
export function agentRequestedWords(opensAt: string | null): ToastWords {
  return opensAt === null ? chatCopy.agentRequested : chatCopy.messageLeft(openingWords(opensAt))
}

/** Ends and deletes the customer's chat. */
export const useEndChat = (userId: string) =>
  useChange((conversationId: string) => callRpc('end_chat', { p_conversation_id: conversationId }), {
    stale: [chatQueries.conversation(userId).queryKey],
    failure: false,
    succeeded: async (_nothing, conversationId, client) => {
      const { queryKey } = chatQueries.conversation(userId)
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, null)
      client.removeQueries({ queryKey: chatQueries.messages(conversationId).queryKey })
    },
  })

/** Loads one more page of earlier messages. */
export const useLoadEarlier = (conversationId: string | null) =>
  useChange(
    async (oldest: ChatMessage, client) => {
      if (conversationId === null) return
      const { queryKey } = chatQueries.messages(conversationId)
      const earlier = await readEarlier(conversationId, oldest)
      // A refetch that is under way would drop the page again.
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, (history) => {
        if (history === undefined || history.messages[0]?.id !== oldest.id) return history
        return { messages: [...earlier.messages, ...history.messages], hasEarlier: earlier.hasEarlier }
      })
      void client.invalidateQueries({ queryKey })
    },
    { failure: false },
  )

/** The open chat of the customer, which the first message opens. */
export async function openConversation(client: QueryClient, userId: string): Promise<Conversation> {
  const { queryKey } = chatQueries.conversation(userId)
  const known = client.getQueryData(queryKey)
  if (known) return known
  const opened = await insertConversation(userId)
  await client.cancelQueries({ queryKey })
  // Stale from the start: if another tab has opened the chat, its messages are refetched at once.
  client.setQueryData(chatQueries.messages(opened.id).queryKey, (history) => history ?? emptyHistory, { updatedAt: 0 })
  client.setQueryData(queryKey, opened)
  return opened
}

async function insertConversation(userId: string): Promise<Conversation> {
  try {
    const { data } = await supabase
      .from('chat_conversations')
      .insert({ user_id: userId })
      .select(conversationColumns)
      .abortSignal(AbortSignal.timeout(sendTimeout))
      .single()
      .throwOnError()
    return toConversation(data)
  } catch (error) {
    // Another tab has opened the chat.
    const existing = isStored(error) ? await readConversation(userId) : null
    if (existing === null) throw error
    return existing
  }
}

/** Who writes: the customer, the agent, or the staff to each other. */
type Writer = 'user' | 'agent' | 'note'

type NewMessage = { id: string; text: string; conversationId: string; senderId: string; senderType: Writer }

/** The stored message. Null: an earlier request had stored it. */
export async function insertMessage({
  id,
  text,
  conversationId,
  senderId,
  senderType,
}: NewMessage): Promise<ChatMessage | null> {
  try {
    const { data } = await supabase
      .from('chat_messages')
      .insert({ id, conversation_id: conversationId, sender_id: senderId, sender_type: senderType, message: text })
      .select(messageColumns)
      .abortSignal(AbortSignal.timeout(sendTimeout))
      .single()
      .throwOnError()
    return toMessage(data)
  } catch (error) {
    if (isStored(error)) return null
    throw error
  }
}

/** Shows a sent message. Null: an earlier request had stored it, so the list is refetched. */
export async function showSent(client: QueryClient, conversationId: string, message: ChatMessage | null) {
  const { queryKey } = chatQueries.messages(conversationId)
  if (message === null) return client.invalidateQueries({ queryKey })
  client.setQueryData(queryKey, (history) => withMessage(history, message))
  void client.invalidateQueries({ queryKey })
}

/** A history that is not loaded stays so: with one message it would count as the beginning of the chat. */
function withMessage(history: ChatHistory | undefined, message: ChatMessage) {
  if (history === undefined) return undefined
  const { messages, hasEarlier } = history
  return { messages: [...messages.filter(({ id }) => id !== message.id), message], hasEarlier }
}

/** A message with this id, or an open chat of this customer, is stored. */
function isStored(error: unknown): boolean {
  return refusalOf(error)?.hint === 'already-exists'
}
