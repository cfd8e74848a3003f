export const paymentReviewCopy = {
  release: 'Release payment',
  releaseTitle: 'Release this payment?',
  releaseText: (amount: string, payee: string) =>
    `${amount} goes out to ${payee} at once. The reason is in the letter.`,
  refuse: 'Refuse payment',
  refuseTitle: 'Refuse this payment?',
  refuseText: (amount: string) => `${amount} goes back to the customer. The reason is in the letter.`,
  extend: 'Extend review',
  extendTitle: 'Extend the review?',
  extendText:
    'Only with reasonable grounds to suspect fraud by someone else, established by the end of the review, and no longer than needed (reg. 86(2A) to (2C)).',
  until: 'Until the end of',
  extended: { title: 'Review extended', text: 'The customer is told.' },
  byRule: 'A rule',
} as const
