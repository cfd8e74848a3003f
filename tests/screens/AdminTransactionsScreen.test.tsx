import { json, noAnswer } from '../fakeServer'
import type { Answer } from '../apiAnswers'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { changes, list, page, row, rows, show, table, totals } from './staffTransactions'

const cells = async (place = 1) =>
  within((await within(await table()).findAllByRole('row'))[place] as HTMLElement).getAllByRole('cell')

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
})

describe('the table', () => {
  test('shows a card payment, which has no account and no sort code', async () => {
    show(() => page([row({ to_account: null, sort_code: null, recipient: 'Copper Kettle' })]))
    const texts = (await cells()).map(({ textContent }) => textContent)
    expect(texts.join(' ')).toContain('Copper Kettle')
    expect(texts.filter((text) => text?.endsWith('–'))).toHaveLength(2)
  })

  test('the table has the specified columns and one row for each transaction', async () => {
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
    [{ status: 'completed' }, 'completed', 'text-muted'],
    [{ status: 'completed', reversed_at: '2026-11-22T09:00:00+00:00' }, 'Reversed', 'text-danger'],
    [{ status: 'completed', is_credit_missing: true }, 'Not credited', 'text-care'],
    [{ status: 'pending' }, 'pending', 'text-care'],
    [{ status: 'failed' }, 'Not sent', 'text-care'],
  ])('shows %j as %s', async (change, text, colour) => {
    show(() => page([row(change)]))
    const status = within(await table()).getByText(text)
    expect(status).toHaveClass(colour)
  })

  test.each([
    [false, ['From Account24682468 savings', 'To Account40318826']],
    [true, ['From Account24682468', 'To Account40318826 savings']],
  ])('says that a row is about a savings account, incoming: %s', async (incoming, accounts) => {
    show(() => page([row({ incoming, account_type: 'savings' })]))
    expect((await cells()).map(({ textContent }) => textContent).slice(2, 4)).toEqual(accounts)
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
      p_after: '2026-11-20T10:00:00.000001+00:00',
      p_after_id: 'last-id',
    })
    expect(screen.queryByRole('button', { name: 'Show more' })).not.toBeInTheDocument()
  })

  test('records the search first, and again when the record is too old', async () => {
    let isOld = false
    const { answers, asked } = show(({ body }) => {
      if (!isOld) return page(rows(50, body?.includes('p_after') ? 'b' : 'a'), '2026-11-20T10:00:00+00:00')
      isOld = false
      return json({ code: 'PT409', message: 'This list is not in the audit log.', hint: 'not-recorded' }, 409)
    })
    await screen.findByText('The newest 50 found so far')
    isOld = true
    const seen = asked.length
    answers['POST rpc/follow_transactions'] = () => changes()
    await userEvent.click(screen.getByRole('button', { name: 'Show more' }))
    expect(await screen.findByText('The newest 100 found so far')).toBeVisible()
    const calls = (from: number) =>
      asked
        .slice(from)
        .map(({ path }) => path)
        .filter((path) => !path.includes('follow'))
    expect(calls(0).slice(0, 2)).toEqual(['rpc/record_transaction_search', 'rpc/list_all_transactions'])
    expect(calls(seen)).toEqual([
      'rpc/list_all_transactions',
      'rpc/record_transaction_search',
      'rpc/list_all_transactions',
    ])
  })
})

