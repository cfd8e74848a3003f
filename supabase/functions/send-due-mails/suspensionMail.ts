import { mailCaution, mailPage, mailParagraph, type ComposedMail } from '../_shared/mailPage.ts'
import { customerText, oneLine } from '../_shared/mailText.ts'

/** The mail to a suspended customer: all that their screen says, whose parts the database separates by bullets. */
export function composeSuspensionMail(note: { recipient_name: string; title: string; message: string }): ComposedMail {
  const headline = oneLine(note.title)
  const greeting = `Hello ${customerText(note.recipient_name)},`
  const parts = oneLine(note.message).split(' • ')
  return {
    subject: headline,
    text: [greeting, ...parts, mailCaution].join('\n\n') + '\n',
    html: mailPage({ headline, greeting, content: parts.map(mailParagraph), caution: mailCaution }),
  }
}
