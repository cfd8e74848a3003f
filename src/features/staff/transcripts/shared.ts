/** Why staff ended a chat. */
export const closingReasons = ['answered', 'passed_on', 'no_reply', 'other'] as const
export type ClosingReason = (typeof closingReasons)[number]

/** In words, for the dialog that ends a chat and for its transcript. */
export const reasonWords: Record<ClosingReason, string> = {
  answered: 'Answered',
  passed_on: 'Passed on to another team',
  no_reply: 'No reply from the customer',
  other: 'Another reason',
}

export function toClosingReason(value: string | null): ClosingReason | null {
  return closingReasons.find((reason) => reason === value) ?? null
}
