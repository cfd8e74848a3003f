import { formatCount } from '@/lib/numbers'

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
  /** `isMore`: more results can be loaded. */
  count: (shown: number, isMore: boolean) =>
    isMore
      ? `The newest ${formatCount(shown)} found so far`
      : `${formatCount(shown)} ${shown === 1 ? 'transaction' : 'transactions'}`,
  searchedBack: (moment: string) => `Searched back to ${moment}`,
  /** The button that opens the filter on narrow screens. */
  filter: (count: number) => (count === 0 ? 'Filter' : `Filter (${count} set)`),
  problems: {
    amount: 'Enter an amount such as 12.50',
    amountsCrossed: 'The highest amount is below the lowest.',
    day: 'Enter a complete date: day, month and year.',
    daysCrossed: 'The last day is before the first.',
  },
  nothingToExport: 'No transactions found: there is nothing to export.',
} as const
