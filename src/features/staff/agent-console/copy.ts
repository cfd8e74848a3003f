import { brand } from '@/brand'
import { chatStatuses } from '@/features/contact/chat/shared'
import type { ToastWords } from '@/lib/toast'
import type { ConsoleChat } from './consoleChat'
import { firstName } from './firstName'

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
  written: (customer: string, words: string | null) => ({
    title: `${customer} has written`,
    text: words ?? undefined,
    duration: 15_000,
  }),
  messageDeleted: { title: 'Message Deleted', text: 'The customer can no longer see it.' },
  chatDeleted: {
    title: 'Chat Deleted',
    text: 'The chat and all its messages have been deleted.',
    isForNextScreen: true,
  },
  messageGone: 'This message can no longer be changed.',
  badTag: 'Use letters, digits, spaces and dashes, at most 30.',
  noPayments: 'No payments yet',
  cases: 'Cases',
  noEarlierChats: 'No earlier chats',
  tools: 'Tags, complaint and calls',
  saidThanks: 'Said thanks',
  noRequests: 'No customers are waiting for an agent.',
  noChats: 'No active conversations',
  noMatch: 'No conversations with this name',
} satisfies Record<string, ToastWords | string | ((...names: never[]) => ToastWords)>

/** Why a customer is in the queue. */
export function requestReason({ reason, returnedBy }: { reason: string; returnedBy: string | null }): string {
  if (reason === 'offered') return 'Assistant offered'
  if (reason === 'released') return `Released by ${returnedBy ?? 'an agent'}`
  if (reason === 'agent_left') return `${returnedBy ?? 'The agent'} left`
  return 'Asked'
}

type LastLine = { customerName: string; lastMessage: string | null; lastSender: string | null }

/** The newest message after the name of its sender. Null: there is none. `agent`: the name for an agent's message. */
export function lastLine({ customerName, lastMessage, lastSender }: LastLine, agent: string): string | null {
  if (lastMessage === null) return null
  const sender =
    lastSender === 'agent' ? agent : lastSender === 'assistant' ? brand.assistantName : firstName(customerName)
  return `${sender}: ${lastMessage}`
}

/** What an agent reads about messages that could not be sent. */
export const outboxCopy = {
  ended: 'The chat has ended.',
  taken: (colleague: string) => `${colleague} has the chat now.`,
  returned: 'You no longer have the chat. It is back in the queue.',
  noPermission: 'You no longer have the permission to answer chats.',
  // The agent may be led out of the console at the same time.
  notSent: (customer: string, problem: string): ToastWords => ({
    title: 'Message Not Sent',
    text: `${problem} Your message to ${customer} is kept.`,
    duration: 15_000,
    isForNextScreen: true,
  }),
  refused: (messages: string) => `${messages} of yours could not be sent.`,
  refusedTitle: 'Messages that were not sent',
  refusedText: 'They are kept in this tab until you remove them or sign out.',
  copied: { title: 'Text copied' },
  copyFailed: { title: "The text couldn't be copied", text: 'Select it instead.' },
} as const

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

export const markComplaintCopy = {
  title: 'Complaint',
  mark: 'Mark as a complaint',
  text: 'Opens a complaint with its clock. The customer is told at once.',
  chooseTopic: 'Choose what it is about.',
  words: 'What the customer is unhappy about',
  noWords: 'Write what the customer is unhappy about.',
  done: { title: 'Marked as a complaint', text: 'The customer has been told.' },
  marked: 'This chat is a complaint.',
  open: 'Open the case',
} as const

export const suspensionCopy = {
  title: 'Suspended',
  told: 'What the customer was told',
  next: 'Next update by',
  isLate: 'We have told the customer that we are late',
} as const
