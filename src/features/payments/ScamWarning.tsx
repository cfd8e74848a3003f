import { ShieldAlert } from 'lucide-react'

export function ScamWarning() {
  return (
    <div className="flex gap-3 rounded bg-care-soft p-3">
      <ShieldAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-care" />
      <div className="text-sm">
        <p className="font-semibold text-care">Could this be a scam?</p>
        <p>
          Stop if someone is rushing you or told you to move your money. Choosing a future date for a payment gives you
          time to cancel it.
        </p>
      </div>
    </div>
  )
}
