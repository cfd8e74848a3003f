import { insightsRows, json, noAnswer, renderApp, serve, storeSession } from '../fakeServer'
import type { Answers } from '../apiAnswers'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { externalAccountPath, paths } from '@/lib/paths'

const accountId = '00000000-0000-4000-8000-00000000000b'

function show(at: string) {
  storeSession()
  const account = {
    id: accountId,
    name: 'Barclays',
    transaction_count: 0,
    last_day: null,
    balance: 1234.5,
    balance_day: '2026-10-31',
    in_insights: false,
  }
  const answers: Answers = {
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
  expect(screen.getByText('Balance on 31 Oct 2026')).toBeVisible()
  expect(screen.getByText('£1,234.50')).toBeVisible()
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

const denied = () => json({ code: '42501', message: 'permission denied' }, 403)
const rowsOf = (first: number, count: number) =>
  Array.from({ length: count }, (_, n) => ({
    key: `key-${first + n}`,
    day: '2026-11-02',
    amount: -12.5,
    description: `Corner Shop ${first + n}`,
  }))
const retry = (name = 'Try again') => userEvent.click(screen.getByRole('button', { name }))

describe('what cannot be loaded says so and is retried:', () => {
  test('the account', async () => {
    const { answers } = show(externalAccountPath(accountId))
    const read = answers['GET external_accounts']
    answers['GET external_accounts'] = denied
    expect(await screen.findByText("We couldn't load your other accounts.")).toBeVisible()
    if (read !== undefined) answers['GET external_accounts'] = read
    await retry()
    expect(await screen.findByRole('heading', { level: 1, name: 'Barclays' })).toBeVisible()
  })

  test('the transactions that cannot be loaded say so and are retried, while the account is shown', async () => {
    const { answers } = show(externalAccountPath(accountId))
    answers['GET external_transactions'] = denied
    expect(await screen.findByText("We couldn't load these transactions.")).toBeVisible()
    expect(await countSwitch()).toBeEnabled()
    answers['GET external_transactions'] = () => json(rowsOf(0, 2))
    await retry()
    expect(await screen.findByText('Corner Shop 1')).toBeVisible()
  })

  test('the next page of its transactions, below the ones that are there', async () => {
    const { answers } = show(externalAccountPath(accountId))
    let hasFailed = false
    answers['GET external_transactions'] = ({ query }) => {
      if (query.get('or') === null) return json(rowsOf(0, 50))
      return hasFailed ? json(rowsOf(50, 1)) : denied()
    }
    await userEvent.click(await screen.findByRole('button', { name: 'Show earlier transactions' }))
    expect(await screen.findByText("We couldn't load earlier transactions.")).toBeVisible()
    expect(screen.getByText('Corner Shop 49')).toBeVisible()
    hasFailed = true
    await retry()
    expect(await screen.findByText('Corner Shop 50')).toBeVisible()
  })
})

test('an account that was removed, or is of another customer, says so', async () => {
  show(externalAccountPath('00000000-0000-4000-8000-00000000000c'))
  expect(await screen.findByText("We can't find that account")).toBeVisible()
})

test('a removal that fails is shown in its question, which stays open', async () => {
  const { answers } = show(externalAccountPath(accountId))
  answers['DELETE external_accounts'] = () => json({ code: 'PT409', message: 'Please try again.' }, 409)
  await userEvent.click(await screen.findByRole('button', { name: /^Remove/ }))
  const dialog = await screen.findByRole('dialog')
  await userEvent.click(within(dialog).getByRole('button', { name: /^Remove/ }))
  expect(await within(dialog).findByText('Please try again.')).toBeVisible()
})
