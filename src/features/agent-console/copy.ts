import { chatStatuses } from '@/lib/chatStatuses'
import type { ToastWords } from '@/lib/toast'
import type { ConsoleChat } from './queries'

export const consoleCopy = {
  // The chat opens, or closes, with the toast: a navigation.
  accepted: { title: 'Request Accepted', text: 'You are now chatting with the customer.', isForNextScreen: true },
  released: { title: 'Chat Released', text: 'It is back in the queue.' },
  transferred: { title: 'Chat Transferred', text: 'Your colleague has it now.' },
  takenOver: { title: 'Chat Taken Over', text: 'You are now chatting with the customer.' },
  lost: (customer: string, colleague: string): ToastWords => ({
    title: 'Chat Moved',
    text: `${colleague} now has the chat with ${customer}.`,
    duration: 15_000,
  }),
  received: (customer: string) => ({
    title: 'Chat Received',
    text: `You now have the chat with ${customer}.`,
    duration: 15_000,
  }),
  messageDeleted: { title: 'Message Deleted', text: 'The customer can no longer see it.' },
  chatDeleted: {
    title: 'Chat Deleted',
    text: 'The chat and all its messages have been deleted.',
    isForNextScreen: true,
  },
  messageGone: 'This message can no longer be changed.',
  replyDeleted: { title: 'Saved reply deleted' },
  noReplies: 'No saved replies yet',
  repliesHint: 'Type / in a chat to insert one. All agents share them.',
  shortcutHint: 'Letters, digits and dashes. {first name} and {agent} in the reply are filled in.',
  badShortcut: 'Use letters, digits and dashes, at most 30.',
  badReply: 'Enter a reply of at most 500 characters.',
  badTag: 'Use letters, digits, spaces and dashes, at most 30.',
  noPayments: 'No payments yet',
  noEarlierChats: 'No earlier chats',
  noRequests: 'No customers are waiting for an agent.',
  noChats: 'No active conversations',
  noMatch: 'No conversations with this name',
} satisfies Record<string, ToastWords | string | ((...names: never[]) => ToastWords)>

type HeldChat = Pick<ConsoleChat, 'status' | 'agentId' | 'agentName' | 'agentRealName'>

/** Who has the chat, by real name. */
export function holderName({ status, agentId, agentRealName }: HeldChat, userId: string): string {
  if (status !== 'agent_assigned') return chatStatuses[status]
  return agentId === userId ? 'You' : (agentRealName ?? 'A colleague')
}

/** The same as a sentence, with the name that the customer sees. */
export function holderSentence(chat: HeldChat, userId: string): string {
  const holder = holderName(chat, userId)
  if (chat.status !== 'agent_assigned') return holder
  return `${holder} ${chat.agentId === userId ? 'are' : 'is'} in this chat as ${chat.agentName ?? 'Agent'}`
}
