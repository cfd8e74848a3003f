import { expect, test } from 'vitest'
import { isEmail } from '@/lib/email'

test.each(['priya@example.com', ' priya@example.com ', "o'neill+bank@mail.example.co.uk"])('%j is one', (text) => {
  expect(isEmail(text)).toBe(true)
})

test.each([
  '',
  'priya',
  'priya@example',
  '@example.com',
  'priya@.com',
  'priya@example.',
  'priya @example.com',
  'priya@exam ple.com',
  'a@example.com,b@example.com',
  'a@example.com;b@example.com',
  '<priya@example.com>',
  'priya@<b>example.com',
])('%j is none', (text) => {
  expect(isEmail(text)).toBe(false)
})
