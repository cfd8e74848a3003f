export const deviceCopy = {
  askTitle: 'Confirm this device',
  askText: (address: string) =>
    `You have not used this device with us before. To keep your money safe we send a code to ${address}.`,
  askOnce: 'You are asked for a code once on each device.',
  enterTitle: 'Check your email',
  enterText: (address: string) =>
    `Enter the 6-digit code that we sent to ${address}. It can be used for 10 minutes; look in your spam folder, too.`,
  sent: { title: 'Code sent', text: 'Please check your email' },
  sendFailed: 'Code not sent',
  confirmed: { title: 'Device confirmed' },
  wrongTitle: 'Wrong code',
  shortCode: 'Please enter all 6 digits of the code',
  wrong: (triesLeft: number) =>
    triesLeft === 1
      ? 'This code is not right. You have 1 try left.'
      : `This code is not right. You have ${triesLeft} tries left.`,
  codeOver: 'This code cannot be used any more. Please send a new one.',
  listTitle: 'Your devices',
  listText: 'You can sign in on these without a code.',
  none: 'No devices yet',
  current: 'This device',
  lastUsed: (day: string) => `Last signed in on ${day}`,
  removed: { title: 'Device removed' },
  removeFailed: { title: 'Failed to remove device' },
  remove: {
    title: (name: string) => `Remove ${name}?`,
    other: (lastUsed: string) => `${lastUsed}. It is signed out at once; to sign in on it again, a code is needed.`,
    current:
      'This is the device that you are using. You are signed out at once; to sign in on it again, a code is needed.',
  },
} as const
