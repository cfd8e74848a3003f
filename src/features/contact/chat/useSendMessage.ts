import { isOffline, messageOf, refusalOf, WordedError } from '@/lib/errors'
import { useChange } from '@/lib/useChange'
import { chatCopy } from './copy'
import { conversationKey, insertMessage, openConversation, showSent } from './mutations'
import { BehindLostError, putIn, requireOrder, takeOut, type Unsent } from './outbox'
import { chatQueries } from './queries'

export const sendKey = [...conversationKey, 'send']

/** Sends a customer's message. The first one opens the chat. One at a time, in the order in which they were written. */
export const useSendMessage = (userId: string, outbox: string) =>
  useChange(
    async (unsent: Unsent, client) => {
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
    {
      inTurn: outbox,
      mutationKey: sendKey,
      failure: (error) => {
        if (isDuplicateRefusal(error)) return chatCopy.duplicate
        // The message shows it.
        return !isAtLimit(error) && { title: 'Error', text: messageOf(error) }
      },
      before: (message, client) => putIn(client, outbox, { ...message, state: 'sending', problem: null }),
      succeeded: async ({ conversation, message }, { id }, client) => {
        await showSent(client, conversation.id, message)
        takeOut(client, outbox, id)
      },
      failed: (error, message, client) => {
        if (isDuplicateRefusal(error)) takeOut(client, outbox, message.id)
        else putIn(client, outbox, failed(message, error))
      },
    },
  )

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
