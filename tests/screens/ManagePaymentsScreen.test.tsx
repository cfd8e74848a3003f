import { json, noAnswer, renderApp, renderSignedIn, serve } from '../fakeServer'
import { clearToasts } from '../clearToasts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { ManagePaymentsScreen } from '@/screens/ManagePaymentsScreen'

type Answers = Parameters<typeof serve>[0]

function recipientRow(change: object = {}) {
  return {
    id: 'r-1',
    account_holder_name: 'Olive Outside',
    sort_code: '20-00-00',
    account_number: '87654321',
    last_payment_amount: 12.5,
    ...change,
  }
}

function show(change: Answers = {}) {
  const answers: Answers = {
    'GET recipients': () =>
      json([recipientRow(), recipientRow({ id: 'r-2', account_holder_name: 'Mill Lane', last_payment_amount: null })]),
    ...change,
  }
  const asked = serve(answers)
  return { answers, asked, ...renderSignedIn(<ManagePaymentsScreen />, '/manage-payments') }
}

const askToDelete = async () => userEvent.click(await screen.findByRole('button', { name: 'Delete Olive Outside' }))
const confirm = async () =>
  userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))

afterEach(() => {
  clearToasts()
  localStorage.clear()
  vi.unstubAllGlobals()
})

test("lists the customer's own payees, the most recently paid first", async () => {
  const { asked } = show()
  expect(screen.getByRole('heading', { level: 1, name: 'Manage Payments' })).toBeVisible()
  const rows = await screen.findAllByRole('listitem')
  expect(rows[0]).toHaveTextContent('Olive Outside 20-00-00 87654321 Last payment: £12.50')
  expect(rows[1]).not.toHaveTextContent('Last payment')
  expect(asked[0]?.query.get('user_id')).toMatch(/^eq\./)
  expect(asked[0]?.query.get('order')).toBe('last_payment_date.desc.nullslast,id.asc')
})

test('explains an empty list and links to a payment', async () => {
  const { router } = show({ 'GET recipients': () => json([]) })
  expect(await screen.findByText('No saved recipients yet')).toBeVisible()
  expect(screen.getByText('Recipients are automatically saved when you make a payment')).toBeVisible()
  await userEvent.click(screen.getByRole('link', { name: 'Make a Payment' }))
  expect(router.state.location.pathname).toBe('/pay-transfer')
})

test('opens the pay screen with the chosen payee in the history state and not in the address', async () => {
  const { router } = show()
  await userEvent.click(await screen.findByRole('button', { name: /^Olive Outside/ }))
  expect(router.state.location).toMatchObject({
    pathname: '/pay-transfer',
    search: '',
    state: { payee: { recipient: 'Olive Outside', sortCode: '20-00-00', accountNumber: '87654321' } },
  })
})

test('shows the error and retries when the payees do not load', async () => {
  const { answers } = show({ 'GET recipients': noAnswer })
  expect(await screen.findByRole('alert')).toHaveTextContent("We couldn't load your recipients.")
  answers['GET recipients'] = () => json([recipientRow()])
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('button', { name: /^Olive Outside/ })).toBeVisible()
})

test('asks for confirmation before deleting', async () => {
  const { asked } = show({ 'DELETE recipients': () => new Response(null, { status: 204 }) })
  await askToDelete()
  const dialog = await screen.findByRole('dialog', { name: 'Delete this recipient?' })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Delete Olive Outside' })).toHaveFocus())
  expect(asked.filter(({ method }) => method === 'DELETE')).toEqual([])
})

test('deletes a payee and confirms it', async () => {
  const page = show({
    'DELETE recipients': ({ query }) => {
      expect(query.get('id')).toBe('eq.r-1')
      page.answers['GET recipients'] = () => json([recipientRow({ id: 'r-2', account_holder_name: 'Mill Lane' })])
      return new Response(null, { status: 204 })
    },
  })
  await askToDelete()
  await confirm()
  expect(await screen.findByText('Recipient Deleted')).toBeInTheDocument()
  const list = within(screen.getByRole('region', { name: 'Recent Recipients' }))
  expect(list.getAllByRole('listitem')).toHaveLength(1)
  expect(screen.queryByRole('button', { name: /^Olive Outside/ })).not.toBeInTheDocument()
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Recent Recipients' })).toHaveFocus())
})

test('shows a failed deletion in the dialog and retries it', async () => {
  const page = show({ 'DELETE recipients': noAnswer })
  await askToDelete()
  await confirm()
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByText('Failed to delete recipient')).toBeVisible()
  expect(screen.getAllByText('Failed to delete recipient')).toHaveLength(2)
  page.answers['DELETE recipients'] = () => {
    page.answers['GET recipients'] = () => json([])
    return new Response(null, { status: 204 })
  }
  await confirm()
  expect(await screen.findByText('No saved recipients yet')).toBeVisible()
})

test('redirects a signed-out visitor to /auth', async () => {
  serve({})
  const { router } = renderApp('/manage-payments')
  await waitFor(() => expect(router.state.location.pathname).toBe('/auth'))
})
