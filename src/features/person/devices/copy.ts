export const deviceCopy = {
  askTitle: 'Confirm this device',
  askText: (address: string) =>
    `You have not used this device with us before. To keep your money safe we send a code to ${address}.`,
  askOnce: 'You only need a code once on each device.',
  enterTitle: 'Check your email',
  enterText: (address: string) =>
    `Enter the 6-digit code we sent to ${address}. It's valid for 10 minutes. Check your spam folder too.`,
  sent: { title: 'Code sent', text: 'Please check your email' },
  sendFailed: 'Code not sent',
  confirmed: { title: 'Device confirmed' },
  shortCode: 'Please enter all 6 digits of the code',
  wrong: (triesLeft: number) =>
    triesLeft === 1
      ? "That code isn't right. You have 1 attempt left."
      : `That code isn't right. You have ${triesLeft} attempts left.`,
  codeOver: 'That code is no longer valid. Please request a new one.',
  listTitle: 'Your devices',
  listText: 'You can sign in on these devices without a code.',
  none: 'No devices yet',
  current: 'This device',
  lastUsed: (day: string) => `Last signed in on ${day}`,
  removed: { title: 'Device removed' },
  removeFailed: { title: 'Failed to remove device' },
  remove: {
    title: (name: string) => `Remove ${name}?`,
    other: (lastUsed: string) => `${lastUsed}. We'll sign it out now. You'll need a code to sign in on it again.`,
    current: "This is the device you're using. We'll sign you out now. You'll need a code to sign in on it again.",
  },
} as const
