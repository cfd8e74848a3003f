import { bodiesOf, json, noAnswer, renderSignedIn, serve, userId } from '../fakeServer'
import type { Answers, Row } from '../apiAnswers'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { AdminUsersScreen } from '@/screens/AdminUsersScreen'

const personId = '00000000-0000-4000-8000-000000000002'

function userRow(change: Partial<Row<'list_users'>> = {}): Row<'list_users'> {
  return {
    id: personId,
    created_at: '2026-11-21T09:05:00.123456+00:00',
    approved: true,
    full_name: 'Marta Lind',
    notification_email: 'marta@example.test',
    sign_in_email: 'marta.signs.in@example.test',
    has_pin: true,
    pin_visible: true,
    balance: 1234.5,
    financial_support: false,
    is_staff: false,
    is_admin: false,
    can_delete: true,
    account_number: '12345678',
    pin_requested_at: null,
    suspended_at: null,
    closed_at: null,
    ...change,
  }
}

const deletion = (change: Partial<Row<'preview_deletion'>> = {}): Row<'preview_deletion'> => ({
  balance: 1234.5,
  held: 0,
  has_open_chat: true,
  scheduled_payments: 2,
  regular_payments: 0,
  needs_approval: false,
  ...change,
})

type Shown = { waiting?: Row<'list_users'>[]; approved?: Row<'list_users'>[] }

function show({ waiting = [], approved = [userRow()] }: Shown = {}, change: Answers = {}, fragment = '') {
  const recorded = new Map<string, boolean>()
  const answers: Answers = {
    'GET user_roles': () => json([{ role: 'admin' }]),
    'GET admin_permissions': () => json([{ permission: 'approve_users' }]),
    'POST rpc/count_users': () => json({ pending: 4321, approved: 12, pin_requests: 0 }),
    'POST rpc/record_pin_request_list': () => new Response(null, { status: 204 }),
    'POST rpc/list_pin_reset_requests': () => json([]),
    'POST rpc/record_user_list': ({ body }) => {
      const { p_list_id: id, p_approved: isApproved } = JSON.parse(body ?? '')
      recorded.set(id, isApproved)
      return new Response(null, { status: 204 })
    },
    'POST rpc/record_pin_view': () => json(null),
    'POST rpc/get_user_pin': () => json('24680'),
    'POST rpc/record_user_view': () => json(null),
    'POST rpc/preview_deletion': () => json(deletion()),
    'POST rpc/list_users': ({ body }) => json(recorded.get(JSON.parse(body ?? '').p_list_id) ? approved : waiting),
    ...change,
  }
  const asked = serve(answers)
  return { answers, asked, ...renderSignedIn(<AdminUsersScreen />, '/admin/users', fragment) }
}

const approvedCard = () => screen.findByRole('region', { name: 'Approved Users' })
const pendingCard = () => screen.findByRole('region', { name: 'Pending Approval' })

