import { fakeAlerts } from '../fakeAlerts'
import { chatRow, json, renderApp, serve, storeSession } from '../fakeServer'
import type { Answers, Row } from '../apiAnswers'
import { useTableChanges, useTopicChanges } from '../fakeRealtime'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { noFigures, nothingCounted } from '../features/staff/overview/noFigures'
import { page, row } from '../screens/staffTransactions'
import { areas } from '@/app/areas'
import { adminPermissions, extraPermissions } from '@/features/person/permissions/permissionNames'
import { seenChatStore } from '@/lib/storage'
import { toast } from '@/lib/toast'

// The first test would otherwise wait for all screens of three areas, which takes long on a busy machine.
beforeAll(async () => {
  await Promise.all([areas.customer, areas.staff, areas.staffPayments].map(({ load }) => load()))
})

const every: string[] = [...adminPermissions]
const chatOfCarla = chatRow('chat-1', 'Carla Customer')
const waiting = (count: number) => () => json({ waiting: count, late_wait_minutes: 2, long_wait_minutes: 5 })

function open(
  at: string,
  rights: {
    roles?: string[]
    permissions?: string[]
    overdue?: number
    news?: { id: string; kind: string; news: string }[]
  },
  count = 0,
  chats = [chatOfCarla],
) {
  const answers: Answers = {
    'GET profiles': () => json([{ full_name: 'Ada Agent', approved: true, notification_email: null }]),
    'GET user_roles': () => json((rights.roles ?? ['admin']).map((role) => ({ role }))),
    'GET admin_permissions': () => json((rights.permissions ?? every).map((permission) => ({ permission }))),
    'POST rpc/get_waiting_chats': waiting(count),
    'POST rpc/count_approval_requests': () => json(0),
    'POST rpc/count_overdue_cases': () => json(rights.overdue ?? 0),
    'POST rpc/list_case_news': () => json(rights.news ?? []),
    'POST rpc/find_repairs': () => json([]),
    'POST rpc/touch_agent_presence': () => new Response(null, { status: 204 }),
    'POST rpc/list_conversations': () => json(chats),
    'POST rpc/count_conversations': () => json({ mine: 1, unassigned: 0, every_chat: 1 }),
    'POST rpc/list_pending_agent_requests': () => json([]),
    'POST rpc/list_chat_agents': () => json([]),
    'POST rpc/mark_chat_read': () => new Response(null, { status: 204 }),
    'GET chat_messages': () => json([]),
    'POST rpc/get_audit_alarm': () => json(null),
  }
  storeSession()
  const asked = serve(answers)
  return { answers, asked, ...renderApp(at) }
}

function stale(channel: string) {
  useTableChanges.mock.calls
    .map(([options]) => options)
    .findLast((options) => options.channel === channel)
    ?.onStale()
}

const navigation = () => screen.findByRole('navigation', { name: 'Back office' })
const chatLink = async () => within(await navigation()).findByRole('link', { name: 'Chat' })

