import { formatPence } from '@/lib/money'
import type { ToastWords } from '@/lib/toast'

export const cardCopy = {
  show: 'Show card number',
  hide: 'Hide card number',
  shown: "We'll hide the number after 30 seconds.",
  number: 'Card number',
  code: 'Security code',
  notRevealed: "We couldn't show your card number.",
  frozen: 'Frozen',
  accountFrozen: 'Account frozen',
  expired: 'Expired',
  empty: { title: 'No card transactions yet', text: 'What you pay with your card will appear here.' },
  sampleBalance: 'Balance of the sample account:',
  sampleAvailable: 'available:',

  freeze: 'Freeze Card',
  unfreeze: 'Unfreeze Card',
  frozenNow: { title: 'Card frozen' } satisfies ToastWords,
  unfrozen: { title: 'Card unfrozen' } satisfies ToastWords,

  viewPin: 'View PIN',
  wrongPin: "That Security PIN isn't right.",
  settings: 'Card Settings',
  approveLimits: (purchase: number, daily: number) =>
    `Let your card pay up to ${formatPence(purchase)} at once and ${formatPence(daily)} in a day.`,
  replace: 'Lost or stolen',
  replaced: { title: 'Your new card is ready', text: 'Your old card is blocked.' } satisfies ToastWords,
  activate: 'Activate card',
  renewal: (lastFour: string) => `Your new card ends in ${lastFour}`,
  activateBy: (day: string) => `Your old card works until you activate the new one, or until ${day}.`,
  activateNow: 'This card has expired. Activate the new one to pay with it.',
  confirmActivate: {
    title: 'Activate your new card?',
    text: 'Your old card stops working at once. Your PIN, limits and settings stay the same.',
    confirmLabel: 'Activate card',
  },
  activated: { title: 'Your new card is active', text: 'Your old card no longer works.' } satisfies ToastWords,
  activateFailed: "We couldn't activate your card",

  refunded: (sum: string) => `${sum} refunded`,
} as const
