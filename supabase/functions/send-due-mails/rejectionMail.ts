import { supportEmail } from '../_shared/brand.ts'
import { mailCaution, mailPage, mailParagraph, type ComposedMail } from '../_shared/mailPage.ts'
import { customerText, oneLine } from '../_shared/mailText.ts'

/** The mail to a person whose sign-up was rejected. */
export function composeRejectionMail(mail: { recipient_name: string; title: string; message: string }): ComposedMail {
  const headline = customerText(mail.title)
  const greeting = `Hello ${customerText(mail.recipient_name)},`
  const because = oneLine(mail.message)
  const advice = `You don't need to do anything. If you think this is a mistake, write to ${supportEmail}.`
  return {
    subject: headline,
    text: `${[greeting, `${headline}.`, because, advice, mailCaution].join('\n\n')}\n`,
    html: mailPage({
      headline,
      greeting,
      content: [mailParagraph(because), mailParagraph(advice)],
      caution: mailCaution,
    }),
  }
}
