import { chatRow, json, noAnswer, renderSignedIn, serve, userId } from '../fakeServer'
import type { Answers, Row, TableRow } from '../apiAnswers'
import { useTableChanges } from '../fakeRealtime'
import { act, renderHook, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { useRowKeys } from '@/features/staff/palette/useRowKeys'
import { AdminChatScreen } from '@/screens/AdminChatScreen'

const colleague = 'colleague-1'
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

const theirs = { assigned_admin_id: colleague, assigned_admin_name: 'Ben Baker', agent_name: 'Imran' }
const message = (id: string, sender_type: string, text: string, change: Partial<TableRow<'chat_messages'>> = {}) => ({
  id,
  sender_id: null,
  sender_type,
  sender_name: null,
  message: text,
  created_at: `2026-11-21T09:0${id}:00+00:00`,
  ...change,
})
const requestRow = (customer: string, minutes: number): Row<'list_pending_agent_requests'> => ({
  request_id: `request of ${customer}`,
  conversation_id: `chat of ${customer}`,
  customer_name: customer,
  waiting_since: ago(minutes),
  left_message: false,
  turn: 1,
  danger: null,
  reason: 'asked',
  returned_by_name: null,
  last_message: 'A human, please',
  last_sender_type: 'user',
  unread_count: 0,
})

const assistants = { status: 'active', assigned_admin_id: null, agent_name: null }

const customer = {
  user_id: 'customer-1',
  full_name: 'Carla Customer',
  email: 'carla@example.test',
  created_at: '2024-02-01T09:05:00+00:00',
  approved: true,
  suspended_at: null,
  closed_at: null,
  frozen_at: null,
  complaint_id: null,
  earlier_chats: [{ id: 'chat-0', ended_at: '2026-10-01T09:05:00+00:00' }],
  notes: [
    {
      id: 'note-1',
      created_at: '2026-10-01T09:05:00+00:00',
      note: 'Prefers calls',
      author: 'Ben Baker',
      is_own: false,
    },
  ],
}
const money = {
  account: { account_number: '12345678', sort_code: '00-11-22', balance: 1234.5, pending: 0 },
  savings: [],
  payments_to_come: [],
  payments: [
    {
      id: 'tx-1',
      created_at: '2026-11-01T09:05:00+00:00',
      other_party: 'Water Board',
      amount: 10,
      incoming: false,
      is_card: false,
      account_type: 'current',
      is_own_move: false,
      status: 'completed',
    },
  ],
}

function show(
  query: string,
  rows: Row<'list_conversations'>[],
  messages: Partial<TableRow<'chat_messages'>>[] = [],
  permissions = ['manage_chat'],
) {
  const server = { rows }
  const answers: Answers = {
    'POST rpc/list_conversations': ({ body }) => {
      const wanted = JSON.parse(body ?? '{}') as { p_conversation_id?: string; p_tab?: string }
      const listed = server.rows.filter((row) =>
        wanted.p_conversation_id === undefined
          ? wanted.p_tab !== 'mine' || row.assigned_admin_id === userId
          : row.id === wanted.p_conversation_id,
      )
      return json(listed)
    },
    'POST rpc/count_conversations': () => json({ mine: 1, unassigned: 2, every_chat: 1000 }),
    'POST rpc/list_pending_agent_requests': () => json([]),
    'POST rpc/list_chat_agents': () =>
      json([
        { id: userId, full_name: 'Ada Agent', is_present: true, chats: 2 },
        { id: colleague, full_name: 'Ben Baker', is_present: true, chats: 1 },
        { id: 'colleague-2', full_name: 'Cy Out', is_present: false, chats: 0 },
      ]),
    'POST rpc/get_waiting_chats': () => json({ waiting: 0, late_wait_minutes: 2, long_wait_minutes: 5 }),
    'GET user_roles': () => json([{ role: 'admin' }]),
    'GET admin_permissions': () => json(permissions.map((permission) => ({ permission }))),
    'POST rpc/list_saved_replies': () =>
      json([
        { id: 'reply-1', shortcut: 'bye', reply: 'Goodbye' },
        { id: 'reply-2', shortcut: 'hello', reply: 'Hello {first name}, I am {agent}.' },
        { id: 'reply-3', shortcut: 'help', reply: 'How can I help?' },
      ]),
    'POST rpc/save_reply': () => json(null),
    'POST rpc/list_chat_tags': () =>
      json([
        { tag: 'complaint', is_set: true },
        { tag: 'urgent', is_set: false },
      ]),
    'POST rpc/set_chat_tag': () => json(null),
    'POST rpc/end_chat': () => json(true),
    'POST rpc/get_chat_customer': () => json(customer),
    'POST rpc/record_support_view': () => json(false),
    'POST rpc/record_chat_money_view': () => json(null),
    'POST rpc/get_chat_money': () => json(money),
    'POST rpc/record_chat_view': () => new Response(null, { status: 204 }),
    'POST rpc/mark_chat_read': () => new Response(null, { status: 204 }),
    'GET chat_messages': () => json(messages.toReversed()),
  }
  const asked = serve(answers)
  const calls = (path: string) =>
    asked
      .filter((request) => request.path === path)
      .map(({ body }): unknown => JSON.parse(body === '' ? '{}' : (body ?? '{}')))
  return {
    server,
    answers,
    calls,
    ...renderSignedIn(
      <main>
        <AdminChatScreen />
      </main>,
      '/admin/chat',
      query,
    ),
  }
}

function stale() {
  const watched = useTableChanges.mock.calls.map(([options]) => options)
  act(() => watched.findLast(({ channel }) => channel === 'agent-console')?.onStale())
}

const list = async () => within(await screen.findByRole('region', { name: 'Active conversations' }))
const pane = async () => within(await screen.findByRole('region', { name: /^Conversation/ }))

describe('the list', () => {
  test('keeps the tab, the search and the open chat in the address', async () => {
    const { client, router, calls } = show('?tab=mine', [chatRow('chat-1', 'Carla Customer')])
    expect(await (await list()).findByRole('button', { name: 'Mine 1' })).toHaveAttribute('aria-pressed', 'true')
    expect((await list()).getByRole('button', { name: 'All 999+' })).toBeVisible()
    await userEvent.click((await list()).getByRole('button', { name: 'Unassigned 2' }))
    await userEvent.type((await list()).getByRole('searchbox', { name: 'Name or words' }), ' Car {Enter}')
    await waitFor(() =>
      expect(calls('rpc/list_conversations')).toContainEqual({ p_tab: 'unassigned', p_search: 'Car' }),
    )
    expect(calls('rpc/count_conversations')).toContainEqual({ p_search: 'Car' })
    const keys = client
      .getQueryCache()
      .getAll()
      .map(({ queryKey }) => JSON.stringify(queryKey))
    expect(keys.filter((each) => each.includes('Car'))).toEqual([])
    await userEvent.click(await (await list()).findByRole('button', { name: /^Carla Customer/ }))
    expect(router.state.location).toMatchObject({ search: '?tab=unassigned&chat=chat-1', hash: '#search=Car' })
    expect(await (await pane()).findByRole('heading', { name: 'Carla Customer' })).toBeVisible()
    await act(() => router.navigate(-1))
    expect(router.state.location).toMatchObject({ search: '?tab=unassigned', hash: '#search=Car' })
  })

  test('names who has each chat, with the last line, and opens one by J, K and Enter', async () => {
    const { router } = show('?tab=all', [
      chatRow('chat-1', 'Carla Customer', { last_sender_type: 'agent' }),
      chatRow('chat-2', 'Dan Dunn', { ...theirs, last_sender_type: 'agent' }),
      chatRow('chat-3', 'Eve East', { ...assistants, last_sender_type: 'assistant' }),
      chatRow('chat-4', 'Flo Fox'),
    ])
    const rows = within(await (await list()).findByRole('list')).getAllByRole('button')
    expect(rows.map(({ textContent }) => textContent?.replace(/\d\d Nov|\d\d:\d\d/, '|'))).toEqual([
      'Carla Customer|You: My card is goneYou',
      'Dan Dunn|Ben Baker: My card is goneBen Baker',
      'Eve East|Fern: My card is goneWith the assistant',
      'Flo Fox|Flo: My card is goneYou',
    ])
    renderHook(useRowKeys)
    await userEvent.keyboard('jjjk')
    expect(rows[1]).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    expect(router.state.location.search).toBe('?tab=all&chat=chat-2')
  })

  test("opens on the agent's own chats when there is one, counts the unread ones, and shows late answers", async () => {
    const { calls } = show('', [
      chatRow('chat-1', 'Carla Customer', { unread_count: 2, unanswered_since: ago(6) }),
      chatRow('chat-2', 'Dan Dunn', { unread_count: 1, unanswered_since: ago(3) }),
      chatRow('chat-3', 'Eve East', { ...assistants, unread_count: 9 }),
      chatRow('chat-4', 'Flo Fox'),
    ])
    const mine = await (await list()).findByRole('button', { name: /^Mine 1/, pressed: true })
    await waitFor(() => expect(mine).toHaveAccessibleDescription('2 unread'))
    expect(await (await list()).findByText(/no answer for 6 minutes/)).toHaveClass('text-danger')
    expect((await list()).getByText(/no answer for 3 minutes/)).toHaveClass('text-care')
    expect((await list()).queryByRole('button', { name: /^Eve East/ })).not.toBeInTheDocument()
    await userEvent.click((await list()).getByRole('button', { name: 'All 999+' }))
    // What customers write to the assistant is not counted for the agent.
    expect(await (await list()).findByRole('button', { name: /^Eve East/ })).toHaveAccessibleDescription('')
    expect(calls('rpc/list_conversations')).toContainEqual({ p_tab: 'all', p_search: '' })
  })

  test('opens on all chats without one of their own', async () => {
    show('', [chatRow('chat-2', 'Dan Dunn', theirs)])
    expect(await (await list()).findByRole('button', { name: /^Dan Dunn/ })).toBeVisible()
    expect((await list()).getByRole('button', { name: 'All 999+', pressed: true })).toBeVisible()
  })

  test('a chat of the address that has ended is said to have ended', async () => {
    show('?chat=chat-9', [])
    expect(await screen.findByText('This chat has ended.')).toBeVisible()
  })
})

test('a wait is amber after two minutes and red after five', async () => {
  const { answers } = show('', [])
  answers['POST rpc/list_pending_agent_requests'] = () =>
    json([requestRow('Late', 6), requestRow('Middle', 3), requestRow('New', 1)])
  stale()
  await waitFor(() => expect(screen.getByText('Waiting 6 minutes')).toHaveClass('text-danger'))
  expect(screen.getByText('Waiting 3 minutes')).toHaveClass('text-care')
  expect(screen.getByText('Waiting 1 minute')).toHaveClass('text-muted')
})

test('the queue names the last line and why the customer waits', async () => {
  const { answers } = show('', [])
  answers['POST rpc/list_pending_agent_requests'] = () =>
    json([
      requestRow('Carla Customer', 1),
      { ...requestRow('Dan Dunn', 1), reason: 'released', returned_by_name: 'Ben Baker', last_sender_type: 'agent' },
      { ...requestRow('Eve East', 1), reason: 'offered', last_sender_type: 'assistant' },
      { ...requestRow('Flo Fox', 1), reason: 'agent_left', last_message: null },
      { ...requestRow('Gil Gray', 1), danger: 'scam', last_message: null },
    ])
  stale()
  const queue = within(await screen.findByRole('region', { name: 'Pending requests' }))
  const rows = await queue.findAllByRole('listitem')
  expect(rows.map(({ textContent }) => textContent?.replace(/Waiting 1 minute|Accept/g, ''))).toEqual([
    'Carla CustomerCarla: A human, please · Asked',
    'Dan DunnAgent: A human, please · Released by Ben Baker',
    'Eve EastFern: A human, please · Assistant offered',
    'Flo Fox · The agent left',
    'Urgent: scam · Gil Gray · Asked',
  ])
})

test('an agent sees who is here', async () => {
  show('', [])
  await userEvent.click(await screen.findByRole('button', { name: '2 here' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Agents' }))
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Ada Agent (you)2 chatsHere',
    'Ben Baker1 chatHere',
    'Cy Out0 chatsOut',
  ])
})

test('counts all customers who wait, also those of the next pages', async () => {
  const { answers } = show('', [])
  answers['POST rpc/get_waiting_chats'] = () => json({ waiting: 63, late_wait_minutes: 2, long_wait_minutes: 5 })
  answers['POST rpc/list_pending_agent_requests'] = () =>
    json(Array.from({ length: 50 }, (_, place) => requestRow(`Customer ${place}`, 3)))
  const queue = within(await screen.findByRole('region', { name: 'Pending requests' }))
  expect(await queue.findByText('63')).toBeVisible()
  expect(queue.getAllByRole('listitem')).toHaveLength(50)
})

test('a message that was left out of hours is named, and is not shown as late', async () => {
  const { answers } = show('', [])
  answers['POST rpc/list_pending_agent_requests'] = () => json([{ ...requestRow('Carla', 600), left_message: true }])
  stale()
  expect(await screen.findByText('Left a message 10 hours ago')).toHaveClass('text-muted')
})

test('a customer who has only said thanks since the agent left is not counted and shown as no wait', async () => {
  const { answers } = show('', [])
  answers['POST rpc/list_pending_agent_requests'] = () =>
    json([requestRow('Dan Dunn', 1), { ...requestRow('Carla', 600), reason: 'agent_left', turn: 2 }])
  stale()
  expect(await screen.findByText('Said thanks')).toHaveClass('text-muted')
  const queue = within(screen.getByRole('region', { name: 'Pending requests' }))
  expect(queue.getByRole('heading')).toHaveTextContent(/1$/)
  expect(queue.getAllByRole('listitem')).toHaveLength(2)
})

describe('an open chat', () => {
  test('names the customer, the assistant, agents, notes and events', async () => {
    show(
      '?chat=chat-1',
      [chatRow('chat-1', 'Carla Customer')],
      [
        message('1', 'user', 'Hello'),
        message('2', 'assistant', 'Hi there'),
        message('3', 'event', 'Imran joined'),
        message('4', 'agent', 'One moment', { sender_id: colleague, sender_name: 'Imran' }),
        message('5', 'note', 'She called twice', { sender_id: colleague, sender_name: 'Ben Baker' }),
        message('6', 'agent', 'Here I am', { sender_id: userId, sender_name: 'Priya', edited_at: ago(1) }),
      ],
    )
    const log = within(await screen.findByRole('log', { name: 'Messages' }))
    const items = await log.findAllByRole('listitem')
    await waitFor(() => expect(items[3]).toHaveTextContent('Imran (Ben Baker)'))
    expect(items[0]).toHaveTextContent('Carla Customer')
    expect(items[1]).toHaveTextContent('the assistant')
    expect(items[2]).toHaveTextContent(/^Imran joined · /)
    expect(items[4]).toHaveTextContent('Ben Baker')
    expect(items[5]).toHaveTextContent('Priya (you)')
    expect(log.getAllByText('edited')).toHaveLength(1)
    expect(items[5]).toHaveTextContent(/edited$/)
    expect(within(items[4] as HTMLElement).queryByRole('button', { name: 'Edit message' })).not.toBeInTheDocument()
  })

  test('refuses an empty edit and one of over 2,000 characters, and cuts nothing', async () => {
    const { answers, calls } = show(
      '?chat=chat-1',
      [chatRow('chat-1', 'Carla Customer')],
      [message('1', 'agent', 'Here I am', { sender_id: userId, sender_name: 'Priya' })],
    )
    answers['PATCH chat_messages'] = ({ body }) =>
      json([message('1', 'agent', 'Stored', JSON.parse(body ?? '{}') as object)])
    await userEvent.click(await screen.findByRole('button', { name: 'Edit message' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit message' }))
    expect(dialog.getByLabelText('Message')).toHaveFocus()
    const field = dialog.getByRole('textbox')
    await userEvent.clear(field)
    await userEvent.type(field, '   ')
    expect(dialog.getByText('A message cannot be empty.')).toBeVisible()
    expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
    await userEvent.clear(field)
    await userEvent.paste('x'.repeat(2001))
    expect(field).toHaveValue('x'.repeat(2001))
    expect(field).toHaveAccessibleDescription('A message can have at most 2,000 characters.')
    expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
    await userEvent.type(field, '{Backspace}')
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(calls('chat_messages')).toContainEqual({ message: 'x'.repeat(2000) }))
  })

  test.each([
    ['a colleague', theirs, 1],
    ['their own', {}, 0],
  ])('reads the messages of the chat of %s, recorded first unless it is theirs', async (_, assigned, records) => {
    const { calls } = show(
      '?chat=chat-1',
      [chatRow('chat-1', 'Carla Customer', assigned)],
      [message('1', 'user', 'Hello')],
    )
    expect(await within(await screen.findByRole('log', { name: 'Messages' })).findByText('Hello')).toBeVisible()
    expect(calls('rpc/record_chat_view')).toHaveLength(records)
  })

  test('shows no message of a chat that the audit cannot have', async () => {
    const { answers } = show(
      '?chat=chat-1',
      [chatRow('chat-1', 'Carla Customer', theirs)],
      [message('1', 'user', 'Hello')],
    )
    answers['POST rpc/record_chat_view'] = noAnswer
    expect(await screen.findByText(/We couldn't load the messages/)).toBeVisible()
    expect(screen.queryByText('Hello')).not.toBeInTheDocument()
  })

  test('an open chat of a colleague takes notes, and is taken over after a question', async () => {
    const { server, answers, calls } = show('?chat=chat-1', [chatRow('chat-1', 'Carla Customer', theirs)])
    expect(await screen.findByText('Ben Baker is in this chat as Imran')).toBeVisible()
    expect(screen.queryByRole('textbox', { name: 'Write a message' })).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Release' })).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'End Chat' })).not.toBeInTheDocument()
    answers['POST chat_messages'] = ({ body }) =>
      json(message('7', 'note', 'Stored', JSON.parse(body ?? '{}') as object))
    await userEvent.type(screen.getByRole('textbox', { name: 'Write an internal note' }), 'Look at the card{Enter}')
    await waitFor(() =>
      expect(calls('chat_messages')).toContainEqual(
        expect.objectContaining({ sender_type: 'note', message: 'Look at the card' }),
      ),
    )

    answers['POST rpc/take_over_chat'] = () => {
      server.rows = [chatRow('chat-1', 'Carla Customer')]
      return new Response(null, { status: 204 })
    }
    await userEvent.click(screen.getByRole('button', { name: 'Take over' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Take over the chat with Carla Customer?' }))
    expect(dialog.getByText('Ben Baker will be told, and can no longer write to the customer.')).toBeVisible()
    expect(calls('rpc/take_over_chat')).toEqual([])
    await userEvent.click(dialog.getByRole('button', { name: 'Take over' }))
    expect(await screen.findByText('You are in this chat as Priya')).toBeVisible()
    expect(await screen.findByRole('button', { name: 'End Chat' })).toBeVisible()
    expect(calls('rpc/take_over_chat')).toEqual([{ p_conversation_id: 'chat-1', p_from: colleague }])
    expect(await screen.findByRole('textbox', { name: 'Write a message' })).toBeVisible()
  })

  test('an open chat is transferred only to colleagues who are present', async () => {
    const { answers, calls } = show('?chat=chat-1', [chatRow('chat-1', 'Carla Customer')])
    answers['POST rpc/transfer_chat'] = () => new Response(null, { status: 204 })
    await userEvent.click(await screen.findByRole('button', { name: 'Transfer' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Transfer this chat' }))
    expect(await dialog.findByRole('button', { name: /^Ben Baker/ })).toBeVisible()
    expect(dialog.queryByText('Cy Out')).not.toBeInTheDocument()
    await userEvent.click(dialog.getByRole('button', { name: /^Ben Baker/ }))
    expect(await screen.findByText('Chat Transferred')).toBeVisible()
    expect(calls('rpc/transfer_chat')).toEqual([{ p_conversation_id: 'chat-1', p_to: colleague }])
  })

  test('an open chat that a colleague takes over is named to the agent, and one that ends is not', async () => {
    const { server, calls } = show('', [chatRow('chat-1', 'Carla Customer'), chatRow('chat-2', 'Dan Dunn')])
    expect(await (await list()).findByRole('button', { name: /^Dan Dunn/ })).toBeVisible()
    server.rows = [chatRow('chat-1', 'Carla Customer')]
    stale()
    await waitFor(() => expect(calls('rpc/list_conversations')).toContainEqual({ p_conversation_id: 'chat-2' }))
    expect(screen.queryByText(/now has the chat/)).not.toBeInTheDocument()
    server.rows = [chatRow('chat-1', 'Carla Customer', theirs)]
    stale()
    expect(await screen.findByText('Ben Baker now has the chat with Carla Customer.')).toBeVisible()
  })
})

describe('the customer beside the chat', () => {
  const everyTool = ['manage_chat', 'approve_users', 'view_transactions', 'read_transcripts']

  test('shows person, account, payments, notes and ended chats, and links to the other tools', async () => {
    vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: true }))
    const { calls } = show('?chat=chat-1', [chatRow('chat-1', 'Carla Customer')], [], everyTool)
    const panel = within(await screen.findByRole('complementary', { name: 'Customer' }))
    expect(await panel.findByText('carla@example.test')).toBeVisible()
    expect(panel.getByText('Approved · member since 1 Feb 2024')).toBeVisible()
    expect(await panel.findByText('£1,234.50')).toBeVisible()
    expect(panel.getByText('Water Board')).toBeVisible()
    expect(panel.getByText('Prefers calls')).toBeVisible()
    expect(panel.getByRole('link', { name: 'User' })).toHaveAttribute('href', '/admin/users/customer-1')
    expect(panel.getByRole('link', { name: 'Transactions' })).toHaveAttribute(
      'href',
      '/admin/transactions#search=carla%40example.test',
    )
    expect(panel.getByRole('link', { name: '1 Oct 2026, 10:05' })).toHaveAttribute('href', '/admin/transcripts/chat-0')
    expect(calls('rpc/record_chat_money_view')).toEqual([{ p_conversation_id: 'chat-1' }])
  })

  test('shows the savings accounts, and which account a payment belongs to', async () => {
    vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: true }))
    const { answers } = show('?chat=chat-1', [chatRow('chat-1', 'Carla Customer')], [], everyTool)
    const [payment] = money.payments
    answers['POST rpc/get_chat_money'] = () =>
      json({
        ...money,
        savings: [
          {
            id: 'savings-1',
            sort_code: '00-11-22',
            account_number: '87654321',
            balance: 250,
            closed_at: null,
            wait_hours: 24,
          },
        ],
        payments: [{ ...payment, account_type: 'savings' }],
      })
    const panel = within(await screen.findByRole('complementary', { name: 'Customer' }))
    const savings = within(await panel.findByRole('region', { name: 'Savings accounts' }))
    expect(savings.getByText('£250.00')).toBeVisible()
    expect(savings.getByText('00-11-22 87654321')).toBeVisible()
    expect(savings.getByText('Protected: 24 hours')).toBeVisible()
    expect(panel.getByText(/ · Savings account$/)).toBeVisible()
  })

  test('says why a suspended customer is, what they were told and when they hear more, after a recorded read', async () => {
    vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: true }))
    const { answers, calls } = show('?chat=chat-1', [])
    answers['POST rpc/get_chat_customer'] = () => json({ ...customer, suspended_at: '2026-11-23T12:00:00+00:00' })
    answers['POST rpc/list_conversations'] = () => json([chatRow('chat-1', 'Carla Customer')])
    answers['POST rpc/record_chat_suspension_view'] = () => new Response(null, { status: 204 })
    answers['POST rpc/get_chat_suspension'] = () =>
      json({
        cause: 'We must confirm who the customer is',
        message: 'Please send us your passport.',
        next_update: '2026-11-30',
        is_delayed: false,
      })
    stale()
    const part = within(await screen.findByRole('region', { name: 'Suspended' }))
    expect(part.getByText('We must confirm who the customer is')).toBeVisible()
    expect(part.getByText('Please send us your passport.')).toBeVisible()
    expect(part.getByText(/Next update by .*30 November 2026/)).toBeVisible()
    expect(calls('rpc/record_chat_suspension_view')).toEqual([{ p_conversation_id: 'chat-1' }])
  })

  test('begins with what the agent must know, and folds the tools', async () => {
    vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: true }))
    const { calls } = show('?chat=chat-1', [chatRow('chat-1', 'Carla Customer')], [], everyTool)
    const panel = within(await screen.findByRole('complementary', { name: 'Customer' }))
    await panel.findByText('Water Board')
    const parts = panel.getAllByRole('region', { hidden: true }).map((part) => part.getAttribute('aria-label'))
    expect(parts.slice(0, 4)).toEqual(['Account', 'Latest payments', 'Notes', 'Earlier chats'])
    expect(panel.getByLabelText('New tag')).not.toBeVisible()
    await userEvent.click(panel.getByText('Tags, complaint and calls'))
    expect(panel.getByLabelText('New tag')).toBeVisible()
    expect(calls('rpc/record_chat_suspension_view')).toEqual([])
  })

  test('takes notes of an agent with the right of the user page, and deletes their own after a question', async () => {
    vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: true }))
    const { answers, calls } = show('?chat=chat-1', [chatRow('chat-1', 'Carla Customer')], [], everyTool)
    answers['POST rpc/add_user_note'] = () => json(null)
    answers['POST rpc/delete_user_note'] = () => json(true)
    const notes = within(await screen.findByRole('region', { name: 'Notes' }))
    expect(notes.queryByRole('button', { name: /^Delete/ })).not.toBeInTheDocument()
    const own = { id: 'note-2', created_at: '2026-10-02T09:05:00+00:00', note: 'On leave', author: 'Ada', is_own: true }
    answers['POST rpc/get_chat_customer'] = () => json({ ...customer, notes: [own, ...customer.notes] })
    await userEvent.type(notes.getByLabelText('New note'), ' On leave {Enter}')
    const remove = await notes.findByRole('button', { name: 'Delete the note: On leave' })
    await waitFor(() => expect(notes.getByLabelText('New note')).toHaveValue(''))
    expect(notes.getAllByRole('button', { name: /^Delete/ })).toEqual([remove])
    await userEvent.click(remove)
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete this note?' }))
    answers['POST rpc/get_chat_customer'] = () => json(customer)
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(notes.queryByText('On leave')).not.toBeInTheDocument())
    expect([calls('rpc/add_user_note'), calls('rpc/delete_user_note')]).toEqual([
      [{ p_user_id: 'customer-1', p_note: 'On leave' }],
      [{ p_note_id: 'note-2' }],
    ])
  })

  test('the customer beside the chat is in a sheet on narrow screens, without money for agents of the chat alone', async () => {
    const { calls } = show('?chat=chat-1', [chatRow('chat-1', 'Carla Customer')])
    await userEvent.click(await (await pane()).findByRole('button', { name: 'Customer' }))
    const sheet = within(await screen.findByRole('dialog', { name: 'Customer' }))
    expect(await sheet.findByText('carla@example.test')).toBeVisible()
    expect(sheet.queryByRole('link')).not.toBeInTheDocument()
    expect(sheet.getByText('Prefers calls')).toBeVisible()
    expect(sheet.queryByLabelText('New note')).not.toBeInTheDocument()
    expect(calls('rpc/record_chat_money_view')).toEqual([])
  })

  test('the customer beside the chat is not asked for in a colleague’s chat', async () => {
    vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: true }))
    const { calls } = show('?chat=chat-1', [chatRow('chat-1', 'Carla Customer', theirs)])
    expect(await (await pane()).findByRole('button', { name: 'Take over' })).toBeVisible()
    expect(screen.queryByRole('complementary', { name: 'Customer' })).not.toBeInTheDocument()
    expect(calls('rpc/get_chat_customer')).toEqual([])
  })
})

