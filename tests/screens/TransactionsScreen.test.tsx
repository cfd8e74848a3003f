import { accountRow, json, noAnswer, renderSignedIn, serve, transactionRow, userId } from '../fakeServer'
import type { Answers, Row } from '../apiAnswers'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { env } from '@/lib/env'
import type { PdfOrder } from '@/features/money/statements/pdfOrder'
import * as files from '@/lib/saveFile'
import { TransactionsScreen } from '@/screens/TransactionsScreen'
import { useTableChanges } from '../fakeRealtime'
import { faults } from '../faults'

/** jsdom does not implement IntersectionObserver. `reachEnd` scrolls to the end of the list. */
let reachEnd = () => {}
class FakeObserver {
  constructor(private readonly tell: (entries: { isIntersecting: boolean }[]) => void) {}
  observe() {
    reachEnd = () => {
      this.tell([{ isIntersecting: true }])
    }
  }
  disconnect() {
    reachEnd = () => {}
  }
}

beforeEach(() => {
  env.sampleTransactions = false
  vi.spyOn(files, 'saveFile').mockReturnValue(undefined)
  vi.stubGlobal('IntersectionObserver', FakeObserver)
})

afterEach(() => {
  vi.useRealTimers()
})

function show(change: Answers = {}) {
  const answers: Answers = {
    'POST rpc/get_current_account': () => json([accountRow()]),
    'POST rpc/search_transactions': () => json([transactionRow()]),
    ...change,
  }
  const asked = serve(answers)
  return { answers, asked, ...renderSignedIn(<TransactionsScreen />, '/transactions') }
}

const rows = (length: number, start = 0) =>
  Array.from({ length }, (_, index) =>
    transactionRow({
      id: `t-${start + index}`,
      to_account_holder_name: `Payee ${start + index}`,
      created_at: new Date(Date.UTC(2026, 10, 21) - (start + index) * 3_600_000).toISOString(),
    }),
  )

const purchase = (change: Partial<Row<'search_transactions'>> = {}) =>
  transactionRow({
    id: 'purchase-1',
    to_account_holder_name: 'Juniper Books',
    to_sort_code: null,
    to_account_number: null,
    reference: 'Card ending 2467',
    category: 'shopping',
    ...change,
  })

