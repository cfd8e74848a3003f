import { expect, test } from 'vitest'
import { composeDeviceCodeMail } from '../../functions/send-device-code/deviceCodeMail.ts'

const mail = composeDeviceCodeMail({ name: 'Ada Payer', code: '012345' })

test('the mail says what the code is for, how long it lasts, and what to do if it was not you', () => {
  expect(mail.text).toContain('Hello Ada Payer,')
  expect(mail.text).toContain('\n\n012345\n\n')
  expect(mail.text).toContain('You can use it for 10 minutes, on that device only.')
  expect(mail.text).toContain("If this wasn't you, someone knows your PIN")
  expect(mail.text).toContain('We never ask you for this code, by phone or by email.')
  expect(mail.html).toContain('>012345</p>')
})

test('a locked screen shows the subject, and it has no code', () => {
  expect(mail.subject).toBe('Your code for signing in to Fernbank')
})

test('a name can bring neither markup nor lines of its own', () => {
  const { text, html } = composeDeviceCodeMail({ name: '<b>Ada</b>\r\nBcc: eve@example.com', code: '012345' })
  expect(html).toContain('Hello &lt;b&gt;Ada&lt;/b&gt; Bcc: eve@example.com,')
  expect(text).toContain('Hello <b>Ada</b> Bcc: eve@example.com,\n')
})
