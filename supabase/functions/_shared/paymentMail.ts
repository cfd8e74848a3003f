import { bankName, supportEmail } from './brand.ts'
import { inLondon, inPounds, maskedNumber } from './format.ts'
import { mailCaution, mailPage, mailParagraph, type ComposedMail } from './mailPage.ts'
import { customerText, escapeHtml, oneLine } from './mailText.ts'

/** A mail to send, as the database returns it. The account is the other party's. */
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

/** The mail to the sender or the recipient of a payment. */
export function composePaymentMail(notification: PaymentNotification): ComposedMail {
  const isSender = notification.notification_type === 'sender'
  const amount = inPounds(Number(notification.amount))
  const counterparty = customerText(notification.counterparty_name)
  const headline = isSender ? `You paid ${amount} to ${counterparty}` : `You received ${amount} from ${counterparty}`
  const greeting = `Hello ${customerText(notification.recipient_name)},`
  const details: [string, string][] = [
    ['Amount', amount],
    [isSender ? 'To' : 'From', counterparty],
    ['Account', `${oneLine(notification.sort_code)}, ${maskedNumber(oneLine(notification.account_number))}`],
    ['Reference', customerText(notification.reference ?? '') || 'None'],
    ['When', `${inLondon(notification.created_at)} (UK time)`],
  ]
  const advice = isSender
    ? `If you didn't make this payment, sign in to ${bankName} straight away, tell us in Chat and ask for a new PIN. If you can't, write to ${supportEmail} at once.`
    : "You don't need to do anything. If you weren't expecting this money, tell us in Chat before you spend it."

  return {
    subject: headline,
    text:
      [
        greeting,
        `${headline}.`,
        details.map(([name, value]) => `${name}: ${value}`).join('\n'),
        advice,
        mailCaution,
      ].join('\n\n') + '\n',
    html: mailPage({
      headline,
      greeting,
      content: [detailsTable(details), mailParagraph(advice)],
      caution: mailCaution,
    }),
  }
}

function detailsTable(details: [string, string][]): string {
  const rows = details.map(
    ([name, value]) =>
      `<tr><th align="left" style="padding:8px 16px 8px 0;color:#5b6b7b;font-weight:400">${escapeHtml(name)}</th>` +
      `<td style="padding:8px 0;font-weight:600">${escapeHtml(value)}</td></tr>`,
  )
  return `<table role="presentation" style="border-collapse:collapse">\n${rows.join('\n')}\n</table>`
}
