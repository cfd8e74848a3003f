import { formatDayWithWeekday } from '@/lib/dates'
import { countOf } from '@/lib/numbers'

/** How often a regular payment is made. */
export const frequencies = ['weekly', 'two_weekly', 'four_weekly', 'monthly', 'yearly'] as const

/** How often a regular move between two accounts of the customer is made. `regular_payments.frequency` has the same list. */
export const moveFrequencies = [...frequencies, 'payday'] as const

export type Frequency = (typeof moveFrequencies)[number]

/** In lower case within a sentence. */
export const frequencyWords: Record<Frequency, string> = {
  weekly: 'Every week',
  two_weekly: 'Every 2 weeks',
  four_weekly: 'Every 4 weeks',
  monthly: 'Every month',
  yearly: 'Every year',
  payday: 'On payday',
}

/** A frequency from a form or the server; 'monthly' for any other text. */
export function toFrequency(text: string): Frequency {
  return moveFrequencies.find((frequency) => frequency === text) ?? 'monthly'
}

/** `count`: of payments. Without both, the payments go on until they are cancelled. */
export type RepetitionEnd = { endsOn: string | null; count: string | null }

/** The end of a regular payment, within a sentence; empty without one. */
export const endWords = ({ endsOn, count }: RepetitionEnd) =>
  `${endsOn ? ` until ${formatDayWithWeekday(endsOn)}` : ''}${count ? `, ${countOf(Number(count), 'payment')}` : ''}`
