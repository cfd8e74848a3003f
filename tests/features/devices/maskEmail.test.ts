import { expect, test } from 'vitest'
import { maskEmail } from '@/features/devices/maskEmail'

test.each([
  ['priya@example.com', 'p••••@example.com'],
  ['p@example.com', 'p••••@example.com'],
  ['👩@example.com', '👩••••@example.com'],
  ['@example.com', 'your e-mail address'],
  ['priya', 'your e-mail address'],
  [null, 'your e-mail address'],
])('%s is shown as %s', (email, shown) => expect(maskEmail(email)).toBe(shown))
