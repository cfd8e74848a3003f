import { json, noAnswer, renderSignedIn, serve } from '../fakeServer'
import type { Answers, Row, ServerRequest } from '../apiAnswers'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { AdminRepairScreen } from '@/screens/AdminRepairScreen'

const find = 'POST rpc/find_repairs'
const repair = 'POST /functions/v1/repair-transactions'

/** A payment whose credit is missing. */
function missing(id: string, change: object = {}) {
  return {
    transaction_id: id,
    paid_at: '2026-11-21T09:05:00.123456+00:00',
    recipient_name: `Payee ${id}`,
    amount: 25,
    old_balance: 100.1,
    new_balance: 125.1,
    account_type: 'current',
    ...change,
  }
}

const found = (ids: string[], next: { before: string; progress: number } | null = null) =>
  json({
    repairs: ids.map((id) => missing(id)),
    next_before: next?.before ?? null,
    next_before_id: next && 'last-id',
    progress: next?.progress ?? 1,
  })

const isFirst = (body: string | null) => JSON.parse(body ?? '').p_before === undefined
const idsOf = ({ body }: ServerRequest): string[] => JSON.parse(body ?? 'null').transactionIds

/** The function's answer when it repairs all of these payments. */
const repaired = (ids: string[]) =>
  json({
    repairs: ids.map((id) => ({
      transactionId: id,
      recipientName: `Payee ${id}`,
      amount: 25,
      oldBalance: 200.1,
      newBalance: 225.1,
    })),
  })

function show(change: Answers = {}) {
  const answers: Answers = {
    [find]: () => found(['a', 'b', 'c']),
    [repair]: (request) => repaired(idsOf(request)),
    'POST rpc/list_repair_runs': () => json([]),
    'POST rpc/finish_repair_run': () => new Response(null, { status: 204 }),
    ...change,
  }
  const asked = serve(answers)
  const { router } = renderSignedIn(<AdminRepairScreen />, '/admin/repair')
  const bodiesOf = (name: string) =>
    asked.filter(({ path }) => path.endsWith(name)).map(({ body }) => JSON.parse(body ?? ''))
  const finds = () =>
    bodiesOf('rpc/find_repairs').map((body) => JSON.parse(JSON.stringify({ ...body, p_run_id: undefined })))
  /** The ids of the runs, as the calls name them, and their ends. */
  const history = () => ({
    runs: [
      ...bodiesOf('rpc/find_repairs').map((body) => body.p_run_id),
      ...bodiesOf('repair-transactions').map((body) => body.runId),
    ],
    ends: bodiesOf('rpc/finish_repair_run'),
  })
  const repairs = () => asked.filter(({ path }) => path.endsWith('/repair-transactions')).map(idsOf)
  return { answers, finds, repairs, history, router }
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const confirm = async () =>
  userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Run Repair' }))
const region = (name: string) => screen.findByRole('region', { name })
const rowsOf = async (name: string) =>
  within(await screen.findByRole('table', { name }))
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    )

