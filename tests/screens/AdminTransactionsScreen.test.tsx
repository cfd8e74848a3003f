import { json, noAnswer, renderSignedIn, serve } from '../fakeServer'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { AdminTransactionsScreen } from '@/screens/AdminTransactionsScreen'

type Answers = Parameters<typeof serve>[0]

const list = 'POST rpc/list_all_transactions'

function row(change: object = {}) {
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
    ...change,
  }
}

const rows = (count: number, name = 'row') =>
  Array.from({ length: count }, (_, place) => row({ id: `${name}-${place}` }))
const page = (transactions: object[], nextBefore: string | null = null) =>
  json({ transactions, next_before: nextBefore, next_before_id: nextBefore && 'last-id' })

const saved: Blob[] = []
/** The name of the last saved file. */
let savedAs: string | undefined

beforeEach(() => {
  saved.length = 0
  savedAs = undefined
  URL.createObjectURL = (blob) => {
    if (blob instanceof Blob) saved.push(blob)
    return 'blob:x'
  }
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    savedAs = this.download
  })
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
})

function show(answer: Answers[string] = () => page([row()]), fragment = '') {
  const answers: Answers = { [list]: answer, 'POST rpc/record_export': () => new Response(null, { status: 204 }) }
  const asked = serve(answers)
  const rendered = renderSignedIn(<AdminTransactionsScreen />, '/admin/transactions', fragment)
  const bodies = () => asked.map(({ body }): Record<string, unknown> => JSON.parse(body ?? 'null'))
  return { answers, asked, bodies, ...rendered }
}

const table = () => screen.findByRole('table', { name: 'All User Transactions' })
const cells = async (place = 1) =>
  within((await within(await table()).findAllByRole('row'))[place] as HTMLElement).getAllByRole('cell')

