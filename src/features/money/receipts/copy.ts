export const receiptCopy = {
  shareFailed: { title: 'Error', text: "We couldn't share the receipt. Try again." },
  saved: { title: 'Receipt downloaded' },
  reportFailed: { title: 'Report not sent', text: 'Tell us about the scam in the chat.' },
  recallFailed: { title: 'Not asked back', text: "We couldn't ask the other bank to return it. Tell us in the chat." },
  wrong: {
    title: 'Something wrong?',
    text: "What happened? We'll take you to what helps.",
  },
  problems: [
    { kind: 'unauthorised', label: "I didn't make this payment" },
    { kind: 'scam', label: 'I was tricked into paying' },
    { kind: 'mistake', label: 'I paid the wrong person' },
    { kind: 'late', label: "It hasn't arrived" },
    { kind: 'other', label: 'Something else' },
  ],
} as const