describe('the staff navigation', () => {
  test('shows the name, a way to the account and only the tools that the person may use', async () => {
    const { router } = open('/admin/repair', { permissions: ['repair_transactions'] })
    expect(await screen.findByRole('heading', { level: 1, name: 'Transaction Repair Tool' })).toBeVisible()
    expect(await screen.findByText('Ada Agent')).toBeVisible()
    const links = within(await navigation()).getAllByRole('link')
    expect(links.map(({ textContent }) => textContent)).toEqual(['Overview', 'Payments'])
    const tabs = within(screen.getByRole('navigation', { name: 'Payments' })).getAllByRole('link')
    expect(tabs.map(({ textContent }) => textContent)).toEqual(['Repair Transactions', 'Between Banks'])
    expect(links[1]).toHaveAttribute('aria-current', 'true')
    expect(tabs[0]).toHaveAttribute('aria-current', 'page')
    expect(screen.queryByRole('link', { name: 'Back' })).not.toBeInTheDocument()
    await userEvent.click(screen.getByRole('link', { name: 'My account' }))
    expect(router.state.location.pathname).toBe('/more')
  })

  test('an entry leads to its first screen, whose tabs lead to the others', async () => {
    const { router } = open('/admin/repair', { roles: ['admin', 'super_admin'] })
    const links = async () => within(await navigation()).getAllByRole('link')
    await chatLink()
    expect((await links()).map(({ textContent }) => textContent)).toEqual([
      'Overview',
      'Chat',
      'Payments',
      'Users',
      'To do',
      'Control',
    ])
    await userEvent.click(within(await navigation()).getByRole('link', { name: 'Control' }))
    expect(router.state.location.pathname).toBe('/admin/management')
    const tabs = within(await screen.findByRole('navigation', { name: 'Control' }))
    expect(screen.queryByRole('navigation', { name: 'Payments' })).not.toBeInTheDocument()
    await userEvent.click(tabs.getByRole('link', { name: 'Jobs' }))
    expect(router.state.location.pathname).toBe('/admin/jobs')
    await userEvent.click(within(await navigation()).getByRole('link', { name: 'Users' }))
    expect(router.state.location.pathname).toBe('/admin/users')
    await waitFor(() => expect(screen.queryByRole('navigation', { name: 'Control' })).not.toBeInTheDocument())
    expect(screen.queryByRole('navigation', { name: 'Users' })).not.toBeInTheDocument()
  })

  test('the badge of an entry is the sum of those of its tabs', async () => {
    const { answers } = open('/admin/cases', { permissions: ['manage_cases'], overdue: 3 })
    answers['POST rpc/count_approval_requests'] = () => json(2)
    answers['POST rpc/list_cases'] = () => json([])
    const entry = await within(await navigation()).findByRole('link', { name: 'To do' })
    await waitFor(() => expect(entry).toHaveAccessibleDescription('5 in all: 3 overdue, 2 waiting'))
    expect(within(entry).getByText('5')).toHaveClass('bg-danger')
    const tabs = within(screen.getByRole('navigation', { name: 'To do' }))
    expect(tabs.getByRole('link', { name: 'Cases' })).toHaveAccessibleDescription('3 overdue')
    expect(tabs.getByRole('link', { name: 'Approvals' })).toHaveAccessibleDescription('2 waiting')
  })

  const staffPermissions = [...every, ...extraPermissions]
  const noPermission = 'You do not have permission to see this page'
  const onlySuperAdmins = 'Only super admins can access this page'
  test.each([
    ['/admin', 'a customer', [], [], noPermission],
    ...(
      [
        ['/admin/chat', 'manage_chat'],
        ['/admin/transactions', 'view_transactions'],
        ['/admin/repair', 'repair_transactions'],
        ['/admin/users', 'approve_users'],
        ['/admin/users/someone', 'approve_users'],
        ['/admin/transcripts', 'read_transcripts'],
        ['/admin/cases', 'manage_cases'],
        ['/admin/cases/some', 'manage_cases'],
      ] as const
    ).flatMap(([at, needed]): [string, string, string[], string[], string][] => [
      [at, 'a customer', [], [], noPermission],
      [at, `an admin without ${needed}`, ['admin'], staffPermissions.filter((each) => each !== needed), noPermission],
      [at, 'a super admin without the role admin', ['super_admin'], staffPermissions, noPermission],
    ]),
    ...['/admin/management', '/admin/audit', '/admin/jobs', '/admin/rules'].flatMap(
      (at): [string, string, string[], string[], string][] => [
        [at, 'a customer', [], [], onlySuperAdmins],
        [at, 'an admin with every permission', ['admin'], staffPermissions, onlySuperAdmins],
      ],
    ),
  ])('%s refuses %s once, and reads nothing of it', async (at, _who, roles, permissions, text) => {
    const told = vi.spyOn(toast, 'error').mockReturnValue(undefined)
    const { asked, router } = open(at, { roles, permissions })
    await waitFor(() => expect(router.state.location.pathname).toBe('/'))
    expect(told.mock.calls.map(([words]) => words)).toEqual([{ title: 'Access Denied', text, isForNextScreen: true }])
    // What staff read on every screen.
    const others = new Set([
      ...(roles.length > 0 ? ['rpc/get_audit_alarm'] : []),
      ...(permissions.includes('manage_chat')
        ? ['rpc/touch_agent_presence', 'rpc/record_list_view', 'rpc/list_conversations']
        : []),
      ...(permissions.includes('manage_cases') ? ['rpc/list_case_news'] : []),
    ])
    const read = asked.map(({ path }) => path).filter((path) => /record_|list_|overview|alarm|find_|touch_/.test(path))
    expect(read.filter((path) => !others.has(path))).toEqual([])
  })

  test('leads an agent who loses the permission in the middle of a chat out of it, and says so once', async () => {
    const told = vi.spyOn(toast, 'error').mockReturnValue(undefined)
    const { answers, router } = open('/admin/chat?chat=chat-1', { permissions: ['manage_chat'] })
    expect(await screen.findByRole('heading', { name: 'Carla Customer' })).toBeVisible()
    await userEvent.type(await screen.findByRole('textbox', { name: 'Write a message' }), 'Your card is')

    const refused = () =>
      json({ code: 'PT403', message: 'You do not have permission to do this.', hint: 'no-permission' }, 403)
    for (const call of [
      'touch_agent_presence',
      'list_conversations',
      'count_conversations',
      'get_waiting_chats',
    ] as const)
      answers[`POST rpc/${call}`] = refused
    answers['GET admin_permissions'] = () => json([])
    document.dispatchEvent(new Event('visibilitychange'))

    await waitFor(() => expect(router.state.location.pathname).toBe('/'))
    expect(screen.queryByRole('heading', { name: 'Carla Customer' })).not.toBeInTheDocument()
    expect(told.mock.calls.map(([{ title, text }]) => [title, text])).toEqual([
      ['Access Denied', 'Your permission for this page was taken away while you were using it.'],
    ])
  })

  test.each([
    [
      'a message',
      '/admin/chat?chat=chat-1',
      'POST chat_messages' as const,
      async () => {
        await userEvent.type(await screen.findByRole('textbox', { name: 'Write a message' }), 'It is on its way{Enter}')
      },
    ],
    [
      'a repair',
      '/admin/repair',
      'POST rpc/find_repairs' as const,
      async () => userEvent.click(await screen.findByRole('button', { name: 'Dry Run' })),
    ],
  ])('leads staff out of the screen at once when %s is refused', async (_what, at, call, write) => {
    vi.spyOn(toast, 'error').mockReturnValue(undefined)
    const { answers, router } = open(at, {})
    await navigation()
    answers[call] = () => json({ code: '42501', message: 'new row violates row-level security policy' }, 403)
    answers['GET admin_permissions'] = () => json([])
    await write()
    await waitFor(() => expect(router.state.location.pathname).toBe('/'))
    expect(toast.error).toHaveBeenCalledWith({
      title: 'Access Denied',
      text: 'Your permission for this page was taken away while you were using it.',
      isForNextScreen: true,
    })
  })
})

