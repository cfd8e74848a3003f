import { brand } from '@/brand'

export const supportCopy = {
  moreSupport: {
    title: 'More support',
    text: `There is no other support in ${brand.name} yet. Chat with us, or write to ${brand.supportEmail}.`,
  },
} as const
