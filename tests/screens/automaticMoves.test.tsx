import { useQuery } from '@tanstack/react-query'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { savingsQueries } from '@/features/money/savings/queries'
import { AutomaticMoves } from '@/screens/AutomaticMoves'
import { londonDay } from '@/lib/dates'
import { bodiesOf, json, noAnswer, ownAccountRow, renderSignedIn, savingsRow, serve, userId } from '../fakeServer'
import type { Answers, TableRow } from '../apiAnswers'

const current = ownAccountRow()
const holiday = savingsRow()
const [currentId, holidayId] = [current.id ?? '', holiday.id ?? '']
const car = savingsRow({ id: '00000000-0000-4000-8000-0000000000c1', name: 'Car' })

const regularRow = (change: Partial<TableRow<'regular_payments'>> = {}) => ({
  id: 'regular-1',
  to_account_holder_name: 'Holiday',
  to_sort_code: '00-11-22',
  to_account_number: '11223344',
  amount: 25,
  reference: null,
  frequency: 'monthly',
  ends_on: null,
  payments_left: null,
  state: 'active',
  from_account_id: currentId,
  other_account_id: holidayId,
  outgoing_payments: [{ id: 'next-1', send_at: '2026-12-01T06:00:00+00:00', awaits_owner: false }],
  ...change,
})

function OwnPart() {
  const { data } = useQuery(savingsQueries.accounts(userId))
  const account = data?.find(({ id }) => id === holidayId)
  return data && account ? <AutomaticMoves account={account} accounts={data} onShown={() => undefined} /> : null
}

function show(change: Answers = {}) {
  const answers: Answers = {
    'GET profiles': () => json({ full_name: 'Priya Shah', approved: true }),
    'POST rpc/list_my_accounts': () => json([current, holiday, car]),
    'GET regular_payments': () => json([]),
    'GET outgoing_payments': () => json([]),
    'POST rpc/find_payday': () => json({ payer: 'Northwold Design Ltd', paid_on: '2026-11-27' }),
    'POST rpc/create_regular_move': () => json([{ regular_payment_id: 'r', next_on: '2026-12-01' }]),
    ...change,
  }
  const asked = serve(answers)
  renderSignedIn(<OwnPart />)
  return { asked, answers }
}

const openForm = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'New regular move' }))
  return within(await screen.findByRole('dialog', { name: 'New regular move' }))
}

describe('the regular moves of a savings account', () => {
  test('are those from it and to it, and no payment of the customer', async () => {
    show({
      'GET regular_payments': () =>
        json([
          regularRow(),
          regularRow({
            id: 'regular-2',
            to_account_holder_name: 'Current account',
            from_account_id: holidayId,
            other_account_id: currentId,
            frequency: 'payday',
            outgoing_payments: [],
          }),
          regularRow({ id: 'regular-3', to_account_holder_name: 'Car', other_account_id: car.id }),
          regularRow({ id: 'regular-4', to_account_holder_name: 'Mill Lane Lettings', other_account_id: null }),
        ]),
    })
    expect(await screen.findByText('Every month, until you cancel')).toBeVisible()
    expect(screen.getByText('On payday, until you cancel')).toBeVisible()
    expect(screen.getByText('Next: the day after you are paid')).toBeVisible()
    expect(screen.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
      expect.stringMatching(/Current account.*\+£25\.00$/),
      expect.stringMatching(/Current account.*-£25\.00$/),
    ])
  })

  test('say so when there are none, and when they cannot be loaded, with a retry', async () => {
    const { answers } = show({ 'GET regular_payments': () => json({ code: '42501', message: 'no' }, 403) })
    expect(await screen.findByText(/We couldn't load your regular moves/)).toBeVisible()
    answers['GET regular_payments'] = () => json([])
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText(/^Move an amount in or out every week/)).toBeVisible()
  })
})

