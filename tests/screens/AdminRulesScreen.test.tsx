import { json, renderSignedIn, serve } from '../fakeServer'
import type { Answers } from '../apiAnswers'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { AdminRulesScreen } from '@/screens/AdminRulesScreen'

type Rule = { name: string; action: string; threshold: number | null; active: boolean }
const thresholds: [string, number | null, number | null][] = [
  ['first_payment', 250, 10000],
  ['half_of_balance', 0.5, 0.9],
  ['many_new_payees', 3, 6],
  ['name_mismatch', null, null],
  ['reported_payee', 1, 3],
  ['unconfirmed_name', 1000, 10000],
]
const inForce: Rule[] = thresholds.flatMap(([name, warn, hold]) => [
  { name, action: 'review', threshold: hold, active: false },
  { name, action: 'warn', threshold: warn, active: true },
])
const figures = {
  warned: 120,
  warned_pounds: 12345.5,
  reviewed: 0,
  reviewed_pounds: 0,
  scams: 3,
  scam_pounds: 900,
  regular: 7,
}
const result = {
  since: '2026-08-25T12:00:00+00:00',
  until: '2026-11-23T12:00:00+00:00',
  payments: 1000,
  tried: 1000,
  scams: 4,
  before: figures,
  after: { ...figures, warned: 100, warned_pounds: 11000, reviewed: 12, reviewed_pounds: 600, scams: 4 },
}
const waiting = {
  id: 'request-1',
  asked_by: 'admin-2',
  asked_by_name: 'Ben Super',
  asked_at: '2026-11-23T09:05:00+00:00',
  reason: 'Too many warnings',
  problem: null,
  before: inForce,
  after: inForce.map((rule) =>
    rule.name === 'first_payment' && rule.action === 'warn' ? { ...rule, threshold: 400 } : rule,
  ),
  result,
}

function show(change: { waiting?: object; trial?: object; isRefused?: true } = {}) {
  const answers: Answers = {
    'POST rpc/get_payment_rules': () =>
      change.isRefused
        ? json({ code: 'PT409', message: 'Refused' }, 409)
        : json({ rules: inForce, waiting: change.waiting ?? null }),
    'POST rpc/try_payment_rules': () => json({ id: 'trial-1', result: { ...result, ...change.trial } }),
    'POST rpc/request_payment_rules': () => json(null),
  }
  const asked = serve(answers)
  const bodies = (path: string): unknown[] =>
    asked.filter((request) => request.path === path).map(({ body }): unknown => JSON.parse(body ?? ''))
  return { answers, bodies, user: userEvent.setup(), ...renderSignedIn(<AdminRulesScreen />, '/admin/rules') }
}
const region = async (name: string) => within(await screen.findByRole('region', { name }))
const group = (name: string) => within(screen.getByRole('group', { name }))
const firstPayment = () => group('First payment to a payee')
const tryIt = () => screen.getByRole('button', { name: 'Try on the Last 90 Days' })

test('says the rules in force in words', async () => {
  show()
  const rows = (await (await region('Rules in force')).findAllByRole('row')).map(({ textContent }) => textContent)
  expect(rows.slice(1)).toEqual([
    'First payment to a payeeWarnabove £250.00Reviewoff',
    'Name that is not confirmedWarnabove £1,000.00Reviewoff',
    'Large part of the balance to a new payeeWarnabove 50% of the balanceReviewoff',
    'New payees within 24 hoursWarn3 new payees or moreReviewoff',
    'Payee that other customers reportedWarn1 report or moreReviewoff',
    "Name or account type that doesn't matchWarnalwaysReviewoff",
  ])
})

test('shows a failed load with a retry', async () => {
  const { answers, user } = show({ isRefused: true })
  const retry = await screen.findByRole('button', { name: 'Try again' })
  answers['POST rpc/get_payment_rules'] = () => json({ rules: inForce, waiting: null })
  await user.click(retry)
  expect(await screen.findByRole('region', { name: 'Rules in force' })).toBeVisible()
})

