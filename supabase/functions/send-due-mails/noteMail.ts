import { bankName } from '../_shared/brand.ts'
import { mailPage, mailParagraph, type ComposedMail } from '../_shared/mailPage.ts'
import { oneLine } from '../_shared/mailText.ts'

/** The mail with a note from the customer's mailbox. */
export function composeNoteMail(note: { recipient_name: string; title: string; message: string }): ComposedMail {
  const headline = oneLine(note.title)
  const greeting = `Hello ${oneLine(note.recipient_name)},`
  const message = oneLine(note.message)
  const advice = `You also find this message in your ${bankName} mailbox.`
  const caution = `We never ask for your PIN by email. ${bankName} is a demonstration bank: no real money has moved.`
  return {
    subject: headline,
    text: [greeting, message, advice, caution].join('\n\n') + '\n',
    html: mailPage({ headline, greeting, content: [mailParagraph(message), mailParagraph(advice)], caution }),
  }
}