describe('saved replies', () => {
  const composer = async () => screen.findByRole('textbox', { name: 'Write a message' })

  test('saved replies are inserted with / and a shortcut, with the names filled in', async () => {
    show('?chat=chat-1', [chatRow('chat-1', 'Carla Customer')])
    const field = await composer()
    await userEvent.type(field, '/')
    expect(await screen.findAllByRole('option')).toHaveLength(3)
    await userEvent.type(field, 'he')
    expect(screen.getAllByRole('option')).toHaveLength(2)
    await userEvent.keyboard('{ArrowDown}{ArrowUp}')
    expect(screen.getByRole('option', { selected: true })).toHaveTextContent('/hello')
    await userEvent.keyboard('{Enter}')
    expect(field).toHaveValue('Hello Carla, I am Priya.')
    expect(field).toHaveFocus()

    await userEvent.clear(field)
    await userEvent.type(field, '/bye{Escape}')
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument()
    expect(field).toHaveValue('/bye')
  })

  test('saved replies are added by an agent, and bad input stays in the form', async () => {
    const { calls } = show('', [])
    await userEvent.click(await screen.findByRole('button', { name: 'Saved replies' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Saved replies' }))
    await userEvent.click(await dialog.findByRole('button', { name: 'New reply' }))
    await userEvent.type(dialog.getByLabelText('Shortcut'), 'two words')
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await dialog.findByText('Use letters, digits and dashes, at most 30.')).toBeVisible()
    expect(dialog.getByText('Enter a reply of at most 500 characters.')).toBeVisible()
    await userEvent.clear(dialog.getByLabelText('Shortcut'))
    await userEvent.type(dialog.getByLabelText('Shortcut'), '/Thanks')
    await userEvent.type(dialog.getByLabelText('Reply'), 'Thank you')
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await dialog.findByRole('button', { name: 'Edit bye' })).toBeVisible()
    expect(calls('rpc/save_reply')).toEqual([
      { p_id: expect.any(String), p_shortcut: 'thanks', p_reply: 'Thank you', p_kind: 'reply' },
    ])
  })
})

test('marks a chat as a complaint, with what it is about, once', async () => {
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: true }))
  const { answers, calls } = show('?chat=chat-1', [chatRow('chat-1', 'Carla Customer')])
  await userEvent.click(await screen.findByText('Tags, complaint and calls'))
  const part = within(await screen.findByRole('region', { name: 'Complaint' }))
  await userEvent.click(part.getByRole('button', { name: 'Mark as a complaint' }))
  await userEvent.click(part.getByRole('button', { name: 'Mark as a complaint' }))
  expect(part.getByLabelText('What is it about?')).toHaveAccessibleDescription('Choose what it is about.')
  await userEvent.selectOptions(part.getByLabelText('What is it about?'), 'A card')
  await userEvent.type(part.getByLabelText('What the customer is unhappy about'), 'It was refused twice')
  answers['POST rpc/mark_chat_complaint'] = () => json('case-1')
  answers['POST rpc/get_chat_customer'] = () => json({ ...customer, complaint_id: 'case-1' })
  await userEvent.click(part.getByRole('button', { name: 'Mark as a complaint' }))
  expect(await part.findByText(/This chat is a complaint\./)).toBeVisible()
  expect(calls('rpc/mark_chat_complaint')).toEqual([
    { p_conversation_id: 'chat-1', p_topic: 'card', p_words: 'It was refused twice' },
  ])
})

