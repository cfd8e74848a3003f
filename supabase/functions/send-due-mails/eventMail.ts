import { bankName } from '../_shared/brand.ts'
import { inPounds } from '../_shared/format.ts'
import { mailPage, mailParagraph, type ComposedMail } from '../_shared/mailPage.ts'
import { customerText } from '../_shared/mailText.ts'

type Event = {
  event: string
  recipient_name: string
  amount: number | null
  counterparty_name: string | null
  message: string | null
}

/** The mail about an event that the customer has chosen to get mails about. */
export function composeEventMail(event: Event): ComposedMail {
  const { headline, message } = wordsOf(event)
  const greeting = `Hello ${customerText(event.recipient_name)},`
  const advice = 'You choose in Settings, Notifications, what we email you about.'
  const caution = `We never ask for your PIN by email. ${bankName} is a demonstration bank: no real money has moved.`
  return {
    subject: headline,
    text: [greeting, message, advice, caution].join('\n\n') + '\n',
    html: mailPage({ headline, greeting, content: [mailParagraph(message), mailParagraph(advice)], caution }),
  }
}

function wordsOf({ event, amount, counterparty_name, message }: Event): { headline: string; message: string } {
  const sum = amount === null ? 'money' : inPounds(amount)
  if (event === 'card')
    return { headline: 'You used your card', message: `You paid ${sum} at ${customerText(counterparty_name ?? '')}.` }
  if (event === 'card_refused') return { headline: 'Card payment declined', message: customerText(message ?? '') }
  if (event === 'low_balance') return { headline: 'Your balance is low', message: `Your balance is below ${sum}.` }
  return { headline: 'An agent has answered', message: `Open the chat in ${bankName} to read the answer.` }
}
