import { accountRow, bodiesOf, json, noAnswer, renderSignedIn, serve } from '../fakeServer'
import { cardRow } from '../cards'
import type { Answers, Row, TableRow } from '../apiAnswers'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { env } from '@/lib/env'
import { CardsScreen } from '@/screens/CardsScreen'

const fullNumber = '4659123412342467'
const { id: cardId } = cardRow()
const shown = '4659 1234 1234 2467'

const paymentRow = (change: Partial<Row<'list_card_payments'>> = {}): Row<'list_card_payments'> => ({
  id: 'payment-1',
  merchant: 'Larkspur Supermarket',
  amount: 20,
  refunded: 0,
  status: 'cleared',
  created_at: '2026-11-21T09:05:00+00:00',
  category: 'groceries',
  place: null,
  ...change,
})

function show(change: Answers = {}) {
  const answers: Answers = {
    'POST rpc/get_current_account': () => json([accountRow()]),
    'GET cards': () => json([cardRow()]),
    'POST rpc/list_card_payments': () => json([]),
    'POST rpc/record_card_reveal': () => json(true),
    'POST rpc/get_my_card_secret': () => json(fullNumber),
    ...change,
  }
  const asked = serve(answers)
  return { answers, asked, ...renderSignedIn(<CardsScreen />, '/cards') }
}

const reveal = async () => userEvent.click(await screen.findByRole('button', { name: 'Show card number' }))
const askedForNumber = (asked: ReturnType<typeof serve>) =>
  asked.filter(({ path }) => path === 'rpc/get_my_card_secret')

/** Whether the query or mutation cache contains the full number. */
function remembers({ client }: Pick<ReturnType<typeof show>, 'client'>): boolean {
  const queries = client.getQueryCache().getAll()
  const mutations = client.getMutationCache().getAll()
  return JSON.stringify([...queries, ...mutations].map(({ state }) => state.data)).includes(fullNumber)
}

afterEach(() => {
  vi.useRealTimers()
})

test('in a frozen account the card says so, and offers nothing that the server refuses', async () => {
  show({ 'GET profiles': () => json({ full_name: 'Priya Shah', approved: true, frozen_at: '2026-11-23T12:00:00Z' }) })
  expect(await screen.findByText('Account frozen')).toBeVisible()
  expect(screen.getByText(/^Your account is frozen, so your card is off\./)).toBeVisible()
  for (const name of ['Freeze Card', 'View PIN', 'Security code', 'Card Settings', 'Show card number'])
    expect(screen.queryByRole('button', { name })).not.toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Unfreeze' })).toHaveAttribute('href', '/settings#freeze')
})

describe('the card', () => {
  test('records the reveal before it reads the number, and shows nothing without the record', async () => {
    const { asked, answers } = show({ 'POST rpc/record_card_reveal': noAnswer })
    await reveal()
    expect(await screen.findByRole('alert')).toHaveTextContent("We couldn't show your card number.")
    expect(askedForNumber(asked)).toEqual([])
    answers['POST rpc/record_card_reveal'] = () => json(true)
    await reveal()
    expect(await screen.findByText(shown)).toBeVisible()
  })

  test("shows the last four digits, 'valid thru' 12/26 and the cardholder in upper case", async () => {
    const { asked } = show({ 'GET cards': () => json([cardRow({ expires_on: '2026-12-31' })]) })
    expect(await screen.findByText('PRIYA SHAH')).toBeVisible()
    expect(screen.getByText('valid thru').nextSibling).toHaveTextContent('12/26')
    expect(screen.getByText(/2467/)).toHaveTextContent('•••• •••• •••• Card number ending in 2467')
    expect(askedForNumber(asked)).toEqual([])
  })

  test('shows and hides the full number', async () => {
    const page = show()
    await reveal()
    expect(await screen.findByText(shown)).toBeVisible()
    expect(askedForNumber(page.asked)).toHaveLength(1)
    await userEvent.click(screen.getByRole('button', { name: 'Hide card number' }))
    expect(screen.queryByText(shown)).not.toBeInTheDocument()
    await waitFor(() => expect(remembers(page)).toBe(false))
  })

  test('hides the number after 30 seconds', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const page = show()
    await reveal()
    await screen.findByText(shown)
    await act(() => vi.advanceTimersByTimeAsync(29_000))
    expect(screen.getByText(shown)).toBeVisible()
    await act(() => vi.advanceTimersByTimeAsync(1_000))
    expect(screen.queryByText(shown)).not.toBeInTheDocument()
    await waitFor(() => expect(remembers(page)).toBe(false))
  })

  test('hides the number when the page is hidden', async () => {
    show()
    await reveal()
    await screen.findByText(shown)
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    await waitFor(() => expect(screen.queryByText(shown)).not.toBeInTheDocument())
  })

  test('removes the number from memory when the customer leaves the screen', async () => {
    const page = show()
    await reveal()
    await screen.findByText(shown)
    await act(() => page.router.navigate('/'))
    await waitFor(() => expect(remembers(page)).toBe(false))
    await act(() => page.router.navigate('/cards'))
    expect(await screen.findByRole('button', { name: 'Show card number' })).toBeVisible()
    expect(screen.queryByText(shown)).not.toBeInTheDocument()
  })

  test('discards an answer that arrives after the customer leaves the screen', async () => {
    let answer = () => {}
    const held = new Promise<void>((resolve) => (answer = resolve))
    const page = show({ 'POST rpc/get_my_card_secret': () => held.then(() => json(fullNumber)) })
    await reveal()
    await act(() => page.router.navigate('/'))
    answer()
    await waitFor(() => expect(page.client.getMutationCache().getAll()).toEqual([]))
  })

  test('shows the error on the card and retries when the number does not load', async () => {
    const { answers } = show({ 'POST rpc/get_my_card_secret': noAnswer })
    await reveal()
    expect(await screen.findByRole('alert')).toHaveTextContent("We couldn't show your card number.")
    answers['POST rpc/get_my_card_secret'] = () => json(fullNumber)
    await reveal()
    expect(await screen.findByText(shown)).toBeVisible()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  test('shows the error and retries when the card does not load', async () => {
    const { answers } = show({ 'POST rpc/get_current_account': noAnswer })
    expect(await screen.findByRole('alert')).toHaveTextContent("We couldn't load your card.")
    answers['POST rpc/get_current_account'] = () => json([accountRow()])
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('PRIYA SHAH')).toBeVisible()
  })
})

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const done = () => new Response(null, { status: 204 })