test('tags a chat, and ends it with a reason', async () => {
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: true }))
  const { calls, server } = show('?chat=chat-1', [chatRow('chat-1', 'Carla Customer')])
  const tags = within(await screen.findByRole('region', { name: 'Tags' }))
  await userEvent.click(await tags.findByRole('button', { name: 'Remove the tag complaint' }))
  await waitFor(() => expect(calls('rpc/set_chat_tag')).toHaveLength(1))
  await userEvent.type(tags.getByLabelText('New tag'), 'Lost Card{Enter}')
  await waitFor(() => expect(tags.getByLabelText('New tag')).toHaveValue(''))
  expect(calls('rpc/set_chat_tag')).toEqual([
    { p_conversation_id: 'chat-1', p_tag: 'complaint', p_is_set: false },
    { p_conversation_id: 'chat-1', p_tag: 'lost card', p_is_set: true },
  ])

  await userEvent.click((await pane()).getByRole('button', { name: 'End Chat' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'End the chat with Carla Customer?' }))
  await userEvent.selectOptions(dialog.getByLabelText('Reason'), 'Passed on to another team')
  server.rows = []
  await userEvent.click(dialog.getByRole('button', { name: 'End Chat' }))
  await waitFor(() => expect(calls('rpc/end_chat')).toEqual([{ p_conversation_id: 'chat-1', p_reason: 'passed_on' }]))
})

