import { Balance } from './Balance'

/** Why the balance is lower than what the customer may expect. Nothing without pending payments. `pending` in pence. */
export function PendingNote({ pending }: { pending: number }) {
  if (pending === 0) return null
  return (
    <p className="text-small">
      <Balance pence={pending} /> is in pending payments.
    </p>
  )
}