describe('live', () => {
  test('adds what is new at the top, once, and shows new states', async () => {
    const old = row({ id: 'old', recipient: 'Old shop' })
    const { answers, client, bodiesOf } = show(() => page([old]))
    await table()
    await waitFor(() => expect(bodiesOf('follow_transactions')).toHaveLength(1))
    expect(bodiesOf('follow_transactions')[0]).toEqual({ p_since: '2026-11-22T12:00:00+00:00', p_ids: ['old'] })
    answers['POST rpc/follow_transactions'] = () =>
      changes(
        [row({ id: 'new', recipient: 'New shop', created_at: '2026-11-22T12:00:01+00:00' }), old],
        [{ id: 'old', status: 'completed', reversed_at: '2026-11-22T12:00:02+00:00', is_credit_missing: false }],
      )
    for (let poll = 1; poll <= 2; poll += 1) await client.refetchQueries({ queryKey: ['staffTransactions', 'changes'] })
    expect(await screen.findByText('1 new transaction')).toBeVisible()
    expect(screen.getByText('2 transactions')).toBeVisible()
    const texts = within(await table())
      .getAllByRole('row')
      .map(({ textContent }) => textContent)
    expect(texts.map((text) => /New shop|Old shop/.exec(text ?? '')?.[0])).toEqual([undefined, 'New shop', 'Old shop'])
    expect(texts[2]).toContain('Reversed')
    expect(bodiesOf('follow_transactions').at(-1)).toEqual({
      p_since: '2026-11-22T12:00:05+00:00',
      p_ids: ['new', 'old'],
    })
  })

  test('offers the newest when there are too many, and says when it is interrupted', async () => {
    const { answers, client, bodies } = show()
    await table()
    answers['POST rpc/follow_transactions'] = () => changes([], [], false)
    await client.refetchQueries({ queryKey: ['staffTransactions', 'changes'] })
    expect(await screen.findByText('More than 100 new transactions.')).toBeVisible()
    answers['POST rpc/follow_transactions'] = noAnswer
    await client.refetchQueries({ queryKey: ['staffTransactions', 'changes'] })
    expect(await screen.findByText(/We can't check for new transactions/)).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Show the newest' }))
    await waitFor(() => expect(bodies()).toHaveLength(2))
  })
})

describe('the totals', () => {
  test('the totals of a narrowed search are added up step by step, and can be stopped', async () => {
    const { answers, bodiesOf } = show(undefined, '#search=mill')
    let steps = 0
    answers['POST rpc/total_transactions'] = () => {
      steps += 1
      return steps === 3 ? new Promise(() => {}) : totals(1000, '2026-03-05T10:00:00+00:00')
    }
    const region = within(await screen.findByRole('region', { name: 'Totals' }))
    await waitFor(() => expect(steps).toBe(3))
    expect(region.getByText('Searched back to 5 Mar 2026, 10:00')).toBeVisible()
    expect(region.queryByText('2,000')).not.toBeInTheDocument()
    await userEvent.click(region.getByRole('button', { name: 'Stop adding up' }))
    expect(await region.findByText('2,000')).toBeVisible()
    expect(region.getByText('So far')).toBeVisible()
    expect(region.getByText('£1.00')).toBeVisible()
    expect(region.getByText('£20.00')).toBeVisible()
    answers['POST rpc/total_transactions'] = () => totals(5)
    await userEvent.click(await region.findByRole('button', { name: 'Go on' }))
    expect(await region.findByText('2,005')).toBeVisible()
    expect(region.getByText('In total')).toBeVisible()
    expect(region.queryByRole('button')).not.toBeInTheDocument()
    expect(bodiesOf('total_transactions').at(-1)).toEqual({
      p_search: 'mill',
      p_after: '2026-03-05T10:00:00+00:00',
      p_after_id: 'last-id',
    })
  })

  test('the totals of the whole list are added up on request, and go on after an error', async () => {
    const { answers, bodiesOf } = show()
    await table()
    expect(bodiesOf('total_transactions')).toEqual([])
    answers['POST rpc/total_transactions'] = ({ body }) =>
      body?.includes('p_after') ? noAnswer() : totals(7, '2026-03-05T10:00:00+00:00')
    await userEvent.click(screen.getByRole('button', { name: 'Add up all' }))
    expect(await screen.findByText("We couldn't add up all transactions.")).toBeVisible()
    expect(screen.getByText('7')).toBeVisible()
    answers['POST rpc/total_transactions'] = () => totals(1)
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('8')).toBeVisible()
  })
})

