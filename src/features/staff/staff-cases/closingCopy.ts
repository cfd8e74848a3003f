export const closingNoticeCopy = {
  open: 'Close account',
  title: 'Close this account?',
  text: (name: string) =>
    `Once a second administrator approves it, ${name} gets 90 days' notice by letter and email, and reminders 30 and 7 days before. Everything works until the day.`,
  reasons: 'Why, for the customer',
  reasonsHint:
    'Specific enough to understand the decision, in at least 40 characters. The letter has it word for word.',
  shortReasons: 'Say specifically why, in at least 40 characters.',
  ask: 'Ask for approval',
  withdraw: 'Withdraw the closing',
  withdrawTitle: 'Withdraw the closing?',
  withdrawText: 'Once a second administrator approves it, the account stays open, and the customer is told.',
} as const
