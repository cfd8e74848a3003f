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
  recipientNeeded: "Enter the recipient's name.",
  amountNeeded: 'Enter an amount.',
  none: {
    title: 'No transactions yet',
    text: 'Money you send or receive will appear here.',
  },
  confirm: {
    title: 'Delete this transaction?',
    text: (amount: string, name: string) =>
      `This removes the transaction from your list (${amount}, ${name}). Your balance won't change.`,
  },
  /** A refusal without a message for users. */
  refused: 'Please check the details and try again.',
  /** No answer came. */
  unknown: "We lost connection before we could confirm. You can try again: it won't be added twice.",
} as const
