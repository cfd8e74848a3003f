import type { ChatMessage, Conversation } from './queries'

/** Whole words: 'agent', 'human' and 'real person', but not 'humane'. */
const wordsOfCustomer = /\b(?:agents?|human|real\s+person)\b/i
const wordsOfAssistant = /connect you with|real agent/i

function asksForAgent(text: string): boolean {
  return wordsOfCustomer.test(text)
}

export function offersAgent(text: string): boolean {
  return wordsOfAssistant.test(text)
}

export type NextStep = 'ask the assistant' | 'request an agent' | null

type Message = Pick<ChatMessage, 'sender' | 'text'>

/** What the newest message waits for; it may still wait when a tab was closed or the network dropped. */
export function nextStep(conversation: Conversation | null, newest: Message | undefined): NextStep {
  if (conversation?.status !== 'active' || newest === undefined) return null
  if (newest.sender === 'user') return asksForAgent(newest.text) ? 'request an agent' : 'ask the assistant'
  return newest.sender === 'assistant' && offersAgent(newest.text) ? 'request an agent' : null
}

/** What follows when the customer has said this. Asking again while one waits is answered with a notice. */
export function stepAfter(conversation: Conversation, text: string): NextStep {
  if (conversation.status === 'waiting_for_agent' && asksForAgent(text)) return 'request an agent'
  return nextStep(conversation, { sender: 'user', text })
}
