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
  expect(html).toContain('Hello &lt;b&gt;Ada&lt;/b&gt; Bcc: eve@\u200bexample.\u200bcom,')
  expect(text).toContain('Hello <b>Ada</b> Bcc: eve@\u200bexample.\u200bcom,\n')
})

// A session asks for these codes, and it may have come from a passkey: nobody has entered a PIN for them.
test.each([
  ['unfreeze', 'Your code for unfreezing your Fernbank account', 'wants to unfreeze your account'],
  ['passkey', 'Your code for adding a passkey to Fernbank', 'wants to add a passkey'],
] as const)('a code to %s says what it is for, and does not say that someone has the PIN', (purpose, title, aim) => {
  const { subject, text } = composeDeviceCodeMail({ name: 'Ada Payer', code: '012345', purpose })
  expect(subject).toBe(title)
  expect(text).toContain(`Someone who is signed in`)
  expect(text).toContain(aim)
  expect(text).not.toContain('PIN in')
  expect(text).not.toContain('knows your PIN')
})
