import { json, renderSignedIn, serve } from '../fakeServer'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { BankPaymentState } from '@/features/bank-payments/shared'

test.each([
  ['sent', null, "On its way to the other bank. We'll show here when it has arrived."],
  // The other bank has nothing to return yet, so it is asked later.
  ['sent', 'asked', "On its way to the other bank. When it has arrived, we'll ask for it back."],
  ['accepted', 'asked', "We've asked the other bank to send it back."],
  ['accepted', 'refused', "The other bank didn't send it back. Tell us in Chat if you want us to take it further."],
])('a payment that is %s and whose recall is %s says so', async (state, recall, words) => {
  serve({
    'POST rpc/get_bank_payment': () =>
      json([{ bank_name: 'The other bank', is_outgoing: true, state, reason: null, decided_at: null, recall }]),
  })
  renderSignedIn(<BankPaymentState transaction={{ id: 'p1', status: 'completed', reversedAt: null, amount: 1000 }} />)
  expect(await screen.findByRole('status')).toHaveTextContent(words)
})
