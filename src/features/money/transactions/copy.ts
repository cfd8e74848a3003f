import { countOf } from '@/lib/numbers'

export const transactionCopy = {
  /** The name on a row without one. */
  unnamed: 'Unknown',
  /** With a payment that failed: also one that was undone, and a card payment that was released. */
  failed: {
    sent: 'The money is back in your account.',
    received: "The money hasn't reached your account.",
    card: 'The money is back in your account.',
  },
  pending: 'Pending',
  counted: 'Counted in insights',
  sample: "This is an example. It isn't your transaction, and doesn't count in your balance.",
  balanceAfter: 'Balance after',
  abroad: 'Abroad',
  category: {
    always: (merchant: string) => `Always for ${merchant}`,
    changed: { title: 'Category changed' },
    failed: { title: "We couldn't change the category", text: 'Please try again.' },
  },
  empty: {
    title: 'No transactions yet',
    text: 'Money you send or receive will appear here.',
    savings: 'Money you move or receive will appear here.',
  },
  endOfList: 'That is everything.',
  select: 'Select a transaction to see its details.',
  search: {
    hint: 'Type a name, a reference or an amount. The results appear here.',
    results: 'Search results',
    /** `isMore`: more results can be loaded. */
    count: (found: number, isMore: boolean) =>
      isMore ? `The newest ${found} found so far` : `${countOf(found, 'transaction')} found`,
    searching: 'Searching...',
    nothing: {
      title: 'Nothing found',
      text: (typed: string, isAmount: boolean) =>
        isAmount ? `No name, reference or amount matches '${typed}'.` : `No name or reference matches '${typed}'.`,
      /** `filters`: 'Money in, October 2026'. */
      filtered: (filters: string) => `Only these were searched: ${filters}.`,
      onlyFiltered: (filters: string) => `You have no transactions for: ${filters}.`,
    },
  },
  filters: {
    problems: {
      amount: 'Enter an amount such as 12.50',
      amountsCrossed: 'The highest amount is below the lowest.',
      day: 'Enter a date such as 21/11/2026',
      daysCrossed: 'The last day is before the first.',
    },
  },
} as const
