import { bankName } from '../_shared/brand.ts'
import { escapeHtml, oneLine } from '../_shared/mailText.ts'

/** A mail that is due, as the database gives it. Account details are those of the other side. */
export type PaymentNotification = {
  notification_type: 'sender' | 'recipient'
  recipient_name: string
  counterparty_name: string
  amount: number | string
  sort_code: string
  account_number: string
  reference: string | null
  created_at: string
}

export type ComposedMail = { subject: string; text: string; html: string }

const pounds = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' })
const londonTime = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'Europe/London',
})

/** The mail to one side of a payment, in plain text and HTML. */
export function composePaymentMail(notification: PaymentNotification): ComposedMail {
  const isSender = notification.notification_type === 'sender'
  const amount = pounds.format(Number(notification.amount))
  const counterparty = oneLine(notification.counterparty_name)
  const headline = isSender ? `You paid ${amount} to ${counterparty}` : `You received ${amount} from ${counterparty}`
  const greeting = `Hello ${oneLine(notification.recipient_name)},`
  const details: [string, string][] = [
    ['Amount', amount],
    [isSender ? 'To' : 'From', counterparty],
    ['Account', `${oneLine(notification.sort_code)}, ${masked(notification.account_number)}`],
    ['Reference', oneLine(notification.reference ?? '') || 'None'],
    ['When', `${londonTime.format(new Date(notification.created_at))} (UK time)`],
  ]
  const advice = isSender
    ? `If you did not make this payment, sign in to ${bankName} at once, tell us in Chat and ask for a new PIN.`
    : 'You do not need to do anything. If you did not expect this money, tell us in Chat before you spend it.'
  const caution = `We never ask for your PIN by e-mail. ${bankName} is a demonstration bank: no real money has moved.`

  return {
    subject: headline,
    text:
      [greeting, `${headline}.`, details.map(([name, value]) => `${name}: ${value}`).join('\n'), advice, caution].join(
        '\n\n',
      ) + '\n',
    html: page({ headline, greeting, details, advice, caution }),
  }
}

/** Enough to recognise the account, not enough to use it. */
function masked(accountNumber: string): string {
  return `••••${oneLine(accountNumber).slice(-4)}`
}

function page(content: {
  headline: string
  greeting: string
  details: [string, string][]
  advice: string
  caution: string
}): string {
  const rows = content.details.map(
    ([name, value]) =>
      `<tr><th align="left" style="padding:8px 16px 8px 0;color:#5b6b7b;font-weight:400">${escapeHtml(name)}</th>` +
      `<td style="padding:8px 0;font-weight:600">${escapeHtml(value)}</td></tr>`,
  )
  // Mail programs ignore style sheets, so each element carries its own style.
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(content.headline)}</title></head>
<body style="margin:0;padding:24px;background:#f4f6f8;color:#1d2733;font:16px/1.5 Arial,sans-serif">
<div style="max-width:480px;margin:0 auto;padding:24px;background:#ffffff;border-radius:12px">
<p style="margin:0 0 16px;color:#0b5f4a;font-size:18px;font-weight:700">${escapeHtml(bankName)}</p>
<h1 style="margin:0 0 16px;font-size:20px">${escapeHtml(content.headline)}</h1>
<p>${escapeHtml(content.greeting)}</p>
<table role="presentation" style="border-collapse:collapse">
${rows.join('\n')}
</table>
<p>${escapeHtml(content.advice)}</p>
<p style="margin:24px 0 0;color:#5b6b7b;font-size:13px">${escapeHtml(content.caution)}</p>
</div>
</body>
</html>
`
}
