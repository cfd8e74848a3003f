import { json, noAnswer, renderSignedIn, serve, mailboxTransactionRow, userId } from '../../../fakeServer'
import type { Answers, TableRow } from '../../../apiAnswers'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { Mailbox } from '@/features/contact/notifications/Mailbox'
import { useTableChanges } from '../../../fakeRealtime'

const at = (minute: number) => `2026-11-21T09:${String(minute).padStart(2, '0')}:00+00:00`
const payments = (count: number, start = 0) =>
  Array.from({ length: count }, (_, index) =>
    mailboxTransactionRow({ id: `t${start + index}`, created_at: at(start + index) }),
  )
const messageRow = (id: string, message: string, minute = 30) => ({ id, message, created_at: at(minute) })
const noteRow = (change: Partial<TableRow<'user_notifications'>> = {}) => ({
  id: 'n1',
  type: 'security',
  title: 'Stay safe',
  message: 'We never ask for your PIN.',
  read: false,
  created_at: at(1),
  ...change,
})

const useWidth = (isWide: boolean) =>
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: isWide }))

// Of a desktop: the panel leaves the page usable.
beforeEach(() => useWidth(true))

function show(change: Answers = {}) {
  const answers: Answers = {
    'GET transactions': () => json(payments(1)),
    'GET chat_messages': () => json([]),
    'GET user_notifications': () => json([]),
    'PATCH user_notifications': () => new Response(null, { status: 204 }),
    ...change,
  }
  const asked = serve(answers)
  return { answers, asked, ...renderSignedIn(<Mailbox userId={userId} />) }
}

async function open() {
  await userEvent.click(await screen.findByRole('button', { name: /^Mailbox/ }))
  return within(await screen.findByRole('dialog', { name: 'Mailbox' }))
}

/** The button, once `count` notifications are unread. */
const badge = (unread: number) =>
  screen.findByRole('button', { name: 'Mailbox', description: unread === 0 ? '' : `${unread} unread` })
const stored = (key: string): unknown => JSON.parse(localStorage.getItem(key) ?? 'null')

describe('the badge', () => {
  test('counts the unread notifications', async () => {
    show({
      'GET transactions': () => json(payments(5)),
      'GET chat_messages': () => json([messageRow('m1', 'Hello')]),
      'GET user_notifications': () => json([noteRow(), noteRow({ id: 'n2', read: true })]),
    })
    expect(await badge(7)).toHaveTextContent('7')
  })

  test.each([
    [4, '9'],
    [5, '9+'],
  ])("reads '9+' above nine: five payments and %i messages → %s", async (count, text) => {
    show({
      'GET transactions': () => json(payments(5)),
      'GET chat_messages': () => json(Array.from({ length: count }, (_, id) => messageRow(`m${id}`, 'Hello'))),
    })
    expect(await badge(5 + count)).toHaveTextContent(new RegExp(`${text.replace('+', '\\+')}$`))
  })

  test('the badge is hidden when everything is read', async () => {
    localStorage.setItem('readNotifications', '["tx-t0"]')
    show()
    await open()
    expect(await screen.findByText(/You sent £12.50/)).toBeVisible()
    expect(await badge(0)).toBeVisible()
  })
})

