import { frequencyWords } from '@/features/money/outgoing-payments/shared'
import { formatDate, formatDenseDateTime } from '@/lib/dates'
import { lastDayOf } from '@/lib/lastDayOf'
import { boolean, list, nullable, number, object, text } from '@/lib/json'
import { pounds } from '@/lib/money'
import { wordsOf } from '@/lib/codeWords'

/** A payment that a customer is going to make, or one that failed. `amount` in pence. */
export const readPaymentToCome = object({
  id: text,
  user_id: text,
  user_email: nullable(text),
  /** Null: a paused regular payment. */
  due_at: nullable(text),
  state: text,
  amount: pounds,
  recipient: text,
  reference: nullable(text),
  problem: nullable(text),
  frequency: nullable(text),
  /** Under review. */
  is_under_review: boolean,
})

export type PaymentToCome = NonNullable<ReturnType<typeof readPaymentToCome>>

export const readPaymentsToCome = object({ count: nullable(number), payments: list(readPaymentToCome) })

const states = { scheduled: 'Scheduled', held: 'Pending', failed: 'Not sent', paused: 'Paused' }

/** 'every month'. */
export const describeFrequency = (frequency: string) => wordsOf(frequencyWords, frequency).toLowerCase()

function stateOf({ state, is_under_review: isUnderReview }: PaymentToCome): string {
  return isUnderReview ? 'Under review' : wordsOf(states, state)
}

function whenOf({ state, due_at: dueAt, is_under_review: isUnderReview }: PaymentToCome): string {
  if (dueAt === null) return ''
  if (isUnderReview) return ` until ${formatDate(lastDayOf(dueAt))}`
  if (state === 'held') return ` until ${formatDenseDateTime(dueAt)}`
  return ` ${state === 'failed' ? 'on' : 'for'} ${formatDate(dueAt)}`
}

/** 'Scheduled for 24 Nov 2026, every month'. */
export function describePaymentToCome(payment: PaymentToCome): string {
  const { frequency, problem } = payment
  const often = frequency === null ? [] : [describeFrequency(frequency)]
  return [`${stateOf(payment)}${whenOf(payment)}`, ...often, ...(problem === null ? [] : [problem])].join(', ')
}
