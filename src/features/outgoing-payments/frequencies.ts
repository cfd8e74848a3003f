/** How often a regular payment is made. The check of `regular_payments.frequency` has the same list. */
export const frequencies = ['weekly', 'two_weekly', 'four_weekly', 'monthly', 'yearly'] as const

export type Frequency = (typeof frequencies)[number]

/** In lower case within a sentence. */
export const frequencyWords: Record<Frequency, string> = {
  weekly: 'Every week',
  two_weekly: 'Every 2 weeks',
  four_weekly: 'Every 4 weeks',
  monthly: 'Every month',
  yearly: 'Every year',
}

/** A frequency from a form or the server; 'monthly' for any other text. */
export function toFrequency(text: string): Frequency {
  return frequencies.find((frequency) => frequency === text) ?? 'monthly'
}
