import type { ReactNode } from 'react'
import { cn } from '@/lib/cn'
import { useTitle } from './useTitle'

type StaffScreenProps = {
  title: string
  subtitle?: string
  /** A short label beside the title. */
  tag?: ReactNode
  /** Above the heading. */
  above?: ReactNode
  /** The search and the filters of the screen's list, in the line of the heading. */
  search?: ReactNode
  /** The controls beside the heading. */
  actions?: ReactNode
  children: ReactNode
}

/** One screen of the back office: heading, and content over the full width. */
export function StaffScreen({ title, subtitle, tag, above, search, actions, children }: StaffScreenProps) {
  useTitle(title)
  return (
    <div className="flex flex-1 flex-col gap-3 px-4 py-3 sm:gap-4 sm:py-4 lg:px-6">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className={cn('min-w-0 basis-52 max-sm:flex-1 sm:basis-60', search === undefined && 'flex-1')}>
          {above}
          <div className="flex flex-wrap items-center gap-x-3">
            <h1 tabIndex={-1} className="text-title">
              {title}
            </h1>
            {tag}
          </div>
          {subtitle !== undefined && <p className="text-secondary">{subtitle}</p>}
        </div>
        {search !== undefined && (
          <div className="flex min-w-0 flex-1 basis-72 flex-wrap items-center gap-x-4 gap-y-2 max-sm:order-last max-sm:basis-full">
            {search}
          </div>
        )}
        {actions}
      </header>
      {children}
    </div>
  )
}
