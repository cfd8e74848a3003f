import { expect, test } from 'vitest'
import { supportEmail } from '../../functions/_shared/brand.ts'
import type { ComposedMail } from '../../functions/_shared/mailPage.ts'
import { composePaymentMail } from '../../functions/_shared/paymentMail.ts'
import { composeDeviceCodeMail } from '../../functions/send-device-code/deviceCodeMail.ts'
import { composeEventMail } from '../../functions/send-due-mails/eventMail.ts'
import { composeNoteMail } from '../../functions/send-due-mails/noteMail.ts'
import { composeRejectionMail } from '../../functions/send-due-mails/rejectionMail.ts'
import { composeSecurityMail } from '../../functions/send-due-mails/securityMail.ts'
import { composeSuspensionMail } from '../../functions/send-due-mails/suspensionMail.ts'

const note = { recipient_name: 'Ada Payer', title: 'News', message: `Write to ${supportEmail}`, read_in: 'mailbox' }
const security = { kind: 'security', ...note, freeze_token: null, pin_token: null }
const payment = {
  recipient_name: 'Ada Payer',
  counterparty_name: 'Ben Payee',
  amount: 1,
  sort_code: '04-00-75',
  account_number: '12345678',
  reference: null,
  created_at: '2026-06-30T23:05:00+00:00',
}
const code = { name: 'Ada Payer', code: '012345' }

const mails: Record<string, ComposedMail> = {
  'about a payment that was made': composePaymentMail({ ...payment, notification_type: 'sender' }),
  'about money that came in': composePaymentMail({ ...payment, notification_type: 'recipient' }),
  'with a code for a new device': composeDeviceCodeMail({ ...code, purpose: 'sign_in' }),
  'with a code for unfreezing': composeDeviceCodeMail({ ...code, purpose: 'unfreeze' }),
  'with a code for a passkey': composeDeviceCodeMail({ ...code, purpose: 'passkey' }),
  'about an event': composeEventMail({ ...note, event: 'agent', amount: null, counterparty_name: null }),
  'with a note': composeNoteMail(note),
  'about a sign-up that was rejected': composeRejectionMail(note),
  'about a change': composeSecurityMail(security, 'https://app.example'),
  'about a change, with the link that freezes': composeSecurityMail(
    { ...security, freeze_token: 'a' },
    'https://a.example',
  ),
  'about a sign-up with a known address': composeSecurityMail({ ...security, kind: 'sign_up' }, 'https://app.example'),
  'about a suspension': composeSuspensionMail(note),
}

test.each(Object.keys(mails))(
  'the mail %s has the address of the bank and a link to it, for a reader who cannot sign in',
  (name) => {
    const { text = '', html = '' } = mails[name] ?? {}
    expect(text).toContain(supportEmail)
    expect(html).toContain(`<a href="mailto:${supportEmail}"`)
  },
)

test('an address of the bank that a customer wrote is no link', () => {
  const { html } = composeNoteMail(note)
  expect(html.split('mailto:')).toHaveLength(2)
})
