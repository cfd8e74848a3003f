export const suspensionCopy = {
  title: 'Your account is suspended',
  statements: 'Your statements',
  chat: 'Write to us',
  chatTitle: 'Chat with us',
  person: 'Write to us. A person answers.',
  back: (opens: string) => `Our agents are back ${opens}.`,
  complain: 'Complain',
  complained: { title: "We've got your complaint", text: 'You get the dates of our answer by email.' },
  signOut: 'Sign Out',
  demonstration: 'Fernbank is a demonstration. No real money moves.',
} as const
