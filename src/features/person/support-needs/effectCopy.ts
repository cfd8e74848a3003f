/** What staff do. They do not see why. */
export const effectWords: Record<string, string | undefined> = {
  write: 'Write, do not call',
  give_time: 'Give time',
  plain_words: 'Use plain words',
  helper: 'Somebody may be with the customer. Do only what the customer says',
  no_costs: 'Suggest nothing that costs money',
}
