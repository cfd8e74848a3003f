import { bankName, supportEmail } from './brand.ts'
import { escapeHtml } from './mailText.ts'

export type ComposedMail = { subject: string; text: string; html: string }

/** The end of a mail. Its reader may be the one who cannot sign in. */
export const mailCaution = `We never ask for your PIN by email. If you have no access to the app: ${supportEmail}. ${bankName} is a demonstration bank: no real money has moved.`

type Page = {
  headline: string
  greeting: string
  /** HTML, already escaped. */
  content: string[]
  /** The small print at the end. */
  caution: string
}

/** The HTML form of a mail. Mail clients ignore style sheets, so each element has its own style. */
export function mailPage({ headline, greeting, content, caution }: Page): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(headline)}</title></head>
<body style="margin:0;padding:24px;background:#f4f6f8;color:#1d2733;font:16px/1.5 Arial,sans-serif">
<div style="max-width:480px;margin:0 auto;padding:24px;background:#ffffff;border-radius:12px">
<p style="margin:0 0 16px;color:#0b5f4a;font-size:18px;font-weight:700">${escapeHtml(bankName)}</p>
<h1 style="margin:0 0 16px;font-size:20px">${escapeHtml(headline)}</h1>
${[mailParagraph(greeting), ...content].join('\n')}
<p style="margin:24px 0 0;color:#5b6b7b;font-size:13px">${withAddress(caution)}</p>
</div>
</body>
</html>
`
}

export function mailParagraph(text: string): string {
  return `<p>${withAddress(text)}</p>`
}

/** Escaped, with the bank's address as a link. */
function withAddress(text: string): string {
  return escapeHtml(text).replaceAll(
    supportEmail,
    `<a href="mailto:${supportEmail}" style="color:#0b5f4a">${supportEmail}</a>`,
  )
}

export function mailLink(label: string, url: string): string {
  return `<p><a href="${escapeHtml(url)}" style="color:#0b5f4a;font-weight:700">${escapeHtml(label)}</a></p>`
}

export function mailCode(code: string): string {
  return `<p style="margin:16px 0;font-size:32px;font-weight:700;letter-spacing:4px">${escapeHtml(code)}</p>`
}
