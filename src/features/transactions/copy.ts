export const transactionCopy = {
  /** Who stands on a row that names nobody. */
  unnamed: 'Unknown',
  reversed: 'Reversed',
  sample: 'A sample row, shown in this demonstration. It does not count in your balance.',
  empty: {
    title: 'No transactions yet',
    text: 'Money that you send or receive will be listed here.',
  },
  endOfList: 'That is everything.',
  /** Parts of the screen that have a button but are not open. */
  notYet: {
    statements: {
      title: 'Statements',
      text: 'Statements cannot be downloaded yet. Every payment stays in this list.',
    },
    search: {
      title: 'Search',
      text: 'Your transactions cannot be searched yet. They are listed by day, the newest first.',
    },
    moreOptions: {
      title: 'More options',
      text: 'There are no more options for this account yet.',
    },
  },
} as const
