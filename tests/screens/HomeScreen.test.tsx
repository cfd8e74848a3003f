import {
  accountRow,
  insightsRows,
  json,
  mailboxTransactionRow,
  noAnswer,
  ownAccountRow,
  renderSignedIn,
  savingsRow,
  serve,
  transactionRow,
  userId,
} from '../fakeServer'
import type { Answers, TableRow } from '../apiAnswers'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { useTableChanges } from '../fakeRealtime'
import { HomeScreen } from '@/screens/HomeScreen'

const profile = (fullName: string | null) => () =>
  json({ full_name: fullName, approved: true, notification_email: null })

function show(change: Answers = {}) {
  const answers: Answers = {
    'GET profiles': profile('Priya Shah'),
    'POST rpc/get_current_account': () => json([accountRow()]),
    'GET transactions': () => json([]),
    'POST rpc/search_transactions': () => json([]),
    'GET scheduled_payments': () => json([]),
    'GET external_accounts': () => json([]),
    'POST rpc/list_upcoming_payments': () => json([]),
    'GET chat_messages': () => json([]),
    'GET user_notifications': () => json([]),
    'POST rpc/get_insights': () => json(insightsRows()),
    'GET user_roles': () => json([]),
    'GET admin_permissions': () => json([]),
    'GET chat_conversations': () => json([]),
    ...change,
  }
  const asked = serve(answers)
  return { answers, asked, ...renderSignedIn(<HomeScreen />) }
}

describe('the greeting', () => {
  test('uses the first name', async () => {
    show()
    expect(await screen.findByRole('heading', { level: 1, name: 'Hello Priya' })).toBeVisible()
  })

  test("uses 'there' for a customer without a name", async () => {
    show({ 'GET profiles': profile(null) })
    expect(await screen.findByText('£1,234.56')).toBeVisible()
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Hello there')
  })
})

