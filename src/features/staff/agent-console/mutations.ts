import { chatQueries } from '@/features/contact/chat/queries'
import type { ClosingReason } from '@/features/staff/transcripts/shared'
import { WordedError } from '@/lib/errors'
import { releasedChatsStore } from '@/lib/storage'
import { callRpc, supabase } from '@/lib/supabase'
import { useChange } from '@/lib/useChange'
import { consoleCopy, markComplaintCopy } from './copy'
import { consoleQueries, type ChatTag, type Colleague } from './queries'

/** The agent takes a chat: accepts a request, or takes over from a colleague. */
export const takeKey = ['takeChat']

/** Accepts a waiting customer's request. One agent gets it; the others are told why not. */
export const useAcceptRequest = () =>
  useChange((id: string) => callRpc('accept_agent_request', { p_request_id: id }), {
    mutationKey: takeKey,
    success: consoleCopy.accepted,
    // Not awaited: the agent writes while the lists are refetched.
    succeeded: (_chat, _id, client) => void client.invalidateQueries({ queryKey: consoleQueries.all }),
    failed: (_error, _id, client) => void client.invalidateQueries({ queryKey: consoleQueries.all }),
  })

/** Puts the agent's chat back into the queue. */
export const useReleaseChat = () =>
  useChange((chatId: string) => callRpc('release_chat', { p_conversation_id: chatId }), {
    stale: [consoleQueries.all],
    success: consoleCopy.released,
    // The longer queue can be known before the answer.
    before: (chatId) => releasedChatsStore.add(chatId),
    failed: (_error, chatId) => releasedChatsStore.remove(chatId),
  })

/** The agent's own transfers of this chat. */
export const transferKey = (chatId: string) => ['transferChat', chatId]

/** Gives the agent's chat to a colleague who is present. */
export const useTransferChat = (chatId: string) =>
  useChange((colleague: Colleague) => callRpc('transfer_chat', { p_conversation_id: chatId, p_to: colleague.id }), {
    mutationKey: transferKey(chatId),
    stale: [consoleQueries.all],
    success: consoleCopy.transferred,
  })

/** Takes the chat from the agent who has it now. Refused if another has it by then. */
export const useTakeOverChat = () =>
  useChange(
    ({ chatId, from }: { chatId: string; from: string }) =>
      callRpc('take_over_chat', { p_conversation_id: chatId, p_from: from }),
    { mutationKey: takeKey, stale: [consoleQueries.all], success: consoleCopy.takenOver, failure: false },
  )

/** Tells the server that the agent has the back office open. */
export const touchPresence = () => callRpc('touch_agent_presence')

/** Marks the messages up to `until` (the time of the newest) as read by this agent. */
export const useMarkChatRead = () =>
  useChange(
    ({ chatId, until }: { chatId: string; until: string }) =>
      callRpc('mark_chat_read', { p_conversation_id: chatId, p_until: until }),
    // Not worth a toast: the badge stays until the next try.
    { stale: [consoleQueries.chats], failure: false },
  )

export const useEditMessage = (chatId: string) =>
  useChange(
    async ({ id, text }: { id: string; text: string }) => {
      const { data } = await supabase
        .from('chat_messages')
        .update({ message: text })
        .eq('id', id)
        .select('id')
        .throwOnError()
      // RLS hides a message that is deleted or not an agent's: the update then changes no row and reports no error.
      if (data.length === 0) throw new WordedError(consoleCopy.messageGone)
    },
    { stale: [chatQueries.messages(chatId).queryKey] },
  )

/** Deletes a customer's or an agent's message. */
export const useDeleteMessage = (chatId: string) =>
  useChange((id: string) => supabase.from('chat_messages').delete().eq('id', id).throwOnError(), {
    stale: [chatQueries.messages(chatId).queryKey],
    success: consoleCopy.messageDeleted,
  })

/** Adds a tag to a chat of the agent, or removes it. `failure: false`: the caller shows the error. */
export const useTagChat = (chatId: string, words: { failure?: false } = {}) =>
  useChange(
    ({ tag, isSet }: ChatTag) => callRpc('set_chat_tag', { p_conversation_id: chatId, p_tag: tag, p_is_set: isSet }),
    { stale: [consoleQueries.tags(chatId).queryKey], ...words },
  )

/** The preview of the message sends the same. */
export const complaintArguments = (chatId: string, { topic, words }: { topic: string; words: string }) => ({
  p_conversation_id: chatId,
  p_topic: topic,
  p_words: words,
})

/** Opens a complaint for the customer of the agent's chat. */
export const useMarkComplaint = (chatId: string) =>
  useChange(
    (complaint: Parameters<typeof complaintArguments>[1]) =>
      callRpc('mark_chat_complaint', complaintArguments(chatId, complaint)),
    { stale: [consoleQueries.customer(chatId).queryKey], success: markComplaintCopy.done, failure: false },
  )

/** Ends and deletes a customer's chat. */
export const useDeleteChat = () =>
  useChange(
    ({ chatId, reason }: { chatId: string; reason: ClosingReason }) =>
      callRpc('end_chat', { p_conversation_id: chatId, p_reason: reason }),
    {
      success: consoleCopy.chatDeleted,
      succeeded: (_nothing, { chatId }, client) =>
        client.removeQueries({ queryKey: chatQueries.messages(chatId).queryKey }),
    },
  )
