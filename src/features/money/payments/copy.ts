import { brand } from '@/brand'
import { endWords, frequencyWords } from '@/features/money/outgoing-payments/shared'
import { formatDateTime, formatDayWithWeekday } from '@/lib/dates'
import { formatPence } from '@/lib/money'
import { countOf } from '@/lib/numbers'
import { formatSortCode } from '@/lib/sortCode'
import type { ToastWords } from '@/lib/toast'
import type { PaymentDetails, Repetition } from './payment'

/** The texts of the pay screens, most of them from the specification. */
export const paymentCopy = {
  sent: (amount: number, recipient: string): ToastWords => ({
    title: 'Payment Sent',
    text: `${formatPence(amount)} sent to ${recipient}.`,
    isForNextScreen: true,
  }),
  /** What a passkey approves. */
  approve: ({ amount, recipient, sortCode, accountNumber }: PaymentDetails, when: string) =>
    `Pay ${formatPence(amount)} to ${recipient}, ${formatSortCode(sortCode)} ${accountNumber}${when}.`,
  onDay: (day: string) => `, on ${formatDayWithWeekday(day)}`,
  regularly: ({ frequency, ...end }: Repetition, from: string) =>
    `, ${frequencyWords[frequency].toLowerCase()} from ${formatDayWithWeekday(from)}${endWords(end)}`,
  demo: (amount: number, recipient: string): ToastWords => ({
    title: 'Demo Payment',
    text: `This is a preview. ${formatPence(amount)} would be sent to ${recipient}.`,
    isForNextScreen: true,
  }),
  held: (amount: number, recipient: string) => `We're sending ${formatPence(amount)} to ${recipient}`,
  /** A payment that waits for the payer's trusted contact. */
  waitingForContact: (amount: number, recipient: string) => ({
    title: 'Waiting for your contact',
    text: `We'll send ${formatPence(amount)} to ${recipient} when your contact says that it looks right, or in 24 hours.`,
  }),
  waitingInRow: (until: number) =>
    `Waits for your trusted contact, until ${formatDateTime(new Date(until))} at the latest`,
  /** A payment that is under review. */
  underReview: (amount: number, recipient: string) => ({
    title: "We're checking your payment",
    text: `We have not sent ${formatPence(amount)} to ${recipient} yet. Answer our question, or cancel the payment.`,
  }),
  checkingInRow: "We're checking this payment",
  toTheCheck: 'Answer our question',
  cancelChecked: 'Cancel payment',
  /** Until it is known what the payment waits for. */
  notSentYet: (amount: number, recipient: string) => ({
    title: 'Not sent yet',
    text: `We have not sent ${formatPence(amount)} to ${recipient} yet.`,
  }),
  secondsLeft: (seconds: number) => `You can undo it for ${countOf(seconds, 'second')}.`,
  /** Beside 'Undo' in a row. */
  secondsToUndo: (seconds: number) => `${countOf(seconds, 'second')} to undo`,
  windowOver: 'Sending it now…',
  /** What has become of a payment whose undo window has ended. */
  ended: { held: 'Sending it now…', sent: 'Sent', cancelled: 'Undone. Nothing was sent.' },
  undone: (amount: number, recipient: string) => ({
    title: 'Payment undone',
    text: `${formatPence(amount)} is back in your account. Nothing was sent to ${recipient}.`,
  }),
  undoFailed: "We couldn't undo the payment",
  tooLateToUndo: { title: 'Too late to undo', text: 'The payment has been sent.' },
  cameBack: 'Payment came back',
  /** A transfer between two accounts of the customer. `amount` as '£12.50'. */
  move: {
    openSavings: 'Open a savings account',
    onlyCurrent: 'Only your current account can pay someone else.',
    sameAccount: 'Choose two different accounts.',
    done: (amount: string, from: string, to: string) => `You've just moved ${amount} from ${from} to ${to}`,
    protected: (hours: number) =>
      `This account is protected: the money moves after ${hours} hours. You can take it back until then.`,
    waiting: {
      title: 'Not moved yet',
      text: (amount: string, to: string, until: string) => `We'll move ${amount} to ${to} on ${formatDateTime(until)}`,
      takeBack: (from: string) => `Until then you can take it back on the page of ${from}.`,
    },
  },
  someoneElse: 'Someone else',
  repeated: {
    title: 'Regular payment set up',
    text: (day: string) => `The next payment is on ${formatDayWithWeekday(day)}.`,
  },
  notRepeated: {
    title: "We couldn't set up the regular payment",
    text: 'Your payment was made, once. Look at Regular and future payments, and set it up with the next one.',
    isForNextScreen: true,
  },
  /** Below 'Continue'. */
  summary: (amount: number, recipient: string) => `${formatPence(amount)} to ${recipient}`,
  /** Before each payment of a customer who has asked for it. */
  requestedWarning: {
    title: 'Read this first',
    left: 'After this payment you have',
    now: 'Today you have',
    helper: {
      title: 'Is this your own decision?',
      text: 'A person who helps you must not tell you to pay, or ask for your PIN. If somebody does, go back and chat with us.',
    },
    go: 'Continue',
    back: 'Go back',
  },
  demonstration: "This is a demonstration with a sample account. You aren't signed in, and nothing is paid.",
  failed: (message: string): ToastWords => ({ title: 'Payment Failed', text: message || 'Failed to process payment' }),
  notApproved: { title: 'Payment not sent' },
  missingInformation: { title: 'Missing Information', text: 'Please fill in recipient and amount.' },
  checkDetails: (text: string): ToastWords => ({ title: 'Check details', text }),
  invalidAmount: { title: 'Invalid Amount', text: 'Please enter a valid amount.' },
  insufficientFunds: { title: 'Insufficient Funds', text: "You don't have enough balance for this transaction." },
  underway: {
    title: 'Sending your payment…',
    text: "We'll show the result here. There's no need to pay again: you won't be charged twice.",
  },
  waiting: {
    title: 'Waiting for a connection',
    text: "You're offline, so nothing has been sent. We'll send the payment as soon as you're connected.",
    drop: "Don't pay after all",
  },
  dropped: { title: 'Payment cancelled', text: 'Nothing was sent.' },
  checking: {
    title: "We're checking whether your payment went through…",
    text: "We lost connection before we could confirm. We're still checking and will show the result here. There's no need to pay again: you won't be charged twice.",
  },
  unconfirmed: {
    title: 'Payment not confirmed yet',
    text: "We couldn't confirm whether your payment went through. Please don't pay again: sign in and open Pay & Transfer, and we'll check it.",
  },
  payeeCheck: {
    match: 'The name matches this account',
    close: 'The name is close to the one on this account',
    closeText: "Check the name with the person you're paying.",
    didYouMean: (name: string) => `Did you mean ${name}?`,
    noMatch: 'The name does not match this account',
    noMatchText:
      'The money may go to someone else. Check the details with the person, on a number that you already know.',
    wrongType: (chosen: 'Personal' | 'Business') =>
      chosen === 'Personal'
        ? 'This is a business account, and you chose Personal.'
        : 'This is a personal account, and you chose Business.',
    isType: (type: 'Personal' | 'Business') => `This is a ${type.toLowerCase()} account`,
    wrongTypeText: (chosen: 'Personal' | 'Business') => `You chose ${chosen}. Check with the person you're paying.`,
    notFound: `There is no ${brand.name} account with this sort code and account number.`,
    unavailable: "We can't check names at other banks. Make sure the details come from the person you are paying.",
    failed: "We couldn't check the payee",
  },
  knownPayee: (name: string) => `You already pay ${name} at this account.`,
  notYet: { title: "Don't pay yet", text: 'Talk to us first. Nothing has been paid.', isForNextScreen: true },
  overdraft: 'You have no arranged overdraft. This is what you can spend.',
  sessionEnded: 'Your session has ended. Please sign in again.',
  sortCodeDigits: 'Sort code must be 6 digits',
  sortCodeFormat: 'Enter sort code as 12-34-56',
  accountNumberDigits: 'Account number must be 8 digits',
  amountAboveZero: 'Amount must be greater than 0',
  recipientNeeded: "Enter the payee's name.",
  amountNeeded: 'Enter an amount.',
} as const
