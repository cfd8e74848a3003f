import { brand } from '@/brand'

export const accountCopy = {
  accountName: 'Everyday current account',
  addBank: {
    title: 'Add another bank',
    text: `You can't add accounts from other banks to ${brand.name} yet.`,
  },
} as const
