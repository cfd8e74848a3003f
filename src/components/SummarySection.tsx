import { useId, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { buttonLook } from './ui/buttonLook'

type SummarySectionProps = {
  title: string
  /** The address of the whole list. `label` names it for screen readers. */
  all: { to: string; label: string }
  children: ReactNode
}

/** The first rows of a list, with a link to all of them. */
export function SummarySection({ title, all, children }: SummarySectionProps) {
  const headingId = useId()
  return (
    <section aria-labelledby={headingId}>
      <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-3">
        <h2 id={headingId} className="text-section">
          {title}
        </h2>
        <Link to={all.to} aria-label={all.label} className={`${buttonLook('quiet')} -mr-3 shrink-0 px-3!`}>
          See all
        </Link>
      </div>
      {children}
    </section>
  )
}