test('tells an agent on another staff screen that a colleague has given them a chat', async () => {
  const told = vi.spyOn(toast, 'info').mockReturnValue(undefined)
  const { answers, asked } = open('/admin/repair', { permissions: ['manage_chat', 'repair_transactions'] }, 0, [])
  const reads = () => asked.filter(({ path }) => path === 'rpc/list_conversations').length
  await waitFor(() => expect(reads()).toBe(1))
  await screen.findByRole('heading', { name: 'Transaction Repair Tool' })
  expect(told).not.toHaveBeenCalled()
  answers['POST rpc/list_conversations'] = () => json([chatOfCarla])
  stale('waiting-chats')
  await waitFor(() =>
    expect(told.mock.calls.map(([{ title, text }]) => [title, text])).toEqual([
      ['Chat Received', 'You now have the chat with Carla Customer.'],
    ]),
  )
})

describe("a customer's message in the agent's own chat", () => {
  const written = (unread: number, change: Partial<Row<'list_conversations'>> = {}) =>
    chatRow('chat-1', 'Carla Customer', { unread_count: unread, ...change })

  async function openAt(at: string) {
    localStorage.setItem('chatAlerts', 'true')
    const alerts = fakeAlerts()
    const told = vi.spyOn(toast, 'info').mockReturnValue(undefined)
    const tools = { permissions: ['manage_chat', 'repair_transactions'] }
    const { answers, router } = open(at, tools, 1, [written(0)])
    await waitFor(async () => expect(await chatLink()).toHaveAccessibleDescription('1 waiting'))
    const say = (unread: number, change?: Partial<Row<'list_conversations'>>) => {
      answers['POST rpc/list_conversations'] = () => json([written(unread, change)])
      stale('waiting-chats')
    }
    return { alerts, told, router, say }
  }

  test('is counted, told and sounded on another staff screen, with a way to the chat', async () => {
    const { alerts, told, router, say } = await openAt('/admin/repair')
    say(1)
    await waitFor(async () => expect(await chatLink()).toHaveAccessibleDescription('2 waiting'))
    expect(document.title).toBe('(2) Transaction Repair Tool – Fernbank')
    expect(told.mock.calls.map(([{ title, text }]) => [title, text])).toEqual([
      ['Carla Customer has written', 'My card is gone'],
    ])
    await waitFor(() => expect(alerts.sounded).toHaveBeenCalledOnce(), { timeout: 3000 })
    expect(alerts.shown.mock.calls.map(([title]) => title)).toEqual(['Carla Customer has written'])
    act(() => told.mock.calls[0]?.[0].action?.onClick())
    expect(router.state.location).toMatchObject({ pathname: '/admin/chat', search: '?chat=chat-1' })
  })

  test('is counted after a reload, and not sounded again', async () => {
    localStorage.setItem('chatAlerts', 'true')
    const alerts = fakeAlerts()
    open('/admin/repair', { permissions: ['manage_chat', 'repair_transactions'] }, 0, [written(3)])
    await waitFor(async () => expect(await chatLink()).toHaveAccessibleDescription('1 waiting'))
    expect(alerts.sounded).not.toHaveBeenCalled()
  })

  test('is quiet while another tab of the browser shows the chat', async () => {
    const { alerts, say } = await openAt('/admin/repair')
    vi.useFakeTimers({ shouldAdvanceTime: true })
    say(1, { last_message_at: '2026-11-21T09:06:00+00:00' })
    await waitFor(async () => expect(await chatLink()).toHaveAccessibleDescription('2 waiting'))
    seenChatStore.write('chat-1', '2026-11-21T09:06:00+00:00')
    await vi.advanceTimersByTimeAsync(2000)
    expect(alerts.sounded).not.toHaveBeenCalled()
    vi.useRealTimers()
  })

  test('is neither counted nor told while the agent reads the chat', async () => {
    const { alerts, told, say } = await openAt('/admin/chat?chat=chat-1')
    expect(await screen.findByRole('heading', { name: 'Carla Customer' })).toBeVisible()
    vi.useFakeTimers({ shouldAdvanceTime: true })
    say(1)
    await vi.advanceTimersByTimeAsync(2000)
    expect(await chatLink()).toHaveAccessibleDescription('1 waiting')
    expect(told).not.toHaveBeenCalled()
    expect(alerts.sounded).not.toHaveBeenCalled()
    vi.useRealTimers()
  })
})

