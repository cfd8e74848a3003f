import { bankName } from '../_shared/brand.ts'
import { mailCode, mailLink, mailPage, mailParagraph, type ComposedMail } from '../_shared/mailPage.ts'
import { oneLine } from '../_shared/mailText.ts'

const caution = `We never ask for your PIN by email. ${bankName} is a demonstration bank: no real money has moved.`

type Notice = { recipient_name: string; title: string; message: string; closed_token: string }

/** The mail about a closed account, with the link to its statements. The token is in the fragment, which no server logs. */
export function composeClosedMail(notice: Notice, appUrl: string | undefined): ComposedMail {
  if (!appUrl) throw new Error('APP_URL is missing, so the mail cannot lead to the statements.')
  const headline = oneLine(notice.title)
  const greeting = `Hello ${oneLine(notice.recipient_name)},`
  const message = oneLine(notice.message)
  const link = `${appUrl.replace(/\/$/, '')}/closed#${notice.closed_token}`
  const advice = 'The page asks for a code that we email you, so nobody can open it with the link alone.'
  return {
    subject: headline,
    text: [greeting, message, link, advice, caution].join('\n\n') + '\n',
    html: mailPage({
      headline,
      greeting,
      content: [mailParagraph(message), mailLink('Open my statements', link), mailParagraph(advice)],
      caution,
    }),
  }
}

/** The mail with the code that opens the statements of a closed account. */
export function composeClosedCodeMail({
  recipient_name,
  code,
}: {
  recipient_name: string
  code: string
}): ComposedMail {
  const headline = 'Your code for your statements'
  const greeting = `Hello ${oneLine(recipient_name)},`
  const reason = 'To read your statements, enter this code on the page where you asked for it:'
  const validity = 'You can use it for 10 minutes, once.'
  const advice = "Don't give it to anyone. If you didn't ask for it, you can ignore this email."
  return {
    subject: headline,
    text: [greeting, reason, code, validity, advice, caution].join('\n\n') + '\n',
    html: mailPage({
      headline,
      greeting,
      content: [mailParagraph(reason), mailCode(code), mailParagraph(validity), mailParagraph(advice)],
      caution,
    }),
  }
}
