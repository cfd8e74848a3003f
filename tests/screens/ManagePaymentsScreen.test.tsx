import { bodiesOf, json, noAnswer, renderApp, renderSignedIn, serve } from '../fakeServer'
import type { Answers } from '../apiAnswers'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { recipientRow } from '../payees'
import { ManagePaymentsScreen } from '@/screens/ManagePaymentsScreen'

function show(change: Answers = {}) {
  const answers: Answers = {
    'GET recipients': () =>
      json([recipientRow(), recipientRow({ id: 'r-2', account_holder_name: 'Mill Lane', last_payment_amount: null })]),
    ...change,
  }
  const asked = serve(answers)
  return { answers, asked, ...renderSignedIn(<ManagePaymentsScreen />, '/manage-payments') }
}

const openMenu = async (name = 'Olive Outside') => {
  await userEvent.click(await screen.findByRole('button', { name: `More for ${name}` }))
  return within(await screen.findByRole('dialog', { name }))
}
const askToDelete = async () => userEvent.click((await openMenu()).getByRole('button', { name: 'Delete' }))
const confirm = async () =>
  userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))

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
    pathname: '/payment-details',
    search: '',
    state: { recipient: 'Olive Outside', sortCode: '20-00-00', accountNumber: '87654321', isSaved: true },
  })
})

test('shows the whole name, the numbers and the last payment in the menu', async () => {
  const holderName = 'Long '.repeat(28).trim()
  show({ 'GET recipients': () => json([recipientRow({ account_holder_name: holderName, nickname: 'Lon' })]) })
  const menu = await openMenu('Lon')
  expect(menu.getByText('Name on account').nextSibling).toHaveTextContent(holderName)
  expect(menu.getByRole('button', { name: 'Copy account number' })).toBeVisible()
  expect(menu.getByText('Last payment').nextSibling).toHaveTextContent('£12.50 on 21 Nov 2026')
})

