/** On the row of the settings. Apart from the other words, which are downloaded with the sheet. */
export const closingRowCopy = {
  title: 'Close account',
  value: 'What happens to your money, payments and statements',
} as const
