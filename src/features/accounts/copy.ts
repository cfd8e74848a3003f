import { brand } from '@/brand'

export const accountCopy = {
  accountName: 'Everyday current account',
  /** Parts of the bank that have a button but are not open. */
  notYet: {
    addBank: {
      title: 'Add another bank',
      text: `Accounts that you hold with other banks cannot be shown in ${brand.name} yet.`,
    },
    helpCentre: {
      title: 'Help centre',
      text: `The help centre is not open yet. Until it is, write to us at ${brand.supportEmail}.`,
    },
    moreOptions: {
      title: 'More options',
      text: 'There are no more options for this account yet.',
    },
  },
} as const
