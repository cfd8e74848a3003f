import { json, userId } from '../fakeServer'
import type { Row } from '../apiAnswers'
import hooks from '../../supabase/schemas/hooks.sql?raw'
import { at, caseEvent, customerCase, done, hours, press, show, showToStaff, staffCase } from './cases'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { kinds as customerKinds } from '@/features/care/cases/kinds'
import { kindTitles } from '@/features/staff/case-summaries/words'

const refusal = (hint: string, message: string, status = 409) => json({ code: `PT${status}`, message, hint }, status)

describe('a claim', () => {
  const draft = (change: object = {}) => ({
    case_id: null,
    amount: 250,
    payee: 'Petra Payee',
    paid_at: at,
    is_card: false,
    kind: null,
    who: null,
    reached: null,
    said: null,
    excess: 100,
    clocks: {
      scam: { decide_by: '2026-12-04', at_the_latest: '2027-01-11' },
      unauthorised: { decide_by: '2026-11-30', at_the_latest: '2026-11-30' },
    },
    ...change,
  })
  /** A server that keeps the answers. */
  function open(change: object = {}, chosen: string | null = null) {
    let saved = draft(change)
    return show(
      {
        'POST rpc/get_claim': () => json(saved),
        'POST rpc/save_claim': ({ body }) => {
          const { p_kind, p_who = null, p_reached = null, p_said = null } = JSON.parse(body ?? '')
          saved = { ...saved, kind: p_kind, who: p_who, reached: p_reached, said: p_said }
          return new Response(null, { status: 204 })
        },
        'POST rpc/send_claim': () => json('case-1'),
        'POST rpc/get_my_case': () => refusal('case-gone', 'We could not find this case.', 404),
      },
      chosen === null ? '/claim/payment-1' : { pathname: '/claim/payment-1', state: { kind: chosen } },
    )
  }

  test('asks one question at a time, saves each answer, and sends them', async () => {
    const { bodiesOf, router } = open()
    await press('I was tricked into paying')
    await press('An email')
    await userEvent.type(await screen.findByLabelText('A name, a company or a friend'), 'My landlord')
    await press('Continue')
    await userEvent.type(await screen.findByLabelText('In your own words'), 'New account details')
    await press('Continue')
    expect(await screen.findByText('My landlord')).toBeVisible()
    expect(bodiesOf('send_claim')).toEqual([])
    await press('Send claim')
    await waitFor(() => expect(router.state.location.pathname).toBe('/cases/case-1'))
    expect(bodiesOf('save_claim').at(-1)).toEqual({
      p_transaction_id: 'payment-1',
      p_kind: 'scam',
      p_who: 'My landlord',
      p_reached: 'email',
      p_said: 'New account details',
    })
  })

  test.each([
    ['scam', 100, true],
    ['scam', 100.01, false],
    ['unauthorised', 40, false],
  ])('of the kind %s for £%s says before it is sent that nothing is refunded: %s', async (kind, amount, isSaid) => {
    open({ kind, amount, reached: 'email', who: 'My landlord', said: 'New account' })
    expect(await screen.findByRole('button', { name: 'Send claim' })).toBeVisible()
    expect(screen.queryAllByText(/^We don't refund the first £100.00 of a scam/)).toHaveLength(isSaid ? 1 : 0)
  })

  test.each([
    [
      'scam',
      "If you send it today, we'll decide by Friday 4 December 2026, or by Monday 11 January 2027 if we have to ask others first.",
    ],
    ['unauthorised', "If you send it today, we'll decide by Monday 30 November 2026."],
  ])('of the kind %s says before it is sent by when it is decided', async (kind, words) => {
    open({ kind, reached: 'email', who: 'My landlord', said: 'New account' })
    expect(await screen.findByRole('button', { name: 'Send claim' })).toBeVisible()
    expect(screen.getByText(words)).toBeVisible()
  })

  test('goes on where it was left, and another kind asks its own questions again', async () => {
    open({ kind: 'scam', reached: 'email', who: 'My landlord' })
    expect(await screen.findByRole('heading', { name: 'What did they tell you?' })).toBeVisible()
    for (let step = 0; step < 3; step += 1) await press('Back')
    await press("I didn't make this payment")
    expect(await screen.findByRole('heading', { name: 'Where were your card and phone?' })).toBeVisible()
  })

  test("starts with what was chosen in 'Something wrong?', and asks when something else is saved", async () => {
    const { bodiesOf, unmount } = open({}, 'scam')
    await press('They phoned me')
    expect(await screen.findByRole('heading', { name: 'Who did you think you were paying?' })).toBeVisible()
    expect(bodiesOf('save_claim')).toEqual([{ p_transaction_id: 'payment-1', p_kind: 'scam', p_reached: 'phone' }])
    unmount()
    open({ kind: 'unauthorised', reached: 'safe' }, 'scam')
    expect(await screen.findByRole('heading', { name: 'What happened?' })).toBeVisible()
  })

  test('asks nobody whether a shop tricked them: a card payment was not made by the customer', async () => {
    open({ is_card: true })
    expect(await screen.findByRole('heading', { name: 'Where were your card and phone?' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Back' })).not.toBeInTheDocument()
  })

  test('keeps what was typed and says why an answer was not saved', async () => {
    const { answers } = open({ kind: 'scam', reached: 'email' })
    answers['POST rpc/save_claim'] = () => json({ message: 'no' }, 500)
    await userEvent.type(await screen.findByLabelText('A name, a company or a friend'), 'My landlord')
    await press('Continue')
    expect(await screen.findByText('Not saved')).toBeVisible()
    expect(screen.getByLabelText('A name, a company or a friend')).toHaveValue('My landlord')
  })

  test('keeps what was typed but not sent when it is opened again', async () => {
    const { unmount } = open({ kind: 'scam', reached: 'email' })
    await userEvent.type(await screen.findByLabelText('A name, a company or a friend'), 'My landlord')
    unmount()
    open({ kind: 'scam', reached: 'email' })
    expect(await screen.findByLabelText('A name, a company or a friend')).toHaveValue('My landlord')
    await press('Continue')
    expect(await screen.findByRole('heading', { name: 'What did they tell you?' })).toBeVisible()
    expect(Object.keys(sessionStorage)).toEqual([])
  })

  test('leads to the case of a claim that was sent, and says why there can be none', async () => {
    const { router } = show({ 'POST rpc/get_claim': () => json({ case_id: 'case-1' }) }, '/claim/payment-1')
    await waitFor(() => expect(router.state.location.pathname).toBe('/cases/case-1'))
    show(
      { 'POST rpc/get_claim': () => refusal('claim-too-late', 'This payment is more than 13 months old.') },
      '/claim/payment-2',
    )
    expect(await screen.findByText('This payment is more than 13 months old.')).toBeVisible()
  })
})

describe("the customer's cases", () => {
  const shown = (change: object = {}) =>
    customerCase({
      kind: 'scam',
      due_on: '2026-11-30',
      facts: { amount: 250, payee: 'Petra Payee', paid_at: at, refunded: 0 },
      events: [caseEvent('customer', 'You told us.'), caseEvent('bank', 'We look.')],
      ...change,
    })

  test('say by which day the bank decides, newest events first', async () => {
    show({ 'POST rpc/get_my_case': () => json(shown()) }, '/cases/case-1')
    expect(await screen.findByText("We'll decide by Monday 30 November 2026")).toBeVisible()
    const rows = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
    expect(rows).toEqual([
      expect.stringMatching(/^Fernbank, 23 November 2026 at 12:00We look\.$/),
      expect.stringMatching(/^You, .*You told us\.$/),
    ])
    expect(screen.queryByRole('button', { name: 'Our letter as PDF' })).not.toBeInTheDocument()
  })

  test('of a suspension list what someone else may have changed, each with a link to its setting', async () => {
    const none = { at: null, before: null, name: null }
    const changes = [
      { ...none, what: 'set_payment_limit', at, before: 500 },
      { ...none, what: 'payee', at, name: 'Petra Payee' },
      { ...none, what: 'profile' },
    ]
    show(
      {
        'POST rpc/get_my_case': () =>
          json(shown({ kind: 'suspension', decision: 'lifted', decided_at: at, facts: { changes } })),
      },
      '/cases/case-1',
    )
    const list = within(await screen.findByRole('region', { name: 'Check these' }))
    const links = list.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
    expect(links).toEqual([
      ['Daily payment limitIt was £500.00 before.23 November 2026 at 12:00', '/settings#payments'],
      ['New payeePetra Payee23 November 2026 at 12:00', '/manage-payments'],
      ['Your name and address', '/profile'],
    ])
  })

  test('say why a payment is under review and until when at the latest, and cancel it', async () => {
    const review = {
      transaction_id: 'payment-1',
      amount: 600,
      payee: 'Petra Payee',
      told: 'The account is new.',
      last_on: '2026-11-27',
      state: 'held',
    }
    const { answers, bodiesOf } = show(
      {
        'POST rpc/get_my_case': () =>
          json(shown({ kind: 'payment_review', facts: review, question: 'Who asked you?' })),
      },
      '/cases/case-1',
    )
    expect(
      await screen.findByText(/The account is new\. .*until Friday 27 November 2026 at the latest\./),
    ).toBeVisible()
    expect(screen.getByText('£600.00 to Petra Payee')).toBeVisible()
    answers['POST rpc/undo_payment'] = () => json('cancelled')
    await press('Cancel payment')
    const box = within(await screen.findByRole('dialog', { name: 'Cancel this payment?' }))
    answers['POST rpc/get_my_case'] = () =>
      json(shown({ kind: 'payment_review', facts: { ...review, state: 'cancelled' }, decision: 'refused' }))
    await userEvent.click(box.getByRole('button', { name: 'Cancel payment' }))
    expect(await screen.findByText('Payment cancelled')).toBeInTheDocument()
    expect(bodiesOf('undo_payment')).toEqual([{ p_id: 'payment-1' }])
    expect(await screen.findByText('Not sent')).toBeVisible()
  })

  test('ask the question of staff, and keep an answer that failed', async () => {
    const { answers, bodiesOf } = show(
      { 'POST rpc/get_my_case': () => json(shown({ question: 'Who called?' })) },
      '/cases/case-1',
    )
    expect(await screen.findByText('Who called?')).toBeVisible()
    await press('Send')
    expect(screen.getByText('Write something first.')).toBeVisible()
    await userEvent.type(screen.getByLabelText('Your answer'), 'A man')
    await press('Send')
    expect(screen.getByLabelText('Your answer')).toHaveValue('A man')
    answers['POST rpc/answer_case'] = () => new Response(null, { status: 204 })
    await press('Send')
    await waitFor(() => expect(bodiesOf('answer_case').at(-1)).toEqual({ p_case_id: 'case-1', p_answer: 'A man' }))
    await waitFor(() => expect(screen.getByLabelText('Your answer')).toHaveValue(''))
  })

  test('keep an answer that was typed but not sent when they are opened again', async () => {
    const answers = { 'POST rpc/get_my_case': () => json(shown({ question: 'Who called?' })) }
    const { unmount } = show(answers, '/cases/case-1')
    await userEvent.type(await screen.findByLabelText('Your answer'), 'A man')
    unmount()
    show(answers, '/cases/case-1')
    expect(await screen.findByLabelText('Your answer')).toHaveValue('A man')
  })

  test('are listed, and decided ones have the letter and no form', async () => {
    const row = { id: 'case-1', kind: 'scam', opened_at: at, due_on: '2026-11-30', decided_at: null }
    show(
      {
        'POST rpc/list_my_cases': () =>
          json([{ ...row, has_question: false, decision: 'refunded', subject: 'Petra Payee', amount: 250 }]),
        'POST rpc/get_my_case': () =>
          json(
            shown({
              decision: 'refunded',
              facts: { amount: 250, payee: 'Petra Payee', paid_at: at, refunded: 150 },
              letter: { title: 'Our decision', day: '2026-11-23', before: [], facts: [], after: [] },
            }),
          ),
      },
      '/cases',
    )
    await userEvent.click(await screen.findByRole('link', { name: '£250.00 to Petra Payee Refunded' }))
    expect(await screen.findByRole('button', { name: 'Our letter as PDF' })).toBeVisible()
    // What came back, not what was paid.
    expect(screen.getByText('Refunded £150.00')).toBeVisible()
    expect(screen.queryByLabelText('Your message')).not.toBeInTheDocument()
  })

  test('say that there are none, and how to claim', async () => {
    show({ 'POST rpc/list_my_cases': () => json([]) }, '/cases')
    expect(await screen.findByText('No cases')).toBeVisible()
  })
})

describe('the cases of staff', () => {
  const row = (id: string, change: Partial<Row<'list_cases'>> = {}): Row<'list_cases'> => ({
    id,
    kind: 'scam',
    customer_name: `Customer ${id}`,
    opened_at: at,
    due_at: hours(240),
    stopped_at: null,
    has_question: false,
    amount: 1000,
    assigned_to: null,
    assigned_name: null,
    decision: null,
    decided_at: null,
    summary_due_at: null,
    subject: null,
    moves: 'anyone',
    news: null,
    ...change,
  })

  test('show the clock of each, and filter by kind, state and own ones', async () => {
    const { bodiesOf } = show(
      {
        'POST rpc/list_cases': () =>
          json([
            row('a', { due_at: hours(-1) }),
            row('b', { stopped_at: at, news: 'answer' }),
            row('c', { decision: null }),
          ]),
      },
      '/admin/cases',
    )
    const rows = (await screen.findAllByRole('row')).slice(1)
    expect(rows[0]).toHaveTextContent(/^Overdue/)
    expect(rows[1]).toHaveTextContent(/^Clock stopped/)
    expect(rows[1]).toHaveTextContent('The customer answered')
    expect(rows[2]).toHaveTextContent(/in 10 days/)
    await userEvent.selectOptions(screen.getByLabelText('Kind'), 'Scam')
    await userEvent.selectOptions(screen.getByLabelText('Show'), 'Decided')
    await userEvent.click(screen.getByLabelText('Only mine'))
    await waitFor(() =>
      expect(bodiesOf('list_cases').at(-1)).toEqual({
        p_state: 'decided',
        p_kind: 'scam',
        p_is_mine: true,
        p_limit: 50,
      }),
    )
  })

  test('of the reader are marked, and the next page starts after the turn of the last one', async () => {
    const { bodiesOf } = show(
      {
        'POST rpc/list_cases': ({ body }) =>
          json(
            body?.includes('p_after')
              ? []
              : Array.from({ length: 50 }, (_, place) =>
                  row(
                    `${place}`,
                    place === 0
                      ? { assigned_to: userId, assigned_name: 'Asha' }
                      : { due_at: '2026-11-20T00:00:00+00:00' },
                  ),
                ),
          ),
      },
      '/admin/cases',
    )
    expect(await screen.findByText(/then your cases, those that nobody has, and those of colleagues/)).toBeVisible()
    const rows = (await screen.findAllByRole('row')).slice(1)
    expect(within(rows[0] ?? document.body).getByText('You')).toBeVisible()
    expect(within(rows[1] ?? document.body).getByText('Nobody')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: /next/i }))
    await waitFor(() =>
      expect(bodiesOf('list_cases').at(-1)).toMatchObject({
        p_after_turn: 1,
        p_after: '2026-11-20T00:00:00+00:00',
        p_after_id: '49',
      }),
    )
  })

  test.each([
    ['The customer', { moves: 'customer' }],
    ['You', { moves: 'agent', assigned_to: userId, assigned_name: 'Ada Agent' }],
    ['You · Due today', { moves: 'agent', assigned_to: userId, assigned_name: 'Ada Agent', news: 'due' }],
    ['Bea Agent', { moves: 'agent', assigned_to: 'agent-2', assigned_name: 'Bea Agent' }],
    ['Nobody has it · The customer answered', { moves: 'anyone', news: 'answer' }],
    ['A second administrator', { moves: 'second', assigned_to: userId, assigned_name: 'Ada Agent' }],
    ['A second person decided', { decision: 'refunded', decided_at: at, moves: null, news: 'decision' }],
  ])('say by one mark who must move, the same on the page: %s', async (mark, change) => {
    show({ 'POST rpc/list_cases': () => json([row('a', change)]) }, '/admin/cases')
    expect((await screen.findAllByRole('row'))[1]).toHaveTextContent(new RegExp(`${mark}$`))
    cleanup()
    showToStaff(claimed(change))
    expect(await screen.findByRole('region', { name: 'Facts' })).toHaveTextContent(mark)
  })

  describe('in a row', () => {
    const own = { assigned_to: userId, assigned_name: 'Ada Agent', moves: 'agent' }
    const listed = [
      row('top', { moves: 'anyone', kind: 'received' }),
      row('case-1', own),
      row('waits', { ...own, moves: 'second' }),
      row('mine', own),
      row('free'),
    ]
    const decide = (rows: Row<'list_cases'>[]) => {
      const opened = showToStaff(claimed(), {
        'POST rpc/list_cases': () => json(rows),
        'POST rpc/decide_claim': () => json(true),
      })
      return opened
    }
    const refund = async () => {
      await press(/^Refund £/)
      const box = within(await screen.findByRole('dialog'))
      await userEvent.type(box.getByLabelText('Reason'), 'A scam')
      await userEvent.click(box.getByRole('button', { name: /^Refund £/ }))
      await screen.findByText('Decided')
    }

    test.each([
      ['one of the reader', listed, '/admin/cases/mine'],
      ['one that nobody has', listed.filter(({ id }) => id !== 'mine' && id !== 'top'), '/admin/cases/free'],
      [
        'none, so the decided one stays',
        [row('case-1', own), row('theirs', { ...own, assigned_to: 'agent-2' })],
        '/admin/cases/case-1',
      ],
    ])('open after a decision: %s', async (_what, rows, path) => {
      const { router } = decide(rows)
      await refund()
      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
      expect(router.state.location.pathname).toBe(path)
    })

    test('are taken, left out for the next one and left for the list by keys', async () => {
      const { router, bodiesOf } = decide(listed)
      const answered = await screen.findByRole('region', { name: 'Facts' })
      expect(answered).toBeVisible()
      await userEvent.keyboard('{Alt>}u{/Alt}')
      await waitFor(() => expect(router.state.location.pathname).toBe('/admin/cases/mine'))
      expect(bodiesOf('decide_claim')).toEqual([])
      // The first Esc leaves the field in which the note is.
      await userEvent.type(await screen.findByLabelText('Note'), 'Called{Escape}')
      expect(router.state.location.pathname).toBe('/admin/cases/mine')
      expect(screen.getByLabelText('Note')).toHaveValue('Called')
      await userEvent.keyboard('{Escape}')
      await waitFor(() => expect(router.state.location.pathname).toBe('/admin/cases'))
    })

    test('end with words when no other case waits for the reader', async () => {
      decide([])
      await press('Next case')
      expect(await screen.findByText('No other case waits')).toBeVisible()
    })
  })

  test('are found by a search, which is recorded first, in every state and without paging', async () => {
    const { bodiesOf } = show(
      {
        'POST rpc/list_cases': () => json([row('a')]),
        'POST rpc/record_case_search': done,
        'POST rpc/search_cases': () =>
          json([
            row('b', { subject: 'Petra Payee', moves: 'customer' }),
            row('c', { decision: 'refunded', decided_at: at, moves: null }),
          ]),
      },
      '/admin/cases',
    )
    const field = await screen.findByRole('searchbox', { name: 'Find by customer, payee, amount or reference' })
    await userEvent.type(field, 'petra 1,000{Enter}')
    const found = await screen.findByRole('table', { name: 'Found cases' })
    const rows = within(found).getAllByRole('row').slice(1)
    expect(rows[0]).toHaveTextContent(/Scam: Petra Payee.*The customer$/)
    expect(rows[1]).toHaveTextContent(/^Refunded/)
    expect(bodiesOf('record_case_search')).toEqual([{ p_search: 'petra 1,000' }])
    expect(bodiesOf('search_cases')).toEqual([{ p_search: 'petra 1,000' }])
    await userEvent.click(screen.getByRole('button', { name: 'Clear search' }))
    expect(await screen.findByRole('table', { name: 'Cases' })).toBeVisible()
  })

  test('name the customer and the matter in the heading and on the tab of the browser', async () => {
    showToStaff(
      staffCase({
        kind: 'messages',
        subject: 'Petra Payee',
        facts: { payer: 'Petra Payee', reported_at: at, texts: [] },
        events: [],
      }),
    )
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Clara Customer, Messages in payments: Petra Payee' }),
    ).toBeVisible()
    expect(document.title).toContain('Clara Customer, Messages in payments: Petra Payee')
  })

  const claimed = (change: object = {}, claim: object = {}) =>
    staffCase({
      kind: 'scam',
      facts: {
        transaction_id: 'payment-1',
        amount: 1000,
        payee: 'Petra Payee',
        paid_at: at,
        is_card: false,
        is_at_other_bank: true,
        who: 'My bank',
        reached: 'phone',
        said: 'Move it',
        refunded: 0,
        taken_back: 0,
        is_protected: false,
        owed: 0,
        received: 0,
        recall: null,
        loss: 1000,
        excess: 100,
        refund: 900,
        standard: null,
        standards: ['warning', 'fraud'],
        received_case_id: null,
        evidence: { outcome: 'no_match', warnings: ['first_payment'], reports: 2 },
        ...claim,
      },
      events: [caseEvent('note', 'Called him')],
      ...change,
    })
  test('what another bank has paid of a decided claim is booked, with what it pays no more', async () => {
    const decided = claimed(
      { decision: 'refunded', decided_at: at },
      { owed: 450, received: 50, recall: "The other bank didn't send it back." },
    )
    const { bodiesOf } = showToStaff(decided, { 'POST rpc/record_recovery': () => json(true) })
    expect(await screen.findByText('£450.00')).toBeVisible()
    expect(screen.getByText("The other bank didn't send it back.")).toBeVisible()
    await press('Book what the other bank paid')
    const box = within(await screen.findByRole('dialog'))
    await userEvent.type(box.getByLabelText('Paid now (£)'), '451')
    await userEvent.click(box.getByRole('button', { name: 'Book' }))
    expect(box.getByText('Enter what it has paid, at most £450.00.')).toBeVisible()
    await userEvent.clear(box.getByLabelText('Paid now (£)'))
    await userEvent.type(box.getByLabelText('Paid now (£)'), '400')
    await userEvent.click(box.getByLabelText('It pays no more: we bear the rest'))
    await userEvent.type(box.getByLabelText('Reason'), 'Their message')
    await userEvent.click(box.getByRole('button', { name: 'Book' }))
    expect(await screen.findByText('Booked')).toBeVisible()
    expect(bodiesOf('record_recovery')).toEqual([
      { p_case_id: 'case-1', p_received: '400.00', p_is_all: true, p_reason: 'Their message', p_owed: '450.00' },
    ])
  })

  test.each([
    [{ loss: 60, refund: 0 }, 'Nothing: the loss is not above the excess of £100.00'],
    [{ loss: 0, refund: 0 }, 'Nothing: the money came back'],
    [{ refund: 0 }, 'Nothing: the most for a scam has been refunded'],
  ])('a claim without a refund says why, and its button does not refund £0.00', async (claim, why) => {
    const { bodiesOf } = showToStaff(claimed({}, claim), { 'POST rpc/decide_claim': () => json(true) })
    expect(await screen.findByText(why)).toBeVisible()
    expect(screen.queryByRole('button', { name: /£0/ })).not.toBeInTheDocument()
    await press('Close without a refund')
    const box = within(await screen.findByRole('dialog', { name: 'Close this claim without a refund?' }))
    await userEvent.type(box.getByLabelText('Reason'), 'Too small')
    await userEvent.click(box.getByRole('button', { name: 'Close without a refund' }))
    await waitFor(() =>
      expect(bodiesOf('decide_claim')).toEqual([{ p_case_id: 'case-1', p_refuses: false, p_reason: 'Too small' }]),
    )
  })

  const open = (change: object = {}) =>
    showToStaff(claimed(change), {
      'POST rpc/decide_claim': () => json(false),
      'POST rpc/decide_payment_review': () => json(true),
      'POST rpc/extend_payment_review': done,
      'POST rpc/decide_messages': done,
      'POST rpc/ask_case_customer': done,
      'POST rpc/list_case_agents': () => json([{ id: 'agent-2', full_name: 'Bea Agent' }]),
      'POST rpc/assign_case': done,
      'POST rpc/get_suspension_choices': () =>
        json({ causes: [], first_day: '2026-11-24', usual_day: '2026-11-30', last_day: '2026-12-07' }),
      'POST rpc/send_suspension_update': done,
    })
  const suspended = (change: object = {}) =>
    open({
      kind: 'suspension',
      facts: {
        cause: 'Payments look like fraud',
        message: 'What were they for?',
        next_message: 'Still looking at [what].',
        is_delayed: false,
        ...change,
      },
    })

  test('a suspended customer gets an update with the day of the next one', async () => {
    const { bodiesOf } = suspended()
    for (const text of ['Payments look like fraud', 'What were they for?'])
      expect(await screen.findByText(text)).toBeVisible()
    await press('Send an update')
    const box = within(await screen.findByRole('dialog'))
    const field = await box.findByLabelText('Text for the customer')
    await userEvent.click(box.getByRole('button', { name: 'Send an update' }))
    expect(field).toHaveAccessibleDescription(/^Replace the words in brackets\./)
    await userEvent.clear(field)
    await userEvent.type(field, 'Still looking')
    await userEvent.click(box.getByRole('button', { name: 'Send an update' }))
    await waitFor(() =>
      expect(bodiesOf('send_suspension_update')).toEqual([
        { p_case_id: 'case-1', p_message: 'Still looking', p_next_update: '2026-11-30' },
      ]),
    )
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  })

  test('a case has its facts, what the bank knew, the customer and the notes', async () => {
    open()
    for (const text of [
      'My bank',
      'the name does not match',
      'first payment to this account',
      'clara@example.test',
      'Called him',
      '£900.00',
    ])
      expect(await screen.findByText(text)).toBeVisible()
  })

  test('a refusal names its standard and a reason, and waits for a second administrator', async () => {
    const { bodiesOf } = open()
    await press('Refuse')
    const box = within(await screen.findByRole('dialog'))
    await userEvent.click(box.getByRole('button', { name: 'Refuse' }))
    expect(box.getByText('Enter a reason.')).toBeVisible()
    await userEvent.selectOptions(box.getByLabelText('Standard'), 'Ignored a specific warning (gross negligence)')
    await userEvent.type(box.getByLabelText('Reason'), 'Ticked it')
    await userEvent.click(box.getByRole('button', { name: 'Refuse' }))
    expect(await screen.findByText('Waiting for approval')).toBeVisible()
    expect(bodiesOf('decide_claim')).toEqual([
      { p_case_id: 'case-1', p_refuses: true, p_reason: 'Ticked it', p_standard: 'warning' },
    ])
  })

  test('a reason is saved for all who decide, chosen again, and changed before it is sent', async () => {
    const saved = [{ id: 'reason-1', shortcut: 'known', reply: 'You knew the payee.' }]
    const { bodiesOf } = showToStaff(claimed(), {
      'GET user_roles': () => json([{ role: 'admin' }]),
      'GET admin_permissions': () => json([{ permission: 'manage_cases' }]),
      'POST rpc/list_saved_replies': () => json(saved),
      'POST rpc/save_reply': ({ body }) => {
        const { p_shortcut: shortcut, p_reply: reply } = JSON.parse(body ?? '')
        saved.push({ id: 'reason-2', shortcut, reply })
        return done()
      },
      'POST rpc/decide_claim': () => json(true),
    })
    await press('Refund £900.00')
    const field = await screen.findByLabelText('Reason')
    await userEvent.type(field, 'Nothing was ignored.')
    await press('Saved reasons')
    const box = within(await screen.findByRole('dialog', { name: 'Saved reasons' }))
    await userEvent.click(await box.findByRole('button', { name: 'New reason' }))
    expect(box.getByLabelText('Reason')).toHaveValue('Nothing was ignored.')
    await userEvent.type(box.getByLabelText('Shortcut'), 'careful')
    await userEvent.click(box.getByRole('button', { name: 'Save' }))
    expect(await box.findByRole('button', { name: 'Edit careful' })).toBeVisible()
    expect(bodiesOf('save_reply')).toEqual([
      { p_id: expect.any(String), p_shortcut: 'careful', p_reply: 'Nothing was ignored.', p_kind: 'reason' },
    ])
    await userEvent.keyboard('{Escape}')
    const choice = await screen.findByLabelText('Start from a saved reason')
    expect(choice).toHaveDisplayValue('careful')
    await userEvent.selectOptions(choice, 'known')
    expect(field).toHaveValue('You knew the payee.')
    await userEvent.type(field, ' Since 2020.')
    await press('Refund £900.00')
    await waitFor(() =>
      expect(bodiesOf('decide_claim')).toEqual([
        { p_case_id: 'case-1', p_refuses: false, p_reason: 'You knew the payee. Since 2020.' },
      ]),
    )
  })

  test('what the customer gets is shown before it is sent, as the server would write it', async () => {
    const letter = {
      title: 'Our decision',
      day: '2026-11-29',
      before: ['We have decided.'],
      facts: [{ name: 'Why', value: 'Ticked it' }],
      after: [],
    }
    const { answers, bodiesOf } = showToStaff(claimed(), {
      'POST rpc/preview_messages': () =>
        json({
          now: { messages: [], lines: [], letters: [] },
          approved: {
            messages: [{ title: 'Our decision about your claim', message: 'Our letter says why.', names: ['Clara'] }],
            lines: [],
            letters: [letter],
          },
        }),
    })
    await press('Refuse')
    const part = within(await screen.findByRole('region', { name: 'What the customer gets' }))
    expect(part.getByText('It is shown here once the form is filled in.')).toBeVisible()
    expect(bodiesOf('preview_messages')).toEqual([])
    await userEvent.selectOptions(screen.getByLabelText('Standard'), 'Ignored a specific warning (gross negligence)')
    await userEvent.type(screen.getByLabelText('Reason'), 'Ticked it')
    expect(await part.findByText('Once a second administrator has approved it')).toBeVisible()
    expect(part.getByText('Our letter says why.')).toBeVisible()
    expect(within(part.getByRole('article', { name: 'Letter: Our decision' })).getByText('Ticked it')).toBeVisible()
    // Not while they type, and the same that the decision sends.
    expect(bodiesOf('preview_messages')).toEqual([
      {
        p_action: 'decide_claim',
        p_arguments: { p_case_id: 'case-1', p_refuses: true, p_reason: 'Ticked it', p_standard: 'warning' },
      },
    ])
    answers['POST rpc/preview_messages'] = () =>
      json({ code: 'PT409', hint: 'already-decided', message: 'This case has been decided already.' }, 409)
    await userEvent.type(screen.getByLabelText('Reason'), '.')
    expect(await part.findByText('This case has been decided already.')).toBeVisible()
    expect(part.getByRole('button', { name: 'Try again' })).toBeVisible()
  })

  test('a person who decides nothing is offered no saved reasons', async () => {
    const { bodiesOf } = showToStaff(claimed(), {
      'GET user_roles': () => json([{ role: 'admin' }]),
      'GET admin_permissions': () => json([{ permission: 'manage_chat' }]),
    })
    await press('Refund £900.00')
    expect(await screen.findByLabelText('Reason')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Saved reasons' })).not.toBeInTheDocument()
    expect(bodiesOf('list_saved_replies')).toEqual([])
  })

  test('staff read the messages of a sender who was reported, and hide them with a reason', async () => {
    const { bodiesOf } = open({
      kind: 'messages',
      facts: {
        payer: 'Petra Payee',
        reported_at: at,
        texts: [{ id: 'text-1', created_at: at, amount: 0.01, text: 'call me' }],
      },
    })
    expect(await screen.findByText('call me')).toBeVisible()
    await press('Hide the messages')
    const box = within(await screen.findByRole('dialog', { name: 'Hide what Petra Payee writes?' }))
    await userEvent.type(box.getByLabelText('Reason'), 'Read them')
    await userEvent.click(box.getByRole('button', { name: 'Hide the messages' }))
    await waitFor(() =>
      expect(bodiesOf('decide_messages')).toEqual([{ p_case_id: 'case-1', p_hides: true, p_reason: 'Read them' }]),
    )
  })

  test('a payment under review is refused with a reason, and its review extended to a day', async () => {
    const { bodiesOf } = open({
      kind: 'payment_review',
      facts: {
        transaction_id: 'payment-1',
        amount: 600,
        payee: 'Petra Payee',
        told: 'Others have told us about this account.',
        last_on: '2026-11-27',
        state: 'held',
        rules: ['reported_payee'],
        grounds: null,
        received_at: at,
        placed_by: null,
        days: ['2026-11-25', '2026-11-26', '2026-11-27'],
        evidence: { outcome: 'no_match', reports: 3 },
      },
    })
    for (const text of [
      'account was reported',
      'A rule',
      'Others have told us about this account.',
      'the name does not match',
    ])
      expect(await screen.findByText(text)).toBeVisible()
    await press('Ask the customer')
    expect(within(await screen.findByRole('dialog')).queryByRole('checkbox')).not.toBeInTheDocument()
    await userEvent.keyboard('{Escape}')
    await press('Extend review')
    const longer = within(await screen.findByRole('dialog', { name: 'Extend the review?' }))
    await userEvent.selectOptions(longer.getByLabelText('Until the end of'), 'Friday 27 November 2026')
    await userEvent.click(longer.getByRole('button', { name: 'Extend review' }))
    expect(longer.getByText('Enter a reason.')).toBeVisible()
    await userEvent.type(longer.getByLabelText('Reason'), 'Reported')
    await userEvent.click(longer.getByRole('button', { name: 'Extend review' }))
    expect(await screen.findByText('Review extended')).toBeInTheDocument()
    await press('Refuse payment')
    const box = within(await screen.findByRole('dialog', { name: 'Refuse this payment?' }))
    await userEvent.type(box.getByLabelText('Reason'), 'A scam')
    await userEvent.click(box.getByRole('button', { name: 'Refuse payment' }))
    await waitFor(() =>
      expect(bodiesOf('decide_payment_review')).toEqual([{ p_case_id: 'case-1', p_refuses: true, p_reason: 'A scam' }]),
    )
    expect(bodiesOf('extend_payment_review')).toEqual([
      { p_case_id: 'case-1', p_reason: 'Reported', p_until: '2026-11-27' },
    ])
  })

  test('two people withdraw a closing, with a reason', async () => {
    const { answers, bodiesOf } = open({ kind: 'closing' })
    answers['POST rpc/ask_to_withdraw_closing'] = () => new Response(null, { status: 204 })
    await press('Withdraw the closing')
    const box = within(await screen.findByRole('dialog', { name: 'Withdraw the closing?' }))
    await userEvent.type(box.getByLabelText('Reason'), 'No grounds')
    await userEvent.click(box.getByRole('button', { name: 'Ask for approval' }))
    expect(await screen.findByText('Waiting for approval')).toBeVisible()
    expect(bodiesOf('ask_to_withdraw_closing')).toEqual([{ p_case_id: 'case-1', p_reason: 'No grounds' }])
  })

  test('a question can stop the clock, and a case is handed over', async () => {
    const { bodiesOf } = open()
    await press('Ask the customer')
    const box = within(await screen.findByRole('dialog'))
    await userEvent.type(box.getByLabelText('Question'), 'Who?')
    await userEvent.click(box.getByRole('checkbox'))
    await userEvent.click(box.getByRole('button', { name: 'Ask the customer' }))
    await waitFor(() =>
      expect(bodiesOf('ask_case_customer')).toEqual([{ p_case_id: 'case-1', p_question: 'Who?', p_stops_clock: true }]),
    )
    await press('Hand over')
    const agents = within(await screen.findByRole('dialog', { name: 'Hand over to whom?' }))
    await userEvent.selectOptions(await agents.findByLabelText('Agent'), 'Bea Agent')
    await userEvent.click(agents.getByRole('button', { name: 'Hand over' }))
    await waitFor(() => expect(bodiesOf('assign_case')).toEqual([{ p_case_id: 'case-1', p_to_id: 'agent-2' }]))
  })

  describe('of an account that received claimed money', () => {
    const received = (facts: object = {}, answers: Parameters<typeof showToStaff>[1] = {}) =>
      showToStaff(
        staffCase({
          kind: 'received',
          events: [],
          customer: { ...staffCase({}).customer, full_name: 'Owen Owner' },
          facts: {
            claims: 3,
            claimants: 2,
            claimed: 1250,
            listed: [{ id: 'claim-1', kind: 'scam', amount: 1000, opened_at: at, decision: null }],
            account: {
              name: 'Owen Owner',
              sort_code: '20-45-60',
              account_number: '12345678',
              created_at: at,
              balance: 840.5,
              held: 40,
            },
            can_suspend: true,
            is_staff: false,
            leaving: [
              { id: 'pay-1', payee: 'Mule Ltd', amount: 40, created_at: at, is_under_review: false, can_hold: true },
              { id: 'pay-2', payee: 'Shop', amount: 9, created_at: at, is_under_review: true, can_hold: false },
            ],
            ...facts,
          },
        }),
        { 'POST rpc/hold_leaving_payments': () => json(1), 'POST rpc/decide_received': done, ...answers },
      )

    test('shows the claims, what is left, since when it exists and what is leaving, and asks its owner nothing', async () => {
      received()
      for (const text of ['3 claims by 2 customers', '£1,250.00', '£840.50', '23 Nov 2026', 'Under review'])
        expect(await screen.findByText(text)).toBeVisible()
      expect(screen.getByRole('link', { name: 'Scam' })).toHaveAttribute('href', '/admin/cases/claim-1')
      expect(screen.queryByRole('button', { name: 'Ask the customer' })).not.toBeInTheDocument()
    })

    test('holds what is leaving, and is decided, each with a reason', async () => {
      const { bodiesOf } = received()
      await press('Hold the payment')
      const hold = within(await screen.findByRole('dialog'))
      await userEvent.type(hold.getByLabelText('Reason'), 'Three claims')
      await userEvent.click(hold.getByRole('button', { name: 'Hold the payment' }))
      await waitFor(() =>
        expect(bodiesOf('hold_leaving_payments')).toEqual([{ p_case_id: 'case-1', p_reason: 'Three claims' }]),
      )
      for (const [name, acted] of [
        ["We've acted", true],
        ['Nothing found', false],
      ] as const) {
        await press(name)
        const box = within(await screen.findByRole('dialog'))
        await userEvent.type(box.getByLabelText('Reason'), 'Looked')
        await userEvent.click(box.getByRole('button', { name }))
        await waitFor(() =>
          expect(bodiesOf('decide_received').at(-1)).toEqual({
            p_case_id: 'case-1',
            p_acted: acted,
            p_reason: 'Looked',
          }),
        )
        await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
      }
    })

    test('offers no hold when nothing leaves, and no suspension without the right', async () => {
      received({ leaving: [], can_suspend: false, account: null, listed: [] })
      expect(await screen.findByText('Nothing waits to leave the account.')).toBeVisible()
      expect(screen.queryByRole('button', { name: /^Hold/ })).not.toBeInTheDocument()
      expect(screen.queryByRole('button', { name: /^Suspend/ })).not.toBeInTheDocument()
    })

    test('suspends its owner with the question that suspending asks', async () => {
      const { bodiesOf } = received(
        {},
        {
          'POST rpc/get_suspension_choices': () =>
            json({
              causes: [{ name: 'fraud', words: 'Fraud', message: 'Payments look like fraud.', next_message: '' }],
              first_day: '2026-11-24',
              usual_day: '2026-12-01',
              last_day: '2026-12-07',
            }),
          'POST rpc/suspend_user': done,
        },
      )
      await press('Suspend Owen Owner')
      const box = within(await screen.findByRole('dialog', { name: 'Suspend Owen Owner?' }))
      expect(bodiesOf('suspend_user')).toEqual([])
      await userEvent.selectOptions(await box.findByLabelText('Cause'), 'Fraud')
      await userEvent.click(box.getByRole('button', { name: 'Suspend' }))
      await waitFor(() =>
        expect(bodiesOf('suspend_user')).toEqual([
          {
            p_user_id: 'user-1',
            p_cause: 'fraud',
            p_message: 'Payments look like fraud.',
            p_next_update: '2026-12-01',
          },
        ]),
      )
    })
  })

  test('a claim leads to the case of the account that received the money', async () => {
    showToStaff(claimed({}, { received_case_id: 'case-2' }))
    expect(await screen.findByRole('link', { name: 'The account that received it' })).toHaveAttribute(
      'href',
      '/admin/cases/case-2',
    )
  })

  test('a decided case has its decision and nothing to do', async () => {
    open({ decision: 'refunded', state: 'decided', decided_at: at, decision_reason: 'A scam' })
    expect(await screen.findByText(/^Refunded, by the clock, .*A scam$/)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Refuse' })).not.toBeInTheDocument()
  })
})

test('each kind of case has its words, for its customer and for staff', () => {
  const [, dispatcher = ''] = /function private\.case_step(.*?)\$\$;/s.exec(hooks) ?? []
  const kinds = [...dispatcher.matchAll(/(?<=when .*)'(\w+)'(?=.* then)/g)].map(([, kind = '']) => kind)
  expect(kinds).toContain('complaint')
  // The owner of an account that received claimed money reads no case about it.
  expect([...Object.keys(customerKinds), 'received'].toSorted()).toEqual(kinds.toSorted())
  expect(Object.keys(kindTitles).toSorted()).toEqual(kinds.toSorted())
})
