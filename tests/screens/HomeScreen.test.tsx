import { accountRow, insightsRows, json, noAnswer, renderSignedIn, serve, transactionRow, userId } from '../fakeServer'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { useTableChanges } from '@/lib/realtime'
import { HomeScreen } from '@/screens/HomeScreen'

vi.mock('@/lib/realtime', () => ({ useTableChanges: vi.fn<typeof useTableChanges>() }))

type Answers = Parameters<typeof serve>[0]

const profile = (fullName: string | null) => () =>
  json({ full_name: fullName, approved: true, notification_email: null })

function show(change: Answers = {}) {
  const answers: Answers = {
    'GET profiles': profile('Priya Shah'),
    'GET accounts': () => json([accountRow()]),
    'GET transactions': () => json([]),
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

beforeEach(() => {
  localStorage.clear()
  vi.mocked(useTableChanges).mockClear()
})

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

describe('the account', () => {
  test('shows the balance, sort code and account number with one request', async () => {
    const { asked } = show()
    expect(await screen.findByText('£1,234.56')).toBeVisible()
    expect(screen.getByText('00-24-68')).toBeVisible()
    expect(screen.getByText('24682468')).toBeVisible()
    expect(asked.filter(({ path }) => path === 'accounts')).toHaveLength(1)
  })

  test('shows the last four digits on the debit card tile', async () => {
    show()
    expect(await screen.findByRole('link', { name: 'Debit | *2467' })).toHaveAttribute('href', '/cards')
  })

  test('is opened for a customer without an account', async () => {
    let isOpen = false
    show({
      'GET accounts': () => json(isOpen ? [accountRow({ balance: 5000 })] : []),
      'POST rpc/open_current_account': () => {
        isOpen = true
        return json('account-1')
      },
    })
    expect(await screen.findByText('£5,000.00')).toBeVisible()
  })

  test('shows the error, keeps the rest usable and retries', async () => {
    const { answers } = show({ 'GET accounts': noAnswer })
    expect(await screen.findByRole('alert')).toHaveTextContent("We couldn't load your account.")
    expect(screen.getByRole('link', { name: 'Pay & Transfer' })).toBeVisible()
    answers['GET accounts'] = () => json([accountRow()])
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('£1,234.56')).toBeVisible()
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

  test("shows that 'Add another bank' is not available yet and restores the focus", async () => {
    show()
    const button = await screen.findByRole('button', { name: 'Add another bank' })
    await userEvent.click(button)
    const dialog = await screen.findByRole('dialog', { name: 'Add another bank' })
    expect(dialog).toHaveTextContent(/ yet\b/)
    await userEvent.click(screen.getByRole('button', { name: 'OK' }))
    expect(dialog).not.toBeInTheDocument()
    await waitFor(() => expect(button).toHaveFocus())
  })

  test.each([
    ['Transactions', '/transactions'],
    ['Statements', '/statements'],
    ['Cards', '/cards'],
    ['Insights', '/insights'],
    ['Manage payments', '/manage-payments'],
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
    const greeting = await screen.findByText('Hello Priya,')
    expect(insights.compareDocumentPosition(greeting)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    expect(screen.getByText('How can we help you today?')).toBeVisible()
    expect(await screen.findByRole('link', { name: 'Return to Chat' })).toHaveAttribute('href', '/chat')
    const tools = within(screen.getByRole('region', { name: 'Tools' }))
    expect(tools.getAllByRole('listitem')).toHaveLength(6)
    expect(screen.getByRole('button', { name: 'Sign Out' })).toBeVisible()
  })

  test('shows the unread count of the mailbox and two new articles in the help centre', async () => {
    show({ 'GET transactions': () => json([transactionRow()]) })
    expect(await screen.findByRole('button', { name: 'Mailbox', description: '1 unread' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Help centre', description: '2 new' })).toBeVisible()
  })
})

test('refetches the balance after a change to the account or a new transaction', async () => {
  const { answers } = show()
  expect(await screen.findByText('£1,234.56')).toBeVisible()
  const watched = vi.mocked(useTableChanges).mock.calls.map(([options]) => options)
  expect(watched.flatMap(({ changes }) => changes)).toEqual(
    expect.arrayContaining([
      { table: 'accounts', filter: `user_id=eq.${userId}` },
      { table: 'transactions', event: 'INSERT', filter: `user_id=eq.${userId}` },
    ]),
  )
  answers['GET accounts'] = () => json([accountRow({ balance: 1000 })])
  watched.findLast(({ channel }) => channel === 'account')?.onStale()
  expect(await screen.findByText('£1,000.00')).toBeVisible()
})
