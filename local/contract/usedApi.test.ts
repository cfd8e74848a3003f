import { expect, test } from 'vitest'
import { usedApi } from './usedApi'

// The library answers these without a request.
const withoutRequest = new Set(['auth getSession', 'auth onAuthStateChange'])

test('the contract uses every function, table, channel and edge function that the app uses', () => {
  const used = usedApi('src').filter((name) => !withoutRequest.has(name))
  expect(used).toEqual(
    expect.arrayContaining([
      'function make_payment',
      'select transactions',
      'changes accounts',
      'broadcast typing:',
      'broadcast staff:approvals',
      'edge ai-chat',
      'auth signUp',
    ]),
  )
  const covered = new Set(usedApi('local/contract', /(\.test|customers)\.ts$/))
  expect(used.filter((name) => !covered.has(name))).toEqual([])
})
