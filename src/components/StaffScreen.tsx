import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { useTitle } from '@/lib/useTitle'

type StaffScreenProps = {
  title: string
  subtitle?: string
  /** Where the back link leads. */
  back?: string
  /** Beside the heading. */
  actions?: ReactNode
  children: ReactNode
}

/** One screen of the back office: heading, and content over the full width. */
export function StaffScreen({ title, subtitle, back, actions, children }: StaffScreenProps) {
  useTitle(title)
  return (
    <div className="flex flex-1 flex-col gap-4 px-4 py-4 lg:px-6">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {back !== undefined && (
          <Link
            to={back}
            aria-label="Back"
            className="-ml-2 inline-flex size-11 items-center justify-center rounded-full hover:bg-brand-soft"
          >
            <ArrowLeft aria-hidden />
          </Link>
        )}
        <div className="min-w-0 flex-1 basis-60">
          <h1 tabIndex={-1} className="text-lg font-semibold">
            {title}
          </h1>
          {subtitle !== undefined && <p className="text-sm text-muted">{subtitle}</p>}
        </div>
        {actions}
      </header>
      {children}
    </div>
  )
}
