import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { messageOf } from '@/lib/errors'
import { invokeFunction } from '@/lib/functions'
import { supabase } from '@/lib/supabase'
import { chatCopy } from './copy'
import { putIn, takeOut, type Unsent } from './outbox'
import {
  chatQueries,
  emptyHistory,
  readConversation,
  readEarlier,
  toMessage,
  type ChatMessage,
  type Conversation,
} from './queries'
import { readAnswer, toAssistantMessages } from './toAssistantMessages'

/** All that a message sets going. */
export const speakingKey = ['speaking']
export const sendKey = [...speakingKey, 'send']
export const askKey = [...speakingKey, 'ask']
const requestKey = [...speakingKey, 'request']

/** How long the assistant takes before it answers. */
const replyDelay = 3000
const sendTimeout = 15_000
/** The function gives up earlier, and says so. */
const answerTimeout = 90_000

/** The customer's own message. The first one opens the chat. */
export function useSendMessage(userId: string, outbox: string) {
  const client = useQueryClient()
  return useMutation({
    mutationKey: sendKey,
    // One after the other, in the order in which they were written.
    scope: { id: outbox },
    mutationFn: async ({ id, text }: Unsent) => {
      const conversation = await openConversation(client, userId)
      const message = await insertMessage({
        id,
        text,
        conversationId: conversation.id,
        senderId: userId,
        senderType: 'user',
      }).catch(async (error: unknown) => {
        if (!isGone(error)) throw error
        await client.invalidateQueries({ queryKey: chatQueries.conversation(userId).queryKey })
        throw new Error(chatCopy.endedMeanwhile)
      })
      return { conversation, message }
    },
    onMutate: (message) => putIn(client, outbox, { ...message, state: 'sending' }),
    onSuccess: async ({ conversation, message }, { id }) => {
      await showSent(client, conversation.id, message)
      takeOut(client, outbox, id)
    },
    onError: (error, message) => {
      if (isDuplicateRefusal(error)) takeOut(client, outbox, message.id)
      else putIn(client, outbox, { ...message, state: 'failed' })
    },
    meta: {
      failure: (error) => (isDuplicateRefusal(error) ? chatCopy.duplicate : { title: 'Error', text: messageOf(error) }),
    },
  })
}

/** Lets the assistant answer what was said last. Null: the chat is no longer the assistant's. */
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
        // Whoever has ended the chat, or has an agent by now, misses nothing.
        if (!isAssistants(now.conversation, conversationId)) return null
        // The answer may have been written, and only its way back was cut off.
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
        messageOf(error) === chatCopy.requestPending.text
          ? chatCopy.requestPending
          : { title: 'Error', text: messageOf(error) },
    },
  })
}

/** Nothing of the chat remains. */
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

/** An agent's message. */
export function useSendAsAgent(agentId: string, conversationId: string, outbox: string) {
  const client = useQueryClient()
  return useMutation({
    scope: { id: outbox },
    mutationFn: ({ id, text }: Unsent) =>
      insertMessage({ id, text, conversationId, senderId: agentId, senderType: 'agent' }),
    onMutate: (message) => putIn(client, outbox, { ...message, state: 'sending' }),
    onSuccess: async (message, { id }) => {
      await showSent(client, conversationId, message)
      takeOut(client, outbox, id)
    },
    onError: (_error, message) => putIn(client, outbox, { ...message, state: 'failed' }),
  })
}

/** Puts other words into an agent's message. */
export function useEditMessage(conversationId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, text }: { id: string; text: string }) => {
      const { data } = await supabase
        .from('chat_messages')
        .update({ message: text })
        .eq('id', id)
        .select('id')
        .throwOnError()
      // A message that is gone, or not an agent's, changes silently into nothing.
      if (data.length === 0) throw new Error(chatCopy.messageGone)
    },
    onSettled: () => client.invalidateQueries({ queryKey: chatQueries.messages(conversationId).queryKey }),
  })
}

/** Takes a customer's or an agent's message away. */
export function useDeleteMessage(conversationId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (id: string) => {
      await supabase.from('chat_messages').delete().eq('id', id).throwOnError()
    },
    onSettled: () => client.invalidateQueries({ queryKey: chatQueries.messages(conversationId).queryKey }),
    meta: { success: chatCopy.messageDeleted },
  })
}