test('counts the approvals again when the database says that they have changed, and does not poll', async () => {
  const { answers, asked } = open('/admin/repair', { permissions: ['repair_transactions', 'approve_users'] })
  const link = async () => within(await navigation()).findByRole('link', { name: 'To do' })
  expect(await link()).toHaveAccessibleDescription('')
  // The layout also listens to the calls of the user, and either may be rendered last.
  const approvals = useTopicChanges.mock.calls.findLast(([{ topic }]) => topic === 'staff:approvals')?.[0]
  answers['POST rpc/count_approval_requests'] = () => json(2)
  act(() => approvals?.onStale())
  await waitFor(async () => expect(await link()).toHaveAccessibleDescription('2 waiting'))
  expect(asked.filter(({ path }) => path === 'rpc/count_approval_requests')).toHaveLength(2)
})

describe('the cases in which the member of staff must move', () => {
  const news = (id: string, what: string) => ({ id, kind: 'scam', news: what })
  const rights = { permissions: ['repair_transactions', 'manage_cases'], overdue: 3 }

  test('are counted apart from all that are overdue', async () => {
    open('/admin/repair', { ...rights, news: [news('case-1', 'answer'), news('case-2', 'due')] })
    const link = await within(await navigation()).findByRole('link', { name: 'To do' })
    await waitFor(() => expect(link).toHaveAccessibleDescription('2 for you, 3 overdue in all'))
  })

  test('are told by a toast when one comes, not those that were there, and it opens the case', async () => {
    const { answers, router } = open('/admin/repair', { ...rights, news: [news('case-1', 'answer')] })
    const info = vi.spyOn(toast, 'info')
    const topic = () => useTopicChanges.mock.calls.findLast(([{ topic: name }]) => name === 'staff:cases')?.[0]
    await waitFor(() => expect(topic()).toBeDefined())
    const link = await within(await navigation()).findByRole('link', { name: 'To do' })
    await waitFor(() => expect(link).toHaveAccessibleDescription(/^1 for you/))
    expect(info).not.toHaveBeenCalled()
    answers['POST rpc/list_case_news'] = () => json([news('case-1', 'answer'), news('case-2', 'handed_over')])
    act(() => topic()?.onStale())
    await waitFor(() => expect(info).toHaveBeenCalledOnce())
    expect(info.mock.calls[0]?.[0]).toMatchObject({ title: 'Handed over to you', text: 'Scam' })
    act(() => info.mock.calls[0]?.[0].action?.onClick())
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/cases/case-2'))
  })

  test('are not asked for without the right to work on cases', async () => {
    const { asked } = open('/admin/repair', { permissions: ['repair_transactions'] })
    expect(await screen.findByRole('heading', { level: 1, name: 'Transaction Repair Tool' })).toBeVisible()
    expect(asked.map(({ path }) => path)).not.toContain('rpc/list_case_news')
    expect(useTopicChanges.mock.calls.map(([{ topic }]) => topic)).not.toContain('staff:cases')
  })
})

