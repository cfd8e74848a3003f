import type { ConsoleChat } from './consoleChat'
import type { AgentRequest } from './queries'

type OwnChat = Pick<ConsoleChat, 'id' | 'unreadCount' | 'unansweredSince' | 'updatedAt'>
type Request = Pick<AgentRequest, 'chatId' | 'unreadCount'>

/**
 * The chat with unread messages that needs the agent most: of their own chats the one whose customer has waited longest,
 * then of the waiting customers. Undefined: there is none but the open one.
 */
export function nextUnread(own: OwnChat[], queue: Request[], openId: string | null): string | undefined {
  const unread = own
    .filter(({ unreadCount }) => unreadCount > 0)
    .toSorted((one, other) => Date.parse(since(one)) - Date.parse(since(other)))
    .map(({ id }) => id)
  const waiting = queue.filter(({ unreadCount }) => unreadCount > 0).map(({ chatId }) => chatId)
  return [...unread, ...waiting].find((id) => id !== openId)
}

function since({ unansweredSince, updatedAt }: OwnChat): string {
  return unansweredSince ?? updatedAt
}
