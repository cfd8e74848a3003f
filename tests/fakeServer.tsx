import './testEnv'
import './withoutRetryDelay'
import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { createMemoryRouter, RouterProvider, type InitialEntry, type RouteObject } from 'react-router-dom'
import { vi } from 'vitest'
import { routes } from '@/app/routes'
import { Toasts } from '@/components/Toasts'
import { createQueryClient } from '@/lib/queryClient'
import { SessionProvider } from '@/lib/session'
import type { Answer, Answers, Reply, Row, ServerRequest, TableRow } from './apiAnswers'

export const userId = '00000000-0000-4000-8000-000000000001'

export function json<const Body>(body: Body): Reply<Body>
export function json(body: unknown, status: number): Reply<never>
export function json(body: unknown, status = 200): Response {
  return Response.json(body, { status })
}

/** What `fetch` throws when the server does not answer. */
export function noAnswer(): never {
  throw new TypeError('Failed to fetch')
}

/** The server has the look at a list of staff in its audit. */
const recorded: Answer = () => new Response(null, { status: 204 })

/** What each test's server answers that has no other answer. */
const usual: Record<string, Answer | undefined> = {
  'rpc/record_list_view': recorded,
  // A customer without a savings account.
  'rpc/list_my_accounts': () => json([ownAccountRow()]),
  'rpc/preview_messages': () => json({ now: { messages: [], lines: [], letters: [] }, approved: null }),
}

/** Ends the requests that the server of this test has not answered yet. */
export let stopServer = () => {}

/**
 * Replaces `fetch`. `answers` maps a method and path ('POST rpc/get_current_account') to an answer; a test may assign another one later.
 * Returns the list of requests, which grows while the test runs.
 */
export function serve(answers: Answers): ServerRequest[] {
  const asked: ServerRequest[] = []
  const given: Record<string, Answer | undefined> = answers
  const stopped = new Promise<never>((_, reject) => (stopServer = () => reject(new TypeError('Failed to fetch'))))
  stopped.catch(() => undefined)
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, { ...init, signal: null })
    const url = new URL(request.url)
    const path = url.pathname.replace('/rest/v1/', '')
    const seen = { method: request.method, path, query: url.searchParams, body: await request.text() }
    asked.push(seen)
    const answer = given[`${request.method} ${path}`] ?? usual[path]
    return answer === undefined
      ? json({ code: 'TEST', message: `no answer is defined for ${path}` }, 501)
      : Promise.race([answer(seen), abortOf(init?.signal), stopped])
  })
  return asked
}

/** What was sent to this path, such as 'rpc/set_payment_limit'. */
export const bodiesOf = (asked: ServerRequest[], path: string): unknown[] =>
  asked.filter((request) => request.path === path).map(({ body }) => JSON.parse(body ?? 'null'))

/** Rejects when the caller stops waiting, as `fetch` does. */
function abortOf(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_, reject) =>
    signal?.addEventListener('abort', () => reject(new DOMException('The request was aborted.', 'AbortError'))),
  )
}

export function accountRow(change: Partial<Row<'get_current_account'>> = {}): Row<'get_current_account'> {
  return {
    id: 'account-1',
    balance: 1234.56,
    pending: 0,
    account_number: '24682468',
    sort_code: '00-24-68',
    account_holder_name: 'Priya Shah',
    card_last_four: '2467',
    has_savings: false,
    ...change,
  }
}

/** The current account in the list of the customer's accounts. */
export function ownAccountRow(change: Partial<Row<'list_my_accounts'>> = {}): Row<'list_my_accounts'> {
  return {
    id: 'account-1',
    account_type: 'current',
    name: null,
    colour: null,
    goal: null,
    goal_on: null,
    balance: 1234.56,
    pending: 0,
    sort_code: '00-24-68',
    account_number: '24682468',
    account_holder_name: 'Priya Shah',
    opened_at: '2026-01-05T09:00:00+00:00',
    closed_at: null,
    wait_hours: 0,
    next_wait_hours: null,
    next_wait_from: null,
    takes_round_ups: false,
    ...change,
  }
}

/** A savings account in that list. */
export const savingsRow = (change: Partial<Row<'list_my_accounts'>> = {}) =>
  ownAccountRow({
    id: '00000000-0000-4000-8000-0000000000a1',
    account_type: 'savings',
    name: 'Holiday',
    colour: 'blue',
    balance: 450,
    account_number: '13571357',
    opened_at: '2026-03-02T09:00:00+00:00',
    ...change,
  })

