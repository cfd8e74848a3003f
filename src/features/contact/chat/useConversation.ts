import { useIsMutating, useMutationState, useQueryClient } from '@tanstack/react-query'
import { offersAgent, stepAfter, type NextStep, type StepAfter } from './handover'
import { conversationKey, useRequestAgent } from './mutations'
import { takeOut, type Unsent } from './outbox'
import { askKey, useAskAssistant, useLookForDanger } from './useAskAssistant'
import { sendKey, useSendMessage } from './useSendMessage'

/** Sends the customer's messages, asks the assistant and requests an agent. Continues when the screen is left. */
export function useConversation(userId: string, outbox: string) {
  const client = useQueryClient()
  const { mutateAsync: sendMessage } = useSendMessage(userId, outbox)
  const { mutateAsync: askAssistant } = useAskAssistant(userId)
  const { mutateAsync: lookForDanger } = useLookForDanger(userId)
  const { mutateAsync: requestAgent } = useRequestAgent()

  async function take(step: StepAfter, chat: string) {
    if (step === null) return
    if (step === 'ask the assistant') {
      const answer = await askAssistant(chat)
      if (answer !== null && answer.agent === null && offersAgent(answer.text)) await requestAgent(chat)
      return
    }
    // First: help in danger must not depend on the request for an agent.
    const help = await lookForDanger(chat)
    if (step === 'request an agent' && help === null) await requestAgent(chat)
  }

  async function deliver(message: Unsent) {
    const { conversation } = await sendMessage(message)
    await take(stepAfter(conversation, message.text), conversation.id)
  }

  return {
    send: (text: string) =>
      void deliver({
        id: crypto.randomUUID(),
        text,
        createdAt: new Date().toISOString(),
        state: 'sending',
      }).catch(ignore),
    resend: (message: Unsent) => void deliver(message).catch(ignore),
    discard: (message: Unsent) => takeOut(client, outbox, message.id),
    resume: (step: NextStep, chat: string) => void take(step, chat).catch(ignore),
    requestAgent: (chat: string) => void requestAgent(chat).catch(ignore),
  }
}

/** The mutations report their failures themselves. */
function ignore() {}

/** The running mutations of this chat. */
export function useUnderWay(chat: string | null) {
  const asked = useMutationState({
    filters: { mutationKey: askKey, status: 'pending' },
    select: ({ state }) => state.variables,
  })
  return {
    isSending: useIsMutating({ mutationKey: sendKey }) > 0,
    isAnswering: asked.includes(chat),
    isAnything: useIsMutating({ mutationKey: conversationKey }) > 0,
  }
}
