import { countOf, formatCount } from '@/lib/numbers'
import type { Sort } from './steps'

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
  reversed: 'Reversed',
  /** An empty cell. */
  none: '–',
  statuses: { completed: 'Completed', reversed: 'Reversed', pending: 'Pending', failed: 'Failed' },
  search: 'Search transactions',
  searchHint: 'A name, email, amount, account number, reference or payment ID. Each word must match.',
  sorts: { newest: 'Newest first', oldest: 'Oldest first', highest: 'Highest amount', lowest: 'Lowest amount' },
  /** `isMore`: more results can be loaded. */
  count: (shown: number, isMore: boolean, sort: Sort) =>
    isMore
      ? `The ${sort} ${formatCount(shown)} found so far`
      : `${formatCount(shown)} ${shown === 1 ? 'transaction' : 'transactions'}`,
  searching: 'Searching...',
  /** How far a search has come. `isRising`: from the oldest on. */
  searched: (moment: string, isRising: boolean) => `Searched ${isRising ? 'up' : 'back'} to ${moment}`,
  stop: 'Stop',
  goOn: (isRising: boolean) => (isRising ? 'Search further' : 'Search further back'),
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
    paidIn: 'Money in',
    paidOut: 'Money out',
    failed: "We couldn't add up all transactions.",
    goOn: 'Go on',
    retry: 'Try again',
  },
  /** The button that opens the filter on narrow screens. */
  filter: (count: number) => (count === 0 ? 'Filter' : `Filter (${count} set)`),
  details: {
    title: 'Transaction',
    what: 'this transaction',
    payer: 'From',
    payee: 'To',
    outside: 'At another bank',
    ledger: 'Ledger entries',
    noEntries: 'No entries of a payment',
    closed: 'Closed account',
    shown: 'Shown at payment',
    noWarnings: 'No warnings',
    outcomes: {
      match: 'The name matches',
      close_match: 'The name is close',
      no_match: 'The name does not match',
      wrong_type: 'Another type of account',
      not_found: 'No such account',
      unavailable: 'The name could not be checked',
    } as Record<string, string | undefined>,
    warnings: {
      first_payment: 'First payment to this account',
      name_mismatch: 'Name or account type differs',
      unchecked_bank: 'Name cannot be checked',
      half_of_balance: 'More than half of the balance',
      many_new_payees: 'Several new payees in 24 hours',
      reported_payee: 'Account was reported',
    } as Record<string, string | undefined>,
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
