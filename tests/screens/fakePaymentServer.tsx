import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { vi } from 'vitest'
import { Toasts } from '@/components/Toasts'
import { createQueryClient } from '@/lib/queryClient'
import { SessionProvider } from '@/lib/session'
import { PaymentDetailsScreen } from '@/screens/PaymentDetailsScreen'
import { PayTransferScreen } from '@/screens/PayTransferScreen'
import { clearToasts } from '../clearToasts'

vi.hoisted(() => {
  vi.stubEnv('VITE_SUPABASE_URL', 'http://bank.test')
  vi.stubEnv('VITE_SUPABASE_PUBLISHABLE_KEY', 'sb_publishable_test')
})

export const customerId = '7b1c6a52-0d5d-4f8e-9f3e-2f6f3f1f0001'
const sessionKey = 'sb-bank-auth-token'

export const outside = {
  recipient: 'Olive Outside',
  sortCode: '20-00-00',
  accountNumber: '12345678',
  accountType: 'Personal',
  reference: 'Rent May',
}

type Reply = { status: number; body: unknown } | 'silence' | 'dropped' | (() => Response)

const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } })

/** A promise that the test resolves. */
function later() {
  let resolve: (() => void) | undefined
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, happen: () => resolve?.() }
}

/** Replaces `fetch`: records the requests, and answers each payment with the next reply (after the last: paid). */
export function servePayments({
  balance = 5000,
  replies = [] as Reply[],
  mailStatus = 200,
  profile = {},
  /** Null: they cannot be loaded. */
  recipients = [] as object[] | null,
  /** The rules that hold for a payment. */
  rules = [] as string[],
  /** The answers to the payee checks, in order. After the last one: another bank. */
  checks = [] as object[],
  checkRefusal = null as { status: number; body: object } | null,
} = {}) {
  const payments: Record<string, unknown>[] = []
  const mails: Record<string, unknown>[] = []
  const checked: Record<string, unknown>[] = []
  const reports: Record<string, unknown>[] = []
  let held: Promise<void> | undefined
  const server = {
    payments,
    mails,
    checked,
    reports,
    accountReads: 0,
    /** Delays every payment's answer until the returned function is called. */
    holdAnswers: () => {
      const { promise, happen } = later()
      held = promise
      return happen
    },
  }

  // jsdom implements neither scrolling nor colour schemes.
  vi.stubGlobal('scrollTo', () => undefined)
  vi.stubGlobal('matchMedia', () => new EventTarget())
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const url = new URL(input instanceof Request ? input.url : input)
    const sent: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : {}
    const body = typeof sent === 'object' && sent !== null ? { ...sent } : {}
    switch (url.pathname) {
      case '/rest/v1/rpc/make_payment': {
        payments.push(body)
        const reply = replies.shift()
        await held
        if (reply === 'dropped') throw new TypeError('Failed to fetch')
        if (reply === 'silence') return new Promise<Response>(() => undefined)
        if (typeof reply === 'function') return reply()
        if (reply !== undefined) return json(reply.status, reply.body)
        return json(200, [
          { transaction_id: '5b0e2c9a-0000-4000-8000-000000000001', created_at: '2026-11-22T10:05:00Z', amount: 1 },
        ])
      }
      case '/rest/v1/rpc/check_payee':
        checked.push(body)
        return checkRefusal === null
          ? new Response(null, { status: 204 })
          : json(checkRefusal.status, checkRefusal.body)
      case '/rest/v1/rpc/get_payee_check':
        return json(200, { outcome: 'unavailable', holder_name: null, holder_type: null, ...checks.shift() })
      case '/rest/v1/rpc/assess_payment':
        return json(
          200,
          rules.map((rule) => ({ rule })),
        )
      case '/rest/v1/rpc/report_scam':
        reports.push(body)
        return new Response(null, { status: 204 })
      case '/functions/v1/send-payment-notification':
        mails.push(body)
        return json(mailStatus, {})
      case '/rest/v1/accounts': {
        server.accountReads += 1
        const row = {
          id: '5b0e2c9a-0000-4000-8000-000000000002',
          balance,
          held: 0,
          account_number: '24682468',
          sort_code: '00-24-68',
          account_holder_name: 'Cora Customer',
          card_last_four: '4321',
        }
        const isOneRow = new Headers(init?.headers).get('Accept')?.includes('object') === true
        return json(200, isOneRow ? row : [row])
      }
      case '/rest/v1/recipients':
        return recipients === null ? json(403, {}) : json(200, recipients)
      case '/rest/v1/profiles': {
        const row = { full_name: 'Cora Customer', approved: true, notification_email: null, ...profile }
        const isOneRow = new Headers(init?.headers).get('Accept')?.includes('object') === true
        return json(200, isOneRow ? row : [row])
      }
      default:
        throw new Error(`No answer is defined for ${url.pathname}`)
    }
  })
  return server
}

export function signIn() {
  localStorage.setItem(
    sessionKey,
    JSON.stringify({
      access_token: 'token',
      refresh_token: 'refresh',
      token_type: 'bearer',
      expires_in: 3600,
      expires_at: Math.floor(Date.now() / 1000) + 3600,
      user: { id: customerId, email: 'cora@people.example', aud: 'authenticated', app_metadata: {}, user_metadata: {} },
    }),
  )
}

export function signOut() {
  localStorage.removeItem(sessionKey)
}

/** Opens the app at an address like a page load: only the browser's storage survives from an earlier page. */
export function openApp(pathname: string, state?: unknown) {
  const router = createMemoryRouter(
    [
      { path: '/', element: <h1>Home</h1> },
      { path: '/pay-transfer', element: <PayTransferScreen /> },
      { path: '/payment-details', element: <PaymentDetailsScreen /> },
      { path: '/chat', element: <h1>Chat</h1> },
    ],
    { initialEntries: [{ pathname, state }] },
  )
  const view = render(
    <QueryClientProvider client={createQueryClient()}>
      <SessionProvider>
        <RouterProvider router={router} />
        <Toasts />
      </SessionProvider>
    </QueryClientProvider>,
  )
  return { ...view, router, person: userEvent.setup() }
}

/** The newest toast with this title. The screen itself may show the same words. */
export async function toastOf(title: string) {
  const region = await screen.findByRole('region', { name: /Notifications/ })
  const [words] = await within(region).findAllByText(title)
  const item = words?.closest('li')
  if (!item) throw new Error('no toast has this title')
  return within(item)
}

/** Clears the browser's storage, the toasts and the stubbed network, so that tests do not affect each other. */
export function resetBrowser() {
  localStorage.clear()
  sessionStorage.clear()
  clearToasts()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
}
