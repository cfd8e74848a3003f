import { useIsMutating, useMutationState, useQueryClient } from '@tanstack/react-query'
import { offersAgent, stepAfter, type NextStep } from './handover'
import { askKey, sendKey, speakingKey, useAskAssistant, useRequestAgent, useSendMessage } from './mutations'
import { takeOut, type Unsent } from './outbox'

/** What the customer says, and what follows from it. It goes on when the screen is left. */
export function useSpeaking(userId: string, outbox: string) {
  const client = useQueryClient()
  const { mutateAsync: sendMessage } = useSendMessage(userId, outbox)
  const { mutateAsync: askAssistant } = useAskAssistant(userId)
  const { mutateAsync: requestAgent } = useRequestAgent()

  async function take(step: NextStep, chat: string) {
    if (step === 'request an agent') await requestAgent(chat)
    if (step !== 'ask the assistant') return
    const answer = await askAssistant(chat)
    if (answer !== null && offersAgent(answer)) await requestAgent(chat)
  }

  async function deliver(message: Unsent) {
    const { conversation } = await sendMessage(message)
    await take(stepAfter(conversation, message.text), conversation.id)
  }

  return {
    say: (text: string) =>
      void deliver({
        id: crypto.randomUUID(),
        text,
        createdAt: new Date().toISOString(),
        state: 'sending',
      }).catch(hasBeenSaid),
    sayAgain: (message: Unsent) => void deliver(message).catch(hasBeenSaid),
    takeBack: (message: Unsent) => takeOut(client, outbox, message.id),
    resume: (step: NextStep, chat: string) => void take(step, chat).catch(hasBeenSaid),
  }
}

/** The mutations tell their failures themselves. */
function hasBeenSaid() {}

/** What is under way in this chat. */
export function useUnderWay(chat: string | null) {
  const asked = useMutationState({
    filters: { mutationKey: askKey, status: 'pending' },
    select: ({ state }) => state.variables,
  })
  return {
    isSending: useIsMutating({ mutationKey: sendKey }) > 0,
    isAnswering: asked.includes(chat),
    isAnything: useIsMutating({ mutationKey: speakingKey }) > 0,
  }
}