/** Ends somebody's chat: nothing of it remains. */
export function useDeleteChat() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (conversationId: string) => {
      await supabase.rpc('end_chat', { p_conversation_id: conversationId }).throwOnError()
    },
    onSuccess: (_nothing, conversationId) =>
      client.removeQueries({ queryKey: chatQueries.messages(conversationId).queryKey }),
    meta: { success: chatCopy.chatDeleted },
  })
}

/** Reads one more page of the past. */
export function useLoadEarlier(conversationId: string | null) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (oldest: ChatMessage) => {
      if (conversationId === null) return
      const { queryKey } = chatQueries.messages(conversationId)
      const earlier = await readEarlier(conversationId, oldest)
      // Whatever is read meanwhile ends where the list began before.
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, (history) => {
        if (history === undefined || history.messages[0]?.id !== oldest.id) return history
        return { messages: [...earlier.messages, ...history.messages], hasEarlier: earlier.hasEarlier }
      })
      void client.invalidateQueries({ queryKey })
    },
    // The list says it in its place.
    meta: { failure: false },
  })
}

/** How the chat stands, whatever was known of it. */
async function readNow(client: QueryClient, userId: string, conversationId: string) {
  const anew = { staleTime: 0, retry: false, networkMode: 'always' } as const
  const conversation = await client.fetchQuery({ ...chatQueries.conversation(userId), ...anew })
  const { messages } = await client.fetchQuery({ ...chatQueries.messages(conversationId), ...anew })
  return { conversation, newest: messages.at(-1) }
}

async function openConversation(client: QueryClient, userId: string): Promise<Conversation> {
  const { queryKey } = chatQueries.conversation(userId)
  const known = client.getQueryData(queryKey)
  if (known) return known
  const opened = await insertConversation(userId)
  await client.cancelQueries({ queryKey })
  // As old as can be: should the chat have been opened elsewhere, it is read at once.
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
    // Another tab has opened it.
    const existing = isTaken(error) ? await readConversation(userId) : null
    if (existing === null) throw error
    return existing
  }
}

type Letter = { id: string; text: string; conversationId: string; senderId: string; senderType: 'user' | 'agent' }

/** The message as it stands there now; null when it had arrived before. */
async function insertMessage({ id, text, conversationId, senderId, senderType }: Letter): Promise<ChatMessage | null> {
  try {
    const { data } = await supabase
      .from('chat_messages')
      .insert({ id, conversation_id: conversationId, sender_id: senderId, sender_type: senderType, message: text })
      .select('id, sender_type, message, created_at')
      .abortSignal(AbortSignal.timeout(sendTimeout))
      .single()
      .throwOnError()
    return toMessage(data)
  } catch (error) {
    if (isTaken(error)) return null
    throw error
  }
}

/** Puts a message that has gone out among those that are known; null: it had arrived before, and is read. */
async function showSent(client: QueryClient, conversationId: string, message: ChatMessage | null) {
  const { queryKey } = chatQueries.messages(conversationId)
  if (message === null) return client.invalidateQueries({ queryKey })
  client.setQueryData(queryKey, (history) => withMessage(history, message))
  void client.invalidateQueries({ queryKey })
}

function isAssistants(conversation: Conversation | null | undefined, id: string): boolean {
  return conversation?.id === id && conversation.status === 'active'
}

function withMessage(history: { messages: ChatMessage[]; hasEarlier: boolean } | undefined, message: ChatMessage) {
  const { messages, hasEarlier } = history ?? emptyHistory
  return { messages: [...messages.filter(({ id }) => id !== message.id), message], hasEarlier }
}

function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null ? Reflect.get(error, 'code') : null
}

/** The id, or the one chat that a person has, is there already. */
function isTaken(error: unknown): boolean {
  return codeOf(error) === '23505'
}

/** The chat does not exist any more: nobody may write in it. */
function isGone(error: unknown): boolean {
  const code = codeOf(error)
  return code === '42501' || code === '23503'
}

function isDuplicateRefusal(error: Error): boolean {
  return codeOf(error) === 'PT409' && error.message === chatCopy.duplicate.text
}

async function pause(milliseconds: number) {
  await new Promise((resolve) => setTimeout(resolve, milliseconds))
}
