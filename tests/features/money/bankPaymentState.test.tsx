import { json, renderSignedIn, serve } from '../../fakeServer'
import type { Row } from '../../apiAnswers'
import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { bankPaymentQueries } from '@/features/money/bank-payments/queries'
import { BankPaymentState } from '@/features/money/bank-payments/shared'

const transaction = { id: 'p1', status: 'completed', reversedAt: null, amount: 1000 }
const row = (change: Partial<Row<'get_bank_payment'>>): Row<'get_bank_payment'> => ({
  bank_name: 'The other bank',
  is_outgoing: true,
  state: 'accepted',
  reason: null,
  decided_at: null,
  recall: null,
  recall_words: null,
  ...change,
})

test.each([
  ['sent', null, null, "On its way to the other bank. We'll show here when it has arrived."],
  ['sent', 'asked', "When it has arrived, we'll ask.", "When it has arrived, we'll ask."],
  ['accepted', 'refused', 'Kept.', 'Kept. Tell us in Chat if you want us to take it further.'],
])('a payment that is %s and whose recall is %s says so', async (state, recall, recallWords, words) => {
  serve({ 'POST rpc/get_bank_payment': () => json([row({ state, recall, recall_words: recallWords })]) })
  renderSignedIn(<BankPaymentState transaction={transaction} />)
  expect(await screen.findByRole('status')).toHaveTextContent(words)
})

test.each([
  ['its state', [row({})], 'The other bank has accepted it.'],
  ['that no other bank takes part in it', [], null],
])('keeps what is known of a payment, %s, when it cannot be read again', async (_, rows, words) => {
  const answers = { 'POST rpc/get_bank_payment': () => json(rows) }
  serve(answers)
  const { client } = renderSignedIn(<BankPaymentState transaction={transaction} />)
  const { queryKey } = bankPaymentQueries.of(transaction)
  await expect.poll(() => client.getQueryState(queryKey)?.status).toBe('success')
  answers['POST rpc/get_bank_payment'] = () => json({ code: 'PT403', message: 'No.' }, 403)
  await act(() => client.invalidateQueries({ queryKey }))
  await expect.poll(() => client.getQueryState(queryKey)?.status).toBe('error')
  await waitFor(() =>
    expect(screen.queryAllByRole('button', { name: 'Try again' })).toHaveLength(words === null ? 0 : 1),
  )
  expect(screen.queryByRole('status')?.textContent ?? null).toBe(words)
})