describe('the filter', () => {
  const field = (name: string) => screen.findByLabelText(name)
  const search = () => userEvent.click(screen.getByRole('button', { name: 'Search' }))

  test('sends the typed values on submit, and keeps them in the fragment alone', async () => {
    const { bodies, bodiesOf, router, client } = show()
    await table()
    await userEvent.type(await field('Search transactions'), ' mill 100% ')
    await userEvent.type(await field('Lowest amount (£)'), '0.29')
    await userEvent.type(await field('Highest amount (£)'), '£1,000')
    await userEvent.type(await field('First day'), '2026-11-01')
    await userEvent.type(await field('Last day'), '2026-11-30')
    await userEvent.selectOptions(await field('Status'), 'Reversed')
    expect(bodies()).toHaveLength(1)
    await search()
    await waitFor(() => expect(bodies()).toHaveLength(2))
    const filter = {
      p_search: 'mill 100%',
      p_min: 0.29,
      p_max: 1000,
      p_from: '2026-11-01',
      p_until: '2026-11-30',
      p_status: 'reversed',
    }
    expect(bodies()[1]).toEqual({ p_limit: 50, ...filter })
    expect(bodiesOf('record_transaction_search').at(-1)).toEqual(filter)
    expect(router.state.location.search).toBe('')
    expect(Object.fromEntries(new URLSearchParams(router.state.location.hash.slice(1)))).toEqual({
      search: 'mill 100%',
      least: '0.29',
      most: '1000.00',
      from: '2026-11-01',
      until: '2026-11-30',
      status: 'reversed',
    })
    const keys = JSON.stringify(
      client
        .getQueryCache()
        .getAll()
        .map(({ queryKey }) => queryKey),
    )
    expect(keys).not.toMatch(/mill|100/)

    await userEvent.click(screen.getByRole('button', { name: 'Clear' }))
    await waitFor(() => expect(bodies().at(-1)).toEqual({ p_limit: 50 }))
    expect(await field('Search transactions')).toHaveValue('')
    expect(await field('Status')).toHaveValue('')
    // Back shows the search again.
    await act(() => router.navigate(-1))
    await waitFor(() => expect(bodies().at(-1)).toMatchObject(filter))
    expect(await field('Search transactions')).toHaveValue('mill 100%')
    expect(await field('Highest amount (£)')).toHaveValue('1000.00')
  })

  test('shows the transactions that a link names, as many as were loaded', async () => {
    const { bodies } = show(
      ({ body }) => page(rows(50, body?.includes('p_after') ? 'b' : 'a'), '2026-11-20T10:00:00+00:00'),
      '#search=priya%40example.test&pages=2',
    )
    expect(await screen.findByText('The newest 100 found so far')).toBeVisible()
    expect(bodies()).toHaveLength(2)
    expect(bodies()[0]).toEqual({ p_limit: 50, p_search: 'priya@example.test' })
    expect(await field('Search transactions')).toHaveValue('priya@example.test')
  })

  test('shows each error at its field, focuses the first one and sends nothing', async () => {
    const { bodies } = show()
    await table()
    await userEvent.type(await field('Highest amount (£)'), '1.999')
    await userEvent.type(await field('First day'), '2026-11-02')
    await userEvent.type(await field('Last day'), '2026-11-01')
    const opener = screen.getByRole('button', { name: 'Filter (3 set)' })
    expect(opener).toHaveAttribute('aria-expanded', 'false')
    await search()
    expect(opener).toHaveAttribute('aria-expanded', 'true')
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
    await userEvent.type(await field('Search transactions'), 'x{Enter}')
    await waitFor(() => expect(bodies()).toHaveLength(2))
    await search()
    await waitFor(() => expect(bodies()).toHaveLength(3))
  })

  test('searches to the end, shows how far it is, and can be stopped and resumed', async () => {
    let call = 0
    const { answers, bodies } = show(() => {
      call += 1
      return call === 4 ? new Promise(() => {}) : page(call === 2 ? [row()] : [], '2026-03-05T10:00:00+00:00')
    })
    expect(await screen.findByText('Searched back to 5 Mar 2026, 10:00')).toBeVisible()
    await waitFor(() => expect(bodies()).toHaveLength(4))
    expect(screen.getByText('Searching...')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Stop' }))
    const goOn = await screen.findByRole('button', { name: 'Search further back' })
    expect(screen.getByText('The newest 1 found so far')).toBeVisible()
    expect(goOn).toHaveFocus()
    expect(screen.getByText('Searched back to 5 Mar 2026, 10:00')).toBeVisible()
    answers[list] = () => page([row({ id: 'last' })])
    await userEvent.click(goOn)
    expect(await screen.findByText('2 transactions')).toBeVisible()
    expect(screen.queryByText(/Searched back to/)).not.toBeInTheDocument()
  })

  test('keeps what was found when the connection is lost, and goes on from there', async () => {
    const { answers } = show(({ body }) =>
      body?.includes('p_after') ? noAnswer() : page([row()], '2026-03-05T10:00:00+00:00'),
    )
    expect(await screen.findByText("We couldn't load earlier transactions.")).toBeVisible()
    expect(await cells()).toHaveLength(9)
    answers[list] = ({ body }) => (body?.includes('p_after') ? page([row({ id: 'last' })]) : noAnswer())
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('2 transactions')).toBeVisible()
  })
})

