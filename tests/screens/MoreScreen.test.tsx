import { json, noAnswer, renderSignedIn, serve, userId } from '../fakeServer'
import type { Answers } from '../apiAnswers'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { useTableChanges } from '../fakeRealtime'
import { MoreScreen } from '@/screens/MoreScreen'

const profile = (fullName: string | null) => () =>
  json({ full_name: fullName, approved: true, notification_email: null, staff_idle_minutes: null })

const staffProfile = () =>
  json({ full_name: 'Ada Agent', approved: true, notification_email: null, staff_idle_minutes: 30 })

const conversation = (status: string) => () =>
  json([
    {
      id: 'conversation-1',
      user_id: userId,
      status,
      assigned_admin_id: null,
      created_at: '2026-11-21T09:05:00+00:00',
      updated_at: '2026-11-21T09:05:00+00:00',
    },
  ])

const roles =
  (...names: string[]) =>
  () =>
    json(names.map((role) => ({ role })))

function show(change: Answers = {}) {
  const answers: Answers = {
    'GET profiles': profile('Priya Shah'),
    'GET user_roles': roles(),
    'GET admin_permissions': () => json([]),
    'GET chat_conversations': () => json([]),
    ...change,
  }
  const asked = serve(answers)
  return { answers, asked, ...renderSignedIn(<MoreScreen />, '/more') }
}

describe('the greeting', () => {
  test('uses the first word of the full name', async () => {
    show()
    expect(await screen.findByText('Hello Priya,')).toBeVisible()
    expect(screen.getByText('How can we help you today?')).toBeVisible()
  })

  test.each([null, '', '   '])("uses 'User' when the name is %j", async (fullName) => {
    show({ 'GET profiles': profile(fullName) })
    expect(await screen.findByText('Hello User,')).toBeVisible()
  })
})

describe('the tools', () => {
  test.each([
    ['Chat with us', '/chat'],
    ['Manage Payments', '/manage-payments'],
    ['Regular and future payments', '/regular-payments'],
    ['Help with your transactions', '/transactions'],
    ['Financial support', '/account-management'],
    ['Branch support', '/branch-support'],
    ['Profile', '/profile'],
    ['Settings', '/settings'],
  ])('%s leads to %s', async (name, address) => {
    const { router } = show()
    await userEvent.click(await screen.findByRole('link', { name }))
    expect(router.state.location.pathname).toBe(address)
  })

  test('appear in this order', async () => {
    show()
    const list = within(await screen.findByRole('region', { name: 'Tools' }))
    expect(list.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Chat with usAsk a question, or ask for a person',
      'Manage PaymentsThe people you have paid',
      'Regular and future paymentsWhat we will send, and when',
      'Help with your transactionsFind a payment, and say what is wrong with it',
      'More supportNothing more yet: chat with us or email us',
      'Financial supportYour balance, and a list you can tidy',
      'Branch supportYour display name and notification email',
      'Your cases',
      "I'm unhappy about something",
    ])
    // The name is the visible one, and what is there describes it.
    expect(list.getByRole('link', { name: 'Branch support' })).toHaveAccessibleDescription(
      'Your display name and notification email',
    )
    expect(list.getByRole('button', { name: 'More support' })).toHaveAccessibleDescription(
      'Nothing more yet: chat with us or email us',
    )
  })

  test("shows that 'More support' has no content yet and restores the focus", async () => {
    show()
    const button = await screen.findByRole('button', { name: 'More support' })
    await userEvent.click(button)
    expect(await screen.findByRole('dialog', { name: 'More support' })).toHaveTextContent(/ yet\b/)
    await userEvent.click(screen.getByRole('button', { name: 'OK' }))
    await waitFor(() => expect(button).toHaveFocus())
  })

  test('Sign Out ends the session', async () => {
    show({ 'POST /auth/v1/logout': () => json({}) })
    await userEvent.click(await screen.findByRole('button', { name: 'Sign Out' }))
    await waitFor(() => expect(localStorage.getItem('sb-bank-auth-token')).toBeNull())
  })
})