describe('the table', () => {
  test('shows a card payment, which has no account and no sort code', async () => {
    show(() => page([row({ to_account: null, sort_code: null, recipient: 'Copper Kettle' })]))
    const texts = (await cells()).map(({ textContent }) => textContent)
    expect(texts.join(' ')).toContain('Copper Kettle')
    expect(texts.filter((text) => text?.endsWith('–'))).toHaveLength(2)
  })

  test('has the specified columns and one row for each transaction', async () => {
    const { bodies } = show()
    expect(await screen.findByRole('heading', { level: 1, name: 'All User Transactions' })).toBeVisible()
    expect(
      within(await table())
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Date',
      'User Email',
      'From Account',
      'To Account',
      'Sort Code',
      'Recipient',
      'Reference',
      'Amount',
      'Status',
    ])
    // On a small screen each value is shown beside its column's name.
    expect((await cells()).map(({ textContent }) => textContent)).toEqual([
      'Date21 Nov 2026, 09:05',
      'User Emailpriya@example.test',
      'From Account24682468',
      'To Account40318826',
      'Sort Code12-01-14',
      'RecipientMill Lane Lettings',
      'ReferenceRENT FLAT 4',
      'Amount-£925.00',
      'Statuscompleted',
    ])
    expect(bodies()).toEqual([{ p_limit: 50 }])
    expect(screen.getByText('1 transaction')).toBeVisible()
  })

  test.each([
    [{ status: 'completed' }, 'completed', 'text-brand'],
    [{ status: 'completed', reversed_at: '2026-11-22T09:00:00+00:00' }, 'Reversed', 'text-danger'],
    [{ status: 'pending' }, 'pending', 'text-care'],
    [{ status: 'failed' }, 'failed', 'text-care'],
  ])('shows %j as %s', async (change, text, colour) => {
    show(() => page([row(change)]))
    const status = within(await table()).getByText(text)
    expect(status).toHaveClass(colour)
  })

  test('shows incoming amounts with a plus sign and missing values as a dash', async () => {
    show(() => page([row({ incoming: true, user_email: null, from_account: null, reference: null })]))
    const texts = (await cells()).map(({ textContent }) => textContent)
    expect(texts[7]).toBe('Amount+£925.00')
    expect([texts[1], texts[2], texts[6]]).toEqual(['User Email–', 'From Account–', 'Reference–'])
  })

  test('shows that there are no transactions', async () => {
    show(() => page([]))
    expect(await screen.findByText('No transactions found')).toBeVisible()
    expect(screen.queryByRole('table')).not.toBeInTheDocument()
  })

  test('shows the error and retries', async () => {
    const { answers } = show(noAnswer)
    expect(await screen.findByRole('alert')).toHaveTextContent("We couldn't load the transactions.")
    answers[list] = () => page([row()])
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await table()).toBeVisible()
  })

  test('shows an error for an answer that is not a list', async () => {
    show(() => json(null))
    expect(await screen.findByRole('alert')).toHaveTextContent("We couldn't load the transactions.")
    expect(screen.queryByText('No transactions found')).not.toBeInTheDocument()
  })

  test("loads the next page from the server's cursor and shows an error when that fails", async () => {
    const { answers, bodies } = show(() => page(rows(50), '2026-11-20T10:00:00.000001+00:00'))
    expect(await screen.findByText('The newest 50 found so far')).toBeVisible()
    answers[list] = noAnswer
    await userEvent.click(screen.getByRole('button', { name: 'Show more' }))
    expect(await screen.findByText("We couldn't load earlier transactions.")).toBeVisible()
    expect(within(await table()).getAllByRole('row')).toHaveLength(51)
    answers[list] = () => page(rows(2, 'more'))
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('52 transactions')).toBeVisible()
    expect(bodies().at(-1)).toEqual({
      p_limit: 50,
      p_before: '2026-11-20T10:00:00.000001+00:00',
      p_before_id: 'last-id',
    })
    expect(screen.queryByRole('button', { name: 'Show more' })).not.toBeInTheDocument()
  })

  test('refreshes only the newest page and keeps it when the refresh fails', async () => {
    const { answers, bodies } = show(({ body }) =>
      body?.includes('p_before') ? page(rows(1, 'old')) : page(rows(50), '2026-11-20T10:00:00+00:00'),
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Show more' }))
    await screen.findByText('51 transactions')
    answers[list] = () => page([row({ recipient: 'Newest of all' }), ...rows(49)], '2026-11-20T10:00:00+00:00')
    const before = bodies().length
    await userEvent.click(screen.getByRole('button', { name: 'Refresh' }))
    expect(await screen.findByText('Newest of all')).toBeVisible()
    expect(bodies().slice(before)).toEqual([{ p_limit: 50 }])
    answers[list] = noAnswer
    await userEvent.click(screen.getByRole('button', { name: 'Refresh' }))
    expect(await screen.findByText(/We couldn't refresh the transactions/)).toBeVisible()
    expect(screen.getByText('Newest of all')).toBeVisible()
  })
})

describe('the filter', () => {
  const field = (name: string) => screen.findByLabelText(name)
  const search = () => userEvent.click(screen.getByRole('button', { name: 'Search' }))

  test('sends the typed values on submit and keeps them out of the address and the query keys', async () => {
    const { bodies, router, client } = show()
    await table()
    await userEvent.type(await field('User email'), 'priya@example.test')
    await userEvent.type(await field('Recipient'), ' mill ')
    await userEvent.type(await field('Reference'), '100%')
    await userEvent.type(await field('Lowest amount (£)'), '0.29')
    await userEvent.type(await field('Highest amount (£)'), '£1,000')
    await userEvent.type(await field('First day'), '2026-11-01')
    await userEvent.type(await field('Last day'), '2026-11-30')
    await userEvent.selectOptions(await field('Status'), 'Reversed')
    expect(bodies()).toHaveLength(1)
    await search()
    await waitFor(() => expect(bodies()).toHaveLength(2))
    expect(bodies()[1]).toEqual({
      p_limit: 50,
      p_email: 'priya@example.test',
      p_recipient: 'mill',
      p_reference: '100%',
      p_min: 0.29,
      p_max: 1000,
      p_from: '2026-11-01',
      p_until: '2026-11-30',
      p_status: 'reversed',
    })
    expect(router.state.location.search).toBe('')
    const keys = JSON.stringify(
      client
        .getQueryCache()
        .getAll()
        .map(({ queryKey }) => queryKey),
    )
    expect(keys).not.toMatch(/priya|mill/)

    await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
    await waitFor(() => expect(bodies().at(-1)).toEqual({ p_limit: 50 }))
    expect(await field('User email')).toHaveValue('')
    expect(await field('Status')).toHaveValue('')
  })

  test('shows the transactions of the user whom a link names', async () => {
    const { bodies } = show(undefined, '#email=priya%40example.test')
    await table()
    expect(bodies()).toEqual([{ p_limit: 50, p_email: 'priya@example.test' }])
    expect(await field('User email')).toHaveValue('priya@example.test')
    await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
    await waitFor(() => expect(bodies().at(-1)).toEqual({ p_limit: 50 }))
    expect(await field('User email')).toHaveValue('')
  })

  test('shows each error at its field, focuses the first one and sends nothing', async () => {
    const { bodies } = show()
    await table()
    await userEvent.type(await field('Highest amount (£)'), '1.999')
    await userEvent.type(await field('First day'), '2026-11-02')
    await userEvent.type(await field('Last day'), '2026-11-01')
    await search()
    expect(await screen.findByText('Enter an amount such as 12.50')).toBeVisible()
    expect(screen.getByText('The last day is before the first.')).toBeVisible()
    expect(await field('Highest amount (£)')).toHaveFocus()
    expect(await field('Highest amount (£)')).toBeInvalid()
    expect(bodies()).toHaveLength(1)
    await userEvent.type(await field('Highest amount (£)'), '{Backspace}')
    expect(await field('Highest amount (£)')).toBeValid()
    expect(await field('Last day')).toBeInvalid()
  })

  test('sends the same filter again', async () => {
    const { bodies } = show()
    await table()
    await userEvent.type(await field('Recipient'), 'x{Enter}')
    await waitFor(() => expect(bodies()).toHaveLength(2))
    await search()
    await waitFor(() => expect(bodies()).toHaveLength(3))
  })

  test('searches further back automatically, then shows how far and offers to continue', async () => {
    const { answers, bodies } = show(() => page([], '2026-03-05T10:00:00+00:00'))
    expect(await screen.findByText('Searched back to 05 Mar 2026, 10:00')).toBeVisible()
    expect(bodies()).toHaveLength(5)
    expect(screen.queryByText('No transactions found')).not.toBeInTheDocument()
    answers[list] = () => page([row()])
    await userEvent.click(screen.getByRole('button', { name: 'Search further back' }))
    expect(await table()).toBeVisible()
    expect(screen.queryByText(/Searched back to/)).not.toBeInTheDocument()
  })

  test('requests only the missing rows of a page', async () => {
    let call = 0
    const { bodies } = show(() => {
      call += 1
      return call === 1
        ? page(rows(20, 'a'), '2026-03-05T10:00:00+00:00')
        : page(rows(30, 'b'), '2026-02-05T10:00:00+00:00')
    })
    expect(await screen.findByText('The newest 50 found so far')).toBeVisible()
    expect(bodies().map(({ p_limit: limit }) => limit)).toEqual([50, 30])
    expect(screen.getByRole('button', { name: 'Show more' })).toBeVisible()
  })
})

describe('the export', () => {
  const exportButton = () => screen.findByRole('button', { name: 'Export CSV' })
  const isExport = (body: string | null) => body?.includes('"p_limit":1000') === true
  const panel = () => screen.findByRole('region', { name: 'Export' })

  async function startExport(answer: Answers[string]) {
    const shown = show((request) => (isExport(request.body) ? answer(request) : page([row()])))
    await table()
    await userEvent.type(screen.getByLabelText('Recipient'), 'mill{Enter}')
    await waitFor(() => expect(shown.bodies()).toHaveLength(2))
    await userEvent.click(await exportButton())
    return shown
  }
  const exportBodies = (bodies: Record<string, unknown>[]) => bodies.filter(({ p_limit: limit }) => limit === 1000)

  test('saves every transaction that matches the filter', async () => {
    const { asked, bodies } = await startExport(({ body }) =>
      body?.includes('p_before') ? page([row({ reference: '=1+1' })]) : page([row()], '2026-11-20T10:00:00+00:00'),
    )
    expect(
      await within(await panel()).findByText(/^2 rows saved as user-transactions-\d{4}-\d\d-\d\d\.csv$/),
    ).toBeVisible()
    expect(await screen.findByText('Export complete')).toBeInTheDocument()
    // The server records the export first.
    expect(asked.map(({ path }) => path).slice(2)).toEqual([
      'rpc/record_export',
      'rpc/list_all_transactions',
      'rpc/list_all_transactions',
    ])
    expect(bodies()[2]).toEqual({ p_recipient: 'mill' })
    expect(exportBodies(bodies())).toEqual([
      { p_limit: 1000, p_recipient: 'mill' },
      { p_limit: 1000, p_recipient: 'mill', p_before: '2026-11-20T10:00:00+00:00', p_before_id: 'last-id' },
    ])
    expect(savedAs).toMatch(/^user-transactions-\d{4}-\d\d-\d\d\.csv$/)
    const [blob] = saved
    expect(blob?.type).toBe('text/csv;charset=utf-8')
    expect((await blob?.text())?.split('\r\n').slice(1)).toEqual([
      '2026-11-21 09:05,priya@example.test,24682468,40318826,12-01-14,Mill Lane Lettings,RENT FLAT 4,-925.00,completed',
      "2026-11-21 09:05,priya@example.test,24682468,40318826,12-01-14,Mill Lane Lettings,'=1+1,-925.00,completed",
      '',
    ])
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    await waitFor(async () => expect(await exportButton()).toHaveFocus())
  })

  test('shows its progress and can be cancelled', async () => {
    await startExport(({ body }) =>
      body?.includes('p_before') ? new Promise(() => {}) : page([row()], '2026-03-05T10:00:00+00:00'),
    )
    expect(await screen.findByText('1 row so far, back to 05 Mar 2026, 10:00')).toBeVisible()
    expect(screen.getByText('Exporting...')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(saved).toEqual([])
  })

  test('shows a lost connection and continues from the same place', async () => {
    let isCutOff = true
    const { bodies } = await startExport(({ body }) => {
      if (body?.includes('p_before') !== true) return page([row()], '2026-11-20T10:00:00+00:00')
      return isCutOff ? noAnswer() : page([row()])
    })
    expect(await within(await panel()).findByRole('alert')).toHaveTextContent(/^Export stopped.*offline/)
    expect(saved).toEqual([])
    isCutOff = false
    const before = exportBodies(bodies()).length
    await userEvent.click(screen.getByRole('button', { name: 'Go on' }))
    expect(await within(await panel()).findByText(/^2 rows saved as/)).toBeVisible()
    expect(exportBodies(bodies()).slice(before)).toHaveLength(1)
    expect(saved).toHaveLength(1)
    await waitFor(async () => expect(await exportButton()).toHaveFocus())
  })

  test('can be cancelled after it stops', async () => {
    await startExport(noAnswer)
    await userEvent.click(await within(await panel()).findByRole('button', { name: 'Cancel' }))
    expect(await screen.findByText('The export was cancelled. Nothing was saved.')).toBeVisible()
    expect(within(await panel()).queryByRole('alert')).not.toBeInTheDocument()
  })

  test('saves no file when nothing matches', async () => {
    await startExport(() => page([]))
    expect(await screen.findByText('No transactions found: there is nothing to export.')).toBeVisible()
    expect(saved).toEqual([])
  })
})

describe('the details of a transaction', () => {
  const detailed = (change: object = {}) => ({
    transaction: row(),
    user_id: 'payer-1',
    payer: { user_id: 'payer-1', name: 'Priya Shah', sort_code: '00-24-68', account_number: '24682468' },
    payee: { user_id: 'payee-1', name: 'Mill Lane', sort_code: '00-13-57', account_number: '13571357' },
    outgoing_id: 'transaction-1',
    incoming_id: 'transaction-2',
    entries: [
      { movement_id: 'transaction-1', created_at: row().created_at, account: 'Priya Shah', amount: -925 },
      { movement_id: 'transaction-1', created_at: row().created_at, account: 'Mill Lane', amount: 925 },
    ],
    check_outcome: 'close_match',
    payment_reason: 'bills',
    warnings: ['first_payment'],
    warnings_shown_at: row().created_at,
    reversal: null,
    is_waiting: false,
    can_reverse: true,
    refusal: null,
    ...change,
  })
  const pane = async () => within(await screen.findByRole('region', { name: 'Transaction' }))

  function open(change: object = {}, fragment = '') {
    const shown = show(undefined, fragment)
    Object.assign(shown.answers, {
      'POST rpc/get_transaction_details': () => json(detailed(change)),
      'GET user_roles': () => json([{ role: 'admin' }]),
      'GET admin_permissions': () => json([{ permission: 'approve_users' }]),
    })
    return shown
  }

  test('open from a row, with both sides and what was shown, and close by Escape', async () => {
    const { router } = open()
    const opener = within(await table()).getByRole('button')
    await userEvent.click(opener)
    const opened = await pane()
    expect(await opened.findByRole('link', { name: 'Mill Lane' })).toHaveAttribute('href', '/admin/users/payee-1')
    for (const text of ['The name is close', 'First payment to this account', 'transaction-2'])
      expect(opened.getByText(text)).toBeVisible()
    expect(router.state.location.hash).toBe('#id=transaction-1')
    await userEvent.keyboard('{Escape}')
    expect(screen.queryByRole('region', { name: 'Transaction' })).not.toBeInTheDocument()
    expect(opener).toHaveFocus()
    expect(router.state.location.hash).toBe('')
  })

  test('open from a link, and reverse the payment with a reason', async () => {
    const { answers, asked } = open({}, '#id=transaction-1')
    answers['POST rpc/reverse_payment'] = () => json(false)
    await userEvent.click(await (await pane()).findByRole('button', { name: 'Reverse payment' }))
    const box = within(await screen.findByRole('dialog', { name: 'Reverse this payment?' }))
    await userEvent.type(box.getByLabelText('Reason'), 'Sent twice')
    await userEvent.click(box.getByRole('button', { name: 'Reverse payment' }))
    expect(await screen.findByText('Waiting for approval')).toBeInTheDocument()
    expect(JSON.parse(asked.find(({ path }) => path === 'rpc/reverse_payment')?.body ?? '')).toEqual({
      p_transaction_id: 'transaction-1',
      p_reason: 'Sent twice',
    })
  })

  test.each([
    [{ refusal: 'recipient-short' }, /recipient's balance is below/],
    [{ is_waiting: true }, 'The reversal waits for a second administrator.'],
  ])('say why it cannot be reversed: %j', async (change, words) => {
    open(change, '#id=transaction-1')
    expect(await (await pane()).findByText(words)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Reverse payment' })).not.toBeInTheDocument()
  })

  test('offer no reversal without the right', async () => {
    open({ can_reverse: false }, '#id=transaction-1')
    expect(await (await pane()).findByText('The name is close')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Reverse payment' })).not.toBeInTheDocument()
  })
})
