import { expect, test } from 'vitest'
import { maskEmail } from '@/features/person/devices/maskEmail'

test.each([
  ['priya@example.com', 'p••••@example.com'],
  ['p@example.com', 'p••••@example.com'],
  ['👩@example.com', '👩••••@example.com'],
  ['@example.com', 'your email address'],
  ['priya', 'your email address'],
  [null, 'your email address'],
])('%s is shown as %s', (email, shown) => expect(maskEmail(email)).toBe(shown))
