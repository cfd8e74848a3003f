import { bankName } from './brand.ts'
import { inPounds } from './format.ts'
import { pushEvents } from './pushEvents.ts'

type DuePush = {
  event: string
  /** Null unless the customer wants amounts on the screen of a locked device. */
  amount: number | null
  title: string | null
  topic: string
}

/** A push message that Safari shows by itself (Declarative Web Push), and other browsers by the app's service worker. */
export function composePush({ event, amount, title, topic }: DuePush, appUrl: string) {
  const told = pushEvents[event]
  return {
    topic: topic.replaceAll('-', ''),
    isUrgent: told?.isUrgent ?? false,
    payload: {
      web_push: 8030,
      notification: {
        title: `${bankName}: ${told?.title ?? 'news'}`,
        ...bodyOf(event, amount, title),
        lang: 'en-GB',
        // A message that arrives twice is shown once.
        tag: `${event}-${topic}`,
        navigate: `${appUrl}${told?.place(topic) ?? '/'}`,
      },
    },
  }
}

function bodyOf(event: string, amount: number | null, title: string | null): { body?: string } {
  if (title !== null) return { body: title }
  if (amount === null) return {}
  const sum = inPounds(amount)
  return { body: pushEvents[event]?.amount?.(sum) ?? sum }
}
