import { expect, test } from 'vitest'
import { composeSearchMail } from '../../functions/send-due-mails/searchMail.ts'

test('leads to the sign-in page of this cell, and is not sent without its address', () => {
  const { subject, text, html } = composeSearchMail({ recipient_name: 'Ada Payer' }, 'https://north.example.com/')
  expect(subject).toBe('Your Fernbank sign-in page')
  expect(text).toContain('\n\nhttps://north.example.com/auth#found\n\n')
  expect(text).toContain("Your PIN works only there. If you didn't ask for this email, you can ignore it.")
  expect(html).toContain('href="https://north.example.com/auth#found"')
  expect(() => composeSearchMail({ recipient_name: 'Ada Payer' }, undefined)).toThrow('APP_URL is missing')
})
