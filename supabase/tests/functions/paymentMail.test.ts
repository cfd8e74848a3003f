import { expect, test } from 'vitest'
import { supportEmail } from '../../functions/_shared/brand.ts'
import { composePaymentMail, type PaymentNotification } from '../../functions/_shared/paymentMail.ts'

const toSender: PaymentNotification = {
  notification_type: 'sender',
  recipient_name: 'Ada Payer',
  counterparty_name: 'Ben Payee',
  amount: 1234.5,
  sort_code: '04-00-75',
  account_number: '12345678',
  reference: 'Rent June',
  created_at: '2026-06-30T23:05:00+00:00',
}

test('tells the sender the amount, the recipient and the UK time', () => {
  const { subject, text } = composePaymentMail(toSender)
  expect(subject).toBe('You paid £1,234.50 to Ben Payee')
  expect(text).toContain('Hello Ada Payer,')
  expect(text).toContain('Amount: £1,234.50\nTo: Ben Payee\nAccount: 04-00-75, ••••5678\nReference: Rent June\n')
  expect(text).toContain('When: 1 July 2026 at 00:05 (UK time)')
  expect(text).toContain("If you didn't make this payment")
})

test('tells the recipient the amount and the sender', () => {
  const { subject, text } = composePaymentMail({ ...toSender, notification_type: 'recipient', amount: '12.50' })
  expect(subject).toBe('You received £12.50 from Ben Payee')
  expect(text).toContain('From: Ben Payee')
  expect(text).not.toContain("If you didn't make this payment")
})

test('shows a missing reference as None', () => {
  expect(composePaymentMail({ ...toSender, reference: null }).text).toContain('Reference: None')
})

test('the mail does not contain the full account number', () => {
  const { text, html } = composePaymentMail(toSender)
  expect(text + html).not.toContain('12345678')
})

test('escapes text from users in the HTML form', () => {
  const { html } = composePaymentMail({
    ...toSender,
    counterparty_name: '<img src=x onerror=alert(1)>',
    reference: '"&\'',
  })
  expect(html).not.toContain('<img')
  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;')
  expect(html).toContain('&quot;&amp;&#39;')
})

test.each(['\r\n', '\n', '\r', '\u2028', '\0'])('a name cannot start a new header with %j', (lineBreak) => {
  const { subject } = composePaymentMail({ ...toSender, counterparty_name: `Ben${lineBreak}Bcc: all@bank.example` })
  expect(subject).toBe('You paid £1,234.50 to Ben Bcc: all@\u200bbank.\u200bexample')
})

test.each([
  'fernbank.example',
  'https://fernbank.example/pay',
  'www.1bank.co',
  'help@fernbank.example',
  'mailto:help@bank.example',
  'http://203.0.113.7/',
])('the name and the reference %j become no link in any mail program', (text) => {
  const { subject, text: plain, html } = composePaymentMail({ ...toSender, counterparty_name: text, reference: text })
  // The bank's own address is a link.
  const ownAddress = new RegExp(`(mailto:)?${supportEmail}`, 'g')
  for (const whole of [subject, plain.replace(/^Hello.*$/m, ''), html.slice(html.indexOf('<h1'))]) {
    const part = whole.replace(ownAddress, '')
    expect(part).not.toContain(text)
    expect(part).not.toMatch(/https?:\/\/|www\.\w|@\w|mailto:\w|fernbank\.\w|bank\.\w/)
  }
})

test('an amount and a time in a reference stay as they are', () => {
  expect(composePaymentMail({ ...toSender, reference: 'Lunch 12.50 at 10:15' }).text).toContain(
    'Reference: Lunch 12.50 at 10:15\n',
  )
})
