import { bankName } from '../_shared/brand.ts'
import { mailLink, mailPage, mailParagraph, type ComposedMail } from '../_shared/mailPage.ts'
import { oneLine } from '../_shared/mailText.ts'
import { closedAdvice } from './noteMail.ts'

type Notice = { recipient_name: string; title: string; message: string; freeze_token: string | null; read_in: string }

/** The mail about a change that a thief would make. The token is in the fragment, which no server logs. */
export function composeSecurityMail(notice: Notice, appUrl: string | undefined): ComposedMail {
  const headline = oneLine(notice.title)
  const greeting = `Hello ${oneLine(notice.recipient_name)},`
  const paragraphs = [oneLine(notice.message), ...(notice.read_in === 'closed' ? [closedAdvice] : [])]
  const link = appUrl && notice.freeze_token ? `${appUrl.replace(/\/$/, '')}/freeze#${notice.freeze_token}` : null
  const advice = link
    ? "If this wasn't you, freeze your account at once. You don't need to sign in:"
    : "If this wasn't you, contact us at once."
  const caution = `We never ask for your PIN by email. ${bankName} is a demonstration bank: no real money has moved.`
  return {
    subject: headline,
    text: [greeting, ...paragraphs, advice, ...(link ? [link] : []), caution].join('\n\n') + '\n',
    html: mailPage({
      headline,
      greeting,
      content: [...[...paragraphs, advice].map(mailParagraph), ...(link ? [mailLink('Freeze my account', link)] : [])],
      caution,
    }),
  }
}
