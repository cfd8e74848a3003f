export const pinCopy = {
  none: 'Not set',
  hidden: 'Hidden',
  masked: '•••••',
  requests: { title: 'PIN Requests', what: 'the PIN requests' },
  requestResolved: { title: 'Request marked as done' },
  copied: { title: 'PIN Copied!' },
  copyFailed: { title: 'Failed to copy PIN to clipboard' },
  sent: (name: string) => ({
    title: 'PIN Sent!',
    text: `Security PIN sent to ${name}'s in-app notifications`,
  }),
} as const
