import { brand } from '@/brand'

export const supportCopy = {
  moreSupport: {
    title: 'More support',
    text: `There are no other support options in ${brand.name} yet. Chat with us, or email ${brand.supportEmail}.`,
  },
} as const
