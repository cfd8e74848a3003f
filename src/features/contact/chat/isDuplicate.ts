import type { Unsent } from './outbox'
import type { ChatMessage } from './queries'

/** Whether the text equals the customer's last message. The database also checks messages that are not loaded. */
export function isDuplicate(text: string, messages: ChatMessage[], unsent: Unsent[]): boolean {
  const last = unsent.at(-1) ?? messages.findLast(({ sender }) => sender === 'user')
  return last?.text === text
}
