import { accountRow, json, renderApp, serve, storeSession, transactionRow } from '../fakeServer'
import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { sendFirstReads } from '@/app/firstReads'
import { supabase } from '@/lib/supabase'

const answers = {
  'GET profiles': () => json([{ full_name: 'Priya Shah', approved: true, notification_email: null }]),
  'POST rpc/get_current_account': () => json([accountRow()]),
}

afterEach(() => {
  vi.useRealTimers()
})

test('the queries of the home screen use the first reads and send none of their own', async () => {
  storeSession()
  const requests = serve(answers)
  sendFirstReads('/')
  renderApp('/')
  expect(await screen.findByText('£1,234.56')).toBeInTheDocument()
  expect(screen.getByRole('heading', { name: 'Hello Priya' })).toBeInTheDocument()
  expect(requests.filter(({ path }) => path === 'profiles')).toHaveLength(1)
  expect(requests.filter(({ path }) => path === 'rpc/get_current_account')).toHaveLength(1)
})

test('the list of the transactions uses the first read, and a refetch sends its own', async () => {
  storeSession()
  const requests = serve({ ...answers, 'POST rpc/search_transactions': () => json([transactionRow()]) })
  sendFirstReads('/transactions')
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
  sendFirstReads('/cards')
  await expect.poll(() => requests.map(({ path }) => path)).toEqual(['profiles'])
})

test('a visitor reads nothing early', async () => {
  const requests = serve(answers)
  sendFirstReads('/')
  await Promise.resolve()
  expect(requests).toEqual([])
})

const profile = () =>
  supabase
    .from('profiles')
    .select(
      'full_name,approved,notification_email,undo_seconds,device_state,passkey_state,staff_idle_minutes,support_needs,frozen_at,unfreezes_at,mailbox_events,turned_off',
    )
    .eq('id', '00000000-0000-4000-8000-000000000001')

test('a response is used once, and not after ten seconds', async () => {
  storeSession()
  const requests = serve(answers)
  sendFirstReads('/cards')
  await profile()
  expect(requests).toHaveLength(1)
  await profile()
  expect(requests).toHaveLength(2)

  sendFirstReads('/cards')
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 10_000)
  await profile()
  expect(requests).toHaveLength(4)
})
