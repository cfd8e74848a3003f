import { bankName } from '../_shared/brand.ts'
import { mailPage, mailParagraph, type ComposedMail } from '../_shared/mailPage.ts'
import { customerText, oneLine } from '../_shared/mailText.ts'

/** The mail to a suspended customer: all that their screen says, whose parts the database separates by bullets. */
export function composeSuspensionMail(note: { recipient_name: string; title: string; message: string }): ComposedMail {
  const headline = oneLine(note.title)
  const greeting = `Hello ${customerText(note.recipient_name)},`
  const parts = oneLine(note.message).split(' • ')
  const caution = `We never ask for your PIN by email. ${bankName} is a demonstration bank: no real money has moved.`
  return {
    subject: headline,
    text: [greeting, ...parts, caution].join('\n\n') + '\n',
    html: mailPage({ headline, greeting, content: parts.map(mailParagraph), caution }),
  }
}
