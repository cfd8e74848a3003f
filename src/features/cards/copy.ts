import { brand } from '@/brand'

export const cardCopy = {
  show: 'Show card number',
  hide: 'Hide card number',
  shown: "We'll hide the number after 30 seconds.",
  notRevealed: "We couldn't show your card number.",
  sample: "Sample transactions for this demonstration. They don't affect your balance.",
  /** The dialogs of actions that are not available yet. */
  notYet: {
    freeze: {
      title: 'Freeze Card',
      text: `You can't freeze your card in ${brand.name} yet. If it's lost or stolen, email ${brand.supportEmail}.`,
    },
    viewPin: {
      title: 'View PIN',
      text: "You can't see your card's PIN here yet. It isn't the Security PIN you sign in with.",
    },
    settings: {
      title: 'Card Settings',
      text: "You can't change your card's settings yet.",
    },
  },
} as const