describe('the lists', () => {
  test('a list of more users than the server counts shows how many at least', async () => {
    show({}, { 'POST rpc/count_users': () => json({ pending: 10_001, approved: 10_000, pin_requests: 0 }) })
    expect(await within(await pendingCard()).findByText('10,000+')).toBeVisible()
    expect(within(await approvedCard()).getByText('10,000')).toBeVisible()
  })

  test('the lists show counts and empty messages', async () => {
    show({ approved: [] })
    expect(await screen.findByText('No pending users')).toBeVisible()
    expect(await screen.findByText('No approved users')).toBeVisible()
    expect(await within(await pendingCard()).findByText('4,321')).toBeVisible()
    expect(within(await approvedCard()).getByText('12')).toBeVisible()
    expect(screen.queryByText('PIN Requests')).not.toBeInTheDocument()
  })

  test("the lists show 'No name' and 'Not set', and offer no PIN actions without a PIN", async () => {
    show({ approved: [userRow({ full_name: null, balance: null, has_pin: false })] })
    const card = within(await approvedCard())
    expect(await card.findByText('No name')).toBeVisible()
    expect(card.getByText('Not set')).toBeVisible()
    expect(card.queryByRole('button', { name: /PIN of|PIN to/ })).not.toBeInTheDocument()
  })

  test('the lists hide the PIN of other staff, who can be sent it but not have it copied', async () => {
    const { asked } = show(
      { approved: [userRow({ pin_visible: false, is_staff: true, can_delete: false })] },
      { 'POST rpc/send_pin_to_inbox': () => json('Marta Lind') },
    )
    const card = within(await approvedCard())
    expect(await card.findByText('Hidden')).toBeVisible()
    expect(card.queryByRole('button', { name: /Copy PIN/ })).not.toBeInTheDocument()
    await userEvent.click(card.getByRole('button', { name: /Send PIN to inbox/ }))
    expect(await screen.findByText('PIN Sent!')).toBeInTheDocument()
    expect(screen.getByText("Security PIN sent to Marta Lind's in-app notifications")).toBeInTheDocument()
    expect(asked.find(({ path }) => path === 'rpc/send_pin_to_inbox')?.body).toBe(
      JSON.stringify({ p_user_id: personId }),
    )
    expect(card.getByRole('button', { name: /Revoke Access/ })).toBeDisabled()
    await userEvent.click(card.getByRole('button', { name: 'Edit Marta Lind' }))
    expect(await screen.findByLabelText('5-Digit Login PIN')).toHaveAttribute('readonly')
  })

  test('the lists show the error and retry', async () => {
    const { answers } = show({}, { 'POST rpc/list_users': () => json({ code: 'PT403', message: 'No.' }, 403) })
    const card = within(await approvedCard())
    expect(await card.findByRole('alert')).toHaveTextContent("We couldn't load approved users.")
    answers['POST rpc/list_users'] = () => json([userRow()])
    await userEvent.click(card.getByRole('button', { name: 'Try again' }))
    expect(await card.findByText('Marta Lind')).toBeVisible()
  })

  test('the lists clear the cache on leaving, and keep PINs and searches out of the query keys, the URLs and the storage', async () => {
    const { asked, client, router } = show()
    await userEvent.click(await screen.findByRole('button', { name: 'Show PIN of Marta Lind' }))
    expect(await screen.findByText('24680')).toBeVisible()
    await userEvent.type(screen.getByRole('searchbox'), 'marta@example.test{Enter}')
    await waitFor(() => expect(screen.getByRole('button', { name: 'Clear search' })).toBeVisible())
    expect(await screen.findByText('Marta Lind')).toBeVisible()
    const text = () =>
      JSON.stringify(
        client
          .getQueryCache()
          .getAll()
          .map(({ queryKey }) => queryKey),
      )
    expect(text()).not.toMatch(/24680|marta/)
    expect(asked.map(({ query }) => decodeURIComponent(query.toString())).join()).not.toMatch(/24680|marta/)
    expect(JSON.stringify([localStorage, sessionStorage])).not.toContain('24680')
    await router.navigate('/admin/nowhere')
    await waitFor(() =>
      expect(
        JSON.stringify(
          client
            .getQueryCache()
            .getAll()
            .map(({ state }) => state.data),
        ),
      ).not.toMatch(/24680|marta/),
    )
  })
})

describe('a search', () => {
  test('a search is sent on Enter, not on each key, and starts at the first page', async () => {
    const { asked } = show()
    await screen.findByText('Marta Lind')
    // Those of the counts have the limit 1.
    const lists = () =>
      asked
        .filter(({ path, body }) => path === 'rpc/record_user_list' && JSON.parse(body ?? '').p_limit === 25)
        .map(({ body }) => JSON.parse(body ?? ''))
    expect(lists()).toHaveLength(2)
    await userEvent.type(screen.getByRole('searchbox'), ' Marta ')
    expect(lists()).toHaveLength(2)
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(lists()).toHaveLength(4))
    expect(lists().slice(2)).toEqual([
      { p_list_id: expect.any(String) as string, p_approved: false, p_limit: 25, p_sort: 'newest', p_search: 'Marta' },
      { p_list_id: expect.any(String) as string, p_approved: true, p_limit: 25, p_sort: 'newest', p_search: 'Marta' },
    ])
  })
})

describe('a PIN', () => {
  test('a PIN is masked until it is shown, which the server records first', async () => {
    const { asked } = show()
    expect(await screen.findByText('•••••')).toBeVisible()
    expect(asked.filter(({ path }) => path.includes('pin_view'))).toHaveLength(0)
    await userEvent.click(screen.getByRole('button', { name: 'Show PIN of Marta Lind' }))
    expect(await screen.findByText('24680')).toBeVisible()
    const calls = asked.map(({ path }) => path).filter((path) => /pin_view|get_user_pin/.test(path))
    expect(calls).toEqual(['rpc/record_pin_view', 'rpc/get_user_pin'])
    await userEvent.click(screen.getByRole('button', { name: 'Hide PIN of Marta Lind' }))
    expect(screen.queryByText('24680')).not.toBeInTheDocument()
  })

  test('a PIN is copied only after the server records it', async () => {
    const user = userEvent.setup()
    const { asked } = show()
    await user.click(await screen.findByRole('button', { name: 'Copy PIN of Marta Lind' }))
    expect(await screen.findByText('PIN Copied!')).toBeInTheDocument()
    expect(await navigator.clipboard.readText()).toBe('24680')
    expect(JSON.parse(asked.find(({ path }) => path === 'rpc/record_pin_view')?.body ?? '')).toEqual({
      p_user_id: personId,
      p_is_copied: true,
    })
  })

  test('a PIN that the browser refuses to copy causes an error', async () => {
    const user = userEvent.setup()
    const refuse = () => Promise.reject(new DOMException('', 'NotAllowedError'))
    vi.spyOn(navigator.clipboard, 'write').mockImplementation(refuse)
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(refuse)
    show()
    await user.click(await screen.findByRole('button', { name: 'Copy PIN of Marta Lind' }))
    expect(await screen.findByText('Failed to copy PIN to clipboard')).toBeInTheDocument()
    expect(screen.queryByText('PIN Copied!')).not.toBeInTheDocument()
  })

  test('a PIN is not copied when the server refuses', async () => {
    const user = userEvent.setup()
    const refusal = { code: 'PT403', message: 'Only a super admin can see the PIN of staff.' }
    await navigator.clipboard.writeText('before')
    show({}, { 'POST rpc/record_pin_view': () => json(refusal, 403) })
    await user.click(await screen.findByRole('button', { name: 'Copy PIN of Marta Lind' }))
    expect(await screen.findByText('Only a super admin can see the PIN of staff.')).toBeInTheDocument()
    expect(await navigator.clipboard.readText()).toBe('before')
  })
})

