import { frequencies, type Frequency } from '@/lib/frequencies'
import { object, text, oneOf, nullable, number } from '@/lib/json'

/** How often a payment is repeated, and until when. `count` is a number of payments. */
export type Repetition = { frequency: Frequency; endsOn: string | null; count: string | null }

/** When a payment is made. `day` is 'YYYY-MM-DD', or null for now. */
export type When = { day: string | null; repetition: Repetition | null }

/** A payment that will be sent on another day; `amount` in pence. */
export type LaterReceipt = { amount: number; recipient: string; day: string }

export const readRepetition = object<Repetition>({
  frequency: oneOf(...frequencies),
  endsOn: nullable(text),
  count: nullable(text),
})

const readState = object({ later: object<LaterReceipt>({ amount: number, recipient: text, day: text }) })

/** What a navigation state says about a payment for another day. */
export function readLaterReceipt(state: unknown): LaterReceipt | null {
  return readState(state)?.later ?? null
}
