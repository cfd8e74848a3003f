import { formatDateTime } from '@/lib/dates'
import { formatPence } from '@/lib/money'

const leaves = (hours: number) => (hours === 0 ? 'At once' : `After ${hours} hours${hours === 72 ? ' (3 days)' : ''}`)

export const protectionCopy = {
  title: 'Protected savings',
  text: "Make money wait before it leaves this account, so a thief, or a caller who puts you under pressure, can't empty it today. We email you, and you can take it back with one tap while it waits.",
  /** On the row that opens the choice. */
  state: (hours: number) => (hours === 0 ? 'Off' : `Money waits ${hours} hours before it leaves`),
  label: 'Money leaves this account',
  choices: [0, 24, 72].map((hours) => [String(hours), leaves(hours)] as const),
  later: (hours: number, from: string, next: number) =>
    `Until ${formatDateTime(from)} money still waits ${hours} hours. From then on it leaves ${leaves(next).toLowerCase()}.`,
  saved: { title: 'Protection saved' },
  failed: 'Protection not saved',
  less: {
    title: 'Protect this account less?',
    text: (hours: number) =>
      `This applies after ${hours} hours. We email you, and tell your trusted contact if you have one.`,
    action: 'Protect less',
  },
  waiting: {
    title: 'Money that waits',
    what: 'the money that waits',
    move: (amount: number, to: string) => `${formatPence(amount)} to ${to}`,
    until: (dueAt: string) => `Leaves on ${formatDateTime(dueAt)}`,
    takeBack: 'Take back',
    /** For screen readers. */
    takeBackOf: (move: string) => `Take back ${move}`,
    takenBack: (amount: number) => ({ title: `${formatPence(amount)} stays in the account` }),
    /** The account that the money goes to, until its name is loaded. */
    other: 'your other account',
  },
} as const
