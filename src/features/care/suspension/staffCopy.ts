/** What staff write to suspended customers. */
export const staffSuspensionCopy = {
  what: 'the causes',
  cause: 'Cause',
  chooseCause: 'Choose a cause.',
  causeHint: 'Only for staff. The customer does not see it.',
  message: 'Text for the customer',
  messageHint: 'Why, as far as you may say, and what we need from them. Replace the words in brackets.',
  noMessage: 'Write what the customer is told.',
  brackets: 'Replace the words in brackets.',
  nextUpdate: 'They hear from us by',
} as const