test('overdue cases are counted in red on every staff screen, for those who work on cases', async () => {
  open('/admin/repair', { permissions: ['repair_transactions', 'manage_cases'], overdue: 3 })
  const link = await within(await navigation()).findByRole('link', { name: 'To do' })
  await waitFor(() => expect(link).toHaveAccessibleDescription('3 overdue'))
  expect(within(link).getByText('3')).toHaveClass('bg-danger')
})

test('the layout does not listen to the approvals for staff who may not decide them', async () => {
  open('/admin/repair', { permissions: ['repair_transactions'] })
  expect(await screen.findByRole('heading', { level: 1, name: 'Transaction Repair Tool' })).toBeVisible()
  expect(useTopicChanges.mock.calls.map(([{ topic }]) => topic)).not.toContain('staff:approvals')
})

describe('the palette', () => {
  const field = () => screen.findByRole('combobox', { name: 'Screen, name, email, amount or id' })
  const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent)

  test('opens with Ctrl+K, and goes to a screen by the keyboard', async () => {
    const { router } = open('/admin/repair', { roles: ['admin', 'super_admin'] })
    await chatLink()
    await userEvent.keyboard('{Control>}k{/Control}')
    await waitFor(async () => expect(await field()).toHaveFocus())
    expect(options()).toContain('User Management')
    await userEvent.keyboard('a')
    const [first, second] = screen.getAllByRole('option')
    expect(await field()).toHaveAttribute('aria-activedescendant', first?.id)
    await userEvent.keyboard('{ArrowDown}')
    expect(await field()).toHaveAttribute('aria-activedescendant', second?.id)
    expect(second).toHaveAttribute('aria-selected', 'true')
    await userEvent.clear(await field())
    await userEvent.keyboard('user man{Enter}')
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/users'))
    await waitFor(() => expect(screen.queryByRole('combobox', { name: /amount or id/ })).not.toBeInTheDocument())
  })

  test('searches only what the person may search', async () => {
    const { router } = open('/admin/repair', { permissions: ['repair_transactions', 'manage_chat'] })
    await chatLink()
    await userEvent.keyboard('{Meta>}k{/Meta}')
    await userEvent.type(await field(), 'Marta')
    expect(options()).toEqual(['Find chats with “Marta”'])
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(router.state.location).toMatchObject({ pathname: '/admin/chat', hash: '#search=Marta' }))
    expect(await screen.findByRole('searchbox', { name: 'Name or words' })).toHaveValue('Marta')
  })

  test('finds people and payments once the typing stops, and opens one', async () => {
    const { answers, asked, router } = open('/admin/repair', {
      permissions: ['repair_transactions', 'approve_users', 'view_transactions'],
    })
    const at = '2026-11-21T09:05:00+00:00'
    const person = { id: 'mina', full_name: 'Mina Patel', sign_in_email: 'mina@example.test', created_at: at }
    const user = {
      ...person,
      balance: null,
      notification_email: null,
      pin_requested_at: null,
      suspended_at: null,
      closed_at: null,
    }
    let approvedList: string | undefined
    answers['POST rpc/record_user_list'] = ({ body }) => {
      const { p_list_id: id, p_approved: isApproved } = JSON.parse(body ?? '')
      if (isApproved === true) approvedList = id
      return json(null)
    }
    answers['POST rpc/list_users'] = ({ body }) => json(JSON.parse(body ?? '').p_list_id === approvedList ? [user] : [])
    answers['POST rpc/record_transaction_search'] = () => json(null)
    answers['POST rpc/list_all_transactions'] = () =>
      page([row({ id: 'tx-1', recipient: 'Mill Lane', amount: 312.45 })])
    await userEvent.click(await screen.findByRole('button', { name: /^Go to/ }))
    await userEvent.type(await field(), 'mina 312.45')
    expect(options()).toEqual(['Find users with “mina 312.45”', 'Find transactions with “mina 312.45”'])
    expect(await screen.findByRole('option', { name: /^-£312.45 to Mill Lane/ })).toBeVisible()
    expect(await screen.findByRole('option', { name: 'Mina Patelmina@example.test' })).toBeVisible()
    expect(asked.filter(({ path }) => path === 'rpc/record_transaction_search').map(({ body }) => body)).toEqual([
      JSON.stringify({ p_search: 'mina 312.45' }),
    ])
    await userEvent.click(screen.getByRole('option', { name: /^-£312.45/ }))
    await waitFor(() => expect(router.state.location).toMatchObject({ hash: '#id=tx-1' }))
  })

  test('offers only what an id identifies', async () => {
    const { answers } = open('/admin/repair', {
      permissions: ['repair_transactions', 'approve_users', 'view_transactions', 'manage_chat'],
    })
    answers['POST rpc/find_id_kinds'] = () => json(['payment'])
    await userEvent.click(await screen.findByRole('button', { name: /^Go to/ }))
    await userEvent.click(await field())
    await userEvent.paste('0198c0de-0000-7000-8000-000000000001')
    expect(await screen.findByRole('option', { name: 'Open the payment with this id' })).toBeVisible()
    expect(options()).toHaveLength(1)
  })

  test("'?' lists the keys, but not in a field", async () => {
    open('/admin/repair', {})
    await chatLink()
    await userEvent.keyboard('?')
    const dialog = await screen.findByRole('dialog', { name: 'Keys' })
    expect(within(dialog).getByText('Accept the customer who has waited longest')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    await userEvent.click(screen.getByRole('button', { name: /^Go to/ }))
    await userEvent.type(await field(), 'what?')
    expect(await field()).toHaveValue('what?')
    expect(screen.queryByRole('dialog', { name: 'Keys' })).not.toBeInTheDocument()
  })
})

