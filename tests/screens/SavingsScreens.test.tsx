import {
  json,
  noAnswer,
  ownAccountRow,
  renderApp,
  savingsRow,
  serve,
  storeSession,
  transactionRow,
} from '../fakeServer'
import type { Answers, Row } from '../apiAnswers'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { bodiesOf } from '../fakeServer'
import { paths, savingsPath } from '@/lib/paths'

const holiday = savingsRow()
const current = ownAccountRow()

const moved = (change: Partial<Row<'move_own_money'>> = {}): Row<'move_own_money'> => ({
  movement_id: '00000000-0000-4000-8000-0000000000b1',
  amount: 50,
  from_balance: 1184.56,
  to_balance: 500,
  created_at: '2026-11-22T10:05:00Z',
  waits_until: null,
  ...change,
})

function show(at: string, change: Answers = {}) {
  storeSession()
  const answers: Answers = {
    'GET profiles': () => json([{ full_name: 'Priya Shah', approved: true, notification_email: null }]),
    'POST rpc/list_my_accounts': () => json([current, holiday]),
    'POST rpc/search_transactions': () => json([]),
    'GET regular_payments': () => json([]),
    'GET outgoing_payments': () => json([]),
    ...change,
  }
  const asked = serve(answers)
  return { answers, asked, ...renderApp(at) }
}

const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))
const dialog = async (name: string | RegExp) => within(await screen.findByRole('dialog', { name }))
const summary = () => screen.findByRole('region', { name: 'Holiday' })

describe('opening a savings account', () => {
  test('needs a name and a press, and leads to the account', async () => {
    const { asked, router } = show(paths.openSavings, {
      'POST rpc/open_savings_account': () => json(holiday.id ?? ''),
    })
    await userEvent.type(await screen.findByLabelText('Name'), ' Holiday ')
    await userEvent.click(screen.getByRole('radio', { name: 'Blue' }))
    await press('Open account')
    expect(await screen.findByText('Account opened')).toBeVisible()
    await waitFor(() => expect(router.state.location.pathname).toBe(savingsPath(holiday.id ?? '')))
    expect(bodiesOf(asked, 'rpc/open_savings_account')).toEqual([
      { p_name: 'Holiday', p_colour: 'blue', p_request_id: expect.any(String) },
    ])
    expect(sessionStorage).toHaveLength(0)
  })

  test('sends the goal and its day', async () => {
    const { asked } = show(paths.openSavings, { 'POST rpc/open_savings_account': () => json('x') })
    await userEvent.type(await screen.findByLabelText('Name'), 'Car')
    expect(screen.queryByRole('button', { name: /^Save it by/ })).not.toBeInTheDocument()
    await userEvent.type(screen.getByLabelText('Goal (£)'), '1,500.50')
    await press(/^Save it by/)
    const calendar = await dialog('Save it by')
    await userEvent.click(calendar.getByRole('button', { name: 'Go to the Next Month' }))
    await userEvent.click(calendar.getByText('15'))
    await press('Open account')
    await waitFor(() => expect(bodiesOf(asked, 'rpc/open_savings_account')).toHaveLength(1))
    expect(bodiesOf(asked, 'rpc/open_savings_account')[0]).toMatchObject({
      p_goal: '1500.50',
      p_goal_on: expect.stringMatching(/-15$/),
    })
  })

  test.each([
    ['', '', 'Name', 'Enter a name for the account.'],
    ['x'.repeat(31), '', 'Name', 'Name must be at most 30 characters.'],
    ['<b>', '', 'Name', "< and > can't be used."],
    ['Car', '0', 'Goal (£)', 'Enter an amount up to £1,000,000, or leave it empty.'],
    ['Car', '1000000.01', 'Goal (£)', 'Enter an amount up to £1,000,000, or leave it empty.'],
  ])("refuses the name '%s' with the goal '%s' at its field", async (name, goal, field, text) => {
    const { asked } = show(paths.openSavings)
    await screen.findByLabelText('Name')
    if (name !== '') await userEvent.type(screen.getByLabelText('Name'), name)
    if (goal !== '') await userEvent.type(screen.getByLabelText('Goal (£)'), goal)
    await press('Open account')
    expect(screen.getByLabelText(field)).toBeInvalid()
    expect(screen.getByLabelText(field)).toHaveAccessibleDescription(expect.stringContaining(text))
    expect(bodiesOf(asked, 'rpc/open_savings_account')).toEqual([])
  })

  test('keeps what was typed and the idempotency key when the connection is lost', async () => {
    const { answers, asked } = show(paths.openSavings, { 'POST rpc/open_savings_account': noAnswer })
    await userEvent.type(await screen.findByLabelText('Name'), 'Holiday')
    await press('Open account')
    expect(await screen.findByText("We couldn't open the account")).toBeVisible()
    expect(screen.getByLabelText('Name')).toHaveValue('Holiday')
    answers['POST rpc/open_savings_account'] = () => json(holiday.id ?? '')
    await press('Open account')
    expect(await screen.findByText('Account opened')).toBeVisible()
    const [first, second] = bodiesOf(asked, 'rpc/open_savings_account')
    expect(second).toEqual(first)
  })
})

