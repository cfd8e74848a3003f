import { bankName } from './brand.ts'
import { inPounds } from './format.ts'
import { customerText } from './mailText.ts'

type MailFacts = { amount: number | null; counterparty_name: string | null; message: string | null }

/** How customers are told about an event, by push message and, if it has one, by mail. */
type PushEvent = {
  title: string
  isUrgent?: boolean
  /** What a press of the push message opens; `id`: what the event is about, its topic. */
  place: (id: string) => string
  amount?: (sum: string) => string
  mail?: (facts: MailFacts) => { headline: string; message: string }
}

const sumOf = (amount: number | null) => (amount === null ? 'money' : inPounds(amount))
const inTransactions = (id: string) => `/transactions#payment=${id}`

export const pushEvents: Record<string, PushEvent | undefined> = {
  money_in: { title: 'money arrived', place: inTransactions },
  money_out: { title: 'money sent', place: inTransactions },
  card: {
    title: 'card used',
    place: inTransactions,
    mail: ({ amount, counterparty_name }) => ({
      headline: 'You used your card',
      message: `You paid ${sumOf(amount)} at ${customerText(counterparty_name ?? '')}.`,
    }),
  },
  card_refused: {
    title: 'card payment refused',
    isUrgent: true,
    place: () => '/cards',
    mail: ({ message }) => ({ headline: 'Card payment declined', message: customerText(message ?? '') }),
  },
  payment: { title: 'news about a payment', place: () => '/transactions' },
  low_balance: {
    title: 'low balance',
    place: () => '/',
    amount: (sum) => `Below ${sum}`,
    mail: ({ amount }) => ({
      headline: 'Your balance is low',
      message: `Your balance is below ${sumOf(amount)}.`,
    }),
  },
  security: { title: 'security notice', isUrgent: true, place: () => '/settings#sign-in' },
  savings: { title: 'security notice', isUrgent: true, place: (id) => `/savings/${id}` },
  agent: {
    title: 'an agent answered',
    isUrgent: true,
    place: () => '/chat',
    mail: () => ({ headline: 'An agent has answered', message: `Open the chat in ${bankName} to read the answer.` }),
  },
}
