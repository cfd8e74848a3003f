import type { QueryClient } from '@tanstack/react-query'
import { invokeFunction } from '@/lib/functions'
import { toast } from '@/lib/toast'
import { useChange } from '@/lib/useChange'
import { chatCopy } from './copy'
import { agentRequestedWords, conversationKey } from './mutations'
import { chatQueries, type Conversation } from './queries'
import { readAnswer, toAssistantMessages, type Answer } from './toAssistantMessages'

export const askKey = [...conversationKey, 'ask']

/** The assistant's specified delay, in ms. */
const replyDelay = 3000
/** The edge function's own limit is shorter, and it reports it. */
const answerTimeout = 90_000
/** The customer waits for an agent: it takes some milliseconds, or is left out. */
const dangerTimeout = 8000

/** Asks the assistant to answer the newest message. Null: the assistant no longer answers this chat. */
export const useAskAssistant = (userId: string) =>
  useChange(
    async (conversationId: string, client): Promise<Answer | null> => {
      await pause(replyDelay)
      const current = client.getQueryData(chatQueries.conversation(userId).queryKey)
      if (!isAssistants(current, conversationId)) return null
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
        if (now.newest?.sender === 'assistant') return { text: now.newest.text, agent: null }
        throw error
      }
    },
    {
      mutationKey: askKey,
      failure: chatCopy.answerFailed,
      succeeded: (answer, conversationId, client) => {
        sayRequested(answer)
        return answer?.agent ? readChatAgain(client) : readMessagesAgain(client, conversationId)
      },
      failed: (_error, conversationId, client) => readMessagesAgain(client, conversationId),
    },
  )

const readMessagesAgain = (client: QueryClient, conversationId: string) =>
  client.invalidateQueries({ queryKey: chatQueries.messages(conversationId).queryKey })

const readChatAgain = (client: QueryClient) => client.invalidateQueries({ queryKey: chatQueries.all })

/** Looks for danger in the newest message, without an answer otherwise. Null: there is none, or it could not be read. */
export const useLookForDanger = (userId: string) =>
  useChange(
    async (conversationId: string, client): Promise<Answer | null> => {
      const history = client.getQueryData(chatQueries.messages(conversationId).queryKey)
      const messages = toAssistantMessages(history?.messages ?? [])
      try {
        const answer = readAnswer(await invokeFunction('ai-chat', { messages, userId, only: 'danger' }, dangerTimeout))
        return answer.agent === null ? null : answer
      } catch {
        // An agent is requested all the same.
        return null
      }
    },
    {
      mutationKey: [...conversationKey, 'danger'],
      succeeded: (answer, _conversationId, client) => {
        sayRequested(answer)
        return answer === null ? undefined : readChatAgain(client)
      },
    },
  )

/** The toast where the server has requested an agent with its answer. */
function sayRequested(answer: Answer | null) {
  if (answer?.agent) toast.success(agentRequestedWords(answer.agent.opensAt))
}

/** Refetches the chat and its newest message. */
async function readNow(client: QueryClient, userId: string, conversationId: string) {
  const refetch = { staleTime: 0, retry: false, networkMode: 'always' } as const
  const conversation = await client.fetchQuery({ ...chatQueries.conversation(userId), ...refetch })
  const { messages } = await client.fetchQuery({ ...chatQueries.messages(conversationId), ...refetch })
  return { conversation, newest: messages.at(-1) }
}

function isAssistants(conversation: Conversation | null | undefined, id: string): boolean {
  return conversation?.id === id && conversation.status === 'active'
}

async function pause(milliseconds: number) {
  await new Promise((resolve) => setTimeout(resolve, milliseconds))
}