describe('the overview', () => {
  const figures = {
    ...noFigures,
    chats: {
      waiting: 2,
      answers_due: 0,
      waiting_since: '2026-11-21T09:05:00+00:00',
    },
    period: { ...nothingCounted, chats: { answered: 12, first_answer_seconds: 65, handling_seconds: null } },
  }

  const agentFigures = ({ body }: { body?: string | null }) =>
    json([
      {
        day: body?.includes('"p_by_day":true') ? '2026-11-21' : null,
        agent_id: 'agent-1',
        agent_name: '=Ada',
        answered: 12,
        wait_seconds: 75,
        handling_seconds: null,
      },
    ])

  test('all figures are those of one period that can be chosen, and are exported by day, with those of agents', async () => {
    const { answers, asked, router } = open('/admin', {})
    const blob = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:file')
    answers['POST rpc/get_staff_overview'] = () => json(figures)
    answers['POST rpc/list_agent_figures'] = agentFigures
    answers['POST rpc/list_figures_by_day'] = () =>
      json([
        {
          day: '2026-11-21',
          figures: {
            chats: { answered: 12, first_answer_seconds: 65, handling_seconds: null },
            users: null,
            payments: { count: 3, total: 12.5 },
            cases: null,
          },
        },
      ])
    expect(await screen.findByText('Chats answered today')).toBeVisible()
    await userEvent.selectOptions(await screen.findByLabelText('Period'), '30 days')
    expect(await screen.findByText('Chats answered in 30 days')).toBeVisible()
    expect(asked.findLast(({ path }) => path === 'rpc/get_staff_overview')?.body).toBe('{"p_days":30}')
    expect(router.state.location.hash).toBe('#days=30')
    const part = within(await screen.findByRole('table', { name: 'Answers by agent' }))
    expect(part.getByRole('row', { name: /=Ada.*12.*1 min 15 s.*–/ })).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Export CSV' }))
    await waitFor(() => expect(blob).toHaveBeenCalledOnce())
    const file = blob.mock.calls[0]?.[0]
    const text = file instanceof Blob ? await file.text() : ''
    for (const line of [
      'Day,Figure,Agent,Value',
      '2026-11-21,Payments,,3',
      '2026-11-21,Payments (£),,12.50',
      '2026-11-21,Chats answered,,12',
      '2026-11-21,"First answer, median in seconds",,65',
      "2026-11-21,Chats answered,'=Ada,12",
      '2026-11-21,"First answer, median in seconds",\'=Ada,75',
    ])
      expect(text).toContain(`${line}\r\n`)
    expect(text).not.toContain('New users')
    expect(asked.findLast(({ path }) => path === 'rpc/list_agent_figures')?.body).toBe('{"p_days":30,"p_by_day":true}')
    blob.mockRestore()
  })

  test('the overview is the first screen of the navigation, and what is to be done leads to its screen', async () => {
    const { answers, router } = open('/admin/repair', {})
    answers['POST rpc/get_staff_overview'] = () => json(figures)
    answers['POST rpc/list_agent_figures'] = agentFigures
    await chatLink()
    const [first] = within(await navigation()).getAllByRole('link')
    await userEvent.click(first ?? document.body)
    expect(router.state.location.pathname).toBe('/admin')
    expect(await screen.findByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
    expect(await screen.findByText('1 min 5 s')).toBeVisible()
    expect(screen.queryByText('Payments today')).not.toBeInTheDocument()
    await userEvent.click(screen.getByRole('link', { name: /^2\s*Chats waiting/ }))
    expect(router.state.location.pathname).toBe('/admin/chat')
  })

  test('recovers from an error', async () => {
    const { answers } = open('/admin', {})
    const again = await screen.findByRole('button', { name: 'Try again' })
    answers['POST rpc/get_staff_overview'] = () => json(figures)
    answers['POST rpc/list_agent_figures'] = agentFigures
    await userEvent.click(again)
    expect(await screen.findByText('1 min 5 s')).toBeVisible()
  })
})

describe('a broken audit chain', () => {
  const alarm = () => json({ row_id: 42, found_at: '2026-11-21T03:20:00+00:00' })
  const bar = () => screen.findByRole('alert', { name: 'Alarm about the audit' })

  test('a broken audit chain is a bar on the screens of staff, which only a super admin can end', async () => {
    const { answers, router } = open('/admin/repair', { permissions: ['repair_transactions'] })
    answers['POST rpc/get_audit_alarm'] = alarm
    await waitFor(async () =>
      expect(await bar()).toHaveTextContent(/broken at row 42:.*A super admin must look at it\./),
    )
    expect(await bar()).toHaveTextContent('Found by the nightly verification on 21 November 2026 at 03:20.')
    expect(within(await bar()).queryByRole('button')).not.toBeInTheDocument()
    await router.navigate('/more')
    await waitFor(() => expect(screen.queryByText(/broken at row 42/)).not.toBeInTheDocument())
  })

  test('disappears when a super admin has looked', async () => {
    const { answers, asked, router } = open('/admin/repair', { roles: ['admin', 'super_admin'] })
    answers['POST rpc/get_audit_alarm'] = alarm
    answers['POST rpc/list_audit'] = () => json([])
    await userEvent.click(await screen.findByRole('link', { name: 'Look at the row' }))
    expect(router.state.location).toMatchObject({ pathname: '/admin/audit', hash: '#row=42' })
    await userEvent.click(within(await bar()).getByRole('button', { name: 'I have looked' }))
    const dialog = await screen.findByRole('dialog', { name: 'Have you looked at this row?' })
    answers['POST rpc/acknowledge_audit_alarm'] = () => json(true)
    answers['POST rpc/get_audit_alarm'] = () => json(null)
    await userEvent.click(within(dialog).getByRole('button', { name: 'I have looked' }))
    await waitFor(() => expect(screen.queryByText(/broken at row 42/)).not.toBeInTheDocument())
    expect(asked.find(({ path }) => path === 'rpc/acknowledge_audit_alarm')?.body).toBe('{"p_row_id":42}')
  })
})

describe('waiting customers', () => {
  test('waiting customers are counted at Chat and in the title of every staff screen, live', async () => {
    const { answers } = open('/admin/repair', {}, 2)
    await waitFor(async () => expect(await chatLink()).toHaveAccessibleDescription('2 waiting'))
    expect(document.title).toBe('(2) Transaction Repair Tool – Fernbank')
    answers['POST rpc/get_waiting_chats'] = waiting(0)
    stale('waiting-chats')
    await waitFor(async () => expect(await chatLink()).toHaveAccessibleDescription(''))
    expect(document.title).toBe('Transaction Repair Tool – Fernbank')
  })

  test('waiting customers are not asked for by a person who may not answer them', async () => {
    const { asked } = open('/admin/repair', { permissions: ['repair_transactions'] })
    expect(await screen.findByRole('heading', { level: 1, name: 'Transaction Repair Tool' })).toBeVisible()
    await navigation()
    expect(asked.filter(({ path }) => path === 'rpc/get_waiting_chats')).toEqual([])
    expect(document.title).toBe('Transaction Repair Tool – Fernbank')
  })

  let alerts: ReturnType<typeof fakeAlerts>
  beforeEach(() => {
    alerts = fakeAlerts()
  })

  test.each([
    {
      what: 'sound and show a notification when the person has switched them on',
      stored: 'true',
      notifications: [['2 customers are waiting for an agent', expect.objectContaining({ tag: 'waiting-chats' })]],
    },
    { what: 'stay silent otherwise', stored: 'null', notifications: [] },
  ])('$what', async ({ stored, notifications }) => {
    localStorage.setItem('chatAlerts', stored)
    const { answers } = open('/admin/repair', {}, 1)
    await waitFor(async () => expect(await chatLink()).toHaveAccessibleDescription('1 waiting'))
    expect(alerts.sounded).not.toHaveBeenCalled()
    answers['POST rpc/get_waiting_chats'] = waiting(2)
    stale('waiting-chats')
    await waitFor(async () => expect(await chatLink()).toHaveAccessibleDescription('2 waiting'))
    answers['POST rpc/get_waiting_chats'] = waiting(1)
    stale('waiting-chats')
    await waitFor(async () => expect(await chatLink()).toHaveAccessibleDescription('1 waiting'))
    expect(alerts.sounded).toHaveBeenCalledTimes(notifications.length)
    expect(alerts.shown.mock.calls).toEqual(notifications)
  })
})