test('on a desktop, a panel shows the first recipient, then the chosen one', async () => {
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: true }))
  const { router } = show()
  const panel = within(await screen.findByRole('region', { name: 'Olive Outside' }))
  expect(panel.getByText('Last payment').nextSibling).toHaveTextContent('£12.50 on 21 Nov 2026')
  await userEvent.click(screen.getByRole('button', { name: 'More for Mill Lane' }))
  const chosen = within(screen.getByRole('region', { name: 'Mill Lane' }))
  expect(chosen.getByText('Last payment').nextSibling).toHaveTextContent('None')
  expect(document.querySelector('[aria-current]')).toHaveTextContent('Mill Lane')
  await userEvent.click(chosen.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByRole('dialog', { name: 'Delete this recipient?' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await userEvent.click(chosen.getByRole('button', { name: 'Pay' }))
  expect(router.state.location.state).toMatchObject({ recipient: 'Mill Lane', isSaved: true })
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
  await waitFor(() => expect(screen.getByRole('button', { name: 'More for Olive Outside' })).toHaveFocus())
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

test('shows a failed deletion once and retries it', async () => {
  const page = show({ 'DELETE recipients': noAnswer })
  await askToDelete()
  await confirm()
  expect(await screen.findAllByText('Failed to delete recipient')).toHaveLength(1)
  page.answers['DELETE recipients'] = () => {
    page.answers['GET recipients'] = () => json([])
    return new Response(null, { status: 204 })
  }
  await confirm()
  expect(await screen.findByText('No saved recipients yet')).toBeVisible()
})

describe('the menu of a recipient', () => {
  test('leads to the payment', async () => {
    const { router } = show()
    await userEvent.click((await openMenu()).getByRole('button', { name: 'Pay' }))
    expect(router.state.location).toMatchObject({
      pathname: '/payment-details',
      state: { recipient: 'Olive Outside', isSaved: true },
    })
  })

  test('marks a favourite, which is listed first', async () => {
    const other = recipientRow({ id: 'r-2', account_holder_name: 'Mill Lane' })
    const page = show({
      'GET recipients': () => json([other, recipientRow()]),
      'POST rpc/edit_recipient': () => {
        page.answers['GET recipients'] = () => json([other, recipientRow({ is_favourite: true })])
        return new Response(null, { status: 204 })
      },
    })
    await userEvent.click((await openMenu()).getByRole('button', { name: 'Add to favourites' }))
    await waitFor(() => expect(screen.getAllByRole('listitem')[0]).toHaveTextContent('Olive Outside'))
    expect(bodiesOf(page.asked, 'rpc/edit_recipient')).toEqual([
      { p_id: 'r-1', p_name: 'Olive Outside', p_nickname: '', p_is_favourite: true },
    ])
    expect((await openMenu()).getByRole('button', { name: 'Remove from favourites' })).toBeVisible()
  })

  test('edits the names, says what is wrong, and returns the focus', async () => {
    const page = show({ 'POST rpc/edit_recipient': () => new Response(null, { status: 204 }) })
    await userEvent.click((await openMenu()).getByRole('button', { name: 'Edit' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit recipient' }))
    expect(dialog.getByText('20-00-00 87654321')).toBeVisible()
    await userEvent.clear(dialog.getByLabelText('Name on account'))
    await userEvent.type(dialog.getByLabelText('Nickname'), 'Land<lady')
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    expect(dialog.getByLabelText('Name on account')).toHaveAccessibleDescription('Enter the name on the account.')
    expect(dialog.getByLabelText('Nickname')).toHaveAccessibleDescription(/< and > can't be used\./)
    expect(bodiesOf(page.asked, 'rpc/edit_recipient')).toEqual([])

    await userEvent.type(dialog.getByLabelText('Name on account'), 'Olive Outside-Smith')
    await userEvent.clear(dialog.getByLabelText('Nickname'))
    await userEvent.type(dialog.getByLabelText('Nickname'), 'Landlady')
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Recipient saved')).toBeInTheDocument()
    expect(bodiesOf(page.asked, 'rpc/edit_recipient')).toEqual([
      { p_id: 'r-1', p_name: 'Olive Outside-Smith', p_nickname: 'Landlady', p_is_favourite: false },
    ])
    await waitFor(() => expect(screen.getByRole('button', { name: 'More for Olive Outside' })).toHaveFocus())
  })

  test("shows the server's refusal and keeps the typed text", async () => {
    show({
      'POST rpc/edit_recipient': () =>
        json({ code: 'PT404', message: 'This recipient is no longer saved.', hint: 'recipient-gone' }, 404),
    })
    await userEvent.click((await openMenu()).getByRole('button', { name: 'Edit' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit recipient' }))
    await userEvent.type(dialog.getByLabelText('Nickname'), 'Landlady')
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await dialog.findByText('This recipient is no longer saved.')).toBeVisible()
    expect(screen.getAllByText('This recipient is no longer saved.')).toHaveLength(1)
    expect(dialog.getByLabelText('Nickname')).toHaveValue('Landlady')
  })
})

describe('the search', () => {
  const many = Array.from({ length: 10 }, (_, index) =>
    recipientRow({ id: `r-${index}`, account_holder_name: `Payee ${index}`, account_number: `0000000${index}` }),
  )

  test('the search is offered from ten recipients on', async () => {
    show({ 'GET recipients': () => json(many.slice(1)) })
    await screen.findByText('Payee 1')
    expect(screen.queryByLabelText('Search recipients')).not.toBeInTheDocument()
  })

  test.each([
    ['payee 3', 'Payee 3'],
    ['000 000 07', 'Payee 7'],
    ['landlady', 'Landlady'],
    ['sian', 'Landlady'],
    ["o'brien", 'Landlady'],
  ])('finds %j', async (text, name) => {
    const landlady = recipientRow({ id: 'r-x', account_holder_name: 'Siân O’Brien', nickname: 'Landlady' })
    const rows = [...many.slice(0, 9), landlady]
    show({ 'GET recipients': () => json(rows) })
    await userEvent.type(await screen.findByLabelText('Search recipients'), text)
    expect(screen.getAllByRole('listitem')).toHaveLength(1)
    expect(screen.getByRole('listitem')).toHaveTextContent(name)
  })

  test('says that nothing matches', async () => {
    show({ 'GET recipients': () => json(many) })
    await userEvent.type(await screen.findByLabelText('Search recipients'), 'Nimrod ')
    expect(screen.getByRole('status')).toHaveTextContent("No recipient matches 'Nimrod'.")
  })
})

test('redirects a signed-out visitor to /auth', async () => {
  serve({})
  const { router } = renderApp('/manage-payments')
  await waitFor(() => expect(router.state.location.pathname).toBe('/auth'))
})
