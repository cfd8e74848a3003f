import { insightsRows, json, noAnswer, renderApp, serve, storeSession } from '../fakeServer'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { externalAccountPath, paths } from '@/lib/paths'

const accountId = '00000000-0000-4000-8000-00000000000b'

function show(at: string) {
  storeSession()
  const account = { id: accountId, name: 'Barclays', transaction_count: 0, last_day: null, in_insights: false }
  const answers: Parameters<typeof serve>[0] = {
    'GET profiles': () => json([{ full_name: 'Priya Shah', approved: true, notification_email: null }]),
    'POST rpc/get_insights': () => json(insightsRows()),
    'POST rpc/get_spending_by_category': () => json([]),
    'POST rpc/get_spending_by_payee': () => json([]),
    'GET external_accounts': ({ query }) =>
      json(query.get('in_insights') !== null && !account.in_insights ? [] : [account]),
    'GET external_transactions': () => json([]),
    'POST rpc/count_in_insights': ({ body }) => {
      account.in_insights = body === JSON.stringify({ p_account_id: accountId, p_in_insights: true })
      return new Response(null, { status: 204 })
    },
  }
  serve(answers)
  return { answers, ...renderApp(at) }
}

const countSwitch = () => screen.findByRole('switch', { name: /^Count in insights/ })

test('counts the account in the insights, which are refetched', async () => {
  const { router } = show(paths.insights)
  await screen.findByText("You haven't spent anything this month yet.")
  expect(screen.queryByText(/also counts/)).not.toBeInTheDocument()
  await act(() => router.navigate(externalAccountPath(accountId)))
  expect(await countSwitch()).not.toBeChecked()
  await userEvent.click(await countSwitch())
  await waitFor(async () => expect(await countSwitch()).toBeChecked())
  await act(() => router.navigate(paths.insights))
  expect(await screen.findByText(/also counts Barclays\./)).toBeVisible()

  await act(() => router.navigate(externalAccountPath(accountId)))
  await userEvent.click(await countSwitch())
  await act(() => router.navigate(paths.insights))
  await waitFor(() => expect(screen.queryByText(/also counts/)).not.toBeInTheDocument())
})

test('shows the new state while it is sent, and the old one and an error when that fails', async () => {
  const { answers } = show(externalAccountPath(accountId))
  let fail = () => {}
  const held = new Promise<void>((resolve) => (fail = resolve))
  answers['POST rpc/count_in_insights'] = () => held.then(noAnswer)
  await userEvent.click(await countSwitch())
  expect(await countSwitch()).toBeChecked()
  fail()
  expect(await screen.findByText('Error')).toBeVisible()
  expect(await countSwitch()).not.toBeChecked()
})
