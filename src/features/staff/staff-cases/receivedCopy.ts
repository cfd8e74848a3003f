export const receivedCopy = {
  link: 'The account that received it',
  secret: 'The owner is told nothing of this case, nor do they see who looks at it.',
  claims: 'Claims that name it',
  leaving: 'Payments that have not left',
  noneLeaving: 'Nothing waits to leave the account.',
  underReview: 'Under review',
  hold: (count: number) => `Hold ${count === 1 ? 'the payment' : `${count} payments`}`,
  holdTitle: 'Hold the payments that have not left?',
  holdText:
    'Each is put under review. The owner reads that we check it, not why. Later payments leave: to stop those too, suspend the customer.',
  held: { title: 'Held', text: 'Each has a case of its own.' },
  acted: "We've acted",
  actedTitle: 'Close this case: we have acted?',
  nothing: 'Nothing found',
  nothingTitle: 'Close this case: nothing found?',
  decideText: 'Nobody is told. A later claim opens a new case.',
  done: { title: 'Decided' },
} as const