describe('Dry Run', () => {
  test('shows the payments to repair and the total, and repairs nothing', async () => {
    const { finds, repairs } = show()
    expect(await screen.findByRole('heading', { level: 1, name: 'Transaction Repair Tool' })).toBeVisible()
    expect(finds()).toEqual([])
    await press('Dry Run')
    expect(await within(await region('Dry run')).findByText('3 payments to repair, £75.00 in total')).toBeVisible()
    expect((await rowsOf('Dry run'))[0]).toEqual([
      'Paid21 Nov 2026, 09:05',
      'RecipientPayee a',
      'Amount£25.00',
      'Old Balance£100.10',
      'New Balance£125.10',
    ])
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(repairs()).toEqual([])
  })

  test('says that a missing credit is one of a savings account, before and after its repair', async () => {
    show({
      [find]: () =>
        json({
          repairs: [missing('a', { account_type: 'savings' })],
          next_before: null,
          next_before_id: null,
          progress: 1,
        }),
    })
    await press('Dry Run')
    expect((await rowsOf('Dry run'))[0]?.[1]).toBe('RecipientPayee a Savings account')
    await press('Run Repair')
    await confirm()
    await region('Repair results')
    expect((await rowsOf('Repair results'))[0]?.[0]).toBe('RecipientPayee a Savings account')
  })

  test('continues to the last payment and shows a progress bar', async () => {
    let answerSecond: (() => void) | undefined
    const { finds } = show({
      [find]: ({ body }) =>
        isFirst(body)
          ? found(['a'], { before: '2026-03-01T00:00:00.000001+00:00', progress: 0.425 })
          : new Promise((resolve) => {
              answerSecond = () => resolve(found(['b']))
            }),
    })
    await press('Dry Run')
    const bar = await screen.findByRole('progressbar', { name: 'Checking the payments' })
    await waitFor(() => expect(bar).toHaveAttribute('aria-valuetext', '42%, 1 found'))
    expect(bar).toHaveAttribute('aria-valuenow', '43')
    expect(screen.queryByText(/to repair,/)).not.toBeInTheDocument()
    answerSecond?.()
    expect(await screen.findByText('2 payments to repair, £50.00 in total')).toBeVisible()
    expect(screen.queryByRole('progressbar')).not.toBeInTheDocument()
    expect(finds()).toEqual([{}, { p_before: '2026-03-01T00:00:00.000001+00:00', p_before_id: 'last-id' }])
  })

  test('shows that there is nothing to repair', async () => {
    show({ [find]: () => found([]) })
    await press('Dry Run')
    expect(await screen.findByText('Nothing to repair')).toBeVisible()
  })

  test('shows a lost connection, keeps its results and continues from the same place', async () => {
    let isCutOff = true
    const { finds } = show({
      [find]: ({ body }) => {
        if (isFirst(body)) return found(['a'], { before: '2026-03-01T00:00:00+00:00', progress: 0.5 })
        return isCutOff ? noAnswer() : found(['b'])
      },
    })
    await press('Dry Run')
    const alert = within(await region('Progress')).getByRole('alert')
    await waitFor(() => expect(alert).toHaveTextContent(/^The dry run stopped.*offline/))
    expect(await screen.findByText('Repair Failed')).toBeInTheDocument()
    isCutOff = false
    await press('Go on')
    expect(await screen.findByText('2 payments to repair, £50.00 in total')).toBeVisible()
    expect(finds()).toHaveLength(3)
    await waitFor(() => expect(screen.getByRole('button', { name: 'Run Repair' })).toHaveFocus())
  })

  test('shows an error for an unreadable answer', async () => {
    show({ [find]: () => json({}) })
    await press('Dry Run')
    expect(await within(await region('Progress')).findByRole('button', { name: 'Go on' })).toBeVisible()
    expect(screen.queryByText('Nothing to repair')).not.toBeInTheDocument()
  })
})

