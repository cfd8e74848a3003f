export const freezeCopy = {
  title: 'Freeze everything',
  notFrozen: 'If you think someone else is in your account',
  frozenNow: { title: 'Account frozen' },
  keptFrozen: { title: 'Your account stays frozen' },
  asked: { title: 'Confirmed', text: "We've emailed you when your account is unfrozen." },
  passkey: 'Use a passkey instead',
  passkeyPending: 'Waiting for your device...',
  notAsked: 'Not confirmed',
  failed: 'Account not frozen',
  notKept: 'Request not stopped',
  freeze: 'Freeze my account',
  freezing: 'Freezing...',
  keep: 'Keep it frozen',
  unfreezing: (time: string) => `Your account is unfrozen at ${time}. If you didn't ask for this, keep it frozen.`,
  undo: 'Unfreeze',
  checkFirst:
    "First change your PIN, and remove passkeys and devices that you don't know, in Settings under Sign-in and devices.",
  askText: (address: string) => `We send a code to ${address}. An hour after you enter it, your account is unfrozen.`,
  wrongCode: "That code isn't right. Try again, or ask for a new code.",
  readOnly: 'Your account is frozen, so this has to wait until you unfreeze it in Settings.',
  card: 'Your account is frozen, so your card is off. Its number, PIN and code are hidden, and its settings stay as they are.',
  facts: [
    [
      'What stops',
      'Payments, your card, and the display of its number, PIN and code. Your security settings stay as they are. Other devices are signed out.',
    ],
    [
      'What waits',
      'Scheduled and regular payments. They go out after you unfreeze, and you can cancel them until then.',
    ],
    [
      'What still works',
      'Money comes in. You can sign in, see your account and chat with us. With a code we email you, you can change your PIN.',
    ],
    ['How to undo it', 'In Settings, with a code we email you or a passkey. It takes an hour.'],
  ],
} as const
