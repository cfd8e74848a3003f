import { brand } from '@/brand'

export const supportCopy = {
  moreSupport: {
    title: 'More support',
    text: `There are no other support options in ${brand.name} yet. Chat with us, or email ${brand.supportEmail}.`,
  },
} as const

/** What is behind a tool whose name does not say it. */
export const toolNotes = {
  chat: 'Ask a question, or ask for a person',
  payees: 'The people you have paid',
  later: 'What we will send, and when',
  transactions: 'Find a payment, and say what is wrong with it',
  more: 'Nothing more yet: chat with us or email us',
  account: 'Your balance, and a list you can tidy',
  details: 'Your display name and notification email',
} as const
