import { accountRow, json, renderApp, serve, storeSession } from '../fakeServer'
import type { Answers } from '../apiAnswers'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'

/** Opens the app at this address as a customer. */
async function open(at: string, answers: Answers = {}) {
  storeSession()
  serve({
    'GET profiles': () => json([{ full_name: 'Priya Shah', approved: true, notification_email: null }]),
    'POST rpc/get_current_account': () => json([accountRow()]),
    'GET transactions': () => json([]),
    'POST rpc/search_transactions': () => json([]),
    'GET recipients': () => json([]),
    'GET user_roles': () => json([]),
    'GET chat_conversations': () => json([]),
    'GET chat_messages': () => json([]),
    ...answers,
  })
  renderApp(at)
  await screen.findByRole('heading', { level: 1, name: /^(Hello.*|Pay.*|Transactions|Cards|Support|Fern|Settings)$/ })
}

/** The window is as wide as a desktop. */
function widen() {
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: true }))
}

const tabBar = () => screen.findByRole('navigation', { name: 'Main' })

describe('on a phone', () => {
  test.each([
    ['/', 'Home'],
    ['/pay-transfer', 'Pay'],
    ['/transactions', 'Activity'],
    ['/cards', 'Cards'],
    ['/more', 'Support'],
  ])('%s has the tab bar, with %s as the current tab', async (path, tab) => {
    await open(path)
    const links = within(await tabBar()).getAllByRole('link')
    expect(links.map(({ textContent }) => textContent)).toEqual(['Home', 'Pay', 'Activity', 'Cards', 'Support'])
    const current = links.filter((link) => link.getAttribute('aria-current') === 'page')
    expect(current.map(({ textContent }) => textContent)).toEqual([tab])
  })

  test.each(['/settings', '/chat', '/payment-details'])('%s has no tab bar', async (path) => {
    await open(path)
    expect(screen.queryByRole('navigation', { name: 'Main' })).not.toBeInTheDocument()
  })

  test('a step of a payment and the search have no tab bar', async () => {
    await open('/pay-transfer')
    await userEvent.click(screen.getByRole('button', { name: /^Pay/ }))
    await screen.findByRole('heading', { name: 'Add new payee' })
    expect(screen.queryByRole('navigation', { name: 'Main' })).not.toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    await userEvent.click(within(await tabBar()).getByRole('link', { name: 'Activity' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Search' }))
    await screen.findByRole('heading', { name: 'Search transactions' })
    expect(screen.queryByRole('navigation', { name: 'Main' })).not.toBeInTheDocument()
  })
})

describe('on a desktop', () => {
  test.each([
    ['/', 'Home'],
    ['/settings', null],
  ])('%s has the side navigation instead', async (path, current) => {
    widen()
    await open(path)
    const links = within(screen.getByRole('navigation', { name: 'Main' })).getAllByRole('link')
    expect(links.slice(1).map(({ textContent }) => textContent)).toEqual([
      'Home',
      'Pay & Transfer',
      'Transactions',
      'Cards',
      'Insights',
      'Support',
    ])
    expect(links.find((link) => link.getAttribute('aria-current') === 'page')?.textContent ?? null).toBe(current)
  })
})

describe('the number of unread chat messages', () => {
  const chat = {
    'GET chat_conversations': () => json([{ id: 'chat-1', status: 'active', agent_name: null }]),
    'GET chat_messages': () =>
      json([
        { id: 'message-3', message: 'Still there?', created_at: '2026-11-21T10:02:00.000000+00:00' },
        { id: 'message-2', message: 'Can I help?', created_at: '2026-11-21T10:01:00.000000+00:00' },
        { id: 'message-1', message: 'Hello', created_at: '2026-11-21T10:00:00.000000+00:00' },
      ]),
  }
  const support = async () => within(await tabBar()).getByRole('link', { name: 'Support' })

  test('the number of unread chat messages is on the Support tab', async () => {
    localStorage.setItem('seenChats', JSON.stringify([['chat-1', '2026-11-21T10:00:00.000000+00:00']]))
    await open('/cards', chat)
    await waitFor(async () => expect(await support()).toHaveAccessibleDescription('2 unread'))
  })

  test('the number of unread chat messages is not shown for a chat that this device has not opened', async () => {
    await open('/more', chat)
    await screen.findByRole('link', { name: 'Return to Chat' })
    expect(await support()).not.toHaveAccessibleDescription()
  })
})
