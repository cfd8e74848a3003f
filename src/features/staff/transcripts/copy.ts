export const transcriptsCopy = {
  title: 'Ended chats',
  what: 'the transcripts',
  none: 'No chat has ended yet',
  noneFound: 'No ended chat matches this search',
  noneOfUser: 'No chat of this user has ended',
  gone: 'Deleted user',
  noAgent: 'The assistant',
  removed: 'The text was deleted with the customer. The bank keeps only the fact that this chat took place.',
  intact: 'Sealed: the text has the hash in the audit.',
  broken: 'This text does not have the hash in the audit. It was changed after the chat ended.',
  endedAs: {
    customer: 'Ended by the customer',
    staff: 'Ended by staff',
    deletion: 'Deleted with the customer',
  },
} as const
