export const statementCopy = {
  empty: {
    title: 'No statements yet',
    text: 'Your first statement will appear when your account is open.',
  },
  unknown: {
    title: "We can't find that statement",
    text: 'Statements start with the month you opened your account and end today.',
  },
  dates: {
    missing: 'Choose a day.',
    future: "The first day can't be in the future.",
    reversed: "The last day can't be before the first.",
  },
  returns: 'Payments that were returned on these days are in neither total.',
  noAddress: 'This statement shows no postal address.',
  quiet: 'No money came in or went out on these days.',
} as const
