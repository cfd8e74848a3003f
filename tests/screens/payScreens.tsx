import { accountRow, json, ownAccountRow, renderRoutes, serve, stopServer } from '../fakeServer'
import type { Reply, Row, TableRow } from '../apiAnswers'
import type { QueryClient } from '@tanstack/react-query'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { onTestFinished, vi } from 'vitest'
import { PaymentDetailsScreen } from '@/screens/PaymentDetailsScreen'
import { PayTransferScreen } from '@/screens/PayTransferScreen'

export const outside = {
  recipient: 'Olive Outside',
  sortCode: '20-00-00',
  accountNumber: '12345678',
  accountType: 'Personal',
  reference: 'Rent May',
}

type PaymentReply = { status: number; body: unknown } | (() => Response | Promise<Response>)

/** The arguments of a call beside the fields of its payment. */
export const withFields = ({ p_payment, ...others }: { p_payment?: object; [name: string]: unknown }) => ({
  ...others,
  ...p_payment,
})

/**
 * Ends the requests for a payment without an answer, which continue without the screen: they would reach the server of the
 * next test. Without a session the next request is refused.
 */
async function endPayments(client: QueryClient) {
  vi.useRealTimers()
  localStorage.clear()
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
  stopServer()
  await vi.waitUntil(() => {
    window.dispatchEvent(new Event('online'))
    return client.isMutating() === 0
  })
}

/** The answer of a server that never answers. */
export const silence = () => new Promise<Response>(() => undefined)

/** The server of a customer who pays: it answers each payment with the next reply, and after the last one that it is made. */
export function servePayments({
  balance = 5000,
  pending = 0,
  account = (): Response | Promise<Response> =>
    json([accountRow({ balance, pending, account_holder_name: 'Cora Customer' })]),
  replies = [] as PaymentReply[],
  mailStatus = 200,
  profile = {},
  /** Null: they cannot be loaded. */
  recipients = [] as Partial<TableRow<'recipients'>>[] | null,
  /** The rules that hold for a payment. */
  rules = [] as string[],
  /** The answers to the payee checks, in order. After the last one: another bank. */
  checks = [] as Partial<Row<'get_payee_check'>>[],
  /** Whether the payee's bank can be asked. */
  canAskBank = false,
  checkRefusal = null as { status: number; body: object } | null,
  bankAnswer = (): Response | Promise<Response> => json({}),
  /** What another bank has decided about the payment. */
  bankPayment = null as Row<'get_bank_payment'> | null,
  /** Null: the bank sends no push messages. */
  pushKey = null as string | null,
  /** The customer's accounts. */
  ownAccounts = (): Reply<Row<'list_my_accounts'>[]> => json([ownAccountRow()]),
  /** How a move between own accounts is answered. */
  moveReply = {},
} = {}) {
  const paid = [
    { transaction_id: '5b0e2c9a-0000-4000-8000-000000000001', created_at: '2026-11-22T10:05:00Z', amount: 1 },
  ]
  let held: Promise<void> | undefined
  const answerPayment = async () => {
    const reply = replies.shift() ?? { status: 200, body: paid }
    await held
    return typeof reply === 'function' ? reply() : json(reply.body, reply.status)
  }
  const asked = serve({
    'POST rpc/make_payment': answerPayment,
    'POST rpc/pay_and_repeat': answerPayment,
    'POST rpc/check_payee': () =>
      checkRefusal === null ? json(canAskBank) : json(checkRefusal.body, checkRefusal.status),
    'POST /functions/v1/check-payee': bankAnswer,
    'POST rpc/get_payee_check': () => json({ outcome: 'unavailable', holder_name: null, ...checks.shift() }),
    'POST rpc/assess_payment': () => json(rules.map((rule) => ({ rule }))),
    'POST rpc/report_scam': () => new Response(null, { status: 204 }),
    'POST /functions/v1/send-payment-notification': () => json({}, mailStatus),
    'POST rpc/get_current_account': account,
    'POST rpc/list_my_accounts': ownAccounts,
    'POST rpc/move_own_money': () =>
      json([
        {
          movement_id: 'm1',
          amount: 50,
          from_balance: 1,
          to_balance: 2,
          created_at: '2026-11-22T10:05:00Z',
          waits_until: null,
          ...moveReply,
        },
      ]),
    'GET recipients': () => (recipients === null ? json({}, 403) : json(recipients)),
    'POST rpc/get_notification_choices': () =>
      json({ push_key: pushKey, push: [], mail: [], mailbox: [], shows_amounts: false, low_balance: null }),
    'POST rpc/get_bank_payment': () => json(bankPayment === null ? [] : [bankPayment]),
    'POST rpc/save_push_subscription': () => new Response(null, { status: 204 }),
    'GET profiles': () => json({ full_name: 'Cora Customer', approved: true, notification_email: null, ...profile }),
  })
  const sentTo = (path: string) =>
    asked
      .filter((request) => request.path === path)
      .map(({ body }) => JSON.parse(body ?? '') as Record<string, unknown>)
  return {
    /** The idempotency key and the fields of each payment that was sent. */
    get payments() {
      return [...sentTo('rpc/make_payment'), ...sentTo('rpc/pay_and_repeat')].map(withFields)
    },
    get moves() {
      return sentTo('rpc/move_own_money')
    },
    get checked() {
      return sentTo('rpc/check_payee')
    },
    get askedBanks() {
      return sentTo('/functions/v1/check-payee')
    },
    /** How often the outcome of a check was read. */
    get nameReads() {
      return sentTo('rpc/get_payee_check').length
    },
    get reports() {
      return sentTo('rpc/report_scam')
    },
    get pushBrowsers() {
      return sentTo('rpc/save_push_subscription')
    },
    get mails() {
      return sentTo('/functions/v1/send-payment-notification')
    },
    get accountReads() {
      return asked.filter(({ path }) => path === 'rpc/get_current_account').length
    },
    /** Delays every payment's answer until the returned function is called. */
    holdAnswers() {
      let release = () => {}
      held = new Promise((resolve) => (release = resolve))
      return () => release()
    },
  }
}