describe('a customer who has asked for help', () => {
  const needsOf = (...needs: string[]) => ({
    'GET profiles': () =>
      json({ full_name: 'Priya Shah', approved: true, notification_email: null, support_needs: needs }),
  })
  const listed = (need: string, isAsked: boolean) => ({ need, own_words: null, ends_at: null, is_asked: isAsked })

  test('has four large actions, and a way to the whole Home', async () => {
    show({ ...needsOf('simple'), 'POST rpc/list_my_support_needs': () => json([listed('simple', false)]) })
    const actions = within((await screen.findByRole('link', { name: 'Pay' })).closest('ul') ?? document.body)
    expect(actions.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Pay', '/pay-transfer'],
      ['See payments', '/transactions'],
      ['My card', '/cards'],
      ['Help', '/more'],
    ])
    expect(screen.getByRole('button', { name: 'Mailbox' })).toBeVisible()
    expect(await screen.findByText('£1,234.56')).toBeVisible()
    expect(screen.queryByText('Add another bank')).not.toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Share my details' })).toBeVisible()
    await userEvent.click(screen.getByRole('link', { name: 'Show everything' }))
    expect(await screen.findByText('Add another bank')).toBeVisible()
  })

  test('sees the simple Home on a device that has it without a need', async () => {
    localStorage.setItem('simpleHome', 'true')
    onTestFinished(() => localStorage.removeItem('simpleHome'))
    const { asked } = show()
    expect(await screen.findByRole('link', { name: 'See payments' })).toBeVisible()
    expect(asked.filter(({ path }) => path.includes('support_needs'))).toHaveLength(0)
    expect(screen.queryByText('Add another bank')).not.toBeInTheDocument()
  })

  test('is asked on the simple Home too about a payment that waits for them', async () => {
    const review = {
      payment_id: 'p1',
      owner_id: 'o1',
      name: 'Olga Owner',
      amount: 4000,
      payee: 'Mill Lane',
      warnings: [],
      is_to_me: false,
    }
    show({
      ...needsOf('simple'),
      'POST rpc/list_my_support_needs': () => json([listed('simple', false)]),
      'POST rpc/get_trusted_contacts': () =>
        json({
          is_on: true,
          mine: null,
          requests: [],
          people: [],
          reviews: [{ ...review, answer_by: '2026-11-24T10:00:00Z' }],
        }),
    })
    expect(await screen.findByRole('button', { name: 'It looks right' })).toBeVisible()
  })

  test('is asked after two years whether it still holds, and keeps it', async () => {
    let isAsked = true
    const { asked } = show({
      ...needsOf('more_time', 'own_words'),
      'POST rpc/list_my_support_needs': () => json([listed('more_time', isAsked), listed('own_words', isAsked)]),
      'POST rpc/keep_support_needs': () => {
        isAsked = false
        return new Response(null, { status: 204 })
      },
    })
    const question = within(await screen.findByRole('region', { name: 'Do you still want this?' }))
    expect(question.getByText(/More time, In your own words\. If you don't answer within 30 days/)).toBeVisible()
    await userEvent.click(question.getByRole('button', { name: 'Yes, keep it' }))
    await waitFor(() => expect(screen.queryByText('Do you still want this?')).not.toBeInTheDocument())
    expect(asked.filter(({ path }) => path === 'rpc/keep_support_needs')).toHaveLength(1)
  })

  test('is asked nothing, and the server neither, without needs', async () => {
    const { asked } = show()
    expect(await screen.findByText('Add another bank')).toBeVisible()
    expect(asked.filter(({ path }) => path.includes('support_needs'))).toHaveLength(0)
  })
})

describe('the account', () => {
  test('shows the balance, sort code and account number with one request', async () => {
    const { asked } = show()
    expect(await screen.findByText('£1,234.56')).toBeVisible()
    expect(screen.getByText('00-24-68')).toBeVisible()
    expect(screen.getByText('24682468')).toBeVisible()
    expect(asked.filter(({ path }) => path === 'rpc/get_current_account')).toHaveLength(1)
  })

  test('shows what can be spent, and below it what is pending', async () => {
    show({ 'POST rpc/get_current_account': () => json([accountRow({ balance: 4064.45, pending: 4.85 })]) })
    const account = within(await screen.findByRole('region', { name: 'Everyday current account' }))
    expect(account.getByText('£4,064.45')).toBeVisible()
    expect(account.getByText('Pending')).toHaveTextContent('Pending £4.85')
  })

  test('shows no pending line while nothing is pending', async () => {
    show()
    expect(await screen.findByText('£1,234.56')).toBeVisible()
    expect(screen.queryByText('Pending')).not.toBeInTheDocument()
  })

  test('shows the last four digits on the debit card tile', async () => {
    show()
    expect(await screen.findByRole('link', { name: 'Debit | *2467' })).toHaveAttribute('href', '/cards')
  })

  test('the account is opened for a customer without an account', async () => {
    let isOpen = false
    show({
      'POST rpc/get_current_account': () => json(isOpen ? [accountRow({ balance: 5000 })] : []),
      'POST rpc/open_current_account': () => {
        isOpen = true
        return json('account-1')
      },
    })
    expect(await screen.findByText('£5,000.00')).toBeVisible()
  })

  test('shows the error, keeps the rest usable and retries', async () => {
    const { answers } = show({ 'POST rpc/get_current_account': noAnswer })
    expect(await screen.findByRole('alert')).toHaveTextContent("We couldn't load your account.")
    expect(screen.getByRole('link', { name: 'Pay & Transfer' })).toBeVisible()
    answers['POST rpc/get_current_account'] = () => json([accountRow()])
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('£1,234.56')).toBeVisible()
  })

  test('keeps the error of the other accounts while they are read again', async () => {
    const { answers, asked, client } = show({ 'GET external_accounts': noAnswer })
    expect(await screen.findByText("We couldn't load your other accounts.")).toBeVisible()
    const reads = () => asked.filter(({ path }) => path === 'external_accounts').length
    const before = reads()
    answers['GET external_accounts'] = () => new Promise<Response>(() => undefined)
    act(() => void client.refetchQueries())
    await waitFor(() => expect(reads()).toBeGreaterThan(before))
    expect(screen.getByText("We couldn't load your other accounts.")).toBeVisible()
  })

  test('links to the transactions and prefetches their first page once on press', async () => {
    const { asked, router } = show()
    await userEvent.click(await screen.findByRole('link', { name: 'Everyday current account' }))
    expect(router.state.location.pathname).toBe('/transactions')
    await waitFor(() => expect(asked.filter(({ query }) => query.get('limit') === '50')).toHaveLength(1))
  })
})

