import { supportEmail } from '../_shared/brand.ts'
import { mailCaution, mailLink, mailPage, mailParagraph, type ComposedMail } from '../_shared/mailPage.ts'
import { customerText } from '../_shared/mailText.ts'
import { closedAdvice } from './noteMail.ts'

type SecurityMail = {
  kind: string
  recipient_name: string
  title: string
  message: string
  freeze_token: string | null
  pin_token: string | null
  read_in: string
}

/** The mail about a change that a thief would make, with a link for a new PIN, or about a sign-up with a known address. A token is in the fragment, which no server logs. */
export function composeSecurityMail(mail: SecurityMail, appUrl: string | undefined): ComposedMail {
  const headline = customerText(mail.title)
  const greeting = `Hello ${customerText(mail.recipient_name)},`
  const link = (path: string, token: string | null) =>
    appUrl && token ? `${appUrl.replace(/\/$/, '')}/${path}#${token}` : null
  const newPin = link('new-pin', mail.pin_token)
  const freeze = link('freeze', mail.freeze_token)
  const paragraphs = [customerText(mail.message), ...(mail.read_in === 'closed' ? [closedAdvice] : [])]
  const advice = freeze
    ? "If this wasn't you, freeze your account at once. You don't need to sign in:"
    : mail.kind === 'sign_up'
      ? // A stranger can cause this mail, and has changed nothing.
        `If you need help, write to us at ${supportEmail}.`
      : `If this wasn't you, write to us at once, at ${supportEmail}. You don't need to sign in.`
  return {
    subject: headline,
    text: `${[greeting, ...paragraphs, newPin, advice, freeze, mailCaution].filter((part) => part !== null).join('\n\n')}\n`,
    html: mailPage({
      headline,
      greeting,
      content: [
        ...paragraphs.map(mailParagraph),
        ...(newPin ? [mailLink('Set my new PIN', newPin)] : []),
        mailParagraph(advice),
        freeze ? mailLink('Freeze my account', freeze) : mailLink(`Write to ${supportEmail}`, `mailto:${supportEmail}`),
      ],
      caution: mailCaution,
    }),
  }
}