test('releases a chat, and the focus stays in it', async () => {
  const { answers, server } = show('?chat=chat-1', [chatRow('chat-1', 'Carla Customer')])
  answers['POST rpc/release_chat'] = () => {
    server.rows = [chatRow('chat-1', 'Carla Customer', { status: 'waiting_for_agent', assigned_admin_id: null })]
    return new Response(null, { status: 204 })
  }
  await userEvent.click(await screen.findByRole('button', { name: 'Release' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Release' })).not.toBeInTheDocument())
  await waitFor(() => expect(screen.getByRole('region', { name: 'Conversation with Carla Customer' })).toHaveFocus())
})

describe('the keys', () => {
  const key = (keys: string) => userEvent.keyboard(keys)

  test('Alt+A accepts the longest-waiting customer, and the composer gets the focus', async () => {
    const { answers, calls, router, server } = show('', [])
    answers['POST rpc/list_pending_agent_requests'] = () =>
      json([requestRow('Carla Customer', 6), requestRow('Cy Customer', 1)])
    answers['POST rpc/accept_agent_request'] = () => {
      server.rows = [chatRow('chat-1', 'Carla Customer')]
      return json('chat-1')
    }
    await screen.findByRole('button', { name: 'Accept Carla Customer' })
    await key('{Alt>}a{/Alt}')
    await waitFor(() => expect(router.state.location.search).toBe('?chat=chat-1'))
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Write a message' })).toHaveFocus())
    expect(calls('rpc/accept_agent_request')).toEqual([{ p_request_id: 'request of Carla Customer' }])
  })

  test('the keys open the own unread chat that waits longest, switch to a note, and leave the chat', async () => {
    const { router } = show('?chat=chat-1', [
      chatRow('chat-0', 'Asa Assisted', { ...assistants, unread_count: 5 }),
      chatRow('chat-1', 'Carla Customer'),
      chatRow('chat-2', 'Cy Customer', { unread_count: 1, unanswered_since: ago(1) }),
      chatRow('chat-3', 'Cora Customer', { unread_count: 2, unanswered_since: ago(4) }),
    ])
    await (await list()).findByRole('button', { name: /Cora Customer/ })
    await key('{Alt>}u{/Alt}')
    expect(router.state.location.search).toBe('?chat=chat-3')
    await screen.findByRole('textbox', { name: 'Write a message' })
    await key('{Alt>}n{/Alt}')
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Write an internal note' })).toHaveFocus())
    await key('{Alt>}n{/Alt}')
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Write a message' })).toHaveFocus())
    await key('{Escape}')
    await waitFor(() => expect(router.state.location.search).toBe(''))
  })

  test('the keys send the message and ask for the end of the chat', async () => {
    const { answers } = show('?chat=chat-1', [chatRow('chat-1', 'Carla Customer')])
    const sent: unknown[] = []
    answers['POST chat_messages'] = ({ body }) => {
      sent.push((JSON.parse(body ?? '{}') as { message: string }).message)
      return json(message('5', 'agent', 'Goodbye'), 201)
    }
    await userEvent.type(await screen.findByRole('textbox', { name: 'Write a message' }), 'Goodbye')
    await key('{Control>}{Enter}{/Control}')
    expect(await screen.findByRole('dialog', { name: 'End the chat with Carla Customer?' })).toBeVisible()
    await waitFor(() => expect(sent).toEqual(['Goodbye']))
    // The dialog's own key.
    await key('{Escape}')
    expect(await (await pane()).findByRole('heading', { name: 'Carla Customer' })).toBeVisible()
  })
})
