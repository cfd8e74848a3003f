export const suspensionCaseCopy = {
  send: 'Send an update',
  sendTitle: 'Send an update?',
  sendText: 'The customer reads it when they sign in, and gets it by email.',
  sent: { title: 'Update sent' },
  cause: 'Cause',
  told: 'The customer reads',
  restore: 'To end the suspension, choose "Restore" on the page of the user.',
} as const
