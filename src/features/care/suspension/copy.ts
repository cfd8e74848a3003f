export const suspensionCopy = {
  title: 'Your account is suspended',
  statements: 'Your statements',
  letters: 'Your letters',
  noLetters: { title: 'No letters', text: 'What we write to you about your complaints is here.' },
  newPin: {
    action: 'Save the new PIN',
    saving: 'Saving...',
    done: { title: 'Your suspension has ended', text: 'Sign in with your new PIN from now on.' },
  },
  chat: 'Write to us',
  chatTitle: 'Chat with us',
  person: 'Write to us. A person answers.',
  back: (opens: string) => `Our agents are back ${opens}.`,
  complain: 'Complain',
  complained: { title: "We've got your complaint", text: 'You get the dates of our answer by email.' },
  signOut: 'Sign Out',
  demonstration: 'Fernbank is a demonstration. No real money moves.',
} as const
