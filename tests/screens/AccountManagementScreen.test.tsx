import { accountRow, bodiesOf, json, noAnswer, renderSignedIn, serve, transactionRow } from '../fakeServer'
import type { Answers } from '../apiAnswers'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { AccountManagementScreen } from '@/screens/AccountManagementScreen'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const staff: Answers = {
  'GET user_roles': () => json([{ role: 'admin' }]),
  'GET admin_permissions': () => json([{ permission: 'financial_support' }]),
}

function show(change: Answers = {}) {
  const answers: Answers = {
    'POST rpc/get_current_account': () => json([accountRow()]),
    'POST rpc/search_transactions': () => json([transactionRow()]),
    'GET user_roles': () => json([]),
    'GET admin_permissions': () => json([]),
    ...change,
  }
  const asked = serve(answers)
  return { answers, asked, ...renderSignedIn(<AccountManagementScreen />, '/account-management') }
}

const openTransactions = () => userEvent.click(screen.getByRole('tab', { name: 'Transactions' }))

describe('Accounts', () => {
  test('shows the balance and account number, and links back to the support hub', async () => {
    const { router } = show()
    const panel = within(screen.getByRole('tabpanel', { name: 'Accounts' }))
    expect(await panel.findByText('£1,234.56')).toBeVisible()
    expect(panel.getByText('24682468')).toBeVisible()
    await userEvent.click(screen.getByRole('link', { name: 'Back' }))
    expect(router.state.location.pathname).toBe('/more')
  })

  test('shows the error and retries when the account does not load', async () => {
    const { answers } = show({ 'POST rpc/get_current_account': noAnswer })
    expect(await screen.findByRole('alert')).toHaveTextContent("We couldn't load your account.")
    answers['POST rpc/get_current_account'] = () => json([accountRow()])
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('£1,234.56')).toBeVisible()
  })

  test.each([
    ['a customer', [], []],
    ['an admin without the permission', ['admin'], ['manage_chat']],
    ['the permission without the role', [], ['financial_support']],
    ['a super admin without the role admin', ['super_admin'], ['financial_support']],
  ])("hides 'Edit Balance' for %s", async (_who, roles, permissions) => {
    const { client } = show({
      'GET user_roles': () => json(roles.map((role) => ({ role }))),
      'GET admin_permissions': () => json(permissions.map((permission) => ({ permission }))),
    })
    await screen.findByText('£1,234.56')
    await waitFor(() => expect(client.isFetching()).toBe(0))
    expect(screen.queryByRole('button', { name: 'Edit Balance' })).not.toBeInTheDocument()
  })
})

