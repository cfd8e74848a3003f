import { bankName } from '../_shared/brand.ts'
import { mailPage, mailParagraph, type ComposedMail } from '../_shared/mailPage.ts'
import { escapeHtml, oneLine } from '../_shared/mailText.ts'

/** The mail with the code for a new device. The subject is shown on locked screens, so it does not contain the code. */
export function composeDeviceCodeMail({ name, code }: { name: string; code: string }): ComposedMail {
  const headline = `Your code for signing in to ${bankName}`
  const greeting = `Hello ${oneLine(name)},`
  const reason =
    "Someone has signed in with your PIN on a device we don't know. To continue on that device, enter this code:"
  const validity = 'You can use it for 10 minutes, on that device only.'
  const advice = `If this wasn't you, someone knows your PIN. Don't give this code to anyone. Sign in to ${bankName} on your own device, tell us in Chat and ask for a new PIN.`
  const caution = `We never ask you for this code, by phone or by email. ${bankName} is a demonstration bank.`
  return {
    subject: headline,
    text: [greeting, reason, code, validity, advice, caution].join('\n\n') + '\n',
    html: mailPage({
      headline,
      greeting,
      content: [
        mailParagraph(reason),
        `<p style="margin:16px 0;font-size:32px;font-weight:700;letter-spacing:4px">${escapeHtml(code)}</p>`,
        mailParagraph(validity),
        mailParagraph(advice),
      ],
      caution,
    }),
  }
}
