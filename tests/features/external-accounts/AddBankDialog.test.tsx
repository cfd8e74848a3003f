import { json, noAnswer, renderSignedIn, serve, userId } from '../../fakeServer'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { AddBankDialog } from '@/features/external-accounts/AddBankDialog'
import type { ReadFile } from '@/features/external-accounts/readFile'
import { WordedError } from '@/lib/errors'

// The worker that reads files has its own tests. jsdom has no workers.
const { readFile } = vi.hoisted(() => ({ readFile: vi.fn<(file: File) => Promise<ReadFile>>() }))
vi.mock('@/features/external-accounts/readFile', () => ({ readFile }))

const fileOf = (count: number, change: Partial<ReadFile> = {}): ReadFile => ({
  bank: 'Barclays',
  rows: Array.from({ length: count }, (_, n) => ({
    key: `key-${n}`,
    day: '2026-11-02',
    amount: -1250,
    description: `Corner Shop ${n}`,
  })),
  problems: [],
  pending: 0,
  ...change,
})

type Answers = Parameters<typeof serve>[0]

afterEach(() => {
  readFile.mockReset()
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
    key: 'key-0',
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
