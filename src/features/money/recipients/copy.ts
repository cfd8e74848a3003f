export const recipientCopy = {
  deleted: { title: 'Recipient Deleted' },
  deleteFailed: { title: 'Failed to delete recipient' },
  saved: { title: 'Recipient saved' },
  saveFailed: 'Failed to save recipient',
  listTitle: 'Recent Recipients',
  none: 'No recent recipients',
  noneFound: (text: string) => `No recipient matches '${text}'.`,
  noneSaved: {
    title: 'No saved recipients yet',
    text: 'Recipients are automatically saved when you make a payment',
  },
  confirm: {
    title: 'Delete this recipient?',
    text: (name: string) => `We'll remove ${name} from your list. They'll be saved again if you pay them.`,
  },
  nameNeeded: 'Enter the name on the account.',
  nicknameHint: 'Only you see it.',
} as const
