import { mailCaution, mailPage, mailParagraph, type ComposedMail } from '../_shared/mailPage.ts'
import { customerText } from '../_shared/mailText.ts'
import { pushEvents } from '../_shared/pushEvents.ts'

type Event = {
  event: string
  recipient_name: string
  amount: number | null
  counterparty_name: string | null
  message: string | null
}

/** The mail about an event that the customer has chosen to get mails about. */
export function composeEventMail(event: Event): ComposedMail {
  const words = pushEvents[event.event]?.mail?.(event)
  if (words === undefined) throw new Error(`There is no mail about ${event.event}.`)
  const { headline, message } = words
  const greeting = `Hello ${customerText(event.recipient_name)},`
  const advice = 'You choose in Settings, Notifications, what we email you about.'
  return {
    subject: headline,
    text: [greeting, message, advice, mailCaution].join('\n\n') + '\n',
    html: mailPage({
      headline,
      greeting,
      content: [mailParagraph(message), mailParagraph(advice)],
      caution: mailCaution,
    }),
  }
}
