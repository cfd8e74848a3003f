import { useId, type ReactNode, type Ref } from 'react'
import { cn } from '@/lib/cn'
import { formatCount } from '@/lib/numbers'

const mostCounted = 10_000

type StaffCardProps = {
  title: string
  /** The number beside the title. It is left out while it is not known. The server counts no further than 10,001. */
  count?: number
  /** Gets the focus when the focused element is removed from the card. */
  heading?: Ref<HTMLHeadingElement>
  /** The controls beside the heading. */
  actions?: ReactNode
  className?: string
  children: ReactNode
}

/** One part of a staff screen, under its heading. It has no overflow, so that table heads can be sticky. */
export function StaffCard({ title, count, heading, actions, className, children }: StaffCardProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className={cn(
        'rounded bg-card shadow-card',
        // An error keeps its distance from the edges, which tables reach.
        '*:[[role=alert]]:m-4',
        // An empty list takes one line, so that the list after it begins high on the screen.
        'has-[>[data-empty]]:flex has-[>[data-empty]]:flex-wrap has-[>[data-empty]]:items-center lg:has-[>[data-empty]]:*:py-1',
        className,
      )}
    >
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3 lg:py-2">
        <h2 ref={heading} tabIndex={-1} className="flex scroll-mt-4 items-center gap-2 text-section outline-none">
          <span id={id}>{title}</span>
          {count !== undefined && (
            <span className="rounded-full bg-sunken px-2.5 py-0.5 text-secondary tabular-nums">
              {count > mostCounted ? `${formatCount(mostCounted)}+` : formatCount(count)}
            </span>
          )}
        </h2>
        {actions}
      </header>
      {children}
    </section>
  )
}
