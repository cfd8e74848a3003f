import type { ToastWords } from '@/lib/toast'

export const cardCopy = {
  show: 'Show card number',
  hide: 'Hide card number',
  shown: "We'll hide the number after 30 seconds.",
  notRevealed: "We couldn't show your card number.",
  frozen: 'Frozen',
  expired: 'Expired',
  empty: { title: 'No card transactions yet', text: 'What you pay with your card will appear here.' },
  sampleBalance: 'Balance of the sample account:',
  sampleAvailable: 'available:',

  freeze: 'Freeze Card',
  unfreeze: 'Unfreeze Card',
  frozenNow: { title: 'Card frozen' } satisfies ToastWords,
  unfrozen: { title: 'Card unfrozen' } satisfies ToastWords,

  viewPin: 'View PIN',
  askPin: 'Enter the Security PIN that you sign in with.',
  shortPin: 'Enter your 5-digit Security PIN.',
  wrongPin: "That Security PIN isn't right.",
  pinShown: "We'll hide it after 10 seconds.",
  pinFailed: "We couldn't show your card PIN",

  settings: 'Card Settings',
  online: { label: 'Online payments', hint: 'In apps and on websites' },
  contactless: { label: 'Contactless', hint: 'Without your PIN. Paying with your PIN still works.' },
  cash: { label: 'Cash withdrawals', hint: 'At cash machines and counters' },
  abroad: { label: 'Payments abroad', hint: 'In shops and on websites outside the UK' },
  gambling: {
    label: 'Gambling',
    hint: 'Switching it off works at once. Switching it on again takes 48 hours.',
    waiting: (until: string) => `Blocked until ${until}. Switch it off to keep it blocked.`,
  },
  purchaseLimit: 'Limit for one purchase (£)',
  dailyLimit: 'Limit for a day (£)',
  limitRange: 'Enter an amount from £1 to £10,000.',
  limitsSaved: { title: 'Limits saved' } satisfies ToastWords,

  replace: 'Lost or stolen',
  replaceText:
    "We'll block this card permanently and give you a new one, with a new number and PIN. Payments that are pending on this card can still go through.",
  reasons: { lost: "I've lost it", stolen: 'It was stolen', damaged: "It's damaged or has expired" },
  chooseReason: 'Choose what happened.',
  confirmReplace: 'Block card and get a new one',
  replaced: { title: 'Your new card is ready', text: 'Your old card is blocked.' } satisfies ToastWords,
  replaceFailed: "We couldn't replace your card",

  refunded: (sum: string) => `${sum} refunded`,
} as const
