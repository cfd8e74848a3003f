import type { ToastWords } from '@/lib/toast'

export const consoleCopy = {
  accepted: { title: 'Request Accepted', text: 'You are now chatting with the customer.' },
  messageDeleted: { title: 'Message Deleted', text: 'The customer can no longer see it.' },
  chatDeleted: { title: 'Chat Deleted', text: 'The chat and all its messages have been deleted.' },
  messageGone: 'This message can no longer be changed.',
  noRequests: 'No customers are waiting for an agent.',
  noChats: 'No active conversations',
} satisfies Record<string, ToastWords | string>

/** The status of a chat in the list. */
export const statusWords = {
  active: 'With the assistant',
  waiting_for_agent: 'Waiting for an agent',
  agent_assigned: 'With an agent',
} as const
