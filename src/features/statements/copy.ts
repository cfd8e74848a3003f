export const statementCopy = {
  empty: {
    title: 'No statements yet',
    text: 'Your first statement will appear when your account is open.',
  },
  unknown: {
    title: "We can't find that statement",
    text: 'Statements start with the month you opened your account.',
  },
  quiet: 'No money came in or went out this month.',
} as const
