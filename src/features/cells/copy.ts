export const cellCopy = {
  /** On a device that has not signed in to any of them. */
  first: {
    title: 'Where do you bank?',
    text: 'It looks like your first visit on this device. Your PIN works at one of these only. Never enter it at another.',
  },
  other: (name: string) => ({
    title: `You bank with ${name}`,
    text: `This device was last used there, and your PIN works only there.`,
  }),
  unsure: "I'm not sure",
  chosen: (name: string) => `You're signing in to ${name}.`,
  change: 'Not your bank?',
  find: {
    title: 'Find my bank',
    text: "Enter your email address. If we know it, we'll send you an email with your sign-in page.",
    label: 'Email Address',
    malformed: 'Please enter an email address such as name@example.com',
    send: 'Send email',
    sent: {
      title: 'Check your email',
      text: 'If we know this address, an email with your sign-in page is on its way.',
    },
  },
  /** Staff work in one cell at a time. */
  staff: 'Back offices',
} as const