describe('Run Repair', () => {
  test('asks for confirmation, then lists each repair in pounds', async () => {
    const { repairs } = show()
    await press('Dry Run')
    await screen.findByText('3 payments to repair, £75.00 in total')
    await press('Run Repair')
    const dialog = await screen.findByRole('dialog', { name: 'Run the repair?' })
    expect(dialog).toHaveTextContent('3 payments will be credited, £75.00 in total.')
    await press('Cancel')
    expect(repairs()).toEqual([])

    await press('Run Repair')
    await confirm()
    expect(await screen.findByText('Repair Complete')).toBeInTheDocument()
    expect(screen.getByText('3 payments repaired.')).toBeInTheDocument()
    expect(
      await within(await region('Repair results')).findByText('3 payments repaired, £75.00 in total'),
    ).toBeVisible()
    expect(await rowsOf('Repair results')).toEqual(
      ['a', 'b', 'c'].map((id) => [`RecipientPayee ${id}`, 'Amount£25.00', 'Old Balance£200.10', 'New Balance£225.10']),
    )
    expect(repairs()).toEqual([['a', 'b', 'c']])
    expect(screen.queryByRole('region', { name: 'Dry run' })).not.toBeInTheDocument()
  })

  test('completes immediately when there is nothing to repair', async () => {
    const { repairs } = show({ [find]: () => found([]) })
    await press('Run Repair')
    expect(await screen.findByText('Repair Complete')).toBeInTheDocument()
    expect(screen.getByText('No payments needed a repair.')).toBeInTheDocument()
    expect(repairs()).toEqual([])
  })

  test('starts a new dry run on the second press and keeps the earlier results visible', async () => {
    const { answers, finds } = show()
    await press('Run Repair')
    await confirm()
    await screen.findByText('3 payments repaired, £75.00 in total')
    answers[find] = () => found([])
    await press('Run Repair')
    expect(await screen.findByText('Nothing to repair')).toBeVisible()
    expect(finds()).toHaveLength(2)
    expect(screen.getByText('3 payments repaired, £75.00 in total')).toBeVisible()
  })

  test('sends batches with a progress bar and continues after a lost batch', async () => {
    const ids = Array.from({ length: 60 }, (_, place) => `id-${place}`)
    let isCutOff = true
    const { repairs } = show({
      [find]: () => found(ids),
      // The answer to the second call is lost after the server repairs the batch.
      [repair]: (request) => {
        const asked = idsOf(request)
        if (!asked.includes('id-25')) return repaired(asked)
        return isCutOff ? noAnswer() : repaired(asked.slice(1))
      },
    })
    await press('Run Repair')
    await confirm()
    const alert = within(await region('Progress')).getByRole('alert')
    await waitFor(() => expect(alert).toHaveTextContent(/^Repair Failed.*offline/))
    expect(screen.getAllByText('Repair Failed').length).toBeGreaterThan(1)
    const bar = screen.getByRole('progressbar', { name: 'Repairing payments' })
    expect(bar).toHaveAttribute('aria-valuetext', '25 of 60')
    expect(bar).toHaveAttribute('aria-valuenow', '42')
    expect(screen.getByText(/^The repair is not finished: 35 payments left\./)).toBeVisible()
    expect(screen.getByText('25 payments repaired, £625.00 in total')).toBeVisible()

    isCutOff = false
    await press('Go on')
    expect(await screen.findByText('59 payments repaired, £1,475.00 in total')).toBeVisible()
    expect(await screen.findByText('Repair Complete')).toBeInTheDocument()
    const results = within(await region('Repair results'))
    expect(results.getByText(/^This payment no longer needed a repair/)).toBeVisible()
    expect(results.getByText('Payee id-25, £25.00')).toBeVisible()
    expect(repairs().map(({ length }) => length)).toEqual([25, 25, 25, 10])
    expect(screen.queryByRole('progressbar')).not.toBeInTheDocument()
  })

  test('stops between two batches on request and continues', async () => {
    const ids = Array.from({ length: 30 }, (_, place) => `id-${place}`)
    let answerFirst: (() => void) | undefined
    const { repairs } = show({
      [find]: () => found(ids),
      [repair]: (request) =>
        answerFirst === undefined
          ? new Promise((resolve) => {
              answerFirst = () => resolve(repaired(idsOf(request)))
            })
          : repaired(idsOf(request)),
    })
    await press('Run Repair')
    await confirm()
    await press('Stop')
    expect(await screen.findByText('Stopping...')).toBeVisible()
    await waitFor(() => expect(answerFirst).toBeDefined())
    answerFirst?.()
    expect(await screen.findByText('Repair stopped')).toBeInTheDocument()
    expect(repairs()).toHaveLength(1)
    await press('Go on')
    expect(await screen.findByText('30 payments repaired, £750.00 in total')).toBeVisible()
    expect(repairs()).toHaveLength(2)
  })

  test('stops when the admin leaves the screen and shows how far it got', async () => {
    const ids = Array.from({ length: 30 }, (_, place) => `id-${place}`)
    let answerFirst: (() => void) | undefined
    const { repairs, router } = show({
      [find]: () => found(ids),
      [repair]: (request) =>
        new Promise((resolve) => {
          answerFirst = () => resolve(repaired(idsOf(request)))
        }),
    })
    await press('Run Repair')
    await confirm()
    await waitFor(() => expect(answerFirst).toBeDefined())
    await act(() => router.navigate('/more'))
    answerFirst?.()
    expect(await screen.findByText('25 of 30 payments done. A new run finds the rest.')).toBeInTheDocument()
    expect(repairs()).toHaveLength(1)
  })

  test('shows the reason for a refusal', async () => {
    show({ [repair]: () => json({ error: 'You do not have permission to do this.' }, 403) })
    await press('Run Repair')
    await confirm()
    const alert = within(await region('Progress')).getByRole('alert')
    await waitFor(() => expect(alert).toHaveTextContent(/^Repair Failed.*You do not have permission to do this\.$/))
  })
})

