import { json, renderSignedIn, serve } from '../fakeServer'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { BankPaymentState } from '@/features/bank-payments/shared'

test.each([
  ['sent', null, null, "On its way to the other bank. We'll show here when it has arrived."],
  ['sent', 'asked', "When it has arrived, we'll ask.", "When it has arrived, we'll ask."],
  ['accepted', 'refused', 'Kept.', 'Kept. Tell us in Chat if you want us to take it further.'],
])('a payment that is %s and whose recall is %s says so', async (state, recall, recallWords, words) => {
  serve({
    'POST rpc/get_bank_payment': () =>
      json([
        {
          bank_name: 'The other bank',
          is_outgoing: true,
          state,
          reason: null,
          decided_at: null,
          recall,
          recall_words: recallWords,
        },
      ]),
  })
  renderSignedIn(<BankPaymentState transaction={{ id: 'p1', status: 'completed', reversedAt: null, amount: 1000 }} />)
  expect(await screen.findByRole('status')).toHaveTextContent(words)
})
