import { json, noAnswer, renderSignedIn, serve, userId } from '../../../fakeServer'
import type { Answers } from '../../../apiAnswers'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { AddBankDialog } from '@/features/money/external-accounts/AddBankDialog'
import * as reading from '@/features/money/external-accounts/readFile'
import type { StatementFile } from '@/features/money/external-accounts/statementFile'
import { WordedError } from '@/lib/errors'

// The worker that reads files has its own tests. jsdom has no workers.
const readFile = vi.fn<typeof reading.readFile>()

const fileOf = (count: number, change: Partial<StatementFile> = {}): StatementFile => ({
  bank: 'Barclays',
  rows: Array.from({ length: count }, (_, n) => ({
    id: `key-${n}`,
    day: '2026-11-02',
    amount: -1250,
    description: `Corner Shop ${n}`,
  })),
  problems: [],
  leftOut: { pending: 0, zero: 0, opening: 0 },
  questions: [],
  ...change,
})

const otherId = '00000000-0000-4000-8000-00000000000b'

beforeEach(() => {
  vi.spyOn(reading, 'readFile').mockImplementation(readFile.mockReset())
})

function show(change: Answers = {}) {
  const answers: Answers = {
    'GET external_accounts': () => json([]),
    'POST rpc/import_external_transactions': ({ body }) => json(sentRows(body).length),
    ...change,
  }
  const asked = serve(answers)
  const onClose = vi.fn<() => void>()
  return { answers, asked, onClose, ...renderSignedIn(<AddBankDialog userId={userId} onClose={onClose} />) }
}

const sentRows = (body: string | null) =>
  (JSON.parse(body ?? '') as { p_transactions: { description: string }[] }).p_transactions
const choose = async () =>
  userEvent.upload(await screen.findByLabelText('Statement file'), new File(['Date,Amount'], 'statement.csv'))
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const imports = (asked: ReturnType<typeof serve>) =>
  asked.filter(({ path }) => path === 'rpc/import_external_transactions').map(({ body }) => sentRows(body))

test('says why a file cannot be read, and takes another one', async () => {
  readFile.mockRejectedValueOnce(new WordedError('Line 3: the amount is not a number.'))
  readFile.mockResolvedValueOnce(fileOf(2))
  const { asked } = show()
  await choose()
  expect(await screen.findByRole('alert')).toHaveTextContent(
    "We can't read this fileLine 3: the amount is not a number.",
  )
  await choose()
  expect(await screen.findByText('2 transactions')).toBeVisible()
  expect(screen.queryByText("We can't read this file")).not.toBeInTheDocument()
  expect(imports(asked)).toEqual([])
})

test('says so when a file has no transactions, with the lines that it cannot read', async () => {
  const problems = [{ place: 'Line 2', reason: 'no date' }]
  readFile.mockResolvedValueOnce(fileOf(0, { problems }))
  show()
  await choose()
  expect(await screen.findByText('This file has no transactions that we can read.')).toBeVisible()
  expect(screen.getByText('Line 2: no date')).toBeInTheDocument()
  await press('Choose another file')
  expect(screen.getByRole('button', { name: 'Choose a file' })).toBeVisible()
})

test('continues an import that stopped where it stopped, in the same account', async () => {
  readFile.mockResolvedValueOnce(fileOf(1500))
  const { asked, answers, onClose, router } = show()
  const accept = answers['POST rpc/import_external_transactions']
  let accepted = 0
  answers['POST rpc/import_external_transactions'] = () => {
    accepted += 1
    return accepted === 1 ? json(1000) : noAnswer()
  }
  await choose()
  await screen.findByText('1,500 transactions')
  await userEvent.clear(screen.getByLabelText('Account name'))
  await userEvent.type(screen.getByLabelText('Account name'), 'Joint account')
  await press('Import')
  expect(await screen.findByRole('alert')).toHaveTextContent(/^The import stopped/)
  expect(onClose).not.toHaveBeenCalled()
  expect(screen.getByLabelText('Account name')).toHaveValue('Joint account')

  const before = imports(asked).length
  expect(imports(asked)[0]?.[0]).toEqual({
    key: '2026-11-02 -1250 id key-0 1',
    day: '2026-11-02',
    amount: '-12.50',
    description: 'Corner Shop 0',
  })
  if (accept !== undefined) answers['POST rpc/import_external_transactions'] = accept
  await press('Continue')
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(imports(asked).slice(before)).toEqual([expect.objectContaining({ length: 500 })])
  const accounts = asked
    .filter(({ path }) => path === 'rpc/import_external_transactions')
    .map(({ body }) => (JSON.parse(body ?? '') as { p_account_id: string }).p_account_id)
  expect(new Set(accounts).size).toBe(1)
  expect(router.state.location.pathname).toContain(accounts[0])
})

/** An import of 1,500 rows whose second request gets no answer. */
async function stopHalfway() {
  readFile.mockResolvedValueOnce(fileOf(1500))
  const account = { id: otherId, name: 'Joint account', transaction_count: 1, last_day: null, balance: null }
  const shown = show({ 'GET external_accounts': () => json([{ ...account, balance_day: null, in_insights: true }]) })
  const accept = shown.answers['POST rpc/import_external_transactions']
  let requests = 0
  shown.answers['POST rpc/import_external_transactions'] = () => {
    requests += 1
    return requests === 1 ? json(1000) : noAnswer()
  }
  await choose()
  await userEvent.selectOptions(await screen.findByLabelText('Add to'), 'Joint account')
  await press('Import')
  await screen.findByRole('alert')
  shown.answers['POST rpc/import_external_transactions'] = accept ?? noAnswer
  const before = imports(shown.asked).length
  return { ...shown, sentAfter: () => imports(shown.asked).slice(before) }
}