const easyPin = {
  code: 'PT400',
  message: 'This PIN is easy to guess. Please choose another one.',
  hint: 'field:pin',
}

describe('a failed action', () => {
  test('shows a failed deletion in the dialog, without a toast, and keeps the row', async () => {
    const { asked } = show(
      {},
      { 'POST /functions/v1/delete-user': () => json({ error: 'You cannot delete yourself.' }, 403) },
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Revoke Access of Marta Lind' }))
    const box = within(await screen.findByRole('dialog', { name: 'Revoke access?' }))
    expect(await box.findByText('Balance: £1,234.50')).toBeVisible()
    expect(box.getByText('A chat is open')).toBeVisible()
    expect(box.getByText('2 scheduled payments')).toBeVisible()
    const email = box.getByLabelText('Type marta.signs.in@example.test to confirm')
    await userEvent.type(email, 'marta@example.test')
    await userEvent.click(box.getByRole('button', { name: 'Revoke Access' }))
    expect(email).toHaveAccessibleDescription('This is not the email of this user.')
    expect(asked.filter(({ path }) => path.includes('delete-user'))).toHaveLength(0)
    await userEvent.clear(email)
    await userEvent.type(email, 'Marta.Signs.In@example.test')
    await userEvent.click(box.getByRole('button', { name: 'Revoke Access' }))
    const alert = await box.findByText('The user was not deleted')
    expect(alert).toBeVisible()
    expect(screen.queryByText('Error')).not.toBeInTheDocument()
    await userEvent.click(box.getByRole('button', { name: 'Cancel' }))
    expect(screen.getByText('Marta Lind')).toBeVisible()
  })

  test('shows a failed approval and retries it', async () => {
    const row = userRow({ approved: false })
    const { answers } = show({ waiting: [row], approved: [] }, { 'POST rpc/approve_users': noAnswer })
    const approve = await screen.findByRole('button', { name: 'Approve Marta Lind' })
    await userEvent.click(approve)
    expect(
      await screen.findByText('You appear to be offline. Check your connection and try again.'),
    ).toBeInTheDocument()
    Object.assign(answers, { 'POST rpc/approve_users': () => json(1), 'POST rpc/list_users': () => json([]) })
    await userEvent.click(await screen.findByRole('button', { name: 'Approve Marta Lind' }))
    expect(await screen.findByText('User approved successfully')).toBeInTheDocument()
    // The button has gone; the keyboard is still in the card.
    const card = within(await pendingCard())
    await waitFor(() => expect(card.getByRole('heading', { level: 2 })).toHaveFocus())
  })

  test('shows a refused edit at its field and keeps the typed text', async () => {
    const { asked } = show({}, { 'POST rpc/update_user': () => json(easyPin, 400) })
    await userEvent.click(await screen.findByRole('button', { name: 'Edit Marta Lind' }))
    const pin = await screen.findByLabelText('5-Digit Login PIN')
    await userEvent.clear(pin)
    await userEvent.type(pin, '13579')
    await userEvent.click(screen.getByRole('button', { name: 'Save Changes' }))
    await waitFor(() => expect(pin).toBeInvalid())
    expect(pin).toHaveAccessibleDescription(/^This PIN is easy to guess\./)
    expect(screen.getAllByText(easyPin.message)).toHaveLength(1)
    expect(pin).toHaveFocus()
    expect(pin).toHaveValue('13579')
    expect(JSON.parse(asked.find(({ path }) => path === 'rpc/update_user')?.body ?? '')).toEqual({
      p_user_id: personId,
      p_pin: '13579',
    })
  })

  test('a slip of a key in the field of the PIN and its correction change nothing', async () => {
    const { asked } = show({}, { 'POST rpc/update_user': () => json(null) })
    await userEvent.click(await screen.findByRole('button', { name: 'Edit Marta Lind' }))
    const pin = await screen.findByLabelText('5-Digit Login PIN')
    expect(pin).toHaveValue('')
    expect(pin).toHaveAccessibleDescription('Leave it empty to keep the PIN. A new PIN signs this user out.')
    await userEvent.type(pin, '4{Backspace}{Delete}x')
    await userEvent.click(screen.getByRole('button', { name: 'Save Changes' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(asked.find(({ path }) => path === 'rpc/update_user')?.body ?? '{}').not.toContain('p_pin')
  })

  test.each([
    ['Remove PIN', [{ p_user_id: personId, p_pin: '' }]],
    ['Cancel', []],
  ])('removing the PIN asks first: %s', async (answer, sent) => {
    const { asked } = show({}, { 'POST rpc/update_user': () => json(null) })
    await userEvent.click(await screen.findByRole('button', { name: 'Edit Marta Lind' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Remove PIN' }))
    const question = within(await screen.findByRole('dialog', { name: 'Remove the PIN?' }))
    await userEvent.click(question.getByRole('button', { name: answer }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Remove the PIN?' })).not.toBeInTheDocument())
    expect(bodiesOf(asked, 'rpc/update_user')).toEqual(sent)
  })

  test('removing the PIN keeps what else was typed, and saves it only when it is saved', async () => {
    const { asked } = show({}, { 'POST rpc/update_user': () => json(null) })
    await userEvent.click(await screen.findByRole('button', { name: 'Edit Marta Lind' }))
    await userEvent.type(await screen.findByLabelText('Full Name'), 'en')
    await userEvent.type(screen.getByLabelText('5-Digit Login PIN'), '135')
    await userEvent.click(screen.getByRole('button', { name: 'Remove PIN' }))
    const question = within(await screen.findByRole('dialog', { name: 'Remove the PIN?' }))
    await userEvent.click(question.getByRole('button', { name: 'Remove PIN' }))
    expect(await screen.findByLabelText('Full Name')).toHaveValue('Marta Linden')
    expect(screen.getByLabelText('5-Digit Login PIN')).toHaveValue('')
    await userEvent.click(screen.getByRole('button', { name: 'Save Changes' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(bodiesOf(asked, 'rpc/update_user')).toEqual([
      { p_user_id: personId, p_pin: '' },
      { p_user_id: personId, p_full_name: 'Marta Linden' },
    ])
  })

  test('refuses an easy PIN at the field and sets a random PIN instead', async () => {
    const answers = {
      'POST rpc/give_random_pin': () => json('97531'),
      'POST rpc/update_user': (): Response => json(easyPin, 400),
    }
    const { asked } = show({}, answers)
    await userEvent.click(await screen.findByRole('button', { name: 'Edit Marta Lind' }))
    const pin = await screen.findByLabelText('5-Digit Login PIN')
    await userEvent.clear(pin)
    await userEvent.type(pin, '13579')
    await userEvent.click(screen.getByRole('button', { name: 'Save Changes' }))
    await waitFor(() => expect(pin).toBeInvalid())
    answers['POST rpc/update_user'] = () => json(null)
    await userEvent.type(screen.getByLabelText('Full Name'), 'en')
    await userEvent.click(screen.getByRole('button', { name: 'New random PIN' }))
    expect(await screen.findByText('New PIN set')).toBeInTheDocument()
    expect(pin).toHaveValue('97531')
    expect(pin).toBeValid()
    await userEvent.click(screen.getByRole('button', { name: 'Save Changes' }))
    await waitFor(() => expect(asked.filter(({ path }) => path === 'rpc/update_user')).toHaveLength(2))
    // The random PIN is set already, so it is not sent again.
    expect(JSON.parse(asked.findLast(({ path }) => path === 'rpc/update_user')?.body ?? '')).toEqual({
      p_user_id: personId,
      p_full_name: 'Marta Linden',
    })
  })
})

test('stops staff from approving themselves or changing their own rights', async () => {
  show({ waiting: [userRow({ id: userId, approved: false })], approved: [] })
  expect(await screen.findByRole('button', { name: 'Approve Marta Lind' })).toBeDisabled()
  expect(screen.getByRole('switch', { name: 'Financial Support Access' })).toBeDisabled()
})

test('sends two quick changes of the financial support one after the other', async () => {
  let answerFirst: (() => void) | undefined
  const { asked, answers } = show({ approved: [userRow({ is_staff: true, is_admin: true })] })
  const changes = () =>
    asked.filter(({ path }) => path === 'rpc/set_financial_support').map(({ body }) => JSON.parse(body ?? '').p_granted)
  answers['POST rpc/set_financial_support'] = () =>
    new Promise((resolve) => {
      answerFirst = () => resolve(new Response(null, { status: 204 }))
    })
  const access = await within(await approvedCard()).findByRole('switch', { name: 'Financial Support Access' })
  await userEvent.click(access)
  await waitFor(() => expect(changes()).toEqual([true]))
  expect(access).toBeChecked()
  answers['POST rpc/set_financial_support'] = () => new Response(null, { status: 204 })
  await userEvent.click(access)
  expect(access).not.toBeChecked()
  expect(changes()).toEqual([true])
  answerFirst?.()
  await waitFor(() => expect(changes()).toEqual([true, false]))
  expect(await screen.findByText('Financial support granted')).toBeInTheDocument()
  expect(await screen.findByText('Financial support revoked')).toBeInTheDocument()
  await waitFor(() => expect(access).not.toBeChecked())
})

test.each([
  ['a customer', {}],
  ['a super admin who is no administrator', { is_staff: true }],
])('financial support is off for %s, and says why', async (_who, change) => {
  show({ approved: [userRow(change)] })
  const access = await within(await approvedCard()).findByRole('switch', { name: 'Financial Support Access' })
  expect(access).toBeDisabled()
  expect(within(await approvedCard()).getByText('For administrators only.')).toBeInTheDocument()
})

test('only super admins change the details of other staff', async () => {
  const colleague = userRow({ is_staff: true, pin_visible: false, can_delete: false })
  show({ approved: [colleague], waiting: [{ ...colleague, approved: false }] })
  expect(await screen.findByRole('button', { name: 'Approve Marta Lind' })).toBeDisabled()
  for (const toggle of screen.getAllByRole('switch', { name: 'Financial Support Access' }))
    expect(toggle).toBeDisabled()
  await userEvent.click(within(await approvedCard()).getByRole('button', { name: 'Edit Marta Lind' }))
  for (const label of ['Full Name', 'Notification Email', 'Account Balance (£)', '5-Digit Login PIN']) {
    expect(await screen.findByLabelText(label)).toHaveAttribute('readonly')
  }
})

test('shows how many PIN emails were sent and how many failed', async () => {
  show(
    {},
    {
      'POST /functions/v1/send-all-user-pins': () =>
        json({ successful: 12, failed: 1, failedNames: ['No name (who@example.test)'] }),
    },
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Send All PINs' }))
  const box = within(await screen.findByRole('dialog', { name: 'Send all PINs?' }))
  await userEvent.click(box.getByRole('button', { name: 'Send All PINs' }))
  expect(await screen.findByText('Success!')).toBeInTheDocument()
  expect(screen.getByText('12 users received their PIN, 1 user failed.')).toBeInTheDocument()
  const names = within(await screen.findByRole('dialog', { name: 'Users without a PIN' }))
  expect(names.getByText('No name (who@example.test)')).toBeVisible()
  // The dialog covers the screen, and the toast stays. Sonner marks a dismissed toast before it takes it away.
  await userEvent.click(names.getAllByRole('button', { name: 'Close' })[0] ?? document.body)
  expect(screen.getByText('Success!').closest('[data-sonner-toast]')).toHaveAttribute('data-removed', 'false')
})

test('sending all PINs shows how far it is, goes on after a lost connection, and can be stopped', async () => {
  const asked: unknown[] = []
  const waiting: (() => void)[] = []
  const counts = { successful: 5000, failed: 0, failedNames: [] }
  const { answers } = show(
    {},
    {
      'POST /functions/v1/send-all-user-pins': async ({ body }) => {
        asked.push(JSON.parse(body ?? '').after)
        if (asked.length === 2) return noAnswer()
        if (asked.length > 2) await new Promise<void>((resolve) => waiting.push(resolve))
        return json({ ...counts, sentUntil: `user ${asked.length}` })
      },
    },
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Send All PINs' }))
  const box = within(await screen.findByRole('dialog', { name: 'Send all PINs?' }))
  await userEvent.click(box.getByRole('button', { name: 'Send All PINs' }))
  expect(await box.findByText(/^5,000 users done so far\.\.\. It goes on/)).toBeVisible()
  expect(await screen.findAllByText('Error')).toHaveLength(1)
  await userEvent.click(box.getByRole('button', { name: 'Send All PINs' }))
  expect(await box.findByText('5,000 users done so far...')).toBeVisible()
  await userEvent.click(box.getByRole('button', { name: 'Stop' }))
  waiting[0]?.()
  expect(await screen.findByText('Sending stopped')).toBeInTheDocument()
  expect(
    screen.getByText('10,000 users received their PIN. Send All PINs goes on with the others.'),
  ).toBeInTheDocument()

  answers['POST /functions/v1/send-all-user-pins'] = ({ body }) => {
    asked.push(JSON.parse(body ?? '').after)
    return json({ ...counts, successful: 1, sentUntil: null })
  }
  // The page is loaded again.
  cleanup()
  show({}, answers)
  await userEvent.click(await screen.findByRole('button', { name: 'Send All PINs' }))
  const again = within(await screen.findByRole('dialog', { name: 'Send all PINs?' }))
  expect(again.getByText(/^10,000 users done so far\.\.\. It goes on/)).toBeVisible()
  await userEvent.click(again.getByRole('button', { name: 'Send All PINs' }))
  expect(await screen.findByText('10,001 users received their PIN, 0 users failed.')).toBeInTheDocument()
  expect(asked).toEqual([null, 'user 1', 'user 1', 'user 3'])
})

test.each([
  ['Clear All Notifications', 'Clear all notifications?', 'All notifications have been cleared'],
  ['Sync Passwords', 'Sync passwords?', '3 passwords were changed.'],
])('%s runs after the question, and says how it ended', async (action, question, ended) => {
  const { asked } = show(
    {},
    {
      'POST rpc/clear_all_notifications': () => json(7),
      'POST /functions/v1/sync-user-pins': () =>
        json({ changed: 3, remaining: 0, message: '3 passwords were changed.' }),
    },
  )
  const sent = () => asked.filter(({ path }) => /clear_all_notifications|sync-user-pins/.test(path))
  await userEvent.click(await screen.findByRole('button', { name: action }))
  const box = within(await screen.findByRole('dialog', { name: question }))
  expect(sent()).toHaveLength(0)
  await userEvent.click(box.getByRole('button', { name: action }))
  expect(await screen.findByText(ended)).toBeInTheDocument()
  expect(sent()).toHaveLength(1)
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})

test('keeps search, filter, sort and page in the address, and opens a link at the same place', async () => {
  const rows = Array.from({ length: 25 }, (_row, nth) =>
    userRow({ id: personId.replace(/..$/, String(nth + 10)), full_name: `Person ${nth}` }),
  )
  const { asked, router } = show({ approved: rows })
  await userEvent.selectOptions(await screen.findByLabelText('Show'), 'Suspended')
  await userEvent.selectOptions(screen.getByLabelText('Sort by'), 'Name A–Z')
  await userEvent.type(screen.getByRole('searchbox'), 'person{Enter}')
  const card = within(await approvedCard())
  await userEvent.click(await card.findByRole('button', { name: /Next/ }))
  const last = rows.at(-1)?.id ?? ''
  const wanted = {
    p_list_id: expect.any(String) as string,
    p_approved: true,
    p_limit: 25,
    p_search: 'person',
    p_filter: 'suspended',
    p_sort: 'name',
    p_after: last,
  }
  const lists = () =>
    asked.filter(({ path }) => path === 'rpc/record_user_list').map(({ body }) => JSON.parse(body ?? ''))
  await waitFor(() => expect(lists().at(-1)).toEqual(wanted))
  // The server counts what a search finds only after it was recorded.
  expect(lists()).toContainEqual({
    p_list_id: expect.any(String) as string,
    p_approved: true,
    p_limit: 1,
    p_search: 'person',
    p_filter: 'suspended',
  })
  expect(asked.findLast(({ path }) => path === 'rpc/count_users')?.body).toContain('person')
  const { hash, search } = router.state.location
  expect(search).toBe('')

  cleanup()
  const { asked: again } = show({ approved: rows }, {}, hash)
  await waitFor(() =>
    expect(
      again.filter(({ path }) => path === 'rpc/record_user_list').map(({ body }) => JSON.parse(body ?? '')),
    ).toContainEqual(wanted),
  )
  expect(screen.getByRole('searchbox')).toHaveValue('person')
})

describe('selected users', () => {
  const waiting = [
    userRow({ approved: false, full_name: 'Ann One' }),
    userRow({ approved: false, full_name: 'Bob Two', id: personId.replace('2', '3') }),
    userRow({ approved: false, full_name: 'Own Staff', id: personId.replace('2', '4'), pin_visible: false }),
  ]

  test('selected users are named and approved together, without those whom the caller may not approve', async () => {
    const { asked, answers } = show({ waiting }, { 'POST rpc/approve_users': () => noAnswer() })
    await userEvent.click(await screen.findByLabelText('Select all on this page'))
    expect(screen.queryByLabelText('Select Own Staff')).not.toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'Approve selected' }))
    const box = within(await screen.findByRole('dialog', { name: 'Approve 2 users?' }))
    const named = box.getAllByRole('listitem').map(({ textContent }) => textContent)
    expect(named).toEqual(['Ann One marta.signs.in@example.test', 'Bob Two marta.signs.in@example.test'])
    expect(bodiesOf(asked, 'rpc/approve_users')).toEqual([])
    await userEvent.click(box.getByRole('button', { name: 'Approve' }))
    expect(await box.findByText('Not approved')).toBeVisible()
    answers['POST rpc/approve_users'] = () => json(2)
    await userEvent.click(box.getByRole('button', { name: 'Approve' }))
    expect(await screen.findByText('2 users approved')).toBeInTheDocument()
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(bodiesOf(asked, 'rpc/approve_users').at(-1)).toEqual({ p_user_ids: waiting.slice(0, 2).map(({ id }) => id) })
  })

  test('selected users are rejected with a reason', async () => {
    const { asked } = show(
      { waiting },
      { 'POST rpc/reject_users': () => json(1), 'POST /functions/v1/send-due-mails': () => json({ sent: 1 }) },
    )
    await userEvent.click(await screen.findByLabelText('Select Bob Two'))
    await userEvent.click(screen.getByRole('button', { name: 'Reject selected' }))
    const box = within(await screen.findByRole('dialog', { name: 'Reject 1 user?' }))
    await userEvent.click(box.getByRole('button', { name: 'Reject' }))
    expect(box.getByLabelText('Reason')).toHaveAccessibleDescription('Enter a reason.')
    await userEvent.type(box.getByLabelText('Reason'), ' No proof of address ')
    await userEvent.click(box.getByRole('button', { name: 'Reject' }))
    expect(await screen.findByText('1 user rejected')).toBeInTheDocument()
    expect(JSON.parse(asked.find(({ path }) => path === 'rpc/reject_users')?.body ?? '')).toEqual({
      p_user_ids: [waiting[1]?.id],
      p_reason: 'No proof of address',
    })
    expect(asked.map(({ path }) => path)).toContain('/functions/v1/send-due-mails')
  })
})

test('suspends and restores, and says that the customer is asked for a new PIN', async () => {
  // A member of staff: they cannot sign in, and are told nothing.
  const colleague = { is_staff: true, is_admin: true }
  const { answers, asked } = show(
    { approved: [userRow(colleague)] },
    { 'POST rpc/suspend_user': () => json(true), 'POST rpc/restore_user': () => json(true) },
  )
  const suspend = await screen.findByRole('button', { name: 'Suspend Marta Lind' })
  answers['POST rpc/list_users'] = () => json([userRow({ ...colleague, suspended_at: '2026-11-22T10:00:00+00:00' })])
  await userEvent.click(suspend)
  const dialog = within(await screen.findByRole('dialog', { name: 'Suspend Marta Lind?' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Suspend' }))
  expect(await screen.findByText('User suspended')).toBeInTheDocument()
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  const restore = async () => {
    await userEvent.click((await screen.findAllByRole('button', { name: 'Restore Marta Lind' }))[0]!)
    const box = within(await screen.findByRole('dialog', { name: 'Restore Marta Lind?' }))
    await userEvent.click(box.getByRole('button', { name: 'Restore' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  }
  await restore()
  expect(await screen.findByText('User restored')).toBeInTheDocument()
  expect(asked.filter(({ path }) => /suspend|restore/.test(path)).map(({ path }) => path)).toEqual([
    'rpc/suspend_user',
    'rpc/restore_user',
  ])
  // Someone else may have had the account: the database asks for a new PIN first.
  answers['POST rpc/restore_user'] = () => json(null)
  await restore()
  expect(await screen.findByText('Asked for a new PIN')).toBeInTheDocument()
})

test('a balance that has changed since the form was opened is shown, and saved with the next press', async () => {
  const { answers, asked } = show(
    {},
    {
      'GET admin_permissions': () => json([{ permission: 'approve_users' }, { permission: 'financial_support' }]),
      'POST rpc/update_user': () =>
        json(
          {
            code: 'PT409',
            hint: 'balance-changed',
            message: 'The balance has changed. Please check it and try again.',
          },
          409,
        ),
    },
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Marta Lind' }))
  const balance = await screen.findByLabelText('Account Balance (£)')
  await userEvent.clear(balance)
  await userEvent.type(balance, '100')
  answers['POST rpc/list_users'] = () => json([userRow({ balance: 1254.5 })])
  await userEvent.click(screen.getByRole('button', { name: 'Save Changes' }))
  const box = within(screen.getByRole('dialog', { name: 'Edit User Information' }))
  expect(await box.findByText('The balance has changed. Please check it and try again.')).toBeVisible()
  expect(await box.findByText('It is £1,254.50 now.')).toBeVisible()
  answers['POST rpc/update_user'] = () => json(null)
  await userEvent.click(screen.getByRole('button', { name: 'Save Changes' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  const sent = asked.filter(({ path }) => path === 'rpc/update_user').map(({ body }) => JSON.parse(body ?? ''))
  expect(sent).toMatchObject([
    { p_balance: '100.00', p_seen_balance: '1234.50' },
    { p_balance: '100.00', p_seen_balance: '1254.50' },
  ])
})

describe('an empty balance', () => {
  const saveEmpty = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Edit Marta Lind' }))
    await userEvent.clear(await screen.findByLabelText('Account Balance (£)'))
    await userEvent.click(screen.getByRole('button', { name: 'Save Changes' }))
    return within(await screen.findByRole('dialog', { name: 'Set the balance to £0.00?' }))
  }
  const supporter = {
    'GET admin_permissions': () => json([{ permission: 'approve_users' }, { permission: 'financial_support' }]),
    'POST rpc/update_user': () => json(null),
  }

  test('an empty balance is saved as zero only after the question', async () => {
    const { asked } = show({}, supporter)
    const box = await saveEmpty()
    expect(asked.filter(({ path }) => path === 'rpc/update_user')).toHaveLength(0)
    await userEvent.click(box.getByRole('button', { name: 'Set to £0.00' }))
    await waitFor(() => expect(asked.filter(({ path }) => path === 'rpc/update_user')).toHaveLength(1))
    expect(JSON.parse(asked.find(({ path }) => path === 'rpc/update_user')?.body ?? '')).toMatchObject({
      p_balance: '0.00',
    })
  })

  test('an empty balance is not saved when the question is cancelled', async () => {
    const { asked } = show({}, supporter)
    const box = await saveEmpty()
    await userEvent.click(box.getByRole('button', { name: 'Cancel' }))
    expect(await screen.findByLabelText('Account Balance (£)')).toHaveValue('')
    expect(asked.filter(({ path }) => path === 'rpc/update_user')).toHaveLength(0)
  })
})

describe('what needs a second administrator', () => {
  const needed = {
    code: 'PT409',
    hint: 'approval-needed',
    message: 'This needs the approval of a second administrator.',
  }
  const bodies = (asked: ReturnType<typeof serve>, path: string): unknown[] =>
    asked.filter((request) => request.path === path).map(({ body }): unknown => JSON.parse(body ?? ''))

  test('a balance is requested with a reason, and the other changes are stored', async () => {
    const { asked } = show(
      {},
      {
        'GET admin_permissions': () => json([{ permission: 'approve_users' }, { permission: 'financial_support' }]),
        'POST rpc/update_user': ({ body }) => ('p_balance' in JSON.parse(body ?? '') ? json(needed, 409) : json(null)),
        'POST rpc/request_approval': () => json(null),
      },
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Edit Marta Lind' }))
    for (const [label, text] of [
      ['Full Name', 'Marta Berg'],
      ['Account Balance (£)', '9000'],
    ] as const) {
      await userEvent.clear(await screen.findByLabelText(label))
      await userEvent.type(screen.getByLabelText(label), text)
    }
    await userEvent.click(screen.getByRole('button', { name: 'Save Changes' }))
    const box = within(await screen.findByRole('dialog', { name: 'A second administrator must approve this' }))
    await userEvent.type(box.getByLabelText('Reason'), 'Compensation')
    await userEvent.click(box.getByRole('button', { name: 'Ask for Approval' }))
    expect(await screen.findByText('Waiting for approval')).toBeInTheDocument()
    expect(screen.queryByText('User information updated successfully')).not.toBeInTheDocument()
    expect(bodies(asked, 'rpc/update_user')).toMatchObject([
      { p_full_name: 'Marta Berg', p_balance: '9000.00' },
      { p_full_name: 'Marta Berg' },
    ])
    expect(bodies(asked, 'rpc/request_approval')).toEqual([
      {
        p_kind: 'balance',
        p_user_id: personId,
        p_reason: 'Compensation',
        p_balance: '9000.00',
        p_seen_balance: '1234.50',
      },
    ])
  })

  test('a deletion is requested with a reason, and the row stays', async () => {
    const { asked } = show(
      {},
      {
        'POST rpc/preview_deletion': () => json(deletion({ needs_approval: true })),
        'POST rpc/request_approval': () => json(null),
      },
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Revoke Access of Marta Lind' }))
    const box = within(await screen.findByRole('dialog', { name: 'Revoke access?' }))
    expect(await box.findByText('A second administrator must approve this deletion.')).toBeVisible()
    await userEvent.type(box.getByLabelText(/^Type/), 'marta.signs.in@example.test')
    await userEvent.click(box.getByRole('button', { name: 'Ask for Approval' }))
    expect(box.getByLabelText('Reason')).toHaveAccessibleDescription('Enter a reason.')
    await userEvent.type(box.getByLabelText('Reason'), 'Asked to leave')
    await userEvent.click(box.getByRole('button', { name: 'Ask for Approval' }))
    await waitFor(() =>
      expect(bodies(asked, 'rpc/request_approval')).toEqual([
        { p_kind: 'deletion', p_user_id: personId, p_reason: 'Asked to leave' },
      ]),
    )
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(asked.filter(({ path }) => path.includes('delete-user'))).toHaveLength(0)
  })
})
