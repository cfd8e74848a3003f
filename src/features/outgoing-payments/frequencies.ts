/** How often a regular payment is made. The check of `regular_payments.frequency` has the same list. */
export const frequencies = ['weekly', 'two_weekly', 'four_weekly', 'monthly', 'yearly'] as const

export type Frequency = (typeof frequencies)[number]

/** A frequency from a form or the server; 'monthly' for any other text. */
export function toFrequency(text: string): Frequency {
  return frequencies.find((frequency) => frequency === text) ?? 'monthly'
}