describe('the admin tools', () => {
  const adminTools = ['Admin Chat', 'All Transactions', 'Repair Transactions', 'Between Banks', 'User Management']
  const superAdminTools = ['Admin Management', 'Audit', 'Jobs', 'Payment Rules', 'Interest Rates']

  const showStaff = (change: Answers) => show({ 'GET profiles': staffProfile, ...change })

  async function shownTools() {
    const list = within(await screen.findByRole('region', { name: 'Admin Tools' }))
    return list.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
  }

  test('the admin tools are hidden from a customer, whose roles are not read', async () => {
    const { asked } = show()
    expect(await screen.findByRole('link', { name: 'Chat with us' })).toBeVisible()
    expect(asked.some(({ path }) => path === 'user_roles' || path === 'admin_permissions')).toBe(false)
    await waitFor(() => expect(screen.queryByText('Loading all of your tools')).not.toBeInTheDocument())
    expect(screen.queryByText('Admin Tools')).not.toBeInTheDocument()
    for (const name of [...adminTools, ...superAdminTools]) expect(screen.queryByText(name)).not.toBeInTheDocument()
  })

  const permissions =
    (...names: string[]) =>
    () =>
      json(names.map((permission) => ({ permission })))
  const every = permissions('manage_chat', 'view_transactions', 'repair_transactions', 'approve_users')

  test('an admin with all permissions sees four', async () => {
    const { asked } = showStaff({ 'GET user_roles': roles('admin'), 'GET admin_permissions': every })
    expect(await shownTools()).toEqual([
      ['Admin Chat', '/admin/chat'],
      ['All Transactions', '/admin/transactions'],
      ['Repair Transactions', '/admin/repair'],
      ['Between Banks', '/admin/between-banks'],
      ['User Management', '/admin/users'],
    ])
    expect(asked.find(({ path }) => path === 'user_roles')?.query.get('user_id')).toBe(`eq.${userId}`)
    expect(asked.find(({ path }) => path === 'admin_permissions')?.query.get('admin_id')).toBe(`eq.${userId}`)
  })

  test('an admin sees only those with the permission', async () => {
    showStaff({ 'GET user_roles': roles('admin'), 'GET admin_permissions': permissions('repair_transactions') })
    expect(await shownTools()).toEqual([
      ['Repair Transactions', '/admin/repair'],
      ['Between Banks', '/admin/between-banks'],
    ])
  })

  test('permissions without the role show none', async () => {
    const { asked } = showStaff({ 'GET admin_permissions': every })
    await waitFor(() => expect(asked.some(({ path }) => path === 'admin_permissions')).toBe(true))
    await waitFor(() => expect(screen.queryByText('Loading all of your tools')).not.toBeInTheDocument())
    expect(screen.queryByText('Admin Tools')).not.toBeInTheDocument()
  })

  test('a super admin who is also an admin sees the tools of super admins too', async () => {
    showStaff({ 'GET user_roles': roles('admin', 'super_admin'), 'GET admin_permissions': every })
    expect((await shownTools()).map(([name]) => name)).toEqual([...adminTools, ...superAdminTools])
  })

  test('a super admin without the admin role sees only the tools of super admins', async () => {
    showStaff({ 'GET user_roles': roles('super_admin') })
    expect((await shownTools()).map(([name]) => name)).toEqual(superAdminTools)
  })

  test('the admin tools show the error and retry when the roles do not load', async () => {
    const { answers } = showStaff({ 'GET user_roles': noAnswer })
    expect(await screen.findByRole('alert')).toHaveTextContent("We couldn't load all of your tools.")
    expect(screen.getByRole('link', { name: 'Chat with us' })).toBeVisible()
    answers['GET user_roles'] = roles('admin')
    answers['GET admin_permissions'] = every
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await shownTools()).toHaveLength(5)
  })
})

describe('the open chat', () => {
  test.each(['active', 'waiting_for_agent', 'agent_assigned'])(
    'shows a banner that leads back to a chat that is %s',
    async (status) => {
      const { router } = show({ 'GET chat_conversations': conversation(status) })
      expect(await screen.findByText('Active Chat Session')).toBeVisible()
      await userEvent.click(screen.getByRole('link', { name: 'Return to Chat' }))
      expect(router.state.location.pathname).toBe('/chat')
    },
  )

  test('shows the banner when a chat opens and hides it when the chat ends', async () => {
    const { answers, asked } = show()
    await waitFor(() => expect(asked.some(({ path }) => path === 'chat_conversations')).toBe(true))
    expect(screen.queryByText('Active Chat Session')).not.toBeInTheDocument()

    const watched = useTableChanges.mock.calls.map(([options]) => options)
    expect(watched.flatMap(({ changes }) => changes)).toEqual(
      expect.arrayContaining([
        { table: 'chat_conversations', event: 'INSERT', filter: `user_id=eq.${userId}` },
        { table: 'chat_conversations', event: 'DELETE' },
      ]),
    )
    const becomeStale = watched.findLast(({ channel }) => channel === 'support')?.onStale
    answers['GET chat_conversations'] = conversation('active')
    becomeStale?.()
    expect(await screen.findByText('Active Chat Session')).toBeVisible()
    answers['GET chat_conversations'] = () => json([])
    becomeStale?.()
    await waitFor(() => expect(screen.queryByText('Active Chat Session')).not.toBeInTheDocument())
  })

  test('follows the deletion of its own chat only', async () => {
    show({ 'GET chat_conversations': conversation('active') })
    expect(await screen.findByText('Active Chat Session')).toBeVisible()
    const concerns = useTableChanges.mock.calls
      .map(([options]) => options)
      .findLast(({ channel }) => channel === 'support')?.concerns
    expect(concerns?.({ table: 'chat_conversations', id: 'conversation-1' })).toBe(true)
    expect(concerns?.({ table: 'chat_conversations', id: 'conversation-2' })).toBe(false)
  })
})
