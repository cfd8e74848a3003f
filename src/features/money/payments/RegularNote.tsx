import { CalendarSync } from 'lucide-react'
import { paymentCopy } from './copy'

/** The regular payment that was set up with a payment. */
export function RegularNote({ nextOn }: { nextOn: string }) {
  return (
    <p role="status" className="flex max-w-xs items-center gap-2 rounded bg-sunken px-3 py-2 text-left text-small">
      <CalendarSync aria-hidden className="size-5 shrink-0 text-muted" />
      <span>
        <span className="block text-strong">{paymentCopy.repeated.title}</span>
        {paymentCopy.repeated.text(nextOn)}
      </span>
    </p>
  )
}
