import { brand } from '@/brand'

export const accountCopy = {
  accountName: 'Everyday current account',
  addBank: {
    title: 'Add another bank',
    text: `Accounts that you hold with other banks cannot be shown in ${brand.name} yet.`,
  },
} as const
