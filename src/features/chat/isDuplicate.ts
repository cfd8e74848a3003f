import type { Unsent } from './outbox'
import type { ChatMessage } from './queries'

/** Whether this is what the customer said last. The database knows it of longer chats as well. */
export function isDuplicate(text: string, messages: ChatMessage[], unsent: Unsent[]): boolean {
  const last = unsent.at(-1) ?? messages.findLast(({ sender }) => sender === 'user')
  return last?.text === text
}