describe('the page of a savings account', () => {
  const page = savingsPath(holiday.id ?? '')

  test('shows its balance, its numbers and its goal in words', async () => {
    show(page, {
      'POST rpc/list_my_accounts': () => json([current, { ...holiday, goal: 1500, goal_on: '2099-07-01' }]),
    })
    const account = within(await summary())
    expect(account.getByText('£450.00')).toBeVisible()
    expect(account.getByRole('button', { name: 'Copy sort code' })).toBeVisible()
    expect(account.getByRole('button', { name: 'Copy account number' })).toBeVisible()
    const goal = within(await screen.findByRole('region', { name: 'Goal' }))
    expect(goal.getByRole('progressbar', { name: 'Goal' })).toHaveAttribute('aria-valuetext', '£450.00 of £1,500.00')
    expect(goal.getByText('£1,050.00 to go by 1 July 2099.')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Statements' })).toHaveAttribute(
      'href',
      `/statements?account=${holiday.id}`,
    )
  })

  test.each([
    [{ balance: 1500, goal: 1500 }, 'You have reached your goal.'],
    [{ goal: 1500, goal_on: '2026-01-01' }, '£1,050.00 to go. Your day was 1 January 2026.'],
    [{ goal: 1500 }, '£1,050.00 to go.'],
  ])('says of %j: %s', async (change, words) => {
    show(page, { 'POST rpc/list_my_accounts': () => json([current, { ...holiday, ...change }]) })
    expect(await screen.findByText(words)).toBeVisible()
  })

  test('says nothing of what is saved while the balance is hidden', async () => {
    localStorage.setItem('balanceHidden', 'true')
    show(page, { 'POST rpc/list_my_accounts': () => json([current, { ...holiday, goal: 1500 }]) })
    expect(await screen.findByText('Goal: £1,500.00')).toBeVisible()
    expect(document.body).not.toHaveTextContent('£450.00')
    expect(screen.queryByText(/to go/)).not.toBeInTheDocument()
  })

  test('lists the transactions of this account, and names the other account of a move', async () => {
    const { asked } = show(page, {
      'POST rpc/search_transactions': () =>
        json([
          transactionRow({
            incoming: true,
            from_account_holder_name: 'Current account',
            from_sort_code: '00-24-68',
            from_account_number: '24682468',
            reference: null,
            category: 'savings',
            other_account_id: 'account-1',
          }),
        ]),
    })
    await userEvent.click(await screen.findByRole('button', { name: /From Current account/ }))
    const details = await dialog('Transaction Details')
    expect(await details.findByText('Current account')).toBeVisible()
    expect(details.getByText('Savings')).toBeVisible()
    expect(details.queryByText('Reference')).not.toBeInTheDocument()
    expect(details.queryByRole('combobox')).not.toBeInTheDocument()
    expect(bodiesOf(asked, 'rpc/search_transactions')).toEqual([{ p_account_id: holiday.id }])
  })

  test('says that there are no transactions, without the samples of a new customer', async () => {
    show(page)
    expect(await screen.findByText('Money you move or receive will appear here.')).toBeVisible()
    expect(screen.queryByText('Sample')).not.toBeInTheDocument()
  })

  test('says that the account is unknown', async () => {
    show(savingsPath('00000000-0000-4000-8000-0000000000ff'))
    expect(await screen.findByText("We can't find that account")).toBeVisible()
  })

  test('shows an error and loads the account when it is tried again', async () => {
    const { answers } = show(page, { 'POST rpc/list_my_accounts': noAnswer })
    expect(await screen.findByText("We couldn't load your account.")).toBeVisible()
    answers['POST rpc/list_my_accounts'] = () => json([current, holiday])
    await press('Try again')
    expect(await summary()).toBeVisible()
  })

  test('saves another name', async () => {
    const { answers, asked } = show(page)
    answers['POST rpc/change_savings_account'] = () => {
      answers['POST rpc/list_my_accounts'] = () => json([current, { ...holiday, name: 'Car' }])
      return new Response(null, { status: 204 })
    }
    await summary()
    await press('Manage')
    const form = await dialog('Manage Holiday')
    await userEvent.clear(form.getByLabelText('Name'))
    await userEvent.type(form.getByLabelText('Name'), 'Car')
    await userEvent.click(form.getByRole('button', { name: 'Save' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Car' })).toBeVisible()
    expect(bodiesOf(asked, 'rpc/change_savings_account')).toEqual([
      { p_id: holiday.id, p_name: 'Car', p_colour: 'blue' },
    ])
  })

  test('asks before it is closed, says where the money goes, and stays readable', async () => {
    const { answers, asked } = show(page)
    answers['POST rpc/close_savings_account'] = () => {
      const closed = { ...holiday, balance: 0, closed_at: '2026-11-22T10:05:00Z' }
      answers['POST rpc/list_my_accounts'] = () => json([current, closed])
      return new Response(null, { status: 204 })
    }
    await summary()
    await press('Manage')
    await userEvent.click((await dialog('Manage Holiday')).getByRole('button', { name: 'Close account' }))
    const question = await dialog('Close Holiday?')
    expect(
      question.getByText(/^£450.00, and the interest until yesterday, moves to your current account\./),
    ).toBeVisible()
    expect(bodiesOf(asked, 'rpc/close_savings_account')).toEqual([])
    await userEvent.click(question.getByRole('button', { name: 'Close account' }))
    expect(await screen.findByText(/^This account was closed on 22 November 2026\./)).toBeVisible()
    expect(screen.getByRole('link', { name: 'Statements' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Move money in' })).not.toBeInTheDocument()
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  test('keeps the question open with the reason why it cannot be closed', async () => {
    const message = 'This account is protected. Move the money out first, or end the protection.'
    show(page, {
      'POST rpc/close_savings_account': () => json({ code: 'PT409', hint: 'account-protected', message }, 409),
    })
    await summary()
    await press('Manage')
    await userEvent.click((await dialog('Manage Holiday')).getByRole('button', { name: 'Close account' }))
    const question = await dialog('Close Holiday?')
    await userEvent.click(question.getByRole('button', { name: 'Close account' }))
    expect(await question.findByText(message)).toBeVisible()
  })

  describe('moving money', () => {
    test.each([
      ['in', 'account-1', holiday.id],
      ['out', holiday.id, 'account-1'],
    ])('%s needs an amount and a press', async (way, from, to) => {
      const { asked } = show(page, { 'POST rpc/move_own_money': () => json([moved()]) })
      await summary()
      await press(`Move money ${way}`)
      const form = await dialog(`Move money ${way}`)
      await userEvent.type(form.getByLabelText('Amount (£)'), '50')
      await userEvent.click(form.getByRole('button', { name: 'Move money' }))
      expect(await screen.findByText('Money moved')).toBeVisible()
      expect(bodiesOf(asked, 'rpc/move_own_money')).toEqual([
        { p_request_id: expect.any(String), p_from_id: from, p_to_id: to, p_amount: '50.00' },
      ])
    })

    test('shows the balance of the answer without another read', async () => {
      const { asked } = show(page, { 'POST rpc/move_own_money': () => json([moved()]) })
      await summary()
      const reads = () => asked.filter(({ path }) => path === 'rpc/list_my_accounts').length
      const before = reads()
      await press('Move money in')
      const form = await dialog('Move money in')
      await userEvent.type(form.getByLabelText('Amount (£)'), '50')
      await userEvent.click(form.getByRole('button', { name: 'Move money' }))
      await waitFor(async () => expect(await summary()).toHaveTextContent('£500.00'))
      expect(reads()).toBe(before)
    })

    test.each([
      ['', 'Enter an amount above £0, such as 10.99.'],
      ['0', 'Enter an amount above £0, such as 10.99.'],
      ['450.01', "You don't have enough balance for this transaction."],
    ])("refuses the amount '%s'", async (amount, text) => {
      const { asked } = show(page)
      await summary()
      await press('Move money out')
      const form = await dialog('Move money out')
      if (amount !== '') await userEvent.type(form.getByLabelText('Amount (£)'), amount)
      await userEvent.click(form.getByRole('button', { name: 'Move money' }))
      expect(form.getByLabelText('Amount (£)')).toHaveAccessibleDescription(expect.stringContaining(text))
      expect(bodiesOf(asked, 'rpc/move_own_money')).toEqual([])
    })

    test('swaps the accounts when one is chosen that the other side has', async () => {
      show(page)
      await summary()
      await press('Move money in')
      const form = await dialog('Move money in')
      await userEvent.selectOptions(form.getByLabelText('From'), 'Holiday')
      expect(form.getByLabelText('From')).toHaveDisplayValue('Holiday')
      expect(form.getByLabelText('To')).toHaveDisplayValue('Current account')
    })

    test('out of a protected account says until when it waits and where it can be taken back', async () => {
      show(page, {
        'POST rpc/list_my_accounts': () => json([current, { ...holiday, wait_hours: 24 }]),
        'POST rpc/move_own_money': () =>
          json([moved({ from_balance: 450, to_balance: 1234.56, waits_until: '2026-11-23T10:05:00Z' })]),
      })
      await summary()
      await press('Move money out')
      const form = await dialog('Move money out')
      expect(form.getByText(/^This account is protected: the money moves after 24 hours\./)).toBeVisible()
      await userEvent.type(form.getByLabelText('Amount (£)'), '50')
      await userEvent.click(form.getByRole('button', { name: 'Move money' }))
      const waiting = await dialog('Not moved yet')
      expect(
        waiting.getByText("Holiday is protected. We'll move £50.00 to Current account on 23 November 2026 at 10:05."),
      ).toBeVisible()
      expect(waiting.getByText('Until then you can take it back on the page of Holiday.')).toBeVisible()
      await userEvent.click(waiting.getByRole('button', { name: 'Done' }))
      expect(await summary()).toHaveTextContent('£450.00')
    })

    test('keeps the amount and repeats the same request after a lost connection', async () => {
      const { answers, asked } = show(page, { 'POST rpc/move_own_money': noAnswer })
      await summary()
      await press('Move money in')
      const form = await dialog('Move money in')
      await userEvent.type(form.getByLabelText('Amount (£)'), '50')
      await userEvent.click(form.getByRole('button', { name: 'Move money' }))
      expect(await form.findByText("We couldn't move the money")).toBeVisible()
      expect(form.getByLabelText('Amount (£)')).toHaveValue('50')
      answers['POST rpc/move_own_money'] = () => json([moved()])
      await userEvent.click(form.getByRole('button', { name: 'Move money' }))
      expect(await screen.findByText('Money moved')).toBeVisible()
      const [first, second] = bodiesOf(asked, 'rpc/move_own_money')
      expect(second).toEqual(first)
    })
  })
})