export function transactionRow(change: Partial<Row<'search_transactions'>> = {}): Row<'search_transactions'> {
  return {
    id: 'transaction-1',
    amount: 12.5,
    incoming: false,
    to_account_holder_name: 'Mill Lane Lettings',
    to_sort_code: '00-01-14',
    to_account_number: '40318826',
    from_account_holder_name: null,
    from_sort_code: null,
    from_account_number: null,
    reference: 'RENT FLAT 4',
    status: 'completed',
    created_at: '2026-11-21T09:05:00.123456+00:00',
    reversed_at: null,
    category: 'rent',
    other_account_id: null,
    ...change,
  }
}

/** A transaction as the mailbox reads it, from the table. */
export function mailboxTransactionRow(change: Partial<TableRow<'transactions'>> = {}) {
  return {
    id: 'transaction-1',
    amount: 12.5,
    incoming: false,
    mcc: null,
    status: 'completed',
    reversed_at: null,
    to_account_holder_name: 'Mill Lane Lettings',
    from_account_holder_name: null,
    created_at: '2026-11-21T09:05:00.123456+00:00',
    ...change,
  } satisfies Partial<TableRow<'transactions'>>
}

/** A chat of Ada Agent in the list of the console. */
export function chatRow(
  id: string,
  customer: string,
  change: Partial<Row<'list_conversations'>> = {},
): Row<'list_conversations'> {
  return {
    id,
    customer_name: customer,
    status: 'agent_assigned',
    assigned_admin_id: userId,
    assigned_admin_name: 'Ada Agent',
    agent_name: 'Priya',
    updated_at: '2026-11-21T09:05:00+00:00',
    waiting_since: null,
    unanswered_since: null,
    last_message: 'My card is gone',
    last_sender_type: 'user',
    last_message_at: '2026-11-21T09:05:00+00:00',
    unread_count: 0,
    ...change,
  }
}

/** Seven months as the server returns them, newest first: November 2026 and the six before. */
export function insightsRows(
  thisMonth: Partial<Row<'get_insights'>> = {},
  lastMonth: Partial<Row<'get_insights'>> = {},
): Row<'get_insights'>[] {
  const row = (month: string, spent: number, received: number) => ({ month, spent, received, average_spent: 1050.25 })
  return [
    { ...row('2026-11-01', 900, 1500.5), ...thisMonth },
    { ...row('2026-10-01', 800, 2000), ...lastMonth },
    row('2026-09-01', 1000, 2000),
    row('2026-08-01', 1200.1, 2000),
    row('2026-07-01', 1101.4, 2000),
    row('2026-06-01', 1100, 2000),
    row('2026-05-01', 1100, 2000),
  ]
}

/** The app's query client, without pauses between retries. */
export function createTestQueryClient() {
  const client = createQueryClient()
  const { queries, ...others } = client.getDefaultOptions()
  client.setDefaultOptions({ ...others, queries: { ...queries, retryDelay: 0 } })
  return client
}

/** Stores a session in the browser, as a sign-in does. */
export function storeSession() {
  const inAnHour = Math.floor(Date.now() / 1000) + 3600
  localStorage.setItem(
    'sb-bank-auth-token',
    JSON.stringify({
      access_token: 'header.payload.signature',
      refresh_token: 'refresh',
      token_type: 'bearer',
      expires_in: 3600,
      expires_at: inAnHour,
      user: { id: userId, email: 'priya@example.test' },
    }),
  )
  // The page may still know an older activity, of a test with another clock.
  localStorage.setItem('lastActivity', JSON.stringify(Date.now()))
}

/** Renders the whole app, with its routes and guards, at this address. */
export function renderApp(at: string) {
  return renderRoutes(routes, at)
}

/** Renders for a signed-in user at this path and query. Every other path renders nothing. */
export function renderSignedIn(element: ReactNode, at = '/', query = '') {
  storeSession()
  return renderRoutes(
    [
      { path: at, element },
      { path: '*', element: null },
    ],
    at + query,
  )
}

export function renderRoutes(shown: RouteObject[], at: InitialEntry) {
  const router = createMemoryRouter(shown, { initialEntries: [at] })
  const client = createTestQueryClient()
  const { unmount } = render(
    <QueryClientProvider client={client}>
      <SessionProvider>
        <RouterProvider router={router} />
        <Toasts />
      </SessionProvider>
    </QueryClientProvider>,
  )
  return { client, router, unmount }
}
