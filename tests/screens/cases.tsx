import { json, renderRoutes, serve, storeSession } from '../fakeServer'
import type { Answers } from '../apiAnswers'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { AdminCaseScreen } from '@/screens/AdminCaseScreen'
import { AdminCasesScreen } from '@/screens/AdminCasesScreen'
import { CaseScreen } from '@/screens/CaseScreen'
import { CasesScreen } from '@/screens/CasesScreen'
import { ClaimScreen } from '@/screens/ClaimScreen'
import { ComplaintScreen } from '@/screens/ComplaintScreen'

export const at = '2026-11-23T12:00:00+00:00'
export const done = () => new Response(null, { status: 204 })
export const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString()
export const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))

/** Opens a screen of cases on a server with these answers. */
export function show(answers: Answers, path: Parameters<typeof renderRoutes>[1]) {
  const asked = serve(answers)
  storeSession()
  const shown = renderRoutes(
    [
      { path: '/claim/:id', element: <ClaimScreen /> },
      { path: '/complaint', element: <ComplaintScreen /> },
      { path: '/cases', element: <CasesScreen /> },
      { path: '/cases/:id', element: <CaseScreen /> },
      { path: '/admin/cases', element: <AdminCasesScreen /> },
      { path: '/admin/cases/:id', element: <AdminCaseScreen /> },
      { path: '*', element: null },
    ],
    path,
  )
  const bodiesOf = (name: string): unknown[] =>
    asked.filter((request) => request.path === `rpc/${name}`).map(({ body }): unknown => JSON.parse(body ?? ''))
  return { answers, bodiesOf, ...shown }
}

/** Opens the page of this case for staff. The server accepts what they do. */
export const showToStaff = (shown: object, answers: Answers = {}) =>
  show({ 'POST rpc/record_case_view': done, 'POST rpc/get_case': () => json(shown), ...answers }, '/admin/cases/case-1')

export const caseEvent = (kind: string, message: string, letter: object | null = null) => ({
  id: message,
  created_at: at,
  kind,
  message,
  author: null,
  letter,
})

/** A case as its customer reads it. */
export const customerCase = (change: object) => ({
  id: 'case-1',
  opened_at: at,
  question: null,
  decision: null,
  decided_at: null,
  letter: null,
  facts: {},
  ...change,
})

/** A case as staff read it. */
export const staffCase = (change: object) => ({
  id: 'case-1',
  opened_at: at,
  due_at: hours(240),
  amount: null,
  subject: null,
  stopped_at: null,
  question: null,
  assigned_to: null,
  assigned_name: null,
  decision: null,
  decision_reason: null,
  decided_at: null,
  decided_by: null,
  letter: null,
  moves: 'anyone',
  news: null,
  customer_name: 'Clara Customer',
  has_question: false,
  summary_due_at: null,
  facts: {},
  customer: {
    user_id: 'user-1',
    full_name: 'Clara Customer',
    email: 'clara@example.test',
    created_at: at,
    approved: true,
    suspended_at: null,
    closed_at: null,
    frozen_at: null,
  },
  ...change,
})
