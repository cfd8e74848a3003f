export const recipientCopy = {
  deleted: { title: 'Recipient Deleted' },
  deleteFailed: { title: 'Failed to delete recipient' },
  listTitle: 'Recent Recipients',
  none: 'No recent recipients',
  noneSaved: {
    title: 'No saved recipients yet',
    text: 'Recipients are automatically saved when you make a payment',
  },
  confirm: {
    title: 'Delete this recipient?',
    text: (name: string) => `We'll remove ${name} from your list. They'll be saved again if you pay them.`,
  },
} as const
