import { expect, test } from 'vitest'
import { formatCount, groupThousands } from '@/lib/numbers'

test.each([
  ['0.5', '0.5'],
  ['999.9', '999.9'],
  ['1000.0', '1,000.0'],
  ['1234567', '1,234,567'],
])('%s is grouped as %s', (number, text) => expect(groupThousands(number)).toBe(text))

test('counts are formatted as Intl formats them', () => {
  const intl = new Intl.NumberFormat('en-GB')
  for (let count = 0; count < 10_000_000; count = count * 2 + 1) expect(formatCount(count)).toBe(intl.format(count))
})
