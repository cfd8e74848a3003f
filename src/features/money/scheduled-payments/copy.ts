export const scheduledPaymentCopy = {
  missing: { title: 'Please fill in all required fields' },
  created: { title: 'Scheduled payment created successfully', isForNextScreen: true },
  createFailed: 'Failed to create scheduled payment',
  deleted: { title: 'Scheduled payment deleted' },
  deleteFailed: 'Failed to delete scheduled payment',
  subtitle: 'Manage your scheduled incoming payments',
  empty: {
    title: 'No scheduled payments yet',
    text: 'Pay in a cheque and choose when the money reaches your account.',
  },
  noReference: 'No reference',
  processed: '✓ Processed',
  timeZone: 'UK time',
  limit: 'You can pay in up to £5,000 per day.',
  confirm: {
    title: 'Delete this scheduled payment?',
    text: (amount: string, name: string, at: string) => `${amount} from ${name} will not be paid in on ${at}.`,
  },
  fromNeeded: "Enter the sender's name.",
  amountNeeded: 'Enter an amount.',
  dateNeeded: 'Choose a date.',
  timeNeeded: 'Enter a time.',
  amountInvalid: 'Please enter a valid amount.',
  past: 'Please choose a date and time in the future.',
  noSuchTime: "The clocks go forward that night, so this time doesn't exist. Please choose another time.",
  /** A refusal without a message for users. */
  refused: 'Please check the details and try again.',
  /** No answer came. */
  unknown: "We lost connection before we could confirm. You can try again: it won't be saved twice.",
  /** No row was deleted. */
  gone: 'It has already been processed or deleted.',
} as const
