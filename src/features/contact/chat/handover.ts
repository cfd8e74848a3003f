import type { ChatMessage, Conversation } from './queries'

/** The specification: the text contains one of them, also inside a word as in 'humans' or 'agent's'. */
const wordsOfCustomer = /agent|human|real\s+person/i
/** Words that contain one of them by chance. */
const otherWords = /\b(?:humane(?:ly)?|humanit\w*|humanis[tm]\w*|humanoids?|reagents?|agentic)\b/gi
const wordsOfAssistant = /connect you with|real agent/i

function asksForAgent(text: string): boolean {
  return wordsOfCustomer.test(text.replaceAll(otherWords, ''))
}

export function offersAgent(text: string): boolean {
  return wordsOfAssistant.test(text)
}

export type NextStep = 'ask the assistant' | 'request an agent' | null

/** While the customer waits for an agent, the assistant does not answer, but gives help in danger. */
export type StepAfter = NextStep | 'look for danger'

type Chat = Pick<Conversation, 'status'>
type Message = Pick<ChatMessage, 'sender' | 'text'>

/** The reply that the newest message needs. It may be missing after a closed tab or a lost connection. */
export function nextStep(conversation: Chat | null, newest: Message | undefined): NextStep {
  if (conversation?.status !== 'active' || newest === undefined) return null
  if (newest.sender === 'user') return asksForAgent(newest.text) ? 'request an agent' : 'ask the assistant'
  return newest.sender === 'assistant' && offersAgent(newest.text) ? 'request an agent' : null
}

/** The next step after a customer's message. A second request for an agent gets a message. */
export function stepAfter(conversation: Chat, text: string): StepAfter {
  if (conversation.status === 'waiting_for_agent') return asksForAgent(text) ? 'request an agent' : 'look for danger'
  return nextStep(conversation, { sender: 'user', text })
}
