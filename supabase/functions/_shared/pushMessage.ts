import { bankName } from './brand.ts'
import { inPounds } from './format.ts'

type DuePush = {
  event: string
  /** Null unless the customer wants amounts on the screen of a locked device. */
  amount: number | null
  title: string | null
  about_id: string
  topic: string
}

const words: Record<string, string> = {
  money_in: 'money arrived',
  money_out: 'money sent',
  card: 'card used',
  card_refused: 'card payment refused',
  payment: 'news about a payment',
  low_balance: 'low balance',
  security: 'security notice',
  agent: 'an agent answered',
}

const urgent = new Set(['security', 'card_refused', 'agent'])

/** A push message that Safari shows by itself (Declarative Web Push), and other browsers by the app's service worker. */
export function composePush({ event, amount, title, about_id, topic }: DuePush, appUrl: string) {
  return {
    topic: topic.replaceAll('-', ''),
    isUrgent: urgent.has(event),
    payload: {
      web_push: 8030,
      notification: {
        title: `${bankName}: ${words[event] ?? 'news'}`,
        ...bodyOf(event, amount, title),
        lang: 'en-GB',
        // A message that arrives twice is shown once.
        tag: `${event}-${topic}`,
        navigate: `${appUrl}${placeOf(event, about_id)}`,
      },
    },
  }
}

function bodyOf(event: string, amount: number | null, title: string | null): { body?: string } {
  if (title !== null) return { body: title }
  if (amount === null) return {}
  return { body: event === 'low_balance' ? `Below ${inPounds(amount)}` : inPounds(amount) }
}

function placeOf(event: string, id: string): string {
  if (['money_in', 'money_out', 'card'].includes(event)) return `/transactions#payment=${id}`
  if (event === 'security') return '/settings#sign-in'
  if (event === 'agent') return '/chat'
  if (event === 'card_refused') return '/cards'
  return event === 'payment' ? '/transactions' : '/'
}
