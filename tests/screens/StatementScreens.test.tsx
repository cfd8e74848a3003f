import {
  accountRow,
  json,
  noAnswer,
  ownAccountRow,
  renderApp,
  renderSignedIn,
  savingsRow,
  serve,
  storeSession,
} from '../fakeServer'
import type { Answers } from '../apiAnswers'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { StatementsScreen } from '@/screens/StatementsScreen'
import { entryRow } from '../features/money/statements/aStatement'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T12:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('the list of statements', () => {
  test('links each month with its number of entries', async () => {
    serve({
      'POST rpc/get_statement_months': () =>
        json([
          { month: '2026-11-01', transaction_count: 0 },
          { month: '2026-10-01', transaction_count: 1 },
          { month: '2026-09-01', transaction_count: 27 },
        ]),
      'POST rpc/get_statement': () => json({}),
    })
    const { router } = renderSignedIn(<StatementsScreen />, '/statements')
    expect(await screen.findByRole('link', { name: 'November 2026 So far: 0 entries' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'September 2026 27 entries' })).toBeVisible()
    await userEvent.click(screen.getByRole('link', { name: 'October 2026 1 entry' }))
    expect(router.state.location.pathname).toBe('/statements/2026-10')
  })

  test('opens the statement of the chosen days', async () => {
    serve({
      'POST rpc/get_statement_months': () => json([{ month: '2026-11-01', transaction_count: 0 }]),
      'POST rpc/get_current_account': () => json([accountRow()]),
    })
    const { router } = renderSignedIn(<StatementsScreen />, '/statements')
    await userEvent.click(await screen.findByRole('button', { name: 'Choose dates' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Choose dates' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Show statement' }))
    expect(dialog.getByLabelText('First day')).toHaveAccessibleDescription('Choose a day.')
    fireEvent.change(dialog.getByLabelText('First day'), { target: { value: '2026-10-03' } })
    fireEvent.change(dialog.getByLabelText('Last day'), { target: { value: '2026-10-02' } })
    await userEvent.click(dialog.getByRole('button', { name: 'Show statement' }))
    expect(dialog.getByLabelText('Last day')).toHaveAccessibleDescription("The last day can't be before the first.")
    fireEvent.change(dialog.getByLabelText('Last day'), { target: { value: '2026-11-05' } })
    await userEvent.click(dialog.getByRole('button', { name: 'Show statement' }))
    expect(router.state.location.pathname).toBe('/statements/2026-10-03_2026-11-05')
  })

  test('shows that there are none yet', async () => {
    serve({ 'POST rpc/get_statement_months': () => json([]) })
    renderSignedIn(<StatementsScreen />, '/statements')
    expect(await screen.findByText('No statements yet')).toBeVisible()
  })

  test('asks for the missing address before the proof of account', async () => {
    serve({
      'GET profiles': () => json([{ full_name: 'Priya Shah', approved: true, notification_email: null }]),
      'POST rpc/get_current_account': () => json([accountRow()]),
      'POST rpc/get_statement_months': () => json([{ month: '2026-10-01', transaction_count: 1 }]),
    })
    storeSession()
    const { router } = renderApp('/statements')
    const button = await screen.findByRole('button', { name: 'Proof of account' })
    await waitFor(() => expect(button).toBeEnabled())
    await userEvent.click(button)
    expect(await screen.findByRole('dialog', { name: 'Add your address?' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Download without it' })).toBeVisible()
    await userEvent.click(screen.getByRole('link', { name: 'Add my address' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/profile'))
  })

  test('shows the error and retries', async () => {
    const answers: Answers = { 'POST rpc/get_statement_months': noAnswer }
    serve(answers)
    renderSignedIn(<StatementsScreen />, '/statements')
    expect(await screen.findByRole('alert')).toHaveTextContent("We couldn't load your statements.")
    answers['POST rpc/get_statement_months'] = () => json([{ month: '2026-10-01', transaction_count: 2 }])
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('link', { name: /October 2026/ })).toBeVisible()
  })
})

const october = {
  month: '2026-10-01',
  opening_balance: 5000,
  closing_balance: '6327.55',
  paid_in: '2340.05',
  paid_out: 1012.5,
  entries: [
    entryRow(),
    entryRow({
      created_at: '2026-10-28T23:30:00+00:00',
      description: 'Removed from your list',
      reference: null,
      amount: 2340.05,
      balance_after: 6327.55,
    }),
  ],
}

const address = { address_line_1: '4 Mill Lane', address_line_2: null, town: 'Leeds', postcode: 'LS1 4AP' }

function showMonth(answer: () => Response | Promise<Response>, month = '2026-10') {
  const asked = serve({
    'GET profiles': () => json([{ full_name: 'Priya Shah', approved: true, notification_email: null, ...address }]),
    'POST rpc/get_current_account': () => json([accountRow()]),
    'POST rpc/get_statement': answer,
  })
  storeSession()
  renderApp(`/statements/${month}`)
  return { asked }
}

const rows = () =>
  within(screen.getByRole('table'))
    .getAllByRole('row')
    .map((row) =>
      within(row)
        .queryAllByRole('cell')
        .map((cell) => cell.textContent),
    )
    .filter((cells) => cells.length > 0)

describe('a statement', () => {
  test('shows the account holder, the period and the opening and closing balance', async () => {
    const { asked } = showMonth(() => json(october))
    const sheet = within(await screen.findByRole('article', { name: 'Statement for October 2026' }))
    expect(asked.find(({ path }) => path === 'rpc/get_statement')?.body).toBe(
      '{"p_from":"2026-10-01","p_until":"2026-10-31"}',
    )
    expect(sheet.getByText('1 October 2026 to 31 October 2026')).toBeVisible()
    for (const text of ['Priya Shah', '4 Mill Lane, Leeds, LS1 4AP', '00-24-68', '24682468'])
      expect(sheet.getByText(text)).toBeVisible()
    const sums = ['Opening balance', 'Money in', 'Money out', 'Closing balance']
    const amounts = sums.map((name) => sheet.getByText(name, { selector: 'dt' }).nextSibling?.textContent)
    expect(amounts).toEqual(['£5,000.00', '£2,340.05', '£1,012.50', '£6,327.55'])
    expect(rows()).toEqual([
      ['1 Oct', 'Opening balance', '£5,000.00'],
      ['3 Oct', 'Mill Lane Lettings=RENT3 Oct', '-£1,012.50', '£3,987.50'],
      ['28 Oct', 'Removed from your list28 Oct', '+£2,340.05', '£6,327.55'],
      ['31 Oct', 'Closing balance', '£6,327.55'],
    ])
  })

  test('ends today for the current month', async () => {
    showMonth(() => json({ ...october, closing_balance: 5000, paid_in: 0, paid_out: 0, entries: [] }), '2026-11')
    expect(await screen.findByText('1 November 2026 to 21 November 2026')).toBeVisible()
    expect(screen.getByText('No money came in or went out on these days.')).toBeVisible()
    expect(screen.queryByRole('table')).not.toBeInTheDocument()
  })

  test('a statement of chosen days shows them', async () => {
    showMonth(() => json(october), '2026-10-01_2026-10-30')
    expect(
      await screen.findByRole('article', { name: 'Statement for 1 October 2026 to 30 October 2026' }),
    ).toBeVisible()
    expect(screen.getByRole('heading', { name: 'Statement' })).toBeVisible()
  })

  test('says that the PDF was not created, and can be asked again', async () => {
    vi.stubGlobal(
      'Worker',
      class extends EventTarget {
        terminate = () => {}
        postMessage = () => this.dispatchEvent(new ErrorEvent('error', { message: 'not loaded' }))
      },
    )
    showMonth(() => json(october))
    await userEvent.click(await screen.findByRole('button', { name: 'Download PDF' }))
    expect(await screen.findByText("We couldn't create the PDF. Check your connection and try again.")).toBeVisible()
    expect(screen.getByRole('button', { name: 'Download PDF' })).not.toHaveAttribute('aria-disabled')
    vi.unstubAllGlobals()
  })

  test('downloads as CSV', async () => {
    const saved: { name: string; blob: Blob }[] = []
    let made: Blob | null = null
    vi.stubGlobal(
      'URL',
      Object.assign(URL, {
        createObjectURL: (blob: Blob) => {
          made = blob
          return 'blob:statement'
        },
        revokeObjectURL: () => {},
      }),
    )
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
      if (made !== null) saved.push({ name: this.download, blob: made })
    })
    showMonth(() => json(october))
    await userEvent.click(await screen.findByRole('button', { name: 'Download CSV' }))
    expect(saved.map(({ name }) => name)).toEqual(['statement-2026-10.csv'])
    const text = await saved[0]?.blob.text()
    expect(text).toContain("2026-10-03,Mill Lane Lettings,'=RENT,-1012.50,3987.50\r\n")
    expect(text).toMatch(/2026-10-31,Closing balance,,,6327\.55\r\n$/)
  })

  test('prints', async () => {
    const print = vi.spyOn(window, 'print').mockImplementation(() => {})
    showMonth(() => json(october))
    await userEvent.click(await screen.findByRole('button', { name: 'Print' }))
    expect(print).toHaveBeenCalledOnce()
  })

  test.each([
    ['figures that do not add up to the closing balance', { ...october, closing_balance: 6327.54 }],
    ['no figures', { error: 'no' }],
    ['an entry without an amount', { ...october, entries: [{ ...october.entries[0], amount: null }] }],
  ])('a statement is not shown with %s', async (_what, document) => {
    showMonth(() => json(document))
    expect(await screen.findByRole('alert')).toHaveTextContent("This statement doesn't add up, so we can't show it.")
    expect(screen.queryByRole('button', { name: 'Download CSV' })).not.toBeInTheDocument()
  })

  test('a statement does not exist for a month before the account was opened', async () => {
    showMonth(
      () => json({ code: 'PT404', message: 'There is no statement for these days.', hint: 'no-statement' }, 404),
      '2001-01',
    )
    expect(await screen.findByText("We can't find that statement")).toBeVisible()
    expect(screen.getByRole('link', { name: 'All statements' })).toHaveAttribute('href', '/statements')
  })

  test.each(['2026-13', 'latest', '2026-10-01', '2026-12', '2026-10-02_2026-10-01'])(
    'does not exist at %s and is not requested',
    async (month) => {
      const { asked } = showMonth(() => json(october), month)
      expect(await screen.findByText("We can't find that statement")).toBeVisible()
      expect(asked.filter(({ path }) => path === 'rpc/get_statement')).toEqual([])
    },
  )
})

describe('the statements of a savings account', () => {
  const holiday = savingsRow()
  const accounts = [ownAccountRow(), holiday, savingsRow({ id: 'car', name: 'Car', closed_at: '2026-11-01T09:00:00Z' })]
  const show = (at: string) => {
    const asked = serve({
      'GET profiles': () => json([{ full_name: 'Priya Shah', approved: true, notification_email: null, ...address }]),
      'POST rpc/list_my_accounts': () => json(accounts),
      'POST rpc/get_statement_months': () => json([{ month: '2026-10-01', transaction_count: 2 }]),
      'POST rpc/get_statement': () => json(october),
    })
    storeSession()
    return { asked, ...renderApp(at) }
  }
  const bodiesTo = (asked: { path: string; body: string | null }[], path: string) =>
    asked.filter((request) => request.path === path).map(({ body }) => JSON.parse(body ?? 'null'))

  test('are chosen above the list, which also has those of a closed account', async () => {
    const { asked, router } = show('/statements')
    const choice = await screen.findByLabelText('Account')
    expect(
      within(choice)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Current account', 'Holiday', 'Car (closed)'])
    expect(screen.getByRole('button', { name: 'Proof of account' })).toBeVisible()
    await userEvent.selectOptions(choice, 'Holiday')
    await waitFor(() =>
      expect(bodiesTo(asked, 'rpc/get_statement_months')).toContainEqual({ p_account_id: holiday.id }),
    )
    expect(router.state.location.search).toBe(`?account=${holiday.id}`)
    expect(screen.queryByRole('button', { name: 'Proof of account' })).not.toBeInTheDocument()
    await userEvent.click(await screen.findByRole('link', { name: /October 2026/ }))
    expect(await screen.findByRole('heading', { name: 'Savings account statement' })).toBeVisible()
    const sheet = within(screen.getByRole('article', { name: 'Statement for October 2026' }))
    for (const text of ['Priya Shah', 'Holiday', '13571357']) expect(sheet.getByText(text)).toBeVisible()
    expect(bodiesTo(asked, 'rpc/get_statement')).toContainEqual({
      p_from: '2026-10-01',
      p_until: '2026-10-31',
      p_account_id: holiday.id,
    })
  })

  test('do not exist for an account that the customer does not have', async () => {
    show('/statements/2026-10?account=another')
    expect(await screen.findByText("We can't find that statement")).toBeVisible()
  })
})
