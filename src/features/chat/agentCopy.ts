import type { ToastWords } from '@/lib/toast'

/** What an agent reads about messages that could not be sent. */
export const agentCopy = {
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
