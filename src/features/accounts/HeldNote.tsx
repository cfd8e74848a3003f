import { Balance } from './Balance'

/** Why the balance is lower than what the customer may expect. Nothing while no money is held. `held` in pence. */
export function HeldNote({ held }: { held: number }) {
  if (held === 0) return null
  return (
    <p className="text-sm">
      <Balance pence={held} /> is held for pending payments.
    </p>
  )
}