describe('the history of runs', () => {
  const aRun = (change: Partial<Row<'list_repair_runs'>> = {}): Row<'list_repair_runs'> => ({
    id: 'run-1',
    started_at: '2026-11-21T09:05:07.123456+00:00',
    started_by_name: 'Ada Admin',
    is_repair: true,
    outcome: 'complete',
    problem: null,
    found: 3,
    found_total: 75,
    repaired: 2,
    repaired_total: 50,
    ...change,
  })

  test('says who ran what, when, what was found and repaired, and how it ended', async () => {
    const failed = {
      id: 'run-2',
      outcome: 'failed',
      problem: 'The server did not answer.',
      repaired: 0,
      is_repair: false,
    }
    show({
      'POST rpc/list_repair_runs': () => json([aRun(), aRun(failed), aRun({ id: 'run-3', outcome: null })]),
    })
    expect(await screen.findByRole('heading', { level: 2, name: 'Earlier runs' })).toBeVisible()
    const rows = await rowsOf('Earlier runs')
    expect(rows[0]).toEqual(['WhoAda Admin', 'RunRepair', 'Found3, £75.00', 'Repaired2, £50.00', 'ResultComplete'])
    expect(rows[1]).toEqual([
      'WhoAda Admin',
      'RunDry run',
      'Found3, £75.00',
      'RepairedNone',
      'ResultFailedThe server did not answer.',
    ])
    expect(rows[2]?.at(-1)).toBe('ResultNot finished')
    expect(screen.getAllByText('21 Nov 2026, 09:05:07')).toHaveLength(3)
  })

  test('reads further pages by the exact time of the last row', async () => {
    const asked: unknown[] = []
    const { router } = show({
      'POST rpc/list_repair_runs': ({ body }) => {
        asked.push(JSON.parse(body ?? ''))
        return json(Array.from({ length: 10 }, (_, place) => aRun({ id: `run-${place}` })))
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Next' }))
    await waitFor(() =>
      expect(asked.at(-1)).toEqual({
        p_limit: 10,
        p_before: '2026-11-21T09:05:07.123456+00:00',
        p_before_id: 'run-9',
      }),
    )
    expect(decodeURIComponent(router.state.location.hash)).toBe('#pages=2026-11-21T09:05:07.123456+00:00+run-9')
  })

  test('the history gets the end of a dry run, and of a repair with its reason', async () => {
    const { answers, history } = show({ [repair]: () => json({ error: 'The server is busy.' }, 503) })
    await press('Run Repair')
    await confirm()
    expect((await screen.findAllByText('Repair Failed')).length).toBeGreaterThan(0)
    await waitFor(() => expect(history().ends).toHaveLength(2))
    answers[repair] = (request) => repaired(idsOf(request))
    await press('Go on')
    expect(await screen.findByText('Repair Complete')).toBeInTheDocument()
    await waitFor(() => expect(history().ends).toHaveLength(3))
    const [run, ...others] = history().runs
    expect(others.every((id) => id === run)).toBe(true)
    expect(history().ends).toEqual([
      { p_run_id: run, p_outcome: 'complete' },
      { p_run_id: run, p_outcome: 'failed', p_problem: 'The server is busy.' },
      { p_run_id: run, p_outcome: 'complete' },
    ])
  })

  test("says 'Repair Failed' when the dry run before a repair fails, and records it", async () => {
    const { history, repairs } = show({ [find]: noAnswer })
    await press('Run Repair')
    expect(await screen.findByText('Repair Failed')).toBeInTheDocument()
    await waitFor(() => expect(history().ends).toMatchObject([{ p_outcome: 'failed' }]))
    expect(repairs()).toEqual([])
  })
})
