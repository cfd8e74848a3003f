import { json } from '../fakeServer'
import { at, caseEvent, customerCase, done, press, show, showToStaff, staffCase } from './cases'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'

describe('the form of a complaint', () => {
  test('says what is missing, keeps what was typed after a failure, and leads to the case', async () => {
    const { answers, bodiesOf, router } = show({ 'POST rpc/search_transactions': () => json([]) }, '/complaint')
    await press('Send complaint')
    expect(screen.getByLabelText('What is it about?')).toHaveAccessibleDescription('Choose what it is about.')
    expect(screen.getByLabelText('What happened?')).toHaveAccessibleDescription(/Tell us what happened\./)
    await userEvent.selectOptions(screen.getByLabelText('What is it about?'), 'A person at the bank')
    await userEvent.type(screen.getByLabelText('What happened?'), 'I waited for an hour')
    answers['POST rpc/open_complaint'] = () => json({ message: 'Try later', hint: 'too-many-complaints' }, 429)
    await press('Send complaint')
    expect(await screen.findByText('Not sent')).toBeVisible()
    expect(screen.getByLabelText('What happened?')).toHaveValue('I waited for an hour')
    answers['POST rpc/open_complaint'] = () => json('case-1')
    answers['POST rpc/get_my_case'] = () => json({ message: 'no' }, 500)
    await press('Send complaint')
    await waitFor(() => expect(router.state.location.pathname).toBe('/cases/case-1'))
    expect(bodiesOf('open_complaint').at(-1)).toEqual({ p_topic: 'person', p_said: 'I waited for an hour' })
  })

  test('from a payment is about that payment', async () => {
    const { answers, bodiesOf } = show(
      { 'POST rpc/search_transactions': () => json([]) },
      '/complaint?payment=payment-1',
    )
    answers['POST rpc/open_complaint'] = () => json('case-1')
    answers['POST rpc/get_my_case'] = () => json({ message: 'no' }, 500)
    await userEvent.type(await screen.findByLabelText('What happened?'), 'It came late')
    await userEvent.type(screen.getByLabelText('What would put it right? (optional)'), 'An apology')
    await press('Send complaint')
    await waitFor(() =>
      expect(bodiesOf('open_complaint')).toEqual([
        { p_topic: 'payment', p_said: 'It came late', p_wish: 'An apology', p_transaction_id: 'payment-1' },
      ]),
    )
  })
})