test('another account that is chosen after an import stopped gets all rows', async () => {
  const { sentAfter, onClose } = await stopHalfway()
  await userEvent.selectOptions(screen.getByLabelText('Add to'), 'A new account')
  expect(screen.getByRole('alert')).toBeEmptyDOMElement()
  await press('Import')
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(sentAfter().map(({ length }) => length)).toEqual([1000, 500])
  expect(await screen.findByText('1,500 transactions added')).toBeVisible()
  expect(screen.queryByText(/you had them already/)).not.toBeInTheDocument()
})

test('an import that continued does not count as skipped what the request without an answer may have stored', async () => {
  const { answers, onClose } = await stopHalfway()
  answers['POST rpc/import_external_transactions'] = () => json(0)
  await press('Continue')
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(await screen.findByText('Import finished')).toBeVisible()
  expect(screen.getByText('All 1,500 transactions of the file are in Joint account.')).toBeVisible()
  expect(screen.queryByText(/you had them already/)).not.toBeInTheDocument()
})

test('shows why the server refuses an import, and keeps the preview', async () => {
  readFile.mockResolvedValueOnce(fileOf(1))
  show({
    'POST rpc/import_external_transactions': () =>
      json({ code: 'PT409', message: 'You can add up to 20 accounts.', hint: 'too-many-accounts' }, 409),
  })
  await choose()
  await screen.findByText('1 transaction')
  await press('Import')
  expect(await screen.findByRole('alert')).toHaveTextContent('The import stoppedYou can add up to 20 accounts.')
  expect(screen.getByText('Corner Shop 0')).toBeVisible()
  await press('Choose another file')
  expect(screen.getByRole('button', { name: 'Choose a file' })).toBeVisible()
})

test('shows the balance and what is left out, and keeps the balance with the last rows', async () => {
  readFile.mockResolvedValueOnce(
    fileOf(1001, { balance: { day: '2026-11-02', pence: -1234 }, leftOut: { pending: 1, zero: 2, opening: 0 } }),
  )
  const { asked, onClose } = show()
  await choose()
  expect(await screen.findByText('Balance on 2 Nov 2026: -£12.34')).toBeVisible()
  expect(screen.getByText('1 pending row left out. They may still change.')).toBeVisible()
  expect(screen.getByText('2 rows of £0.00 left out.')).toBeVisible()
  await press('Import')
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  const bodies = asked.filter(({ path }) => path === 'rpc/import_external_transactions').map(({ body }) => body ?? '')
  expect(bodies.map((body) => body.includes('p_balance'))).toEqual([false, true])
  expect(JSON.parse(bodies[1] ?? '')).toMatchObject({ p_balance: '-12.34', p_balance_day: '2026-11-02' })
})

test('asks what the file does not say, shows what each answer means, and imports the answer', async () => {
  const rows = [{ day: '2026-10-05', amount: 1250, description: 'Corner Shop' }]
  readFile.mockResolvedValueOnce(fileOf(0, { rows, questions: ['dayOrder', 'direction'] }))
  const { asked, onClose } = show()
  await choose()
  const order = within(await screen.findByRole('group', { name: 'Day or month first?' }))
  const direction = within(screen.getByRole('group', { name: 'Money in or out?' }))
  expect(order.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent)).toEqual([
    'Day first 5 Oct 2026: Corner Shop',
    'Month first 10 May 2026: Corner Shop',
  ])
  expect(direction.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent)).toEqual([
    'As in the file £12.50 in: Corner Shop',
    'The other way round £12.50 out: Corner Shop',
  ])
  await press('Import')
  expect(imports(asked)).toEqual([])
  await userEvent.click(order.getByRole('radio', { name: /^Month first/ }))
  await userEvent.click(direction.getByRole('radio', { name: /^The other way round/ }))
  expect(screen.getByRole('list', { name: 'First rows of the file' })).toHaveTextContent(
    'Corner Shop10 May 2026-£12.50',
  )
  await press('Import')
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(imports(asked)).toMatchObject([[{ day: '2026-05-10', amount: '-12.50' }]])
})

test('asks which account of a file is meant, shows its money in and out, and counts what is left out', async () => {
  const row = {
    id: 'A1',
    day: '2026-11-02',
    amount: -1250,
    description: 'Corner Shop',
    account: '11112222',
    balance: 500,
  }
  const other = { id: 'B1', day: '2026-11-03', amount: 500, description: 'Savings', account: '33334444' }
  const accounts = [{ name: '11112222', balance: { day: '2026-11-30', pence: 81_244 } }, { name: '33334444' }]
  const later = { ...row, id: 'A2', amount: 2000, balance: 2500 }
  readFile.mockResolvedValueOnce(fileOf(0, { rows: [row, later, other], accounts }))
  const { asked, onClose } = show()
  await choose()
  const choice = await screen.findByLabelText('Which account of the file?')
  await press('Import')
  expect(imports(asked)).toEqual([])
  await userEvent.selectOptions(choice, '11112222: 2 transactions')
  expect(screen.getByText('£20.00 in, £12.50 out')).toBeVisible()
  expect(screen.getByText('The balances in the file add up.')).toBeVisible()
  expect(screen.getByText('1 row of other accounts left out. Import the file again for them.')).toBeVisible()
  expect(screen.getByLabelText('Account name')).toHaveValue('Barclays 2222')
  await press('Import')
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(imports(asked)).toMatchObject([[{ description: 'Corner Shop' }, { description: 'Corner Shop' }]])
})