describe('a payment with a message', () => {
  const received = (reference: string) =>
    transactionRow({
      incoming: true,
      from_account_holder_name: 'Sam Sender',
      from_sort_code: '20-00-00',
      from_account_number: '12345678',
      reference,
    })
  const sender = { sort_code: '20-00-00', account_number: '12345678', sender_name: 'Sam Sender' }
  const open = async (reference: string, isHidden = false) => {
    let hidden = isHidden ? [sender] : []
    const shown = show({
      'POST rpc/search_transactions': () => json([received(reference)]),
      'POST rpc/list_hidden_senders': () => json(hidden),
      'POST rpc/show_sender': () => {
        hidden = []
        return json(true)
      },
      'POST rpc/get_balance_after': () => json(1),
      'POST rpc/get_covered_text': () => json({ reference: 'the covered words', payer_name: null }),
      'POST rpc/hide_sender': () => json(true),
      'POST rpc/report_message': () => json('case-1'),
    })
    await userEvent.click(await screen.findByRole('button', { name: /Sam Sender/ }))
    await screen.findByText('Payment ID')
    const sent = (path: string) => shown.asked.filter((request) => request.path === path)
    return { ...shown, sent }
  }

  test('is covered until the customer presses, and the text is asked for only then', async () => {
    const { sent } = await open('Covered message')
    const button = await screen.findByRole('button', { name: 'Show it' })
    expect(sent('rpc/get_covered_text')).toHaveLength(0)
    await userEvent.click(button)
    expect(await screen.findByText('the covered words')).toBeVisible()
  })

  test('that is shown is covered again when its sender is hidden', async () => {
    await open('Covered message')
    await userEvent.click(await screen.findByRole('button', { name: 'Show it' }))
    expect(await screen.findByText('the covered words')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: "Hide this sender's messages" }))
    await userEvent.click(await screen.findByRole('button', { name: 'Hide messages' }))
    expect(await screen.findByText('Messages hidden')).toBeVisible()
    expect(screen.queryByText('the covered words')).not.toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Show it' })).toBeVisible()
  })

  test('lets the customer hide its sender, who learns nothing', async () => {
    const { sent } = await open('Call me')
    expect(screen.queryByRole('button', { name: 'Show it' })).not.toBeInTheDocument()
    await userEvent.click(await screen.findByRole('button', { name: "Hide this sender's messages" }))
    const dialog = within(await screen.findByRole('dialog', { name: "Hide this sender's messages?" }))
    await userEvent.click(dialog.getByRole('button', { name: 'Hide messages' }))
    await waitFor(() =>
      expect(sent('rpc/hide_sender').map(({ body }) => body)).toEqual(['{"p_transaction_id":"transaction-1"}']),
    )
    expect(await screen.findByText('Messages hidden')).toBeVisible()
    await waitFor(() =>
      expect(screen.queryByRole('dialog', { name: "Hide this sender's messages?" })).not.toBeInTheDocument(),
    )
  })

  test('of a hidden sender is shown again', async () => {
    const { sent } = await open('Covered message', true)
    await userEvent.click(await screen.findByRole('button', { name: "Show this sender's messages" }))
    expect(sent('rpc/show_sender').map(({ body }) => body)).toEqual([
      '{"p_sort_code":"20-00-00","p_account_number":"12345678"}',
    ])
    expect(await screen.findByRole('button', { name: "Hide this sender's messages" })).toBeVisible()
  })

  test('is reported, and the customer sees the case that staff decide', async () => {
    const { sent, router } = await open('Call me')
    await userEvent.click(await screen.findByRole('button', { name: 'Report' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Report this message?' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Report' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/cases/case-1'))
    expect(sent('rpc/report_message').map(({ body }) => body)).toEqual(['{"p_transaction_id":"transaction-1"}'])
  })

  test('has no such actions without a message', async () => {
    await open('Payment from Sam Sender')
    expect(screen.queryByRole('button', { name: "Hide this sender's messages" })).not.toBeInTheDocument()
  })
})

describe('a payment by card that the customer did not make', () => {
  const cardPayment = (id: string, merchant: string, status = 'cleared') => ({
    id,
    merchant,
    status,
    amount: 20,
    refunded: 0,
    category: 'shopping',
    created_at: '2026-11-20T10:00:00+00:00',
  })
  const cardRow = (status: string) => ({ id: 'card-1', status, expires_on: '2040-12-31', gambling_from: null })
  const open = async (change: Answers = {}, row: Partial<Row<'search_transactions'>> = {}) => {
    const shown = show({
      'POST rpc/search_transactions': () => json([purchase(row)]),
      'POST rpc/get_balance_after': () => json(1),
      'GET cards': () => json([cardRow('active')]),
      'POST rpc/list_card_payments': () => json([cardPayment('purchase-1', 'Juniper Books')]),
      'POST rpc/set_card_frozen': () => new Response(null, { status: 204 }),
      ...change,
    })
    await userEvent.click(await screen.findByRole('button', { name: /Juniper Books/ }))
    const opener = await screen.findByRole('button', { name: 'Something wrong?' })
    await userEvent.click(opener)
    await userEvent.click(await screen.findByRole('button', { name: "I didn't make this payment" }))
    const dialog = within(await screen.findByRole('dialog', { name: "I didn't make this payment" }))
    const freezes = () => shown.asked.filter(({ path }) => path === 'rpc/set_card_frozen').map(({ body }) => body)
    return { ...shown, opener, dialog, freezes }
  }
  const frozen = '{"p_card_id":"card-1","p_frozen":true}'
  const draft = () => sessionStorage.getItem(`draft:chat:${userId}`) ?? ''
  const own = "I didn't make this payment: £12.50 to Juniper Books on 21 November 2026 at 09:05. Payment ID: purchase-1"

  afterEach(() => sessionStorage.clear())

  test('freezes the card once the customer confirms, opens the claim, and keeps the ticked payments for the chat', async () => {
    const others = ['Seaside Arcade', 'Larkspur', 'Quay Cafe', 'Mossway', 'Older Shop']
    const { router, dialog, freezes } = await open({
      'POST rpc/list_card_payments': () =>
        json([
          ...others.map((merchant, index) =>
            cardPayment(`other-${index}`, merchant, index === 0 ? 'approved' : 'cleared'),
          ),
          cardPayment('purchase-1', 'Juniper Books', 'approved'),
        ]),
    })
    expect(await dialog.findByRole('checkbox', { name: /Seaside Arcade.*Pending · ?20 Nov/ })).not.toBeChecked()
    expect(dialog.getByRole('checkbox', { name: /Juniper Books.*Pending · ?21 Nov/ })).toBeChecked()
    expect(dialog.getByRole('checkbox', { name: /Larkspur ?20 Nov/ })).not.toBeChecked()
    expect(dialog.getAllByRole('checkbox')).toHaveLength(5)
    expect(dialog.getByRole('checkbox', { name: /Juniper Books/ })).toBeChecked()
    expect(dialog.getByText(/^We'll freeze your card first/)).toBeVisible()
    await userEvent.click(dialog.getByRole('checkbox', { name: /Quay Cafe/ }))
    expect(freezes()).toEqual([])
    await userEvent.click(dialog.getByRole('button', { name: 'Freeze card and continue' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/claim/purchase-1'))
    expect(router.state.location.state).toEqual({ kind: 'unauthorised' })
    expect(freezes()).toEqual([frozen])
    expect(JSON.parse(draft())).toBe(
      `${own}\nI didn't make this payment: £20.00 to Quay Cafe on 20 November 2026 at 10:00. Payment ID: other-2`,
    )
  })

  test.each([
    ['tries again', 'Freeze card and continue', [frozen, frozen]],
    ['continues without it', 'Continue without freezing', [frozen]],
  ])('shows a failed freeze, and the customer %s', async (_what, next, sent) => {
    const { answers, router, dialog, freezes } = await open({ 'POST rpc/set_card_frozen': noAnswer })
    await userEvent.click(await dialog.findByRole('button', { name: 'Freeze card and continue' }))
    expect(await dialog.findByText('Card not frozen')).toBeVisible()
    expect(router.state.location.pathname).toBe('/transactions')
    expect(draft()).toBe('')
    answers['POST rpc/set_card_frozen'] = () => new Response(null, { status: 204 })
    await userEvent.click(dialog.getByRole('button', { name: next }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/claim/purchase-1'))
    expect(freezes()).toEqual(sent)
    expect(JSON.parse(draft())).toBe(own)
  })

  test.each([
    ['is frozen', cardRow('frozen'), {}, /^Your card is already frozen/],
    ['was replaced', cardRow('active'), { reference: 'Cash, card ending 1111' }, /^You've replaced this card/],
  ])('freezes nothing when the card %s', async (_what, card, row, words) => {
    const { router, dialog, freezes } = await open({ 'GET cards': () => json([card]) }, row)
    expect(await dialog.findByText(words)).toBeVisible()
    expect(await dialog.findByText('You have no other card payments.')).toBeVisible()
    await userEvent.click(dialog.getByRole('button', { name: 'Continue' }))
    expect(router.state.location.pathname).toBe('/claim/purchase-1')
    expect(freezes()).toEqual([])
    expect(JSON.parse(draft())).toBe(own)
  })

  test('keeps this payment when the others do not load, asks for a tick, and returns the focus', async () => {
    const { opener, dialog, freezes } = await open({ 'POST rpc/list_card_payments': () => json({}, 500) })
    expect(await dialog.findByText("We couldn't load your other card payments.")).toBeVisible()
    await userEvent.click(dialog.getByRole('checkbox', { name: /Juniper Books/ }))
    await userEvent.click(dialog.getByRole('button', { name: 'Freeze card and continue' }))
    expect(dialog.getByText('No payment ticked')).toBeVisible()
    expect(freezes()).toEqual([])
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(opener).toHaveFocus())
    expect(draft()).toBe('')
  })

  test('has no receipt while it is pending', async () => {
    await open({}, { status: 'pending' })
    expect(screen.queryByRole('button', { name: /receipt/i, hidden: true })).not.toBeInTheDocument()
  })
})

describe('a payment in its undo window', () => {
  const pending = transactionRow({ id: 'p-1', to_account_holder_name: 'Olive Outside', status: 'pending' })
  const undo = (undone: () => Response | Promise<Response>) =>
    show({
      'POST rpc/search_transactions': () => json([pending]),
      'POST rpc/list_held_payments': () => json([{ id: 'p-1', seconds_left: 23.4, case_id: null }]),
      'POST rpc/undo_payment': undone,
    })

  test('shows its state and the time left, and is undone from its row', async () => {
    const { answers, asked } = undo(() => {
      answers['POST rpc/search_transactions'] = () => json([{ ...pending, status: 'failed' }])
      return json('cancelled')
    })
    expect(await screen.findByText(/^Pending ·/)).toBeVisible()
    expect(await screen.findByRole('timer')).toHaveTextContent(/^2[34] seconds to undo$/)
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByText(/^Not sent/)).toBeVisible()
    expect(screen.queryByRole('timer')).not.toBeInTheDocument()
    expect(asked.find(({ path }) => path === 'rpc/undo_payment')?.body).toBe('{"p_id":"p-1"}')
    await userEvent.click(screen.getByRole('button', { name: /^Olive Outside/ }))
    const details = within(await screen.findByRole('dialog', { name: 'Transaction Details' }))
    expect(await details.findByText('The money is back in your account.')).toBeVisible()
    // It was the balance before the money came back.
    expect(details.queryByText('Balance after')).not.toBeInTheDocument()
  })

  test('is undone from its details, which say what has become of it', async () => {
    undo(() => json('cancelled'))
    await userEvent.click(await screen.findByRole('button', { name: /^Olive Outside/ }))
    const details = within(await screen.findByRole('dialog', { name: 'Transaction Details' }))
    expect(await details.findByText('Pending')).toBeVisible()
    expect(details.getByText('Balance after')).toBeVisible()
    await userEvent.click(await details.findByRole('button', { name: 'Undo' }))
    expect(await details.findByText('Undone. Nothing was sent.')).toBeVisible()
  })

  test('says why the undo failed', async () => {
    undo(() => noAnswer())
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(await screen.findByText("We couldn't undo the payment")).toBeVisible()
    expect(screen.getByRole('button', { name: 'Undo' })).toBeEnabled()
  })
})

test('a payment that is under review leads to its case', async () => {
  show({
    'POST rpc/search_transactions': () => json([transactionRow({ id: 'p-1', status: 'pending' })]),
    'POST rpc/list_held_payments': () => json([{ id: 'p-1', seconds_left: 90_000, case_id: 'case-1' }]),
  })
  expect(await screen.findByRole('link', { name: "We're checking this payment" })).toHaveAttribute(
    'href',
    '/cases/case-1',
  )
  expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument()
})

test('a pending transaction that is no payment of the customer cannot be undone', async () => {
  show({
    'POST rpc/search_transactions': () => json([transactionRow({ status: 'pending' })]),
    'POST rpc/list_held_payments': () => json([]),
  })
  expect(await screen.findByText(/^Pending ·/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument()
})

describe('around the list', () => {
  test('shows the same balance twice, and held money as pending', async () => {
    show({ 'POST rpc/get_current_account': () => json([accountRow({ pending: 20.5 })]) })
    const account = within(await screen.findByRole('region', { name: 'Everyday current account' }))
    expect(account.getAllByText('£1,234.56')).toHaveLength(2)
    expect(screen.getByText('Balance including pending').nextSibling).toHaveTextContent('£1,234.56')
    expect(screen.getByText('Pending').nextSibling).toHaveTextContent('£20.50')
  })

  test.each([
    ['Back', '/'],
    ['Pay & Transfer', '/pay-transfer'],
    ['Statements', '/statements'],
    ['Manage payments', '/scheduled-payments'],
  ])('%s leads to %s', async (name, address) => {
    const { router } = show()
    await userEvent.click(await screen.findByRole('link', { name }))
    expect(router.state.location.pathname).toBe(address)
  })

  test.each([
    ['Statements', '/statements'],
    ['Insights', '/insights'],
    ['Cards', '/cards'],
    ['Open a savings account', '/savings/open'],
    ['Saved recipients', '/manage-payments'],
    ['Settings', '/settings'],
  ])('More options: %s leads to %s', async (name, address) => {
    const { router } = show()
    await userEvent.click(await screen.findByRole('button', { name: 'More options' }))
    const dialog = await screen.findByRole('dialog', { name: 'More options' })
    await userEvent.click(within(dialog).getByRole('link', { name }))
    expect(router.state.location.pathname).toBe(address)
  })
})

describe('the list', () => {
  test('groups rows by day, with the total of the day, and shows the year on each row', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-22T12:00:00Z') })
    show({
      'POST rpc/search_transactions': () =>
        json([
          transactionRow({ id: 'c' }),
          transactionRow({ id: 'b', created_at: '2026-11-21T00:00:00+00:00' }),
          transactionRow({ id: 'a', created_at: '2026-11-20T23:59:59+00:00', category: 'bills' }),
        ]),
    })
    const saturday = within(await screen.findByRole('region', { name: 'Saturday, 21 Nov' }))
    expect(saturday.getAllByRole('button')).toHaveLength(2)
    for (const row of saturday.getAllByRole('button')) expect(row).toHaveTextContent(/-£12\.50\d{2}:\d{2} · 2026$/)
    expect(saturday.getByText('Total').closest('p')).toHaveTextContent('Total -£25.00')
    // Without the time: before yesterday.
    const friday = within(screen.getByRole('region', { name: 'Friday, 20 Nov' }))
    expect(friday.getByRole('button')).toHaveTextContent(/-£12\.502026$/)
    expect(await screen.findByText('That is everything.')).toBeVisible()
  })

  test("opens a row's details and restores the focus", async () => {
    show()
    const row = await screen.findByRole('button', { name: /Mill Lane Lettings/ })
    await userEvent.click(row)
    const dialog = await screen.findByRole('dialog', { name: 'Transaction Details' })
    expect(await within(dialog).findByText('-£12.50')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    expect(dialog).not.toBeInTheDocument()
    await waitFor(() => expect(row).toHaveFocus())
  })

  test('downloads the receipt of a payment as PDF, with the account masked', async () => {
    let order: PdfOrder | undefined
    vi.stubGlobal(
      'Worker',
      class extends EventTarget {
        terminate = () => {}
        postMessage = (asked: PdfOrder) => {
          order = asked
          this.dispatchEvent(new MessageEvent('message', { data: { bytes: new Uint8Array([1]) } }))
        }
      },
    )
    show({ 'POST rpc/get_balance_after': () => json(1) })
    await userEvent.click(await screen.findByRole('button', { name: /Mill Lane Lettings/ }))
    await userEvent.click(await screen.findByRole('button', { name: 'Receipt as PDF' }))
    await waitFor(() =>
      expect(files.saveFile).toHaveBeenCalledWith(`receipt-${transactionRow().id}.pdf`, 'application/pdf', [
        new Uint8Array([1]),
      ]),
    )
    expect(order).toMatchObject({ document: 'letter', letter: { title: 'Payment receipt' } })
    const { facts } = order?.document === 'letter' ? order.letter : { facts: [] }
    expect(facts.find(({ name }) => name === 'Account')?.value).toMatch(/^\d\d-\d\d-\d\d \*{4}\d{4}$/)
    vi.unstubAllGlobals()
  })

  test.each([
    ['pending', { status: 'pending' }],
    ['returned', { status: 'failed' }],
    ['reversed', { reversed_at: '2026-11-21T10:00:00Z' }],
  ])('a payment that is %s has no receipt', async (_what, change) => {
    show({
      'POST rpc/search_transactions': () => json([transactionRow(change)]),
      'POST rpc/get_balance_after': () => json(1),
    })
    await userEvent.click(await screen.findByRole('button', { name: /Mill Lane Lettings/ }))
    expect(await screen.findByRole('button', { name: 'Something wrong?' })).toBeVisible()
    expect(screen.queryByRole('button', { name: /receipt/i })).not.toBeInTheDocument()
  })

  test('downloads the receipt of a payment by card, which names the card and no account', async () => {
    show({
      'POST rpc/search_transactions': () => json([purchase()]),
      'POST rpc/get_balance_after': () => json(1),
    })
    await userEvent.click(await screen.findByRole('button', { name: /Juniper Books/ }))
    await userEvent.click(await screen.findByRole('button', { name: 'Share receipt' }))
    expect(vi.mocked(files.saveFile).mock.lastCall?.[2]).toEqual([
      [
        'Payment confirmation by Fernbank',
        '',
        'Amount: £12.50',
        'From: Priya Shah',
        'To: Juniper Books',
        'Paid with: Card ending 2467',
        'Payment ID: purchase-1',
        'Time: 21 November 2026 at 09:05 (UK time)',
        '',
      ].join('\n'),
    ])
  })

  test('shows the sample rows when they are enabled, without counting them in the balance', async () => {
    env.sampleTransactions = true
    show({ 'POST rpc/search_transactions': () => json([]) })
    expect(await screen.findByRole('button', { name: /Salary/ })).toHaveTextContent('+£2,340.00')
    const samples = () => screen.getAllByRole('button', { name: /£/ })
    await waitFor(() => expect(samples()).toHaveLength(20))
    for (const row of samples()) expect(row).toHaveTextContent('Sample')
    expect(screen.getByText(/^Rows marked 'Sample' are examples/)).toBeVisible()
    expect(screen.getByText('Balance including pending').nextSibling).toHaveTextContent('£1,234.56')
  })

  test('shows the sample rows below all rows of the customer, under their own heading', async () => {
    env.sampleTransactions = true
    const { answers } = show({ 'POST rpc/search_transactions': () => json(rows(50)) })
    expect(await screen.findByRole('button', { name: /^Payee 0/ })).toBeVisible()
    expect(screen.queryByRole('heading', { name: 'Sample transactions' })).not.toBeInTheDocument()
    answers['POST rpc/search_transactions'] = () => json(rows(3, 50))
    await userEvent.click(screen.getByRole('button', { name: 'Show earlier transactions' }))
    const samples = await screen.findByRole('region', { name: 'Sample transactions' })
    expect(within(samples).getAllByRole('button')).toHaveLength(20)
    const last = await screen.findByRole('button', { name: /^Payee 52/ })
    expect(last.compareDocumentPosition(samples)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  })

  test('shows the next step to a customer without transactions', async () => {
    const { router } = show({ 'POST rpc/search_transactions': () => json([]) })
    expect(await screen.findByText('No transactions yet')).toBeVisible()
    await userEvent.click(screen.getByRole('link', { name: 'Pay someone' }))
    expect(router.state.location.pathname).toBe('/pay-transfer')
  })

  test('shows the error, keeps the account and retries', async () => {
    const { answers } = show({ 'POST rpc/search_transactions': noAnswer })
    expect(await screen.findByRole('alert')).toHaveTextContent("We couldn't load your transactions.")
    expect(screen.getByText('00-24-68')).toBeVisible()
    answers['POST rpc/search_transactions'] = () => json([transactionRow()])
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('button', { name: /Mill Lane Lettings/ })).toBeVisible()
  })

  test.each(faults)('$fault: the account and the list each show the error, and recover', async ({ answer, words }) => {
    const { answers } = show({ 'POST rpc/get_current_account': answer, 'POST rpc/search_transactions': answer })
    expect(await screen.findByText("We couldn't load your account.")).toBeVisible()
    expect(await screen.findByText("We couldn't load your transactions.")).toBeVisible()
    expect(screen.getAllByText(words)).toHaveLength(2)
    answers['POST rpc/get_current_account'] = () => json([accountRow()])
    answers['POST rpc/search_transactions'] = () => json([transactionRow()])
    for (const retry of screen.getAllByRole('button', { name: 'Try again' })) await userEvent.click(retry)
    expect(await screen.findByRole('button', { name: /Mill Lane Lettings/ })).toBeVisible()
    expect(screen.getByText('Balance including pending').nextSibling).toHaveTextContent('£1,234.56')
    await waitFor(() => expect(screen.queryByText(/We couldn't load/)).not.toBeInTheDocument())
  })

  test('shows a new transaction automatically', async () => {
    const { answers } = show()
    await screen.findByRole('button', { name: /Mill Lane Lettings/ })
    answers['POST rpc/search_transactions'] = () =>
      json([transactionRow({ id: 'new', to_account_holder_name: 'Olive Outside' })])
    const watched = useTableChanges.mock.calls.map(([options]) => options)
    act(() => watched.findLast(({ channel }) => channel === 'transactions')?.onStale())
    expect(await screen.findByRole('button', { name: /Olive Outside/ })).toBeVisible()
  })
})

describe('on a desktop', () => {
  const showWide = (change: Answers = {}) => {
    vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: true }))
    const shown = show({
      'POST rpc/search_transactions': () => json(rows(2)),
      'POST rpc/get_balance_after': () => json(987.65),
      ...change,
    })
    return { ...shown, panel: () => within(screen.getByRole('region', { name: 'Transaction Details' })) }
  }

  afterEach(() => {
    vi.unstubAllGlobals()
  })

  test('the newest transaction is beside the list, and is neither focused nor announced', async () => {
    const { panel } = showWide()
    await screen.findByRole('button', { name: /^Payee 1/ })
    expect(await panel().findByText('Payee 0')).toBeVisible()
    expect(screen.getByRole('button', { name: /^Payee 0/ })).toHaveAttribute('aria-current', 'true')
    expect(screen.getByRole('region', { name: 'Transaction Details' })).toHaveAttribute('aria-live', 'off')
    expect(document.body).toHaveFocus()
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  test('a transaction that the customer selects replaces the newest, and is announced', async () => {
    const { panel } = showWide()
    await userEvent.click(await screen.findByRole('button', { name: /^Payee 1/ }))
    expect(await panel().findByText('Payee 1')).toBeVisible()
    expect(screen.getByRole('region', { name: 'Transaction Details' })).toHaveAttribute('aria-live', 'polite')
  })

  test('a new transaction replaces the newest, unless the customer uses its details', async () => {
    const { answers, panel } = showWide()
    expect(await screen.findByRole('button', { name: /^Payee 1/ })).toBeVisible()
    const isStale = () => {
      const watched = useTableChanges.mock.calls.map(([options]) => options)
      act(() => watched.findLast(({ channel }) => channel === 'transactions')?.onStale())
    }
    const add = (name: string) => {
      answers['POST rpc/search_transactions'] = () =>
        json([transactionRow({ id: name, to_account_holder_name: name }), ...rows(2)])
      isStale()
    }
    add('Olive Outside')
    expect(await panel().findByText('Olive Outside')).toBeVisible()
    act(() => panel().getByLabelText('Category').focus())
    add('Nora Next')
    expect(await screen.findByRole('button', { name: /^Nora Next/ })).toBeVisible()
    expect(panel().getByText('Olive Outside')).toBeVisible()
  })

  test('an account without transactions shows none beside the list', async () => {
    showWide({ 'POST rpc/search_transactions': () => json([]) })
    expect(await screen.findByText('Select a transaction to see its details.')).toBeVisible()
  })
})

const list = () => screen.getAllByRole('button', { name: /^Payee/ })

describe('a long list', () => {
  test('loads the next page near the end, each page once', async () => {
    const { asked } = show({
      'POST rpc/search_transactions': ({ body }) => json(body?.includes('p_before') ? rows(7, 50) : rows(50)),
    })
    await screen.findByRole('button', { name: 'Show earlier transactions' })
    await waitFor(() => expect(list()).toHaveLength(50))
    const pages = () => asked.filter(({ path }) => path === 'rpc/search_transactions')
    // The list observes its end a moment after it is shown.
    await waitFor(() => {
      act(() => reachEnd())
      expect(pages()).toHaveLength(2)
    })
    expect(await screen.findByText('That is everything.')).toBeVisible()
    await waitFor(() => expect(list()).toHaveLength(57))
    expect(pages()).toHaveLength(2)
  })

  test('keeps the loaded rows when the next page fails and retries on request', async () => {
    let isUp = false
    const { client } = show({
      'POST rpc/search_transactions': ({ body }) => {
        if (!body?.includes('p_before')) return json(rows(50))
        return isUp ? json(rows(7, 50)) : noAnswer()
      },
    })
    // The refetch of a failed list after five seconds would end the error before a slow machine presses the button.
    const { queries, ...others } = client.getDefaultOptions()
    client.setDefaultOptions({ ...others, queries: { ...queries, refetchInterval: false } })
    await userEvent.click(await screen.findByRole('button', { name: 'Show earlier transactions' }))
    expect(await screen.findByRole('alert')).toHaveTextContent("We couldn't load earlier transactions.")
    await waitFor(() => expect(list()).toHaveLength(50))
    isUp = true
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('That is everything.')).toBeVisible()
    await waitFor(() => expect(list()).toHaveLength(57))
  })
})

describe('a move between own accounts', () => {
  const move = (change: Partial<Row<'search_transactions'>> = {}) =>
    transactionRow({
      to_account_holder_name: 'Holiday',
      to_sort_code: '00-24-68',
      to_account_number: '13571357',
      reference: null,
      category: 'savings',
      other_account_id: 'savings-1',
      ...change,
    })

  test('is named by its direction and the other account', async () => {
    show({
      'POST rpc/search_transactions': () =>
        json([
          move(),
          move({
            id: 'transaction-2',
            incoming: true,
            from_account_holder_name: 'Holiday',
            from_sort_code: '00-24-68',
            from_account_number: '13571357',
          }),
        ]),
    })
    expect(await screen.findByRole('button', { name: /^To Holiday.*-£12\.50/ })).toBeVisible()
    expect(screen.getByRole('button', { name: /^From Holiday.*\+£12\.50/ })).toBeVisible()
  })

  test('has a receipt, and nothing that is for payments to others', async () => {
    show({
      'POST rpc/search_transactions': () => json([move()]),
      'POST rpc/get_balance_after': () => json(1),
    })
    await userEvent.click(await screen.findByRole('button', { name: /^To Holiday/ }))
    expect(await screen.findByRole('button', { name: 'Share receipt' })).toBeVisible()
    for (const name of ['Pay again', 'Something wrong?'])
      expect(screen.queryByRole('button', { name })).not.toBeInTheDocument()
    expect(screen.queryByText('Reference')).not.toBeInTheDocument()
    expect(screen.queryByRole('combobox', { name: 'Category' })).not.toBeInTheDocument()
  })
})
