import { brand } from '@/brand'
import type { ToastWords } from '@/lib/toast'
import type { Sender } from './queries'

/** The texts of the chat, most of them from the specification. */
export const chatCopy = {
  quickReplies: [
    'Help getting started',
    "My card isn't working",
    'Security concern',
    'Activate my card',
    'Show my last transaction',
  ],
  duplicate: { title: 'Duplicate Message', text: 'You cannot send the same message twice in a row.' },
  answerFailed: { title: 'Failed to get AI response', text: 'Please try again.' },
  agentRequested: { title: 'Agent Requested', text: 'A real agent will join the conversation soon.' },
  requestPending: { title: 'Request Pending', text: 'Your request for an agent is already in queue.' },
  agentConnected: (name: string | null): ToastWords => ({
    title: 'Agent Connected',
    text: `You are now chatting with ${name ?? 'a person'}.`,
  }),
  ended: { title: 'Chat Deleted', text: 'This chat has ended. You can start a new one.' },
  endedMeanwhile: 'This chat has ended. Try again to start a new one.',
  waiting: 'Waiting for an agent to join...',
  away: (opens: string | null) =>
    `Our agents are back ${opens ?? 'later'}. Leave a message here and they'll answer in this chat.`,
  wait: (minutes: number) =>
    minutes > 60
      ? 'It usually takes more than an hour at the moment.'
      : `It usually takes ${minutes <= 1 ? 'about a minute' : `about ${minutes} minutes`}.`,
  place: (position: number) => `You are number ${position} in the queue.`,
} as const

/** The senders' names as the customer sees them. */
export function namesForCustomer(agentName: string | null): Record<Sender, string> {
  return { user: 'You', assistant: brand.assistantName, agent: agentName ?? 'Agent', event: '', note: '' }
}