describe('Freeze Card', () => {
  test('freezes at once, shows it on the face, and unfreezes', async () => {
    const { answers, asked } = show({ 'POST rpc/set_card_frozen': done })
    await screen.findByRole('button', { name: 'Freeze Card' })
    expect(screen.queryByText('Frozen')).not.toBeInTheDocument()
    answers['GET cards'] = () => json([cardRow({ status: 'frozen' })])
    await press('Freeze Card')
    expect(await screen.findByText('Frozen')).toBeVisible()
    expect(await screen.findByText('Card frozen')).toBeVisible()
    answers['GET cards'] = () => json([cardRow()])
    await press('Unfreeze Card')
    expect(await screen.findByRole('button', { name: 'Freeze Card' })).toBeVisible()
    expect(screen.queryByText('Frozen')).not.toBeInTheDocument()
    expect(bodiesOf(asked, 'rpc/set_card_frozen')).toEqual([
      { p_card_id: cardId, p_frozen: true },
      { p_card_id: cardId, p_frozen: false },
    ])
  })

  test('the card does not say Frozen when the server did not answer', async () => {
    show({ 'POST rpc/set_card_frozen': noAnswer })
    await press('Freeze Card')
    expect(await screen.findByText('Error')).toBeVisible()
    expect(screen.queryByText('Frozen')).not.toBeInTheDocument()
  })

  test('an expired card says so', async () => {
    show({ 'GET cards': () => json([cardRow({ expires_on: '2020-12-31' })]) })
    expect(await screen.findByText('Expired')).toBeVisible()
  })
})

describe('View PIN', () => {
  const cardPin = '4 0 7 1'
  const showPin = (change: Answers = {}) =>
    show({
      'POST rpc/get_my_card_secret': () => json('4071'),
      ...change,
    })
  const enter = async (pin: string) => {
    await userEvent.type(await screen.findByLabelText('Security PIN'), pin)
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'View PIN' }))
  }

  test('shows the card PIN after the security PIN, for 10 seconds, and forgets it', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { client, asked } = showPin()
    await press('View PIN')
    // Screen readers read what comes into a live region, not one that comes with its words.
    const live = (await screen.findByRole('dialog')).querySelector('[aria-live]')
    await enter('24680')
    await waitFor(() => expect(live).toHaveTextContent(/^Your card PIN is 4 0 7 1$/))
    expect(bodiesOf(asked, 'rpc/record_card_reveal')).toEqual([{ p_secret: 'card_pin', p_security_pin: '24680' }])
    await act(() => vi.advanceTimersByTimeAsync(9_000))
    expect(screen.getByText(cardPin)).toBeVisible()
    await act(() => vi.advanceTimersByTimeAsync(1_000))
    expect(screen.queryByText(cardPin)).not.toBeInTheDocument()
    await waitFor(() =>
      expect(
        JSON.stringify(
          client
            .getMutationCache()
            .getAll()
            .map(({ state }) => state),
        ),
      ).not.toMatch(/4071|24680/),
    )
  })

  test('a wrong security PIN is named at the field, which is emptied, and reads no card PIN', async () => {
    const { asked } = showPin({ 'POST rpc/record_card_reveal': () => json(false) })
    await press('View PIN')
    await enter('11111')
    expect(await screen.findByText("That Security PIN isn't right.")).toBeVisible()
    expect(screen.getByLabelText('Security PIN')).toHaveValue('')
    expect(bodiesOf(asked, 'rpc/get_my_card_secret')).toEqual([])
  })

  test('asks for five digits, and says when there were too many attempts', async () => {
    const { asked } = showPin({
      'POST rpc/record_card_reveal': () =>
        json({ code: 'PT429', message: 'Too many attempts. Please try again later.', hint: 'too-many-attempts' }, 429),
    })
    await press('View PIN')
    await enter('123')
    expect(await screen.findByText('Enter your 5-digit Security PIN.')).toBeVisible()
    expect(bodiesOf(asked, 'rpc/record_card_reveal')).toEqual([])
    await enter('45')
    expect(await screen.findByText('Too many attempts. Please try again later.')).toBeVisible()
  })
})

