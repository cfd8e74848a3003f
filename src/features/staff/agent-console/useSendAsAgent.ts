import type { QueryClient } from '@tanstack/react-query'
import { isOffline, isSessionGone, messageOf, refusalOf } from '@/lib/errors'
import { toast } from '@/lib/toast'
import { useChange } from '@/lib/useChange'
import { agentOutboxName } from './agentOutboxName'
import { outboxCopy } from './copy'
import { consoleQueries } from './queries'
import {
  BehindLostError,
  insertMessage,
  putIn,
  requireOrder,
  showSent,
  takeOut,
  type Unsent,
  type UnsentChat,
} from '@/features/contact/chat/shared'

type AgentsUnsent = Unsent & { chat: UnsentChat }

/** Sends a message or a note of an agent to its chat, which need not be the open one. In the order in which they were written. */
export function useSendAsAgent(agentId: string) {
  const outbox = agentOutboxName(agentId)
  return useChange(
    async (message: AgentsUnsent, client) => {
      requireOrder(client, outbox, message)
      const { id, text, chat, isNote } = message
      const senderType = isNote === true ? 'note' : 'agent'
      return insertMessage({ id, text, conversationId: chat.id, senderId: agentId, senderType })
    },
    {
      inTurn: outbox,
      failure: false,
      before: (message, client) => putIn(client, outbox, { ...message, state: 'sending', problem: null }),
      succeeded: async (message, { id, chat }, client) => {
        await showSent(client, chat.id, message)
        takeOut(client, outbox, id)
      },
      failed: async (error, message, client) => {
        if (isUnanswered(error)) {
          putIn(client, outbox, { ...message, state: 'failed', lost: 'now' })
          // Not for each attempt of the outbox.
          if (message.lost === undefined && !(error instanceof BehindLostError))
            toast.error({ title: 'Error', text: messageOf(error) })
          return
        }
        const problem = await problemOf(client, agentId, message, error)
        putIn(client, outbox, { ...message, state: 'failed', lost: undefined, problem })
        toast.error(outboxCopy.notSent(message.chat.customerName, problem))
      },
    },
  )
}

/** The message may be sent once the connection, or the session, is there again. */
function isUnanswered(error: Error): boolean {
  return isOffline(error) || error.name === 'TimeoutError' || isSessionGone(error) || error instanceof BehindLostError
}

/** Why the server refused the message: a policy does not say it, so the chat is read again. */
async function problemOf(client: QueryClient, agentId: string, message: AgentsUnsent, error: Error): Promise<string> {
  if (refusalOf(error) === null) return messageOf(error)
  try {
    const chat = await client.fetchQuery({
      ...consoleQueries.chat(message.chat.id),
      staleTime: 0,
      networkMode: 'always',
    })
    if (chat === null) return outboxCopy.ended
    const isMine = chat.status === 'agent_assigned' && chat.agentId === agentId
    if (isMine || message.isNote === true) return messageOf(error)
    return chat.agentId === null ? outboxCopy.returned : outboxCopy.taken(chat.agentRealName ?? 'A colleague')
  } catch (problem) {
    return refusalOf(problem)?.hint === 'no-permission' ? outboxCopy.noPermission : messageOf(error)
  }
}
