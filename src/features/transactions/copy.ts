export const transactionCopy = {
  /** The name on a row without one. */
  unnamed: 'Unknown',
  reversed: 'Reversed',
  sample: 'A sample row, shown in this demonstration. It does not count in your balance.',
  empty: {
    title: 'No transactions yet',
    text: 'Money you send or receive will appear here.',
  },
  endOfList: 'That is everything.',
  search: {
    hint: 'Type a name, a reference or an amount. The results appear here.',
    results: 'Search results',
    /** `isMore`: more results can be loaded. */
    count: (found: number, isMore: boolean) =>
      isMore ? `The newest ${found} found so far` : `${found} ${found === 1 ? 'transaction' : 'transactions'} found`,
    nothing: {
      title: 'Nothing found',
      text: 'No transactions match. Try fewer letters or a wider range.',
    },
    problems: {
      amount: 'Enter an amount such as 12.50',
      amountsCrossed: 'The highest amount is below the lowest.',
    },
  },
} as const