describe('a new regular move', () => {
  test('is sent with its accounts, its days and its end', async () => {
    const { asked } = show()
    const form = await openForm()
    await userEvent.type(form.getByLabelText('Amount (£)'), '25')
    await userEvent.selectOptions(form.getByLabelText('From'), 'Holiday')
    expect(form.getByLabelText('To')).toHaveDisplayValue('Current account')
    await userEvent.selectOptions(form.getByLabelText('How often'), 'Every week')
    await userEvent.selectOptions(form.getByLabelText('Until'), 'A number of payments')
    await userEvent.type(form.getByLabelText('Number of payments'), '4')
    await userEvent.click(form.getByRole('button', { name: 'Set up' }))
    expect(await screen.findByText('Regular move set up')).toBeVisible()
    expect(screen.getByText('The first £25.00 moves to Current account on Tuesday 1 December 2026.')).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(bodiesOf(asked, 'rpc/create_regular_move')).toEqual([
      {
        p_request_id: expect.any(String),
        p_from_id: holidayId,
        p_to_id: currentId,
        p_amount: '25.00',
        p_frequency: 'weekly',
        p_starts_on: londonDay(new Date()),
        p_payment_count: '4',
      },
    ])
  })

  test('on payday names whose pay it follows, and has no day of its own', async () => {
    const { asked } = show({
      'POST rpc/create_regular_move': () => json([{ regular_payment_id: 'r', next_on: null }]),
    })
    const form = await openForm()
    await userEvent.selectOptions(form.getByLabelText('How often'), 'On payday')
    expect(await form.findByText(/^Northwold Design Ltd last paid you on Friday 27 November 2026\./)).toBeVisible()
    expect(form.queryByRole('button', { name: /^First move/ })).not.toBeInTheDocument()
    await userEvent.type(form.getByLabelText('Amount (£)'), '25')
    await userEvent.click(form.getByRole('button', { name: 'Set up' }))
    expect(await screen.findByText('The first £25.00 moves to Holiday on the day after you are paid.')).toBeVisible()
    expect(bodiesOf(asked, 'rpc/create_regular_move')).toMatchObject([{ p_frequency: 'payday' }])
  })

  test('on payday says when no regular pay is known', async () => {
    show({ 'POST rpc/find_payday': () => json(null) })
    const form = await openForm()
    await userEvent.selectOptions(form.getByLabelText('How often'), 'On payday')
    expect(await form.findByText(/^We can't see regular pay in your account yet\./)).toBeVisible()
  })

  test.each([
    ['', 'Enter an amount above £0, such as 10.99.'],
    ['0', 'Enter an amount above £0, such as 10.99.'],
  ])('asks for an amount instead of %o', async (amount, words) => {
    const { asked } = show()
    const form = await openForm()
    if (amount !== '') await userEvent.type(form.getByLabelText('Amount (£)'), amount)
    await userEvent.click(form.getByRole('button', { name: 'Set up' }))
    expect(await form.findByText(words)).toBeVisible()
    expect(form.getByLabelText('Amount (£)')).toHaveFocus()
    expect(bodiesOf(asked, 'rpc/create_regular_move')).toEqual([])
  })

  test('keeps what was typed and the idempotency key when the connection is lost', async () => {
    const { asked, answers } = show({ 'POST rpc/create_regular_move': noAnswer })
    const form = await openForm()
    await userEvent.type(form.getByLabelText('Amount (£)'), '25')
    await userEvent.click(form.getByRole('button', { name: 'Set up' }))
    expect(await form.findByText("We couldn't set this up")).toBeVisible()
    answers['POST rpc/create_regular_move'] = () => json([{ regular_payment_id: 'r', next_on: null }])
    await userEvent.click(form.getByRole('button', { name: 'Set up' }))
    expect(await screen.findByText('Regular move set up')).toBeVisible()
    const [first, second] = bodiesOf(asked, 'rpc/create_regular_move')
    expect(second).toEqual(first)
  })
})

describe('round-ups', () => {
  test('are switched on for this account, and off', async () => {
    let target: string | null = null
    const { asked, answers } = show({
      'POST rpc/set_round_ups': ({ body }) => {
        target = (JSON.parse(body ?? '') as { p_to_account_id?: string }).p_to_account_id ?? null
        return new Response(null, { status: 204 })
      },
    })
    answers['POST rpc/list_my_accounts'] = () =>
      json([current, { ...holiday, takes_round_ups: target === holidayId }, car])
    const roundUps = await screen.findByRole('switch', { name: /^Round up card payments/ })
    expect(roundUps).not.toBeChecked()
    await userEvent.click(roundUps)
    await waitFor(() => expect(roundUps).toBeChecked())
    await userEvent.click(roundUps)
    await waitFor(() => expect(roundUps).not.toBeChecked())
    await waitFor(() => expect(bodiesOf(asked, 'rpc/set_round_ups')).toEqual([{ p_to_account_id: holidayId }, {}]))
  })

  test('name the other account that they go to now', async () => {
    show({ 'POST rpc/list_my_accounts': () => json([current, holiday, { ...car, takes_round_ups: true }]) })
    expect(await screen.findByText(/They go to Car now\./)).toBeVisible()
    expect(screen.getByRole('switch', { name: /^Round up card payments/ })).not.toBeChecked()
  })
})
