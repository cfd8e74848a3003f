import { expect, test, vi } from 'vitest'
import { logError } from '../../functions/_shared/logError'

test.each([
  [
    'a row from a database error',
    { code: '23514', message: 'violates a check', details: 'Failing row contains (Amara Patel)', hint: null },
    'Database: 23514 violates a check',
  ],
  [
    'an address from a mail error',
    Object.assign(new Error('550 no such user amara@test.example'), {
      code: 'EENVELOPE',
      responseCode: 550,
      rejected: ['amara@test.example'],
    }),
    'Mail: EENVELOPE 550',
  ],
  [
    'nothing from any other text',
    'The bank other-bank answered with status 500.',
    'The bank other-bank answered with status 500.',
  ],
])('a log line leaves out %s', (_what, error, line) => {
  const log = vi.spyOn(console, 'error').mockReturnValue()
  logError(error)
  expect(log.mock.calls).toEqual([[line]])
  log.mockRestore()
})
