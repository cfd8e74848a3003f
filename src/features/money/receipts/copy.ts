export const receiptCopy = {
  shareFailed: { title: 'Error', text: "We couldn't share the receipt. Try again." },
  saved: { title: 'Receipt downloaded' },
  reportFailed: { title: 'Report not sent', text: 'Tell us about the scam in the chat.' },
  recallFailed: { title: 'Not asked back', text: "We couldn't ask the other bank to return it. Tell us in the chat." },
  wrong: {
    title: 'Something wrong?',
    text: 'Choose what happened. We open the chat with the payment described, and you send the message.',
  },
  problems: [
    { kind: 'unknown', label: "I don't recognise this" },
    { kind: 'scam', label: 'I think this was a scam' },
    { kind: 'wrong account', label: 'I sent it to the wrong account' },
  ],
} as const
