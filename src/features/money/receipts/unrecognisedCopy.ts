/** Beside copy.ts, because each payment downloads that file. */
export const unrecognisedCopy = {
  title: "I didn't make this payment",
  text: "Tick the payments that you didn't make. Then claim your money back for one at a time.",
  payments: 'Your latest card payments',
  noOthers: 'You have no other card payments.',
  noneTicked: { title: 'No payment ticked', text: "Tick at least one payment that you didn't make." },
  freezes: "We'll freeze your card first, so that it can't be used. You can unfreeze it in Cards.",
  frozen: "Your card is already frozen, so it can't be used.",
  replaced: "You've replaced this card. It's blocked, so it can't be used.",
  freeze: 'Freeze card and continue',
  freezing: 'Freezing...',
  continue: 'Continue',
  notFrozen: 'Card not frozen',
  continueUnfrozen: 'Continue without freezing',
} as const
