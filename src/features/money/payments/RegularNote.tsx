import { useQuery } from '@tanstack/react-query'
import { CalendarSync } from 'lucide-react'
import { paymentCopy } from './copy'
import { repetitionQueries } from './queries'

/** The regular payment that was set up with this payment. Nothing without one. */
export function RegularNote({ paymentId }: { paymentId: string }) {
  const { data: nextDay } = useQuery(repetitionQueries.nextDay(paymentId))
  return (
    <output className="flex max-w-xs items-center gap-2 rounded bg-brand-soft px-3 py-2 text-left text-sm empty:hidden">
      {nextDay != null && (
        <>
          <CalendarSync aria-hidden className="size-5 shrink-0 text-brand" />
          <span>
            <span className="block font-semibold">{paymentCopy.repeated.title}</span>
            {paymentCopy.repeated.text(nextDay)}
          </span>
        </>
      )}
    </output>
  )
}