describe('the list', () => {
  test('shows payments and messages, newest first, with the London time', async () => {
    show({
      'GET transactions': () => json([mailboxTransactionRow({ id: 't1', created_at: '2026-07-05T22:59:00+00:00' })]),
      'GET chat_messages': () => json([messageRow('m1', 'x'.repeat(60))]),
    })
    const [message, payment] = (await open()).getAllByRole('listitem')
    expect(message).toHaveTextContent('New message from admin')
    expect(message).toHaveTextContent(`${'x'.repeat(50)}...`)
    expect(message).toHaveTextContent('Nov 21, 09:30')
    expect(payment).toHaveTextContent('You sent £12.50 to Mill Lane Lettings')
    expect(payment).toHaveTextContent('Jul 05, 23:59')
  })

  test('holds at most ten', async () => {
    show({
      'GET transactions': () => json(payments(5)),
      'GET chat_messages': () => json([0, 1, 2, 3, 4].map((id) => messageRow(`m${id}`, 'Hello'))),
      'GET user_notifications': () => json([noteRow()]),
    })
    await badge(10)
    expect((await open()).getAllByRole('listitem')).toHaveLength(10)
  })

  test.each([
    ['a message', /New message from admin/, '/chat'],
    ['a payment', /You sent/, '/transactions'],
  ])('%s closes it, is marked as read and opens its screen', async (_what, name, address) => {
    const { router } = show({ 'GET chat_messages': () => json([messageRow('m1', 'Hello')]) })
    const mailbox = await open()
    await userEvent.click(mailbox.getByRole('link', { name }))
    expect(router.state.location.pathname).toBe(address)
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(stored('readNotifications')).toHaveLength(1)
  })

  test("the bank's note is read in place, on all devices", async () => {
    const { asked } = show({ 'GET user_notifications': () => json([noteRow()]) })
    await badge(2)
    const mailbox = await open()
    await userEvent.click(mailbox.getByRole('button', { name: /We never ask for your PIN/ }))
    expect(await badge(1)).toBeVisible()
    expect(mailbox.getByText('We never ask for your PIN.')).toBeVisible()
    const written = asked.find(({ method }) => method === 'PATCH')
    expect(written?.body).toBe('{"read":true}')
    expect(written?.query.get('id')).toBe('in.(n1)')
  })

  test('shows that it is empty', async () => {
    show({ 'GET transactions': () => json([]) })
    const mailbox = await open()
    expect(mailbox.getByText('No notifications')).toBeVisible()
    expect(mailbox.queryByRole('button', { name: 'Clear all' })).not.toBeInTheDocument()
  })

  test('shows an error with a retry', async () => {
    const { answers } = show({
      'GET transactions': noAnswer,
      'GET chat_messages': noAnswer,
      'GET user_notifications': noAnswer,
    })
    const mailbox = await open()
    expect(await mailbox.findByRole('alert')).toHaveTextContent("We couldn't load your notifications.")
    answers['GET transactions'] = () => json(payments(1))
    answers['GET chat_messages'] = () => json([])
    answers['GET user_notifications'] = () => json([])
    await userEvent.click(mailbox.getByRole('button', { name: 'Try again' }))
    expect(await mailbox.findByText(/You sent £12.50/)).toBeVisible()
  })

  test('shows the other notifications when one query fails, with an error', async () => {
    show({ 'GET chat_messages': noAnswer })
    const mailbox = await open()
    expect(await mailbox.findByText(/You sent £12.50/)).toBeVisible()
    expect(await mailbox.findByText(/We couldn't refresh your notifications/)).toBeVisible()
  })
})

describe('Mark all read', () => {
  test('sets the count to zero, also after a reload, and keeps the list', async () => {
    const { asked } = show({
      'GET transactions': () => json(payments(2)),
      'GET user_notifications': () => json([noteRow()]),
    })
    await badge(3)
    const mailbox = await open()
    await userEvent.click(mailbox.getByRole('button', { name: 'Mark all read' }))
    expect(await badge(0)).toBeVisible()
    expect(mailbox.getAllByRole('listitem')).toHaveLength(3)
    expect(new Set(stored('readNotifications') as string[])).toEqual(new Set(['tx-t0', 'tx-t1', 'note-n1']))
    expect(asked.filter(({ method }) => method === 'PATCH')).toHaveLength(1)
  })
})

const clearAll = () => userEvent.click(screen.getByRole('button', { name: 'Clear all' }))

describe('Clear all', () => {
  test("'Undo' in the toast brings back what was cleared, and no older one", async () => {
    localStorage.setItem('dismissedNotifications', '["tx-old"]')
    show({ 'GET user_notifications': () => json([noteRow()]) })
    await badge(2)
    const mailbox = await open()
    await clearAll()
    expect(await mailbox.findByText('No notifications')).toBeVisible()
    await screen.findByText('Notifications Cleared')
    act(() => screen.getByRole('button', { name: 'Undo' }).focus())
    await userEvent.keyboard('{Enter}')
    expect(await badge(2)).toBeInTheDocument()
    expect(stored('dismissedNotifications')).toEqual(['tx-old'])
  })

  test('stores the dismissed ids, empties the list and shows a toast', async () => {
    localStorage.setItem('dismissedNotifications', '["tx-old"]')
    show({
      'GET transactions': () => json(payments(1)),
      'GET chat_messages': () => json([messageRow('m1', 'Hello')]),
      'GET user_notifications': () => json([noteRow()]),
    })
    await badge(3)
    const mailbox = await open()
    await clearAll()
    expect(await mailbox.findByText('No notifications')).toBeVisible()
    await waitFor(() =>
      expect(screen.getByRole('dialog', { name: 'Mailbox' })).toContainElement(document.activeElement as HTMLElement),
    )
    expect(await badge(0)).toBeVisible()
    expect(stored('dismissedNotifications')).toEqual(['tx-old', 'chat-m1', 'note-n1', 'tx-t0'])
    expect(await screen.findByText('Notifications Cleared')).toBeVisible()
    expect(screen.getByText('All notifications have been dismissed')).toBeVisible()
  })

  test('shows what arrives afterwards', async () => {
    const { answers } = show()
    await badge(1)
    const mailbox = await open()
    await clearAll()
    const watched = useTableChanges.mock.calls.map(([options]) => options)
    answers['GET user_notifications'] = () => json([noteRow()])
    act(() => watched.findLast(({ channel }) => channel === 'notes')?.onStale())
    expect(await mailbox.findByText('Stay safe')).toBeVisible()
    expect(stored('dismissedNotifications')).toEqual(['tx-t0'])
  })

  test('hides dismissed notifications and shows later ones', async () => {
    localStorage.setItem('dismissedNotifications', '["tx-t0"]')
    show({ 'GET transactions': () => json(payments(2)) })
    expect(await badge(1)).toBeVisible()
  })

  test('ignores a stored value that is not a list of ids', async () => {
    localStorage.setItem('dismissedNotifications', '{"tx-t0":true}')
    show()
    expect(await badge(1)).toBeVisible()
  })
})

describe('the popover', () => {
  test('Escape closes it and focuses the button', async () => {
    show()
    await open()
    const button = screen.getByRole('button', { name: /^Mailbox/ })
    expect(button).toHaveAttribute('aria-expanded', 'true')
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    await waitFor(() => expect(button).toHaveFocus())
    expect(button).toHaveAttribute('aria-expanded', 'false')
  })

  test('a second press of the button closes it', async () => {
    show()
    await open()
    await userEvent.click(screen.getByRole('button', { name: /^Mailbox/ }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  })
})

describe('on a phone', () => {
  test('it is a sheet over the page, which Escape closes with the focus on the button', async () => {
    useWidth(false)
    show()
    const mailbox = await open()
    expect(screen.getByRole('dialog', { name: 'Mailbox' })).toHaveAttribute('aria-modal', 'true')
    expect(await mailbox.findByText(/You sent £12.50/)).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Mailbox/ })).not.toBeInTheDocument()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    await waitFor(() => expect(screen.getByRole('button', { name: /^Mailbox/ })).toHaveFocus())
  })
})

test('shows a new note without a reload', async () => {
  const { answers } = show()
  expect(await badge(1)).toBeVisible()
  const watched = useTableChanges.mock.calls.map(([options]) => options)
  const channel = watched.findLast(({ channel: name }) => name === 'notes')
  expect(channel?.changes).toEqual([{ table: 'user_notifications', filter: `user_id=eq.${userId}` }])
  answers['GET user_notifications'] = () => json([noteRow()])
  act(() => channel?.onStale())
  expect(await badge(2)).toBeVisible()
})

test.each([
  ['declined_frozen', 'Unfreeze'],
  ['declined_settings', 'Card Settings'],
  ['declined_funds', 'See your card'],
  ['declined_blocked', 'See your card'],
  ['card', 'See your card'],
])('a note of the type %s offers: %s', async (type, action) => {
  const { asked, router } = show({
    'GET user_notifications': () =>
      json([noteRow({ type, title: 'Card payment declined', message: 'Your card is frozen.' })]),
  })
  const mailbox = await open()
  const note = await mailbox.findByRole('link', { name: new RegExp(`Card payment declined.*${action}`) })
  await userEvent.click(note)
  expect(router.state.location.pathname).toBe('/cards')
  await waitFor(() => expect(asked.filter(({ method }) => method === 'PATCH')).toHaveLength(1))
})
