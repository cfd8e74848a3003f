import { brand } from '@/brand'
import type { ToastWords } from '@/lib/toast'
import type { Conversation, Sender } from './queries'

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
  messageLeft: (opens: string) => ({
    title: 'Message Left',
    text: `Our agents are back ${opens} and will answer in this chat.`,
  }),
  requestPending: { title: 'Request Pending', text: 'Your request for an agent is already in queue.' },
  agentConnected: (name: string | null): ToastWords => ({
    title: 'Agent Connected',
    text: `You are now chatting with ${name ?? 'a person'}.`,
  }),
  ended: { title: 'Chat Deleted', text: 'This chat has ended. You can start a new one.' },
  endedMeanwhile: 'This chat has ended. Try again to start a new one.',
  talkToPerson: 'Talk to a person',
  waiting: 'Waiting for an agent to join...',
  left: 'Your message is waiting for our agents',
  away: (opens: string | null) =>
    `They're back ${opens ?? 'later'} and will answer in this chat. You can add to your message until then.`,
  /** Before the first message, in and out of the agents' hours. */
  start: (opens: string | null) =>
    `${brand.assistantName} answers here at any time. ${
      opens === null
        ? 'If you would rather talk to a person, ask for an agent.'
        : `Our agents are back ${opens}. Until then you can ask for one to leave them a message.`
    }`,
  wait: (minutes: number) =>
    minutes > 60
      ? 'It usually takes more than an hour at the moment.'
      : `It usually takes ${minutes <= 1 ? 'about a minute' : `about ${minutes} minutes`}.`,
  place: (position: number) => `You are number ${position} in the queue.`,
} as const

/** The senders' names as the customer of this chat sees them. */
export function namesForCustomer(chat: Pick<Conversation, 'agentName'> | null | undefined): Record<Sender, string> {
  return { user: 'You', assistant: brand.assistantName, agent: chat?.agentName ?? 'Agent', event: '', note: '' }
}
