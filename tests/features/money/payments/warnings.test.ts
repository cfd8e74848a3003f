import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { warningsVersion, warningText, whyWarned } from '@/features/money/payments/warnings'

/** By version, from the history of warnings.ts. Payments name these versions: add one, and change none. */
const fingerprints: Record<number, string> = {
  2: '73b8165357bbde93',
  3: 'a77dc99b4fd72dc6',
  4: '0c4b54f635baf55c',
  // Since then the sheet also says whether the bank is calling.
  5: '0c4b54f635baf55c',
  6: 'eb87aae60745c664',
}

test('a changed text has a new version', () => {
  const texts = JSON.stringify([whyWarned, warningText])
  expect(createHash('sha256').update(texts).digest('hex').slice(0, 16)).toBe(fingerprints[warningsVersion])
})
