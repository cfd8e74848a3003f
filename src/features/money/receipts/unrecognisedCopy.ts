/** Beside copy.ts, because each payment downloads that file. */
export const unrecognisedCopy = {
  title: "I don't recognise this",
  text: "Tick the payments that you didn't make. We open the chat with them described, and you send the message.",
  payments: 'Your latest card payments',
  noOthers: 'You have no other card payments.',
  noneTicked: { title: 'No payment ticked', text: "Tick at least one payment that you didn't make." },
  freezes: "We'll freeze your card first, so that it can't be used. You can unfreeze it in Cards.",
  frozen: "Your card is already frozen, so it can't be used.",
  replaced: "You've replaced this card. It's blocked, so it can't be used.",
  freeze: 'Freeze card and continue',
  freezing: 'Freezing...',
  continue: 'Continue to chat',
  notFrozen: 'Card not frozen',
  continueUnfrozen: 'Continue without freezing',
} as const
