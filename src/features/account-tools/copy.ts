export const accountToolsCopy = {
  balanceUpdated: { title: 'Balance updated and reflected in insights' },
  balanceFailed: 'Failed to update balance',
  insufficientFunds: 'Insufficient funds',
  added: { title: 'Transaction added and balance updated' },
  addFailed: 'Failed to add transaction',
  deleted: { title: 'Transaction deleted successfully' },
  deleteFailed: 'Failed to delete transaction',
  invalidBalance: 'Please enter a valid balance.',
  invalidAmount: 'Please enter a valid amount.',
  recipientNeeded: 'Enter who the money went to.',
  amountNeeded: 'Enter an amount.',
  specialCharacters: 'Please remove special characters such as < and >.',
  none: {
    title: 'No transactions yet',
    text: 'Money that you send or receive will be listed here.',
  },
  /** The name on a row without one. */
  unnamed: 'Unknown',
  confirm: {
    title: 'Delete this transaction?',
    text: (amount: string, name: string) =>
      `${amount}, ${name}: the row goes from your list. Your balance stays as it is.`,
  },
  /** A refusal without a message for users. */
  refused: 'Please check the details and try again.',
  /** No answer came. */
  unknown:
    'The connection was lost, so we cannot tell whether it was added. Look at your transactions before you add it again.',
} as const
