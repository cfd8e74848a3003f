import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { isOffline, messageOf, refusalOf, WordedError } from '@/lib/errors'
import { invokeFunction } from '@/lib/functions'
import { supabase } from '@/lib/supabase'
import { chatCopy } from './copy'
import { BehindLostError, putIn, requireOrder, takeOut, type Unsent } from './outbox'
import {
  chatQueries,
  emptyHistory,
  messageColumns,
  readConversation,
  readEarlier,
  toMessage,
  type ChatHistory,
  type ChatMessage,
  type Conversation,
} from './queries'
import { readAnswer, toAssistantMessages } from './toAssistantMessages'

/** The mutations that a customer's message starts. */
export const conversationKey = ['conversation']
export const sendKey = [...conversationKey, 'send']
export const askKey = [...conversationKey, 'ask']
const requestKey = [...conversationKey, 'request']

/** The assistant's specified delay, in ms. */
const replyDelay = 3000
const sendTimeout = 15_000
/** The edge function's own limit is shorter, and it reports it. */
const answerTimeout = 90_000

/** Sends a customer's message. The first one opens the chat. */
export function useSendMessage(userId: string, outbox: string) {
  const client = useQueryClient()
  return useMutation({
    mutationKey: sendKey,
    // One at a time, in the order in which they were written.
    scope: { id: outbox },
    mutationFn: async (unsent: Unsent) => {
      requireOrder(client, outbox, unsent)
      const { id, text } = unsent
      const conversation = await openConversation(client, userId)
      const message = await insertMessage({
        id,
        text,
        conversationId: conversation.id,
        senderId: userId,
        senderType: 'user',
      }).catch(async (error: unknown) => {
        if (!isChatEnded(error)) throw error
        await client.invalidateQueries({ queryKey: chatQueries.conversation(userId).queryKey })
        throw new WordedError(chatCopy.endedMeanwhile)
      })
      return { conversation, message }
    },
    onMutate: (message) => putIn(client, outbox, { ...message, state: 'sending', problem: null }),
    onSuccess: async ({ conversation, message }, { id }) => {
      await showSent(client, conversation.id, message)
      takeOut(client, outbox, id)
    },
    onError: (error, message) => {
      if (isDuplicateRefusal(error)) takeOut(client, outbox, message.id)
      else putIn(client, outbox, failed(message, error))
    },
    meta: {
      failure: (error) => {
        if (isDuplicateRefusal(error)) return chatCopy.duplicate
        // The message shows it.
        return !isAtLimit(error) && { title: 'Error', text: messageOf(error) }
      },
    },
  })
}

/** Asks the assistant to answer the newest message. Null: the assistant no longer answers this chat. */
export function useAskAssistant(userId: string) {
  const client = useQueryClient()
  const { queryKey } = chatQueries.conversation(userId)
  return useMutation({
    mutationKey: askKey,
    mutationFn: async (conversationId: string) => {
      await pause(replyDelay)
      if (!isAssistants(client.getQueryData(queryKey), conversationId)) return null
      const history = client.getQueryData(chatQueries.messages(conversationId).queryKey)
      const messages = toAssistantMessages(history?.messages ?? [])
      try {
        return readAnswer(await invokeFunction('ai-chat', { messages, userId }, answerTimeout))
      } catch (error) {
        const now = await readNow(client, userId, conversationId).catch(() => null)
        if (now === null) throw error
        // The chat has ended or has an agent now: no answer is missing.
        if (!isAssistants(now.conversation, conversationId)) return null
        // The answer may have been stored although the response was lost.
        if (now.newest?.sender === 'assistant') return now.newest.text
        throw error
      }
    },
    onSettled: (_answer, _error, conversationId) =>
      client.invalidateQueries({ queryKey: chatQueries.messages(conversationId).queryKey }),
    meta: { failure: chatCopy.answerFailed },
  })
}

export function useRequestAgent() {
  const client = useQueryClient()
  return useMutation({
    mutationKey: requestKey,
    mutationFn: async (conversationId: string) => {
      await supabase.rpc('request_agent', { p_conversation_id: conversationId }).throwOnError()
    },
    onSettled: () => client.invalidateQueries({ queryKey: chatQueries.all }),
    meta: {
      success: chatCopy.agentRequested,
      failure: (error) =>
        refusalOf(error)?.hint === 'request-pending'
          ? chatCopy.requestPending
          : { title: 'Error', text: messageOf(error) },
    },
  })
}

/** Ends and deletes the customer's chat. */
export function useEndChat(userId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (conversationId: string) => {
      await supabase.rpc('end_chat', { p_conversation_id: conversationId }).throwOnError()
    },
    onSuccess: async (_nothing, conversationId) => {
      const { queryKey } = chatQueries.conversation(userId)
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, null)
      client.removeQueries({ queryKey: chatQueries.messages(conversationId).queryKey })
      await client.invalidateQueries({ queryKey })
    },
  })
}

/** Loads one more page of earlier messages. */
export function useLoadEarlier(conversationId: string | null) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (oldest: ChatMessage) => {
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
    // The list shows it.
    meta: { failure: false },
  })
}

/** Refetches the chat and its newest message. */
async function readNow(client: QueryClient, userId: string, conversationId: string) {
  const refetch = { staleTime: 0, retry: false, networkMode: 'always' } as const
  const conversation = await client.fetchQuery({ ...chatQueries.conversation(userId), ...refetch })
  const { messages } = await client.fetchQuery({ ...chatQueries.messages(conversationId), ...refetch })
  return { conversation, newest: messages.at(-1) }
}

async function openConversation(client: QueryClient, userId: string): Promise<Conversation> {
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
      .select('id')
      .abortSignal(AbortSignal.timeout(sendTimeout))
      .single()
      .throwOnError()
    return { id: data.id, status: 'active', agentName: null }
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

function isAssistants(conversation: Conversation | null | undefined, id: string): boolean {
  return conversation?.id === id && conversation.status === 'active'
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

function failed(message: Unsent, error: unknown): Unsent {
  if (isAtLimit(error)) return { ...message, state: 'failed', lost: undefined, problem: messageOf(error) }
  return { ...message, state: 'failed', lost: isOffline(error) || error instanceof BehindLostError ? 'now' : undefined }
}

/** The chat has ended: the insert breaks the policy or the foreign key. */
function isChatEnded(error: unknown): boolean {
  const hint = refusalOf(error)?.hint
  return hint === 'not-permitted' || hint === 'reference-missing'
}

/** The customer has started too many chats or sent too many messages. */
function isAtLimit(error: unknown): boolean {
  return refusalOf(error)?.hint === 'chat-limit'
}

function isDuplicateRefusal(error: unknown): boolean {
  return refusalOf(error)?.hint === 'duplicate-message'
}

async function pause(milliseconds: number) {
  await new Promise((resolve) => setTimeout(resolve, milliseconds))
}