describe('the export', () => {
  const exportButton = () => screen.findByRole('button', { name: 'Export CSV' })
  const isExport = (body: string | null) => body?.includes('"p_limit":1000') === true
  const panel = () => screen.findByRole('region', { name: 'Export' })

  async function startExport(answer: Answer) {
    const shown = show((request) => (isExport(request.body) ? answer(request) : page([row()])))
    await table()
    await userEvent.type(screen.getByLabelText('Search transactions'), 'mill{Enter}')
    await waitFor(() => expect(shown.bodies()).toHaveLength(2))
    await userEvent.click(await exportButton())
    return shown
  }
  const exportBodies = (bodies: Record<string, unknown>[]) => bodies.filter(({ p_limit: limit }) => limit === 1000)

  test('saves every transaction that matches the filter', async () => {
    const { asked, bodies, bodiesOf } = await startExport(({ body }) =>
      body?.includes('p_after') ? page([row({ reference: '=1+1' })]) : page([row()], '2026-11-20T10:00:00+00:00'),
    )
    expect(
      await within(await panel()).findByText(/^2 rows saved as user-transactions-\d{4}-\d\d-\d\d\.csv$/),
    ).toBeVisible()
    expect(await screen.findByText('Export complete')).toBeInTheDocument()
    // The server records the export first.
    const names = asked.map(({ path }) => path)
    expect(
      names
        .slice(names.indexOf('rpc/record_export'))
        .filter((name) => name === 'rpc/record_export' || name === 'rpc/list_all_transactions'),
    ).toEqual(['rpc/record_export', 'rpc/list_all_transactions', 'rpc/list_all_transactions'])
    expect(bodiesOf('record_export')).toEqual([{ p_search: 'mill' }])
    expect(exportBodies(bodies())).toEqual([
      { p_limit: 1000, p_search: 'mill' },
      { p_limit: 1000, p_search: 'mill', p_after: '2026-11-20T10:00:00+00:00', p_after_id: 'last-id' },
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
      body?.includes('p_after') ? new Promise(() => {}) : page([row()], '2026-03-05T10:00:00+00:00'),
    )
    expect(await screen.findByText('1 row so far, back to 5 Mar 2026, 10:00')).toBeVisible()
    expect(screen.getByText('Exporting...')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(saved).toEqual([])
  })

  test('shows a lost connection and continues from the same place', async () => {
    let isCutOff = true
    const { bodies } = await startExport(({ body }) => {
      if (body?.includes('p_after') !== true) return page([row()], '2026-11-20T10:00:00+00:00')
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

  test('the export can be cancelled after it stops', async () => {
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
