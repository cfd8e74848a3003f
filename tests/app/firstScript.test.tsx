import { readFileSync } from 'node:fs'
import { runInThisContext } from 'node:vm'
import { firstData } from '../../build/firstScript'
import { accountRow, json, renderApp, serve, storeSession, transactionRow } from '../fakeServer'
import { screen } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { env } from '@/lib/env'
import { supabase } from '@/lib/supabase'

const answers = {
  'GET profiles': () => json([{ full_name: 'Priya Shah', approved: true, notification_email: null }]),
  'POST rpc/get_current_account': () => json([accountRow()]),
}

const script = readFileSync('build/headScript.js', 'utf8')

/** Runs the script of index.html at this address, in a build in which each area has one file. */
function runFirstScript(path: string) {
  window.history.replaceState(null, '', path)
  const element = document.createElement('script')
  element.dataset.first = firstData(env, (areas) => areas.map((area) => `/assets/${area}.js`))
  vi.spyOn(document, 'currentScript', 'get').mockReturnValue(element)
  runInThisContext(script)
}

/** Moves the stored session's end to so many seconds from now. */
function endIn(seconds: number) {
  const session: object = JSON.parse(localStorage.getItem('sb-bank-auth-token') ?? '{}')
  localStorage.setItem(
    'sb-bank-auth-token',
    JSON.stringify({ ...session, expires_at: Math.floor(Date.now() / 1000) + seconds }),
  )
}

const links = () => [...document.head.querySelectorAll('link')]

afterEach(() => {
  for (const link of links()) link.remove()
  window.history.replaceState(null, '', '/')
})

describe('the scripts of the first screen', () => {
  const forbid = () =>
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    })

  test.each<[who: string, path: string, prepare: () => void, asked: string[], reads: number]>([
    ['a visitor', '/', () => undefined, ['visitor'], 0],
    ['a customer', '/', storeSession, ['customer'], 2],
    ['a customer', '/transactions', storeSession, ['customer'], 3],
    ['a customer', '/pay-transfer', storeSession, ['customer', 'payments'], 2],
    ['a customer', '/admin/users', storeSession, ['customer'], 1],
    ['a customer whose token must be renewed', '/', () => (storeSession(), endIn(80)), ['customer'], 0],
    [
      'a customer whose session is damaged',
      '/',
      () => localStorage.setItem('sb-bank-auth-token', '{"a'),
      ['visitor'],
      0,
    ],
    [
      'a customer whose session is of another form',
      '/',
      () => localStorage.setItem('sb-bank-auth-token', '7'),
      ['customer'],
      0,
    ],
    ['a customer whose storage is forbidden', '/', () => (storeSession(), forbid()), ['visitor'], 0],
  ])('%s at %s', (_who, path, prepare, asked, reads) => {
    const requests = serve(answers)
    prepare()
    runFirstScript(path)
    expect(links().map(({ rel, href }) => [rel, new URL(href).pathname])).toEqual(
      asked.map((area) => ['modulepreload', `/assets/${area}.js`]),
    )
    expect(window.earlyReads?.size).toBe(reads)
    expect(requests.length).toBeLessThanOrEqual(reads)
  })
})

test('the queries of the home screen use the first reads and send none of their own', async () => {
  storeSession()
  const requests = serve(answers)
  runFirstScript('/')
  renderApp('/')
  expect(await screen.findByText('£1,234.56')).toBeInTheDocument()
  expect(screen.getByRole('heading', { name: 'Hello Priya' })).toBeInTheDocument()
  expect(requests.filter(({ path }) => path === 'profiles')).toHaveLength(1)
  expect(requests.filter(({ path }) => path === 'rpc/get_current_account')).toHaveLength(1)
})

test('the list of the transactions uses the first read, and a refetch sends its own', async () => {
  storeSession()
  const requests = serve({ ...answers, 'POST rpc/search_transactions': () => json([transactionRow()]) })
  runFirstScript('/transactions')
  const reads = () => requests.filter(({ path }) => path === 'rpc/search_transactions')
  await expect.poll(() => reads()).toHaveLength(1)
  renderApp('/transactions')
  expect(await screen.findByText('Mill Lane Lettings')).toBeInTheDocument()
  expect(reads()).toHaveLength(1)

  // The same function with other arguments.
  await supabase.rpc('search_transactions', { p_text: 'rent' })
  expect(reads()).toHaveLength(2)
})

test('a screen outside the customer area reads only the profile early', async () => {
  storeSession()
  const requests = serve(answers)
  runFirstScript('/cards')
  await expect.poll(() => requests.map(({ path }) => path)).toEqual(['profiles'])
})

test('a visitor reads nothing early', async () => {
  const requests = serve(answers)
  runFirstScript('/')
  await Promise.resolve()
  expect(requests).toEqual([])
})

const profile = () =>
  supabase
    .from('profiles')
    .select(
      'full_name,approved,notification_email,undo_seconds,device_state,passkey_state,staff_idle_minutes,support_needs,frozen_at,unfreezes_at,mailbox_events,turned_off,change_marks',
    )
    .eq('id', '00000000-0000-4000-8000-000000000001')

test('a response is used once, and not after ten seconds', async () => {
  storeSession()
  const requests = serve(answers)
  runFirstScript('/cards')
  await profile()
  expect(requests).toHaveLength(1)
  await profile()
  expect(requests).toHaveLength(2)

  runFirstScript('/cards')
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 10_000)
  await profile()
  expect(requests).toHaveLength(4)
})
