export const accountCopy = {
  displayNameUpdated: { title: 'Display name updated' },
  accountName: 'Everyday current account',
  share: {
    label: 'Share my details',
    short: 'Share',
    copied: { title: 'Details copied', text: 'Your name, sort code and account number.' },
    failed: { title: "We couldn't share your details", text: 'Please try again.' },
  },
} as const