describe('Security code', () => {
  const enter = async (pin: string) => {
    await userEvent.type(await screen.findByLabelText('Security PIN'), pin)
    await press('View code')
  }

  test('shows the code after the security PIN, copies it, hides it after 30 seconds, and forgets it', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    // It puts a clipboard in place.
    userEvent.setup()
    const { client, asked } = show({ 'POST rpc/get_my_card_secret': () => json('407') })
    await press('Security code')
    await enter('24680')
    expect(await screen.findByText('407')).toBeVisible()
    expect(bodiesOf(asked, 'rpc/record_card_reveal')).toEqual([{ p_secret: 'security_code', p_security_pin: '24680' }])
    await press('Copy security code')
    expect(await navigator.clipboard.readText()).toBe('407')
    await act(() => vi.advanceTimersByTimeAsync(30_000))
    expect(screen.queryByText('407')).not.toBeInTheDocument()
    const states = () =>
      [...client.getMutationCache().getAll(), ...client.getQueryCache().getAll()].map((one) => one.state)
    await waitFor(() => expect(JSON.stringify(states())).not.toMatch(/"407"|24680/))
  })

  test('copies the number while it is shown', async () => {
    userEvent.setup()
    show()
    expect(screen.queryByRole('button', { name: 'Copy card number' })).not.toBeInTheDocument()
    await reveal()
    await press('Copy card number')
    expect(await navigator.clipboard.readText()).toBe(fullNumber)
  })
})

describe('a new card', () => {
  const renewal = { id: 'c2', status: 'issued', last_four: '9031', expires_on: '2044-12-31' }
  const old = (change: Partial<TableRow<'cards'>> = {}) => cardRow({ expires_on: '2040-12-31', ...change })

  test('is activated after a question, and a failure keeps the question', async () => {
    const { answers, asked } = show({
      'GET cards': () => json([cardRow(renewal), old()]),
      'POST rpc/activate_card': noAnswer,
    })
    const section = within(await screen.findByRole('region', { name: 'Your new card ends in 9031' }))
    expect(
      section.getByText('Your old card works until you activate the new one, or until 31 December 2040.'),
    ).toBeVisible()
    // The old card is the current one.
    expect(screen.getByText('valid thru').nextSibling).toHaveTextContent('12/40')
    await userEvent.click(section.getByRole('button', { name: 'Activate card' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Activate your new card?' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Activate card' }))
    expect(await dialog.findByText("We couldn't activate your card")).toBeVisible()
    answers['POST rpc/activate_card'] = done
    answers['GET cards'] = () => json([cardRow({ ...renewal, status: 'active' })])
    await userEvent.click(dialog.getByRole('button', { name: 'Activate card' }))
    expect(await screen.findByText('Your new card is active')).toBeVisible()
    expect(screen.queryByRole('region', { name: /^Your new card/ })).not.toBeInTheDocument()
    expect(screen.getByText('valid thru').nextSibling).toHaveTextContent('12/44')
    expect(bodiesOf(asked, 'rpc/activate_card').at(-1)).toEqual({ p_card_id: 'c2' })
  })

  test('is asked for when the old one has expired', async () => {
    show({ 'GET cards': () => json([old({ expires_on: '2020-12-31' }), cardRow(renewal)]) })
    expect(await screen.findByText('This card has expired. Activate the new one to pay with it.')).toBeVisible()
  })
})

