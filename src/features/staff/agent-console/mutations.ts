import { useMutation, useQueryClient } from '@tanstack/react-query'
import { chatQueries } from '@/features/contact/chat/queries'
import { WordedError } from '@/lib/errors'
import { releasedChatsStore } from '@/lib/storage'
import { supabase } from '@/lib/supabase'
import type { ClosingReason } from '@/features/staff/transcripts/shared'
import { consoleCopy, markComplaintCopy } from './copy'
import { consoleQueries, type ChatTag, type Colleague, type SavedReply } from './queries'

/** The agent takes a chat: accepts a request, or takes over from a colleague. */
export const takeKey = ['takeChat']

/** Accepts a waiting customer's request. One agent gets it; the others are told why not. */
export function useAcceptRequest() {
  const client = useQueryClient()
  return useMutation({
    mutationKey: takeKey,
    mutationFn: async (requestId: string) => {
      const { data } = await supabase.rpc('accept_agent_request', { p_request_id: requestId }).throwOnError()
      return data
    },
    // Not awaited: the agent writes while the lists are refetched.
    onSettled: () => void client.invalidateQueries({ queryKey: consoleQueries.all }),
    meta: { success: consoleCopy.accepted },
  })
}

/** Puts the agent's chat back into the queue. */
export function useReleaseChat() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (chatId: string) => supabase.rpc('release_chat', { p_conversation_id: chatId }).throwOnError(),
    // Before the request: the longer queue can be known before the answer.
    onMutate: (chatId) => releasedChatsStore.add(chatId),
    onError: (_error, chatId) => releasedChatsStore.remove(chatId),
    onSettled: () => client.invalidateQueries({ queryKey: consoleQueries.all }),
    meta: { success: consoleCopy.released },
  })
}

/** The agent's own transfers of this chat. */
export const transferKey = (chatId: string) => ['transferChat', chatId]

/** Gives the agent's chat to a colleague who is present. */
export function useTransferChat(chatId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationKey: transferKey(chatId),
    mutationFn: async (colleague: Colleague) =>
      supabase.rpc('transfer_chat', { p_conversation_id: chatId, p_to: colleague.id }).throwOnError(),
    onSettled: () => client.invalidateQueries({ queryKey: consoleQueries.all }),
    meta: { success: consoleCopy.transferred },
  })
}

/** Takes the chat from the agent who has it now. Refused if another has it by then. */
export function useTakeOverChat() {
  const client = useQueryClient()
  return useMutation({
    mutationKey: takeKey,
    mutationFn: async ({ chatId, from }: { chatId: string; from: string }) =>
      supabase.rpc('take_over_chat', { p_conversation_id: chatId, p_from: from }).throwOnError(),
    onSettled: () => client.invalidateQueries({ queryKey: consoleQueries.all }),
    meta: { success: consoleCopy.takenOver },
  })
}

/** Tells the server that the agent has the back office open. */
export async function touchPresence() {
  await supabase.rpc('touch_agent_presence').throwOnError()
}

/** Marks the messages up to `until` (the time of the newest) as read by this agent. */
export function useMarkChatRead() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ chatId, until }: { chatId: string; until: string }) =>
      supabase.rpc('mark_chat_read', { p_conversation_id: chatId, p_until: until }).throwOnError(),
    onSuccess: () => client.invalidateQueries({ queryKey: consoleQueries.chats }),
    // Not worth a toast: the badge stays until the next try.
    meta: { failure: false },
  })
}

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
      // RLS hides a message that is deleted or not an agent's: the update then changes no row and reports no error.
      if (data.length === 0) throw new WordedError(consoleCopy.messageGone)
    },
    onSettled: () => client.invalidateQueries({ queryKey: chatQueries.messages(conversationId).queryKey }),
  })
}

/** Deletes a customer's or an agent's message. */
export function useDeleteMessage(conversationId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (id: string) => supabase.from('chat_messages').delete().eq('id', id).throwOnError(),
    onSettled: () => client.invalidateQueries({ queryKey: chatQueries.messages(conversationId).queryKey }),
    meta: { success: consoleCopy.messageDeleted },
  })
}

export function useSaveReply() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, shortcut, text }: SavedReply) =>
      supabase.rpc('save_reply', { p_id: id, p_shortcut: shortcut, p_reply: text }).throwOnError(),
    onSettled: () => client.invalidateQueries({ queryKey: consoleQueries.savedReplies().queryKey }),
    meta: { failure: false },
  })
}

export function useDeleteReply() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (id: string) => supabase.rpc('delete_saved_reply', { p_id: id }).throwOnError(),
    onSettled: () => client.invalidateQueries({ queryKey: consoleQueries.savedReplies().queryKey }),
    meta: { success: consoleCopy.replyDeleted },
  })
}

/** Adds a tag to a chat of the agent, or removes it. `failure: false`: the caller shows the error. */
export function useTagChat(chatId: string, meta: { failure?: false } = {}) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ tag, isSet }: ChatTag) =>
      supabase.rpc('set_chat_tag', { p_conversation_id: chatId, p_tag: tag, p_is_set: isSet }).throwOnError(),
    onSettled: () => client.invalidateQueries({ queryKey: consoleQueries.tags(chatId).queryKey }),
    meta,
  })
}

/** Opens a complaint for the customer of the agent's chat. */
export function useMarkComplaint(chatId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ topic, words }: { topic: string; words: string }) =>
      supabase.rpc('mark_chat_complaint', { p_conversation_id: chatId, p_topic: topic, p_words: words }).throwOnError(),
    onSettled: () => client.invalidateQueries({ queryKey: consoleQueries.customer(chatId).queryKey }),
    meta: { success: markComplaintCopy.done, failure: false },
  })
}

/** Ends and deletes a customer's chat. */
export function useDeleteChat() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ chatId, reason }: { chatId: string; reason: ClosingReason }) =>
      supabase.rpc('end_chat', { p_conversation_id: chatId, p_reason: reason }).throwOnError(),
    onSuccess: (_nothing, { chatId: conversationId }) =>
      client.removeQueries({ queryKey: chatQueries.messages(conversationId).queryKey }),
    meta: { success: consoleCopy.chatDeleted },
  })
}