describe('Edit Balance', () => {
  async function open(change: Answers = {}) {
    const page = show({ ...staff, ...change })
    await userEvent.click(await screen.findByRole('button', { name: 'Edit Balance' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Current Account Balance' }))
    return { ...page, dialog, field: dialog.getByLabelText('New Balance') }
  }

  test('saves the new balance and confirms it', async () => {
    const page = await open({
      'POST rpc/edit_current_account_balance': () => {
        page.answers['POST rpc/get_current_account'] = () => json([accountRow({ balance: 99.5 })])
        return json(99.5)
      },
    })
    expect(page.field).toHaveValue('1234.56')
    await userEvent.clear(page.field)
    await userEvent.type(page.field, '99.5')
    await userEvent.click(page.dialog.getByRole('button', { name: 'Update Balance' }))
    expect(await screen.findByText('Balance updated and reflected in insights')).toBeInTheDocument()
    expect(bodiesOf(page.asked, 'rpc/edit_current_account_balance')).toEqual([{ p_new_balance: '99.50' }])
    expect(await screen.findByText('£99.50')).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  })

  test('asks for the reason where a second administrator must approve', async () => {
    const page = await open({
      'POST rpc/edit_current_account_balance': () =>
        json(
          { code: 'PT409', hint: 'approval-needed', message: 'This needs the approval of a second administrator.' },
          409,
        ),
      'POST rpc/request_approval': () => json(null),
    })
    await userEvent.clear(page.field)
    await userEvent.type(page.field, '9000')
    await userEvent.click(page.dialog.getByRole('button', { name: 'Update Balance' }))
    const box = within(await screen.findByRole('dialog', { name: 'A second administrator must approve this' }))
    await userEvent.type(box.getByLabelText('Reason'), 'Correction')
    await userEvent.click(box.getByRole('button', { name: 'Ask for Approval' }))
    expect(await screen.findByText('Waiting for approval')).toBeInTheDocument()
    expect(bodiesOf(page.asked, 'rpc/request_approval')).toMatchObject([
      { p_kind: 'balance', p_reason: 'Correction', p_balance: '9000.00', p_seen_balance: '1234.56' },
    ])
  })

  test.each(['', '-5', '1.005'])('refuses %j as a balance', async (typed) => {
    const page = await open()
    await userEvent.clear(page.field)
    if (typed !== '') await userEvent.type(page.field, typed)
    await userEvent.click(page.dialog.getByRole('button', { name: 'Update Balance' }))
    expect(page.field).toHaveAccessibleDescription('Please enter a valid balance.')
    expect(page.field).toHaveFocus()
    expect(bodiesOf(page.asked, 'rpc/edit_current_account_balance')).toEqual([])
  })

  test('shows a refusal once and keeps the typed text', async () => {
    const page = await open({
      'POST rpc/edit_current_account_balance': () =>
        json({ code: 'PT403', message: 'You do not have permission to do this.' }, 403),
    })
    await userEvent.clear(page.field)
    await userEvent.type(page.field, '99.5')
    await userEvent.click(page.dialog.getByRole('button', { name: 'Update Balance' }))
    expect(await screen.findAllByText('Failed to update balance')).toHaveLength(1)
    expect(screen.getAllByText('You do not have permission to do this.')).toHaveLength(1)
    expect(page.field).toHaveValue('99.5')
  })
})

describe('Transactions', () => {
  test('lists each transaction with a delete button', async () => {
    show({
      'POST rpc/search_transactions': () =>
        json([
          transactionRow(),
          transactionRow({ id: 't-2', incoming: true, from_account_holder_name: 'Piet', reference: null, amount: 3 }),
        ]),
    })
    await openTransactions()
    const panel = within(screen.getByRole('tabpanel', { name: 'Transactions' }))
    const rows = await panel.findAllByRole('listitem')
    expect(rows[0]).toHaveTextContent('Mill Lane LettingsRENT FLAT 421 Nov 2026, 09:05-£12.50')
    expect(rows[1]).toHaveTextContent('+£3.00')
    expect(panel.getAllByRole('button', { name: /^Delete/ })).toHaveLength(2)
  })

  test('shows an empty list', async () => {
    show({ 'POST rpc/search_transactions': () => json([]) })
    await openTransactions()
    expect(await screen.findByText('No transactions yet')).toBeVisible()
  })

  test('shows the error and retries when the transactions do not load', async () => {
    const { answers } = show({ 'POST rpc/search_transactions': noAnswer })
    await openTransactions()
    expect(await screen.findByRole('alert')).toHaveTextContent("We couldn't load your transactions.")
    answers['POST rpc/search_transactions'] = () => json([transactionRow()])
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Mill Lane Lettings')).toBeVisible()
  })

  test('deletes a transaction after confirmation', async () => {
    const page = show({
      'DELETE transactions': ({ query }) => {
        expect(query.get('id')).toBe('eq.transaction-1')
        page.answers['POST rpc/search_transactions'] = () => json([])
        return new Response(null, { status: 204 })
      },
    })
    await openTransactions()
    await userEvent.click(await screen.findByRole('button', { name: /^Delete Mill Lane Lettings/ }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete this transaction?' }))
    expect(page.asked.some(({ method }) => method === 'DELETE')).toBe(false)
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('Transaction deleted successfully')).toBeInTheDocument()
    expect(await screen.findByText('No transactions yet')).toBeVisible()
  })

  test('shows a failed deletion and retries it', async () => {
    show({ 'DELETE transactions': noAnswer })
    await openTransactions()
    await userEvent.click(await screen.findByRole('button', { name: /^Delete Mill Lane Lettings/ }))
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }))
    expect(await screen.findAllByText('Failed to delete transaction')).toHaveLength(1)
    expect(dialog.getByRole('button', { name: 'Delete' })).not.toHaveAttribute('aria-disabled')
  })

  test('removes only the deleted row from a long list and still loads more', async () => {
    const row = (index: number) =>
      transactionRow({
        id: `t-${index}`,
        to_account_holder_name: `Payee ${index}`,
        created_at: new Date(Date.UTC(2026, 10, 21) - index * 3_600_000).toISOString(),
      })
    const page = (start: number) => Array.from({ length: 50 }, (_, index) => row(start + index))
    const pages = [page(0), page(50), [row(100)]]
    const { asked } = show({
      'POST rpc/search_transactions': ({ body }) => {
        const after = /"p_before":"([^"]+)"/.exec(body ?? '')?.[1]
        const place = after === undefined ? -1 : pages.findIndex((rows) => rows.at(-1)?.created_at === after)
        return json(pages[place + 1] ?? [])
      },
      'DELETE transactions': () => new Response(null, { status: 204 }),
    })
    await openTransactions()
    await userEvent.click(await screen.findByRole('button', { name: 'Show earlier transactions' }))
    await screen.findByText('Payee 99')
    const reads = () => asked.filter(({ path }) => path === 'rpc/search_transactions').length
    expect(reads()).toBe(2)
    await userEvent.click(screen.getByRole('button', { name: /^Delete Payee 99,/ }))
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(screen.queryByText('Payee 99')).not.toBeInTheDocument())
    expect(reads()).toBe(2)
    pages[1]?.pop()
    await userEvent.click(screen.getByRole('button', { name: 'Show earlier transactions' }))
    expect(await screen.findByText('Payee 100')).toBeVisible()
    expect(screen.getByText('That is everything.')).toBeVisible()
  })
})

