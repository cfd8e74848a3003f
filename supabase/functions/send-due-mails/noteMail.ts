import { bankName, supportEmail } from '../_shared/brand.ts'
import { mailCaution, mailPage, mailParagraph, type ComposedMail } from '../_shared/mailPage.ts'
import { customerText } from '../_shared/mailText.ts'

/** For the owner of a closed account, who has no app. */
export const closedAdvice = `For your statements, letters or money, write to ${supportEmail} from this address.`

const places = new Map([
  ['mailbox', `You also find this message in your ${bankName} mailbox.`],
  ['screen', 'You find our letters when you sign in.'],
  ['closed', closedAdvice],
])

type Note = { recipient_name: string; title: string; message: string; read_in: string }

/** The mail with a note from the customer's mailbox, or with news for a customer who has none any more. */
export function composeNoteMail(note: Note): ComposedMail {
  const headline = customerText(note.title)
  const greeting = `Hello ${customerText(note.recipient_name)},`
  const message = customerText(note.message)
  const advice = places.get(note.read_in) ?? ''
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