describe('the links', () => {
  test.each([
    ['Menu', '/more'],
    ['Pay & Transfer', '/pay-transfer'],
    ['Products and Offers', '/more'],
  ])('%s leads to %s', async (name, address) => {
    const { router } = show()
    await userEvent.click(await screen.findByRole('link', { name }))
    expect(router.state.location.pathname).toBe(address)
  })

  test("opens 'Add another bank' and restores the focus", async () => {
    show()
    const button = await screen.findByRole('button', { name: 'Add another bank' })
    await userEvent.click(button)
    const dialog = await screen.findByRole('dialog', { name: 'Add another bank' })
    expect(within(dialog).getByRole('button', { name: 'Choose a file' })).toBeVisible()
    await userEvent.keyboard('{Escape}')
    expect(dialog).not.toBeInTheDocument()
    await waitFor(() => expect(button).toHaveFocus())
  })

  test.each([
    ['Transactions', '/transactions'],
    ['Statements', '/statements'],
    ['Cards', '/cards'],
    ['Insights', '/insights'],
    ['Open a savings account', '/savings/open'],
    ['Saved recipients', '/manage-payments'],
    ['Settings', '/settings'],
  ])('More options: %s leads to %s', async (name, address) => {
    const { router } = show()
    await userEvent.click(await screen.findByRole('button', { name: 'More options' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'More options' }))
    await userEvent.click(dialog.getByRole('link', { name }))
    expect(router.state.location.pathname).toBe(address)
  })

  test('More options: Sign Out ends the session', async () => {
    show({ 'POST /auth/v1/logout': () => json({}) })
    await userEvent.click(await screen.findByRole('button', { name: 'More options' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'More options' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Sign Out' }))
    await waitFor(() => expect(localStorage.getItem('sb-bank-auth-token')).toBeNull())
  })
})

describe('a hidden balance', () => {
  test('a hidden balance stays hidden until it is shown again, also after the next start', async () => {
    show()
    await userEvent.click(await screen.findByRole('button', { name: 'Hide balance' }))
    const card = within(screen.getByRole('region', { name: 'Everyday current account' }))
    expect(card.getByText('Hidden')).toBeInTheDocument()
    expect(screen.queryByText('£1,234.56')).not.toBeInTheDocument()
    cleanup()

    show()
    await userEvent.click(await screen.findByRole('button', { name: 'Show balance' }))
    expect(screen.getByText('£1,234.56')).toBeVisible()
    expect(localStorage.getItem('balanceHidden')).toBeNull()
  })
})

describe("'Share my details'", () => {
  const details = 'Priya Shah\nSort code 00-24-68\nAccount number 24682468'
  const press = async () => {
    const person = userEvent.setup()
    const account = within(await screen.findByRole('region', { name: 'Everyday current account' }))
    await person.click(account.getByRole('button', { name: 'Share my details' }))
  }
  const withShareSheet = (share: typeof navigator.share) => {
    Object.defineProperty(navigator, 'share', { value: share, configurable: true })
    onTestFinished(() => void Reflect.deleteProperty(navigator, 'share'))
  }

  test("opens the device's share sheet with name, sort code and account number", async () => {
    const share = vi.fn<typeof navigator.share>(() => Promise.resolve())
    withShareSheet(share)
    show()
    await press()
    expect(share).toHaveBeenCalledExactlyOnceWith({ text: details })
  })

  test('copies them where there is no share sheet', async () => {
    show()
    await press()
    expect(await navigator.clipboard.readText()).toBe(details)
    expect(await screen.findByText('Details copied')).toBeVisible()
  })

  test('says nothing when the customer closes the share sheet', async () => {
    withShareSheet(() => Promise.reject(new DOMException('closed', 'AbortError')))
    show()
    await press()
    expect(screen.queryByText("We couldn't share your details")).not.toBeInTheDocument()
  })

  test('says that it failed', async () => {
    withShareSheet(() => Promise.reject(new DOMException('no', 'NotAllowedError')))
    show()
    await press()
    expect(await screen.findByText("We couldn't share your details")).toBeVisible()
  })
})

describe('latest transactions', () => {
  const rows = ['Mill Lane Lettings', 'Olive Outside', 'Theo Tester'].map((name, index) =>
    transactionRow({ id: `transaction-${index}`, to_account_holder_name: name }),
  )

  test('shows three with a link to all of them', async () => {
    const { asked } = show({ 'POST rpc/search_transactions': () => json(rows) })
    const section = within(await screen.findByRole('region', { name: 'Latest transactions' }))
    expect(await section.findAllByRole('listitem')).toHaveLength(3)
    expect(section.getByRole('link', { name: 'See all transactions' })).toHaveAttribute('href', '/transactions')
    expect(
      asked.find(({ path, query }) => path === 'rpc/search_transactions' && query.get('limit') === '3'),
    ).toBeDefined()
  })

  test.each([
    ['today', '2026-11-22T09:05:00Z', 'Pending · 09:05'],
    ['yesterday', '2026-11-21T09:05:00Z', 'Pending · 21 Nov'],
  ])('says of a pending row of %s when it was', async (_day, at, text) => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-22T12:00:00Z') })
    show({ 'POST rpc/search_transactions': () => json([transactionRow({ status: 'pending', created_at: at })]) })
    const section = within(await screen.findByRole('region', { name: 'Latest transactions' }))
    expect(await section.findByRole('button', { name: /Mill Lane/ })).toHaveTextContent(new RegExp(`${text}$`))
    vi.useRealTimers()
  })

  test('come before the accounts at other banks, which can be many', async () => {
    const bank = { transaction_count: 1, last_day: '2026-11-02', in_insights: false, balance: null, balance_day: null }
    show({ 'GET external_accounts': () => json(['Bee', 'Cee', 'Dee'].map((name) => ({ ...bank, id: name, name }))) })
    const others = await screen.findByRole('list', { name: 'Accounts at other banks' })
    const latest = await screen.findByRole('region', { name: 'Latest transactions' })
    expect(latest.compareDocumentPosition(others)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  })

  test('opens the details of a row', async () => {
    show({ 'POST rpc/search_transactions': () => json(rows), 'POST rpc/get_balance_after': () => json(1234.56) })
    const section = within(await screen.findByRole('region', { name: 'Latest transactions' }))
    await userEvent.click(await section.findByRole('button', { name: /Olive Outside.*21 Nov/ }))
    const details = within(await screen.findByRole('dialog', { name: 'Transaction Details' }))
    expect(details.getByText('RENT FLAT 4')).toBeVisible()
  })

  test('shows a new customer the first steps, and no sample rows', async () => {
    show()
    const section = within(await screen.findByRole('region', { name: 'Latest transactions' }))
    expect(await section.findByText('Money you send or receive will appear here.')).toBeVisible()
    expect(section.getByRole('button', { name: 'Share my details' })).toBeVisible()
    expect(section.getByRole('link', { name: 'Pay someone' })).toHaveAttribute('href', '/pay-transfer')
  })
})

describe('upcoming', () => {
  const credit = (id: string, day: string, change: Partial<TableRow<'scheduled_payments'>> = {}) => ({
    id,
    from_name: `Payer ${id}`,
    amount: 20,
    reference: null,
    scheduled_for: `2027-0${day}-01T12:00:00+00:00`,
    processed: false,
    ...change,
  })

  test('shows the next three scheduled payments', async () => {
    const list = [
      credit('d', '5'),
      credit('c', '4'),
      credit('b', '3'),
      credit('a', '2'),
      credit('x', '1', { processed: true }),
    ]
    show({ 'GET scheduled_payments': () => json(list) })
    const section = within(await screen.findByRole('region', { name: 'Incoming' }))
    expect(section.getAllByText(/^Payer/).map((name) => name.textContent)).toEqual(['Payer a', 'Payer b', 'Payer c'])
    expect(section.getByRole('link', { name: 'See all incoming payments' })).toHaveAttribute(
      'href',
      '/scheduled-payments',
    )
  })

  test('the list of upcoming payments is left out without any', async () => {
    const { asked } = show()
    await screen.findByText('How can we help you today?')
    await waitFor(() => expect(asked.some(({ path }) => path === 'scheduled_payments')).toBe(true))
    expect(screen.queryByRole('region', { name: 'Incoming' })).not.toBeInTheDocument()
  })
})

describe('the next payments', () => {
  test('the next three payments are shown, with what is left after them', async () => {
    const row = (name: string, day: string) => ({
      outgoing_payment_id: name,
      regular_payment_id: null,
      to_name: name,
      amount: 100,
      reference: null,
      send_on: day,
      review_until: null,
      awaits_owner: false,
      other_account_id: null,
    })
    show({
      'POST rpc/list_upcoming_payments': () =>
        json([
          row('Payee a', '2026-12-01'),
          row('Payee b', '2026-12-02'),
          row('Payee c', '2026-12-03'),
          row('Payee d', '2026-12-04'),
        ]),
    })
    const section = within(await screen.findByRole('region', { name: 'Upcoming' }))
    expect(section.getAllByText(/^Payee/).map((name) => name.textContent)).toEqual(['Payee a', 'Payee b', 'Payee c'])
    expect(section.getByText(/^After these:/)).toHaveTextContent('After these: £934.56')
    expect(
      section.getByText('Your balance now, less these payments. Money that comes in is not counted.'),
    ).toBeVisible()
    expect(section.getByRole('link', { name: 'See all regular and future payments' })).toHaveAttribute(
      'href',
      '/regular-payments',
    )
  })
})

describe('savings', () => {
  const savings = () => screen.findByRole('region', { name: 'Savings' })
  const showSavings = (change: Answers) =>
    show({ 'POST rpc/get_current_account': () => json([accountRow({ has_savings: true })]), ...change })

  test('are not asked for and not mentioned to a customer without a savings account', async () => {
    const { asked } = show()
    expect(await screen.findByRole('button', { name: 'Add another bank' })).toBeVisible()
    expect(screen.queryByRole('region', { name: 'Savings' })).not.toBeInTheDocument()
    expect(asked.filter(({ path }) => path === 'rpc/list_my_accounts')).toEqual([])
  })

  test('lead to each account, with its balance and its goal', async () => {
    showSavings({
      'POST rpc/list_my_accounts': () =>
        json([ownAccountRow(), savingsRow({ goal: 1500 }), savingsRow({ id: 'car', name: 'Car', balance: 20 })]),
    })
    const section = within(await savings())
    expect(section.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Holiday 30% of £1,500.00 £450.00', '/savings/00000000-0000-4000-8000-0000000000a1'],
      ['Car  £20.00', '/savings/car'],
      ['Open another savings account', '/savings/open'],
    ])
  })

  test('offer no eleventh account', async () => {
    const ten = Array.from({ length: 10 }, (_, nth) => savingsRow({ id: `s${nth}`, name: `No. ${nth}` }))
    showSavings({ 'POST rpc/list_my_accounts': () => json([ownAccountRow(), ...ten]) })
    const section = within(await savings())
    expect(section.getAllByRole('link')).toHaveLength(10)
  })

  test('get money with two presses and the amount, and both balances are right at once', async () => {
    const { asked } = showSavings({
      'POST rpc/list_my_accounts': () => json([ownAccountRow(), savingsRow()]),
      'POST rpc/move_own_money': () =>
        json([
          {
            movement_id: 'm1',
            amount: 34.56,
            from_balance: 1200,
            to_balance: 484.56,
            created_at: '2026-11-22T10:05:00Z',
            waits_until: null,
          },
        ]),
    })
    const section = within(await savings())
    const reads = () => asked.filter(({ path }) => /list_my_accounts|get_current_account/.test(path)).length
    const before = reads()
    await userEvent.click(section.getByRole('button', { name: 'Move money' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Move money' }))
    await userEvent.type(await dialog.findByLabelText('Amount (£)'), '34.56')
    await userEvent.click(dialog.getByRole('button', { name: 'Move money' }))
    expect(await screen.findByText('£34.56 moved from Current account to Holiday.')).toBeVisible()
    await waitFor(() => expect(screen.getByText('£1,200.00')).toBeVisible())
    await waitFor(() => expect(section.getByText('£484.56')).toBeVisible())
    expect(reads()).toBe(before)
  })

  test('shows an error and loads them when it is tried again', async () => {
    const { answers } = showSavings({ 'POST rpc/list_my_accounts': noAnswer })
    expect(await screen.findByText("We couldn't load your savings.")).toBeVisible()
    answers['POST rpc/list_my_accounts'] = () => json([ownAccountRow(), savingsRow()])
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await savings()).toBeVisible()
  })
})

describe('below the account', () => {
  test('shows that the insights are loading, then the insights', async () => {
    let answer = () => {}
    const held = new Promise<void>((resolve) => (answer = resolve))
    show({ 'POST rpc/get_insights': () => held.then(() => json(insightsRows())) })
    expect(await screen.findByText('Loading insights...')).toBeVisible()
    answer()
    expect(await screen.findByRole('heading', { name: "This Month's Activity" })).toBeVisible()
    expect(screen.queryByText('Loading insights...')).not.toBeInTheDocument()
  })

  test('shows the support hub below the insights', async () => {
    show({ 'GET chat_conversations': () => json([{ id: 'conversation-1', user_id: userId, status: 'active' }]) })
    const insights = await screen.findByRole('heading', { name: "This Month's Activity" })
    const support = await screen.findByText('How can we help you today?')
    expect(insights.compareDocumentPosition(support)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    // The screen greets at the top.
    expect(screen.queryByText('Hello Priya,')).not.toBeInTheDocument()
    expect(await screen.findByRole('link', { name: 'Return to Chat' })).toHaveAttribute('href', '/chat')
    const tools = within(screen.getByRole('region', { name: 'Tools' }))
    expect(tools.getAllByRole('listitem')).toHaveLength(9)
    expect(screen.getByRole('button', { name: 'Sign Out' })).toBeVisible()
  })

  test('shows the unread count of the mailbox and two new articles in the help centre', async () => {
    show({ 'GET transactions': () => json([mailboxTransactionRow()]) })
    expect(await screen.findByRole('button', { name: 'Mailbox', description: '1 unread' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Help centre', description: '2 new' })).toBeVisible()
  })
})

test('refetches the balance after a change to the account or a new transaction', async () => {
  const { answers } = show()
  expect(await screen.findByText('£1,234.56')).toBeVisible()
  const watched = useTableChanges.mock.calls.map(([options]) => options)
  expect(watched.flatMap(({ changes }) => changes)).toEqual(
    expect.arrayContaining([
      { table: 'accounts', filter: `user_id=eq.${userId}` },
      { table: 'transactions', event: 'INSERT', filter: `user_id=eq.${userId}` },
    ]),
  )
  // A payment that another bank accepts is no longer pending.
  expect(watched.find(({ channel }) => channel === 'account')?.changes).toContainEqual({
    table: 'transactions',
    event: 'UPDATE',
    filter: `user_id=eq.${userId}`,
  })
  answers['POST rpc/get_current_account'] = () => json([accountRow({ balance: 1000.01 })])
  watched.findLast(({ channel }) => channel === 'account')?.onStale()
  expect(await screen.findByText('£1,000.01')).toBeVisible()
})
