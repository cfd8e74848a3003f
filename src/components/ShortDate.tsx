import { formatDate } from '@/lib/dates'

/** '21 Nov 2026', London's day. */
export function ShortDate({ at }: { at: string }) {
  return (
    <time dateTime={at} className="whitespace-nowrap">
      {formatDate(at)}
    </time>
  )
}
