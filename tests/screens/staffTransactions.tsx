import { screen } from '@testing-library/react'
import { json, renderSignedIn, serve } from '../fakeServer'
import type { Answer, Answers } from '../apiAnswers'
import { AdminTransactionsScreen } from '@/screens/AdminTransactionsScreen'

export const list = 'POST rpc/list_all_transactions'

export function row(change: object = {}) {
  return {
    id: 'transaction-1',
    created_at: '2026-11-21T09:05:00.123456+00:00',
    user_email: 'priya@example.test',
    from_account: '24682468',
    to_account: '40318826',
    sort_code: '12-01-14',
    recipient: 'Mill Lane Lettings',
    reference: 'RENT FLAT 4',
    amount: 925,
    incoming: false,
    status: 'completed',
    reversed_at: null,
    is_credit_missing: false,
    account_type: 'current',
    is_own_move: false,
    ...change,
  }
}

export const rows = (count: number, name = 'row') =>
  Array.from({ length: count }, (_, place) => row({ id: `${name}-${place}` }))
export const page = (transactions: object[], nextAfter: string | null = null) =>
  json({
    transactions,
    next_after: nextAfter,
    next_after_id: nextAfter && 'last-id',
    read_at: '2026-11-22T12:00:00+00:00',
  })
const recorded = () => new Response(null, { status: 204 })
export const totals = (count: number, nextAfter: string | null = null) =>
  json({ count, paid_in: 0.5, paid_out: 10, next_after: nextAfter, next_after_id: nextAfter && 'last-id' })
export const changes = (transactions: object[] = [], states: object[] = [], isComplete = true) =>
  json({ transactions, states, is_complete: isComplete, read_at: '2026-11-22T12:00:05+00:00' })

export function show(answer: Answer = () => page([row()]), fragment = '') {
  const answers: Answers = {
    [list]: answer,
    'POST rpc/record_transaction_search': recorded,
    'POST rpc/record_transaction_view': recorded,
    'POST rpc/record_export': recorded,
    'POST rpc/total_transactions': () => totals(1),
    'POST rpc/follow_transactions': () => changes(),
    'POST rpc/list_payments_to_come': () => json({ count: null, payments: [] }),
  }
  const asked = serve(answers)
  const rendered = renderSignedIn(<AdminTransactionsScreen />, '/admin/transactions', fragment)
  const bodiesOf = (name: string) =>
    asked
      .filter(({ path }) => path === `rpc/${name}`)
      .map(({ body }): Record<string, unknown> => JSON.parse(body ?? 'null'))
  return { answers, asked, bodies: () => bodiesOf('list_all_transactions'), bodiesOf, ...rendered }
}

export const table = () => screen.findByRole('table', { name: 'All User Transactions' })
