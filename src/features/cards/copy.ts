import { brand } from '@/brand'

export const cardCopy = {
  show: 'Show card number',
  hide: 'Hide card number',
  shown: 'The number is hidden again after 30 seconds.',
  notRevealed: 'The card number could not be shown.',
  sample: 'Sample card transactions, shown in this demonstration. They do not count in your balance.',
  /** The dialogs of actions that are not available yet. */
  notYet: {
    freeze: {
      title: 'Freeze Card',
      text: `Your card cannot be frozen in ${brand.name} yet. If it is lost or stolen, write to ${brand.supportEmail}.`,
    },
    viewPin: {
      title: 'View PIN',
      text: 'The PIN of your card cannot be shown yet. It is not the Security PIN that you sign in with.',
    },
    settings: {
      title: 'Card Settings',
      text: 'Your card has no settings that can be changed yet.',
    },
  },
} as const
