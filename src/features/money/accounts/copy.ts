export const accountCopy = {
  displayNameUpdated: { title: 'Display name updated' },
  accountName: 'Everyday current account',
} as const
