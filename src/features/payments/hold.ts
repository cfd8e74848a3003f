import { nullable, number, object, text, withDefault } from '@/lib/json'

/** The undo window of a payment that has not been sent. */
export type Hold = {
  id: string
  /** When it ends, in milliseconds of the device's clock. */
  until: number
}

export type HoldState = 'held' | 'sent' | 'cancelled'

export const readHold = nullable(object<Hold>({ id: text, until: number }))

const readRow = object({
  created_at: text,
  outgoing_payment_id: withDefault(nullable(text), null),
  state: withDefault(text, 'sent'),
  send_at: withDefault(nullable(text), null),
})

/** The hold in a row of make_payment; null when the payment has been sent. */
export function holdOf(json: unknown): Hold | null {
  const row = readRow(json)
  if (row === undefined || row.state === 'sent' || row.outgoing_payment_id === null || row.send_at === null) return null
  // The length of the window, because the device's clock may be wrong.
  const length = Date.parse(row.send_at) - Date.parse(row.created_at)
  return { id: row.outgoing_payment_id, until: Date.now() + length }
}
