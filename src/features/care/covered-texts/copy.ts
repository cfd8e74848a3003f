export const coveredCopy = {
  /** What the server puts in the place of a covered reference, and of a covered name. */
  reference: 'Covered message',
  name: 'Covered name',
  text: 'We covered this because you hid its sender, or because a sender whom you have never paid has sent you several payments below £1 in a day.',
  show: 'Show it',
  nothing: 'Nothing is covered here.',
  hide: "Hide this sender's messages",
  unhide: "Show this sender's messages",
  hiding: {
    title: "Hide this sender's messages?",
    text: 'Their payments still arrive. We cover what they write with them, also with earlier payments, and leave them out of your mailbox. They do not learn of it. You can change this in Settings, under Privacy.',
    confirmLabel: 'Hide messages',
  },
  hidden: { title: 'Messages hidden', text: 'The sender does not learn of it.' },
  notHidden: { title: 'Messages not hidden' },
  report: 'Report',
  reporting: {
    title: 'Report this message?',
    text: 'Our staff read what this sender has written to you, decide whether to hide it, and tell you by email. The sender does not learn of it.',
    confirmLabel: 'Report',
  },
  reported: { title: 'Message reported' },
  notReported: { title: 'Message not reported' },
  senders: {
    title: 'Hidden senders',
    what: 'the hidden senders',
    none: "You haven't hidden any senders.",
    show: 'Show messages',
    shown: { title: 'Messages shown again' },
    notShown: { title: 'Messages still hidden' },
  },
} as const
