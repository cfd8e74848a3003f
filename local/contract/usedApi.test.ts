import { expect, test } from 'vitest'
import { recordedCalls } from './recordedCalls'
import { usedApi } from './usedApi'

// The library answers these without a request.
const withoutRequest = new Set(['auth getSession', 'auth onAuthStateChange'])

// A project of its own runs this file after the others.
test('the contract calls every function, table, channel and edge function that the app uses', () => {
  const inApp = usedApi('src').filter((name) => !withoutRequest.has(name))
  expect(inApp).toEqual(
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
  const inFunctions = usedApi('supabase/functions')
  expect(inFunctions).toEqual(expect.arrayContaining(['function take_due_mails', 'select cards', 'auth getUser']))
  // The requests of edge functions on the platform cannot be seen.
  const used = process.env.API_URL === undefined ? [...inApp, ...inFunctions] : inApp
  const called = new Set(recordedCalls())
  expect(used.filter((name) => !called.has(name))).toEqual([])
})
