import { expect, test } from 'vitest'
import { composeDeviceCodeMail } from '../../functions/send-device-code/deviceCodeMail.ts'

const mail = composeDeviceCodeMail({ name: 'Ada Payer', code: '012345', purpose: 'sign_in' })

test('says what the code is for, how long it lasts, and what to do if you did not ask for it', () => {
  expect(mail.text).toContain('Hello Ada Payer,')
  expect(mail.text).toContain('\n\n012345\n\n')
  expect(mail.text).toContain('You can use it for 10 minutes, on that device only.')
  expect(mail.text).toContain("If this wasn't you, someone knows your PIN")
  expect(mail.text).toContain('We never ask you for this code, by phone or by email.')
  expect(mail.html).toContain('>012345</p>')
})

test('the subject does not contain the code, because locked screens show it', () => {
  expect(mail.subject).toBe('Your code for signing in to Fernbank')
})

test('escapes a name and keeps it on one line', () => {
  const { text, html } = composeDeviceCodeMail({
    name: '<b>Ada</b>\r\nBcc: eve@example.com',
    code: '012345',
    purpose: 'sign_in',
  })
  expect(html).toContain('Hello &lt;b&gt;Ada&lt;/b&gt; Bcc: eve@example.com,')
  expect(text).toContain('Hello <b>Ada</b> Bcc: eve@example.com,\n')
})

test('says that a code unfreezes the account', () => {
  const { subject, text } = composeDeviceCodeMail({ name: 'Ada Payer', code: '012345', purpose: 'unfreeze' })
  expect(subject).toBe('Your code for unfreezing your Fernbank account')
  expect(text).toContain('wants to unfreeze your account')
  expect(text).not.toContain("device we don't know")
})