const complaint = (change: object = {}) => ({
  topic: 'payment',
  said: 'It came late',
  wish: 'An apology',
  is_payment: true,
  was_marked: false,
  amount: 25,
  party: 'Petra Payee',
  summary_on: '2099-11-26',
  last_on: '2099-12-30',
  holding_response_at: null,
  delayed_at: null,
  reopened_at: null,
  reopen_by: null,
  redress_paid: 0,
  ...change,
})
const letter = { title: 'Our letter', day: '2026-11-23', before: [], facts: [], after: [] }
describe('a complaint, for the customer', () => {
  const mine = (change: object = {}, about: object = {}) =>
    customerCase({
      kind: 'complaint',
      due_on: '2099-12-14',
      facts: complaint(about),
      events: [caseEvent('bank', "We've got it", letter), caseEvent('bank', 'News')],
      ...change,
    })
  const open = (change: object = {}, about: object = {}) =>
    show({ 'POST rpc/get_my_case': () => json(mine(change, about)) }, '/cases/case-1')

  test('shows the dates, what it is about, and a letter where there is one', async () => {
    open()
    expect(await screen.findByText("We'll answer by Monday 14 December 2099")).toBeVisible()
    expect(await screen.findByText("We'll try to settle it with you by Thursday 26 November 2099.")).toBeVisible()
    expect(screen.getByText('About £25.00, Petra Payee')).toBeVisible()
    expect(screen.getAllByRole('button', { name: 'Our letter as PDF: Our letter' })).toHaveLength(1)
  })

  test.each([
    [
      'after a holding response',
      {},
      { holding_response_at: at },
      "You'll have our answer by Wednesday 30 December 2099 at the latest.",
    ],
    [
      'when the clock has ended',
      { due_on: '2026-11-01' },
      { delayed_at: at },
      'You can go to the Financial Ombudsman Service now',
    ],
  ])('%s it says so', async (_, change, about, words) => {
    open(change, about)
    expect(await screen.findByText(new RegExp(words))).toBeVisible()
    expect(screen.queryByText(/try to settle/)).not.toBeInTheDocument()
  })

  test('can be reopened once after the answer', async () => {
    const decided = { decision: 'partly_upheld', decided_at: at, letter }
    const { answers, bodiesOf } = open(decided, { redress_paid: 10, reopen_by: '2099-05-24' })
    expect(await screen.findByText('We agreed with a part of your complaint')).toBeVisible()
    expect(screen.getByText("We've paid £10.00 into your account for this complaint.")).toBeVisible()
    expect(await screen.findByText(/You can do this once, until Sunday 24 May 2099/)).toBeVisible()
    await userEvent.type(screen.getByLabelText("What's new, or wrong?"), 'You forgot a day')
    answers['POST rpc/reopen_complaint'] = done
    answers['POST rpc/get_my_case'] = () => json(mine(decided, { reopened_at: at }))
    await press('Reopen complaint')
    expect(await screen.findByText(/^You've reopened this complaint once\./)).toBeVisible()
    expect(bodiesOf('reopen_complaint')).toEqual([{ p_case_id: 'case-1', p_said: 'You forgot a day' }])
    expect(screen.queryByRole('button', { name: 'Reopen complaint' })).not.toBeInTheDocument()
  })

  test('cannot be reopened after six months', async () => {
    open({ decision: 'upheld', decided_at: at, letter }, { reopen_by: '2026-05-24' })
    expect(await screen.findByText(/^You could reopen this complaint until Sunday 24 May 2026\./)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Reopen complaint' })).not.toBeInTheDocument()
  })
})

describe('a complaint, for staff', () => {
  const open = (change: object = {}, about: object = {}) =>
    showToStaff(
      staffCase({
        kind: 'complaint',
        due_at: '2099-12-15T00:00:00+00:00',
        last_at: '2099-12-31T00:00:00+00:00',
        facts: {
          ...complaint(about),
          transaction_id: 'payment-1',
          marked_by: null,
          summary_due_at: '2099-11-27T00:00:00+00:00',
          outcome: null,
          response: null,
          redress: null,
          ...about,
        },
        events: [caseEvent('bank', "We've got it", letter)],
        ...change,
      }),
      {
        'POST rpc/decide_complaint': () => json(true),
        'POST rpc/update_complaint': done,
        'POST rpc/send_holding_response': done,
      },
    )
  const box = async () => within(await screen.findByRole('dialog'))

  test('an update and a holding response start from a text with the day and the name', async () => {
    const { bodiesOf } = open()
    await press('Send an update')
    const update = await box()
    await userEvent.selectOptions(update.getByLabelText('Start from'), 'Still looking into it')
    await userEvent.click(update.getByRole('button', { name: 'Send' }))
    await waitFor(() =>
      expect(bodiesOf('update_complaint')).toEqual([
        {
          p_case_id: 'case-1',
          p_words: "Hello Clara, we're still looking into your complaint. You'll have our answer by 14 December 2099.",
        },
      ]),
    )
    await press('Holding response')
    const hold = await box()
    await userEvent.click(hold.getByRole('button', { name: 'Send' }))
    expect(hold.getByLabelText('Text, in the letter')).toHaveAccessibleDescription(/Write the text\./)
    await userEvent.type(hold.getByLabelText('Text, in the letter'), 'Late bank')
    await userEvent.click(hold.getByRole('button', { name: 'Send' }))
    await waitFor(() =>
      expect(bodiesOf('send_holding_response')).toEqual([{ p_case_id: 'case-1', p_reason: 'Late bank' }]),
    )
  })

  test('a summary needs the agreement of the customer', async () => {
    const { bodiesOf } = open()
    await press('Settle')
    const dialog = await box()
    await userEvent.type(dialog.getByLabelText('Text, in the letter'), 'We called you')
    await userEvent.click(dialog.getByRole('button', { name: 'Settle' }))
    expect(dialog.getByText(/^Ask the customer first\./)).toBeVisible()
    await userEvent.click(dialog.getByRole('checkbox'))
    await userEvent.click(dialog.getByRole('button', { name: 'Settle' }))
    await waitFor(() =>
      expect(bodiesOf('decide_complaint')).toEqual([
        {
          p_case_id: 'case-1',
          p_outcome: 'resolved',
          p_response: 'We called you',
          p_redress: '0.00',
          p_is_accepted: true,
        },
      ]),
    )
  })

  test('a final response has an outcome, a text without gaps and redress', async () => {
    const { bodiesOf } = open()
    await press('Final response')
    const dialog = await box()
    await userEvent.selectOptions(dialog.getByLabelText('Start from'), 'We made a mistake')
    await userEvent.type(dialog.getByLabelText('Redress (£), from the bank'), 'ten')
    await userEvent.click(dialog.getByRole('button', { name: 'Final response' }))
    expect(dialog.getByLabelText('Outcome')).toHaveAccessibleDescription('Choose an outcome.')
    expect(dialog.getByText('Replace the words in square brackets.')).toBeVisible()
    expect(dialog.getByText('Enter an amount up to £1,000,000, or leave it empty.')).toBeVisible()
    await userEvent.selectOptions(dialog.getByLabelText('Outcome'), 'Upheld')
    await userEvent.clear(dialog.getByLabelText('Text, in the letter'))
    await userEvent.type(dialog.getByLabelText('Text, in the letter'), 'We were late')
    await userEvent.clear(dialog.getByLabelText('Redress (£), from the bank'))
    await userEvent.type(dialog.getByLabelText('Redress (£), from the bank'), '12.50')
    await userEvent.click(dialog.getByRole('button', { name: 'Final response' }))
    await waitFor(() =>
      expect(bodiesOf('decide_complaint')).toEqual([
        {
          p_case_id: 'case-1',
          p_outcome: 'upheld',
          p_response: 'We were late',
          p_redress: '12.50',
          p_is_accepted: false,
        },
      ]),
    )
  })

  test('what is no longer possible is not offered, and an answer that waits is shown', async () => {
    open(
      { moves: 'second', due_at: '2026-11-01T00:00:00+00:00' },
      {
        delayed_at: at,
        summary_due_at: '2026-10-01T00:00:00+00:00',
        outcome: 'upheld',
        response: 'Sorry',
        redress: 900,
      },
    )
    for (const words of ['Overdue', 'Sorry', '£900.00']) expect(await screen.findByText(words)).toBeVisible()
    expect(screen.getByText(/^The clock has ended\. The customer was told/)).toBeVisible()
    for (const name of ['Settle', 'Holding response'])
      expect(screen.queryByRole('button', { name })).not.toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Final response' })).toBeDisabled()
  })
})
