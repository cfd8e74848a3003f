import { cn } from '@/lib/cn'
import { formatDenseSecond } from '@/lib/dates'
import { staffTransactionsCopy } from './copy'
import type { TimelineEvent } from './queries'
import { timelineWords } from './timelineWords'

const setbacks = new Set(['failed', 'cancelled', 'postponed', 'returned', 'reported', 'reversed'])

/** What happened to a payment, oldest first. */
export function Timeline({ events }: { events: TimelineEvent[] }) {
  const { timeline, noTimeline } = staffTransactionsCopy.details
  return (
    <section aria-label={timeline}>
      <h3 className="px-4 pt-4 pb-2 text-section">{timeline}</h3>
      {events.length === 0 && <p className="px-4 text-secondary">{noTimeline}</p>}
      <ol className="px-4 text-small">
        {events.map((event) => {
          const { title, note } = timelineWords(event)
          return (
            <li
              key={`${event.at} ${event.kind} ${event.account} ${event.detail}`}
              // The line leads from each event to the next.
              className="relative pb-3 pl-4 before:absolute before:top-2.5 before:left-0 before:h-full before:w-px before:bg-line last:before:hidden"
            >
              <span
                aria-hidden
                className={cn(
                  'absolute top-1.5 -left-1 size-2 rounded-full',
                  setbacks.has(event.kind) ? 'bg-care' : 'bg-control',
                )}
              />
              <p className="wrap-anywhere">{title}</p>
              {note !== null && <p className="wrap-anywhere text-secondary">{note}</p>}
              <p className="text-secondary tabular-nums">
                <time dateTime={event.at}>{formatDenseSecond(event.at)}</time>
              </p>
            </li>
          )
        })}
      </ol>
    </section>
  )
}
