export const statementCopy = {
  empty: {
    title: 'No statements yet',
    text: 'Your first statement is here as soon as your account is open.',
  },
  unknown: {
    title: 'There is no such statement',
    text: 'Statements are kept by month, from the month in which your account was opened.',
  },
  quiet: 'Nothing came in or went out in this month.',
} as const