describe('a draft', () => {
  test('sends every rule with its threshold as text, and shows what it would have done beside the rules in force', async () => {
    const { bodies, user } = show()
    await region('Try a change')
    await user.clear(firstPayment().getByLabelText('Warn: above (£)'))
    await user.type(firstPayment().getByLabelText('Warn: above (£)'), '1,400.5')
    await user.click(firstPayment().getByLabelText('Review'))
    await user.clear(group('Large part of the balance to a new payee').getByLabelText(/^Warn: /))
    await user.type(group('Large part of the balance to a new payee').getByLabelText(/^Warn: /), '60')
    await user.click(tryIt())
    const figuresShown = await region('What it would have done')
    const [body] = bodies('rpc/try_payment_rules') as { p_rules: object[] }[]
    expect(body?.p_rules).toHaveLength(12)
    expect(body?.p_rules).toEqual(
      expect.arrayContaining([
        { name: 'first_payment', action: 'warn', threshold: '1400.50', active: true },
        { name: 'first_payment', action: 'review', threshold: '10000.00', active: true },
        { name: 'half_of_balance', action: 'warn', threshold: '0.60', active: true },
        { name: 'name_mismatch', action: 'review', threshold: null, active: false },
      ]),
    )
    const rows = figuresShown.getAllByRole('row').map(({ textContent }) => textContent)
    expect(rows.slice(1)).toEqual([
      'Payments warnedRules in force120 12% · £12,345.50Change100 10% · £11,000.00Difference−20',
      'Payments reviewedRules in force0 0% · £0.00Change12 1.2% · £600.00Difference+12',
      'Reported scams caughtRules in force3 of 4 reported · £900.00Change4 of 4 reported · £900.00Difference+1',
      'Payments to payees paid 3 times before, warned or reviewedRules in force7 0.7%Change7 0.7%Difference0',
    ])
    expect(figuresShown.getByText(/^All 1,000 payments .* from 25 August 2026 to 23 November 2026\./)).toBeVisible()
  })

  test('says that it is a sample', async () => {
    const { user } = show({ trial: { payments: 1_000_000, tried: 99_871 } })
    await user.click(await screen.findByRole('button', { name: 'Try on the Last 90 Days' }))
    expect(
      await screen.findByText(/^A random sample of 99,871 of the 1,000,000 payments .*: about 1 in 10\..*All reported/),
    ).toBeVisible()
  })

  test('says that there are no payments', async () => {
    const { user } = show({ trial: { payments: 0, tried: 0 } })
    await user.click(await screen.findByRole('button', { name: 'Try on the Last 90 Days' }))
    expect(await screen.findByText(/^Customers made no payments/)).toBeVisible()
  })

  test.each([
    ['First payment to a payee', 'Review: above (£)', '1000000.01', 'Enter an amount from £0 to £1,000,000.'],
    ['First payment to a payee', 'Review: above (£)', 'much', 'Enter an amount from £0 to £1,000,000.'],
    ['New payees within 24 hours', 'Warn: this many or more', '2', 'Enter a whole number from 3 to 100.'],
    [
      'Large part of the balance to a new payee',
      'Warn: above (% of balance)',
      '101',
      'Enter a whole number from 50 to 100.',
    ],
  ])('%s: %s refuses %s in place, keeps it, and asks nothing', async (rule, field, typed, problem) => {
    const { bodies, user } = show()
    await region('Try a change')
    const input = group(rule).getByLabelText(field)
    await user.clear(input)
    await user.type(input, typed)
    await user.click(tryIt())
    expect(input).toHaveAccessibleDescription(problem)
    expect(input).toHaveFocus()
    expect(input).toHaveValue(typed)
    expect(bodies('rpc/try_payment_rules')).toEqual([])
  })

  test('shows a refusal of the server above the button and keeps what was typed', async () => {
    const { answers, user } = show()
    answers['POST rpc/try_payment_rules'] = () =>
      json({ code: 'PT409', message: 'These are the rules in force. Change one first.', hint: 'rules-unchanged' }, 409)
    await user.click(await screen.findByRole('button', { name: 'Try on the Last 90 Days' }))
    expect(await screen.findByText('These are the rules in force. Change one first.')).toBeVisible()
  })

  test('must be tried again after an edit, and can be discarded after a question', async () => {
    const { user } = show()
    await region('Try a change')
    await user.click(tryIt())
    await screen.findByRole('button', { name: 'Ask a Second Super Admin' })
    await user.click(firstPayment().getByLabelText('Review'))
    expect(screen.getByText('You have changed the draft since. Try it again.')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Ask a Second Super Admin' })).not.toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Discard' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Discard' }))
    expect(firstPayment().getByLabelText('Review')).not.toBeChecked()
    expect(screen.queryByRole('region', { name: 'What it would have done' })).not.toBeInTheDocument()
  })

  test('is asked for with a reason, and then waits', async () => {
    const { answers, bodies, user } = show()
    await user.click(await screen.findByRole('button', { name: 'Try on the Last 90 Days' }))
    await user.click(await screen.findByRole('button', { name: 'Ask a Second Super Admin' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByLabelText('Reason'), 'Too many warnings')
    answers['POST rpc/get_payment_rules'] = () => json({ rules: inForce, waiting })
    await user.click(dialog.getByRole('button', { name: 'Ask a Second Super Admin' }))
    const card = await region('Waiting for a second super admin')
    expect(bodies('rpc/request_payment_rules')).toEqual([{ p_trial_id: 'trial-1', p_reason: 'Too many warnings' }])
    expect(card.getByText('above £250.00 → above £400.00')).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  })
})

describe('a change that waits', () => {
  test('shows who asked, why, what changes and what the trial showed, and leads to the approvals', async () => {
    show({ waiting })
    const card = await region('Waiting for a second super admin')
    for (const words of [/^Ben Super, /, 'Too many warnings', 'First payment to a payee: warn']) {
      expect(card.getByText(words)).toBeVisible()
    }
    expect(card.getByRole('row', { name: /^Payments warned/ })).toHaveTextContent('−20')
    expect(card.getByRole('link')).toHaveAttribute('href', '/admin/approvals')
  })

  test('says that it can no longer be approved', async () => {
    show({ waiting: { ...waiting, problem: 'changed' } })
    expect(await screen.findByText('The rules have changed since. This can no longer be approved.')).toBeVisible()
  })

  test('keeps another one from being asked for', async () => {
    const { user } = show({ waiting })
    await user.click(await screen.findByRole('button', { name: 'Try on the Last 90 Days' }))
    expect(await screen.findByText('Another change waits. It must be decided or withdrawn first.')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Ask a Second Super Admin' })).not.toBeInTheDocument()
  })
})
