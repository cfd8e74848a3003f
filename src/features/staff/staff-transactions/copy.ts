import { countOf, formatCount } from '@/lib/numbers'

export const staffTransactionsCopy = {
  title: 'All User Transactions',
  /** Of the table and the exported file. */
  columns: [
    'Date',
    'User Email',
    'From Account',
    'To Account',
    'Sort Code',
    'Recipient',
    'Reference',
    'Amount',
    'Status',
  ],
  empty: 'No transactions found',
  /** After the number of an account. */
  savings: 'savings',
  /** An empty cell. */
  none: '–',
  statuses: {
    completed: 'Completed',
    not_credited: 'Not credited',
    reversed: 'Reversed',
    pending: 'Pending',
    failed: 'Not sent or charged',
  },
  search: 'Search transactions',
  searchHint: 'A name, email, amount, day, account number, reference or payment ID. Each word must match.',
  /** `isMore`: more results can be loaded. */
  count: (shown: number, isMore: boolean) =>
    isMore
      ? `The newest ${formatCount(shown)} found so far`
      : `${formatCount(shown)} ${shown === 1 ? 'transaction' : 'transactions'}`,
  searching: 'Searching...',
  /** How far a search has come. */
  searched: (moment: string) => `Searched back to ${moment}`,
  stop: 'Stop',
  goOn: 'Search further back',
  more: 'Show more',
  fresh: (count: number) => countOf(count, 'new transaction'),
  tooManyFresh: 'More than 100 new transactions.',
  showNewest: 'Show the newest',
  notLive: "We can't check for new transactions at the moment. We keep trying.",
  totals: {
    add: 'Add up all',
    again: 'Add up again',
    label: 'Totals',
    stop: 'Stop adding up',
    count: 'In total',
    countSoFar: 'So far',
    paidIn: 'Money in',
    paidOut: 'Money out',
    failed: "We couldn't add up all transactions.",
    goOn: 'Go on',
    retry: 'Try again',
  },
  /** The button that opens the filter. */
  filter: (count: number) => (count === 0 ? 'Filter' : `Filter (${count} set)`),
  details: {
    title: 'Transaction',
    what: 'this transaction',
    payer: 'From',
    payee: 'To',
    account: 'Account',
    timeline: 'What happened',
    noTimeline: 'Nothing is recorded. The payer or their account was deleted.',
    reasonGiven: 'Reason given',
    cases: 'Cases',
  },
  notCredited: {
    means: (amount: string, payee: string) =>
      `${amount} has left the payer's account and has not reached ${payee}. A repair credits it.`,
    noRight: 'A colleague with the permission Repair Transactions can repair it.',
    action: 'Repair payment',
    title: 'Repair this payment?',
    text: (amount: string, payee: string) => `${amount} is credited to ${payee}. The payer is not charged again.`,
    done: { title: 'Payment repaired', text: 'The payee has the money now.' },
    nothing: { title: 'Nothing to repair', text: 'The payee has had the money already.' },
  },
  toCome: {
    title: (count: number) => `Payments to come (${formatCount(count)})`,
    none: 'No payments to come',
    what: 'the payments to come',
    first: (count: number) => `The next ${formatCount(count)} by day. Search to find others.`,
  },
  review: {
    action: 'Put under review',
    title: 'Put this payment under review?',
    text: 'Only where you suspect fraud by someone else. The customer is told and asked at once. Grounds must be established by the end of the next working day after the payment.',
    told: 'What the customer is told of the reason',
    noWords: 'Write what the customer is told.',
    done: { title: 'Payment under review', text: 'It is under Cases.' },
  },
  reverse: {
    action: 'Reverse payment',
    title: 'Reverse this payment?',
    text: (amount: string, payee: string) =>
      `${amount} goes from ${payee} back to the payer. Both customers are told. It cannot be undone.`,
    done: { title: 'Payment reversed', text: 'The money is back with the payer.' },
    waiting: 'The reversal waits for a second administrator.',
    refusals: {
      'already-reversed': 'This payment has been reversed.',
      'not-reversible': 'Only a completed payment between two customers can be reversed.',
      'recipient-short': "The recipient's balance is below the amount, so it can't be returned.",
    } as Record<string, string | undefined>,
  },
  problems: {
    amount: 'Enter an amount such as 12.50',
    amountsCrossed: 'The highest amount is below the lowest.',
    day: 'Enter a complete date: day, month and year.',
    daysCrossed: 'The last day is before the first.',
  },
  nothingToExport: 'No transactions found: there is nothing to export.',
} as const
