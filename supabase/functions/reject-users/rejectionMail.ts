import { bankName } from '../_shared/brand.ts'
import { mailPage, mailParagraph, type ComposedMail } from '../_shared/mailPage.ts'
import { oneLine } from '../_shared/mailText.ts'

/** The mail to a person whose sign-up was rejected. */
export function composeRejectionMail({
  recipient_name: name,
  reason,
}: {
  recipient_name: string
  reason: string
}): ComposedMail {
  const headline = `We couldn't open your ${bankName} account`
  const greeting = `Hello ${oneLine(name)},`
  const because = `Reason: ${oneLine(reason)}`
  const advice = "You don't need to do anything. If you think this is a mistake, contact us."
  const caution = `We never ask for your PIN by email. ${bankName} is a demonstration bank.`
  return {
    subject: headline,
    text: `${[greeting, `${headline}.`, because, advice, caution].join('\n\n')}\n`,
    html: mailPage({ headline, greeting, content: [mailParagraph(because), mailParagraph(advice)], caution }),
  }
}
