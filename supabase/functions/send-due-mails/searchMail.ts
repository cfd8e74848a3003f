import { bankName } from '../_shared/brand.ts'
import { mailLink, mailPage, mailParagraph, type ComposedMail } from '../_shared/mailPage.ts'
import { oneLine } from '../_shared/mailText.ts'

/** The mail with the sign-in page of this cell. The page remembers the device by the end of the link. */
export function composeSearchMail(
  { recipient_name }: { recipient_name: string },
  appUrl: string | undefined,
): ComposedMail {
  if (!appUrl) throw new Error('APP_URL is missing, so the mail cannot say where the customer signs in.')
  const headline = `Your ${bankName} sign-in page`
  const greeting = `Hello ${oneLine(recipient_name)},`
  const message = 'You asked where you sign in. This is your page:'
  const link = `${appUrl.replace(/\/$/, '')}/auth#found`
  const advice = "Your PIN works only there. If you didn't ask for this email, you can ignore it."
  const caution = `We never ask for your PIN by email. ${bankName} is a demonstration bank: no real money has moved.`
  return {
    subject: headline,
    text: [greeting, message, link, advice, caution].join('\n\n') + '\n',
    html: mailPage({
      headline,
      greeting,
      content: [mailParagraph(message), mailLink('Open my sign-in page', link), mailParagraph(advice)],
      caution,
    }),
  }
}
