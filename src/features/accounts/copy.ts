export const accountCopy = {
  accountName: 'Everyday current account',
} as const