describe('Add Transaction', () => {
  async function open(change: Answers = {}) {
    const page = show(change)
    await openTransactions()
    await userEvent.click(screen.getByRole('button', { name: 'Add Transaction' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Add Transaction' }))
    const fill = async (recipient: string, amount: string, reference = '') => {
      await userEvent.type(dialog.getByLabelText('Recipient'), recipient)
      await userEvent.type(dialog.getByLabelText('Amount'), amount)
      if (reference !== '') await userEvent.type(dialog.getByLabelText('Reference'), reference)
    }
    return { ...page, dialog, fill, submit: dialog.getByRole('button', { name: 'Add Transaction' }) }
  }
  const path = 'rpc/add_manual_transaction'

  test('reduces the balance and confirms it', async () => {
    const { asked, fill, submit } = await open({ [`POST ${path}`]: () => json(1222.22) })
    await fill('Corner Shop', '12.34', 'Milk')
    await userEvent.dblClick(submit)
    expect(await screen.findByText('Transaction added and balance updated')).toBeInTheDocument()
    expect(bodiesOf(asked, path)).toEqual([
      {
        p_recipient: 'Corner Shop',
        p_amount: '12.34',
        p_reference: 'Milk',
        p_request_id: expect.stringMatching(uuid) as unknown,
      },
    ])
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    await userEvent.click(screen.getByRole('button', { name: 'Add Transaction' }))
    expect(await screen.findByLabelText('Recipient')).toHaveValue('')
  })

  test('refuses an amount above the balance before sending it', async () => {
    const { asked, dialog, fill, submit } = await open()
    await fill('Corner Shop', '1234.57')
    await userEvent.click(submit)
    expect(dialog.getByLabelText('Amount')).toHaveAccessibleDescription('Insufficient funds')
    expect(dialog.getByLabelText('Amount')).toHaveFocus()
    expect(bodiesOf(asked, path)).toEqual([])
  })

  test('shows insufficient funds when the server has a lower balance than the screen', async () => {
    const { dialog, fill, submit } = await open({
      [`POST ${path}`]: () => json({ code: 'PT402', message: 'Insufficient funds', hint: 'insufficient-funds' }, 402),
    })
    await fill('Corner Shop', '12.34')
    await userEvent.click(submit)
    await waitFor(() => expect(dialog.getByLabelText('Amount')).toHaveAccessibleDescription('Insufficient funds'))
    expect(dialog.getByLabelText('Recipient')).toHaveValue('Corner Shop')
  })

  test.each([
    [
      { code: 'PT400', message: 'Reference must be at most 18 characters.' },
      'Reference must be at most 18 characters.',
    ],
    [{ code: '23514', message: 'violates check constraint "x"' }, 'Please check the details and try again.'],
  ])('shows the refusal %j', async (error, text) => {
    const { fill, submit } = await open({ [`POST ${path}`]: () => json(error, 400) })
    await fill('Corner Shop', '12.34')
    await userEvent.click(submit)
    expect(await screen.findAllByText('Failed to add transaction')).toHaveLength(1)
    expect(screen.getAllByText(text)).toHaveLength(1)
  })

  test('refetches the list and does not resend when the server does not answer', async () => {
    const { answers, asked, fill, submit } = await open({ [`POST ${path}`]: noAnswer })
    await fill('Corner Shop', '12.34')
    answers['POST rpc/search_transactions'] = () =>
      json([transactionRow({ id: 'new', to_account_holder_name: 'Corner Shop' })])
    await userEvent.click(submit)
    expect(await screen.findByText(/We lost connection before we could confirm/)).toBeVisible()
    expect(bodiesOf(asked, path)).toHaveLength(1)
    await userEvent.keyboard('{Escape}')
    expect(await screen.findByRole('button', { name: /^Delete Corner Shop/ })).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Add Transaction' }))
    expect(await screen.findByLabelText('Recipient')).toHaveValue('Corner Shop')
  })

  test('a retry keeps the idempotency key, and the next transaction gets another', async () => {
    const { answers, asked, fill, submit } = await open({ [`POST ${path}`]: noAnswer })
    const keys = () =>
      bodiesOf(asked, path).map((body) => z.object({ p_request_id: z.string() }).parse(body).p_request_id)
    await fill('Corner Shop', '12.34')
    await userEvent.click(submit)
    expect(await screen.findByText(/You can try again: it won't be added twice\./)).toBeVisible()
    answers[`POST ${path}`] = () => json(1222.22)
    await userEvent.click(submit)
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(keys()).toHaveLength(2)
    expect(new Set(keys()).size).toBe(1)
    await userEvent.click(screen.getByRole('button', { name: 'Add Transaction' }))
    await userEvent.type(await screen.findByLabelText('Recipient'), 'Corner Shop')
    await userEvent.type(screen.getByLabelText('Amount'), '12.34{Enter}')
    await waitFor(() => expect(keys()).toHaveLength(3))
    expect(new Set(keys()).size).toBe(2)
  })

  test('sends one request when the dialog is closed and reopened', async () => {
    let answer = () => {}
    const held = new Promise<void>((resolve) => (answer = resolve))
    const { asked, fill, submit } = await open({ [`POST ${path}`]: () => held.then(() => json(1222.22)) })
    await fill('Corner Shop', '12.34')
    await userEvent.click(submit)
    await userEvent.keyboard('{Escape}')
    await userEvent.click(screen.getByRole('button', { name: 'Add Transaction' }))
    await userEvent.type(await screen.findByLabelText('Recipient'), '{Enter}')
    expect(bodiesOf(asked, path)).toHaveLength(1)
    answer()
    expect(await screen.findByText('Transaction added and balance updated')).toBeInTheDocument()
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(bodiesOf(asked, path)).toHaveLength(1)
  })
})
