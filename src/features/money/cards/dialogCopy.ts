import type { ToastWords } from '@/lib/toast'
import type { CardSwitch } from './queries'

/** The words of the dialogs, which are downloaded with the first of them. */
export const cardDialogCopy = {
  hidePin: 'Hide PIN',
  viewCode: 'View code',
  hideCode: 'Hide code',
  codeShown: "We'll hide it after 30 seconds. Never tell anyone this code.",
  codeFailed: "We couldn't show your security code",
  askPasskey: 'Your passkey approves this. It is then shown for some seconds.',
  askPin: 'Enter the Security PIN that you sign in with.',
  shortPin: 'Enter your 5-digit Security PIN.',

  pinShown: "We'll hide it after 10 seconds.",
  pinFailed: "We couldn't show your card PIN",

  /** In the order of the dialog. */
  switches: [
    { name: 'online', label: 'Online payments', hint: 'In apps and on websites' },
    { name: 'contactless', label: 'Contactless', hint: 'Without your PIN. Paying with your PIN still works.' },
    { name: 'cash', label: 'Cash withdrawals', hint: 'At cash machines and counters' },
    { name: 'abroad', label: 'Payments abroad', hint: 'In shops and on websites outside the UK' },
  ] satisfies { name: CardSwitch; label: string; hint: string }[],
  gambling: {
    label: 'Gambling',
    hint: 'Switching it off works at once. Switching it on again takes 48 hours.',
    inNeeds: 'Blocked on all your cards. You asked for this in Settings, How we can help you.',
    waiting: (until: string) => `Blocked until ${until}. Switch it off to keep it blocked.`,
  },
  purchaseLimit: 'Limit for one purchase (£)',
  dailyLimit: 'Limit for a day (£)',
  limitRange: 'Enter an amount from £1 to £10,000.',
  limitsSaved: { title: 'Limits saved' } satisfies ToastWords,

  replaceText:
    "We'll block this card permanently and give you a new one, with a new number and PIN. Payments that are pending on this card can still go through.",
  reasons: { lost: "I've lost it", stolen: 'It was stolen', damaged: "It's damaged or has expired" },
  chooseReason: 'Choose what happened.',
  confirmReplace: 'Block card and get a new one',

  replaceFailed: "We couldn't replace your card",
} as const
