const format = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/London',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
})

/** '21 Nov 2026', London's day. */
export function ShortDate({ at }: { at: string }) {
  return (
    <time dateTime={at} className="whitespace-nowrap">
      {format.format(new Date(at))}
    </time>
  )
}
