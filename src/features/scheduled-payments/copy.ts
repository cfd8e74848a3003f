export const scheduledPaymentCopy = {
  missing: { title: 'Please fill in all required fields' },
  created: { title: 'Scheduled payment created successfully' },
  createFailed: 'Failed to create scheduled payment',
  deleted: { title: 'Scheduled payment deleted' },
  deleteFailed: 'Failed to delete scheduled payment',
  subtitle: 'Manage your scheduled incoming payments',
  empty: {
    title: 'No scheduled payments yet',
    text: 'Pay in a cheque: it is credited to your account at the date and time that you choose.',
  },
  noReference: 'No reference',
  processed: '✓ Processed',
  timeZone: 'UK time',
  limit: 'You can pay in up to £5,000 per day.',
  confirm: {
    title: 'Delete this scheduled payment?',
    text: (amount: string, name: string, at: string) => `${amount} from ${name} will not be paid in on ${at}.`,
  },
  fromNeeded: 'Enter who the payment is from.',
  amountNeeded: 'Enter an amount.',
  dateNeeded: 'Choose a date.',
  timeNeeded: 'Enter a time.',
  amountInvalid: 'Please enter a valid amount.',
  specialCharacters: 'Please remove special characters such as < and >.',
  past: 'Please choose a date and time in the future.',
  noSuchTime: 'The clocks go forward that night, so this time does not exist. Please choose another one.',
  /** A refusal without a message for users. */
  refused: 'Please check the details and try again.',
  /** No answer came. */
  unknown:
    'The connection was lost, so we cannot tell whether it was saved. Look at your scheduled payments before you try again.',
  /** No row was deleted. */
  gone: 'It has been processed or deleted already.',
} as const