export function signOut() {
  localStorage.clear()
}

/** Opens the app at an address like a page load: only the browser's storage survives from an earlier page. */
export function openApp(pathname: string, state?: unknown) {
  const view = renderRoutes(
    [
      { path: '/', element: <h1>Home</h1> },
      { path: '/pay-transfer', element: <PayTransferScreen /> },
      { path: '/payment-details', element: <PaymentDetailsScreen /> },
      { path: '/chat', element: <h1>Chat</h1> },
      { path: '/claim/:id', element: null },
    ],
    { pathname, state },
  )
  onTestFinished(() => endPayments(view.client))
  return { ...view, person: userEvent.setup() }
}

/** The newest toast with this title. The screen itself may show the same words. */
export async function toastOf(title: string) {
  const region = await screen.findByRole('region', { name: /Notifications/ })
  const [words] = await within(region).findAllByText(title)
  const item = words?.closest('li')
  if (!item) throw new Error('no toast has this title')
  return within(item)
}

type Person = ReturnType<typeof openApp>['person']

export const label = (text: string | RegExp) => screen.getByLabelText(text)
export const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
export const press = (person: Person, name: string | RegExp) => person.click(screen.getByRole('button', { name }))

async function open(option: RegExp) {
  const app = openApp('/pay-transfer')
  await heading('Pay & Transfer')
  await press(app.person, option)
  return app
}
export const openPayee = () => open(/^Pay\b/)
export const openTransfer = () => open(/^Transfer\b/)

/** Pastes each text: typed letter by letter, it would render the screen once for each letter. */
export async function fill(person: Person, fields: Record<string, string>) {
  for (const [name, text] of Object.entries(fields)) {
    await person.clear(label(new RegExp(`^${name}`)))
    await person.paste(text)
  }
}

export const amountField = () => screen.findByLabelText(/^Amount/)
export const continueButton = () => screen.getByRole('button', { name: /Continue|Processing/ })

export async function payDetails() {
  const app = openApp('/payment-details', outside)
  await amountField()
  return app
}

export async function pay(amount: string) {
  const app = await payDetails()
  await app.person.type(await amountField(), amount)
  await app.person.click(continueButton())
  return app
}