describe('Card Settings', () => {
  test.each([
    ['Online payments', 'p_online'],
    ['Contactless', 'p_contactless'],
    ['Cash withdrawals', 'p_cash'],
    ['Payments abroad', 'p_abroad'],
    ['Gambling', 'p_gambling'],
  ])('switches %s off', async (label, name) => {
    const { asked } = show({ 'POST rpc/set_card_controls': done })
    await press('Card Settings')
    const control = await screen.findByRole('switch', { name: new RegExp(`^${label}`) })
    expect(control).toBeChecked()
    await userEvent.click(control)
    await waitFor(() =>
      expect(bodiesOf(asked, 'rpc/set_card_controls')).toEqual([{ p_card_id: cardId, [name]: false }]),
    )
  })

  test('says until when gambling stays blocked', async () => {
    show({ 'GET cards': () => json([cardRow({ gambling_from: '2040-01-02T09:05:00+00:00' })]) })
    await press('Card Settings')
    expect(await screen.findByText(/Blocked until 2 January 2040 at 09:05/)).toBeVisible()
  })

  test('saves the limits, and shows at its field that the server refuses one', async () => {
    const outside = {
      code: 'PT400',
      hint: 'field:dailyLimit',
      message: 'Enter an amount from £1 to £10,000.',
    }
    const { asked, answers } = show({ 'POST rpc/set_card_controls': () => json(outside, 400) })
    await press('Card Settings')
    const daily = await screen.findByLabelText('Limit for a day (£)')
    await userEvent.clear(daily)
    await userEvent.type(daily, '10,000.01')
    await press('Save limits')
    await waitFor(() => expect(daily).toHaveAccessibleDescription('Enter an amount from £1 to £10,000.'))
    expect(daily).toHaveFocus()
    answers['POST rpc/set_card_controls'] = done
    await userEvent.clear(daily)
    await userEvent.type(daily, '£300')
    await press('Save limits')
    expect(await screen.findByText('Limits saved')).toBeVisible()
    expect(bodiesOf(asked, 'rpc/set_card_controls')).toEqual(
      ['10000.01', '300.00'].map((limit) => ({
        p_card_id: cardId,
        p_purchase_limit: '2500.00',
        p_daily_limit: limit,
      })),
    )
  })

  test('blocks a lost card only after the customer says what happened', async () => {
    const { asked } = show({ 'POST rpc/replace_card': done })
    await press('Card Settings')
    await press('Lost or stolen')
    await press('Block card and get a new one')
    expect(await screen.findByText('Choose what happened.')).toBeVisible()
    await userEvent.selectOptions(screen.getByLabelText('What happened?'), 'It was stolen')
    await press('Block card and get a new one')
    expect(await screen.findByText('Your new card is ready')).toBeVisible()
    expect(bodiesOf(asked, 'rpc/replace_card')).toEqual([{ p_card_id: cardId, p_reason: 'stolen' }])
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  })
})

test('lists card payments above the samples, with what is pending, reversed and refunded', async () => {
  show({
    'POST rpc/list_card_payments': () =>
      json([
        paymentRow({ id: 'p1', merchant: 'Juniper Books', status: 'approved', category: 'shopping' }),
        paymentRow({ id: 'p2', refunded: 5 }),
        paymentRow({ id: 'p3', status: 'reversed' }),
        paymentRow({ id: 'p4', status: 'expired' }),
        paymentRow({ id: 'p5', place: 'France · €12.50' }),
      ]),
  })
  await screen.findByText('Juniper Books')
  const rows = within(screen.getByRole('region', { name: 'Recent card transactions' })).getAllByRole('listitem')
  expect(rows).toHaveLength(30)
  expect(rows[0]).toHaveTextContent(/^Juniper BooksPendingShopping-£20.0021 Nov$/)
  expect(rows[1]).toHaveTextContent('£5.00 refunded')
  expect(rows[2]).toHaveTextContent('Not charged')
  expect(rows[3]).toHaveTextContent('Not charged')
  expect(rows[4]).toHaveTextContent(/^Larkspur SupermarketFrance · €12.50-£20.00/)
})

test('lists 25 sample transactions, first a payment, then a salary of 2500', async () => {
  show()
  const list = within(await screen.findByRole('region', { name: 'Recent card transactions' }))
  const rows = list.getAllByRole('listitem')
  expect(rows).toHaveLength(25)
  expect(rows[0]).toHaveTextContent(/-£\d/)
  expect(rows[1]).toHaveTextContent('+£2,500.00')
  for (const row of rows) expect(row).toHaveTextContent('Sample')
  const caption = list.getByText(/Balance of the sample account/)
  expect(caption).toHaveTextContent('Balance of the sample account: £12,543.76, available: £12,543.76')
  expect(list.getByRole('figure')).toContainElement(caption)
  expect(list.getByRole('figure')).toContainElement(rows[0]!)
})

test('lists no card transactions where samples are left out', async () => {
  env.sampleTransactions = false
  show()
  expect(await screen.findByText('No card transactions yet')).toBeVisible()
  expect(screen.queryByText(/Sample/)).not.toBeInTheDocument()
  env.sampleTransactions = true
})
