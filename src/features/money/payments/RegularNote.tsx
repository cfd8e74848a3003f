import { CalendarSync } from 'lucide-react'
import { paymentCopy } from './copy'

/** The regular payment that was set up with a payment. */
export function RegularNote({ nextOn }: { nextOn: string }) {
  return (
    <p role="status" className="flex max-w-xs items-center gap-2 rounded bg-brand-soft px-3 py-2 text-left text-sm">
      <CalendarSync aria-hidden className="size-5 shrink-0 text-brand" />
      <span>
        <span className="block font-semibold">{paymentCopy.repeated.title}</span>
        {paymentCopy.repeated.text(nextOn)}
      </span>
    </p>
  )
}
