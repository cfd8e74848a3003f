import { useEffect, useId, useRef } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { Badge } from '@/components/Badge'
import { cn } from '@/lib/cn'
import { isTabOpen, type StaffEntry } from './staffEntries'

/** How much waits for the user, or is overdue, on a screen. */
export type StaffCount = { count: number; of: string; isUrgent?: boolean }

type StaffNavigationProps = {
  entries: StaffEntry[]
  /** By path. */
  counts: Record<string, StaffCount | undefined>
}

/** The entries of the back office. On a phone they are a row below the name, which scrolls. */
export function StaffNavigation({ entries, counts }: StaffNavigationProps) {
  const { pathname } = useLocation()
  return (
    <LinkRow
      label="Back office"
      className="flex-auto max-lg:order-last max-lg:-mx-4 max-lg:basis-full max-lg:border-t max-lg:border-line max-lg:px-1"
      links={entries.map(({ label, tabs }) => ({
        label,
        to: tabs[0]?.to ?? '',
        // The tab is the open page, if there are tabs.
        current: tabs.some((tab) => isTabOpen(tab, pathname)) && (tabs.length > 1 ? 'true' : 'page'),
        ...sumOf(tabs.map(({ to }) => counts[to])),
      }))}
    />
  )
}

/** The screens of the open entry. An entry with one screen has no tabs. */
export function StaffTabs({ entries, counts }: StaffNavigationProps) {
  const { pathname } = useLocation()
  const open = entries.find(({ tabs }) => tabs.some((tab) => isTabOpen(tab, pathname)))
  if (open === undefined || open.tabs.length < 2) return null
  return (
    <LinkRow
      key={open.label}
      isTabs
      label={open.label}
      className="flex-none border-b border-line bg-card px-1 lg:px-3.5"
      links={open.tabs.map((tab) => ({
        ...tab,
        current: isTabOpen(tab, pathname) && 'page',
        ...sumOf([counts[tab.to]]),
      }))}
    />
  )
}

/** The sum of the counts, and what they are. */
function sumOf(all: (StaffCount | undefined)[]): StaffCount {
  const counts = all.flatMap((each) => (each !== undefined && each.count > 0 ? [each] : []))
  return {
    count: counts.reduce((sum, { count }) => sum + count, 0),
    of:
      counts.length > 1
        ? `in all: ${counts.map(({ count, of }) => `${count} ${of}`).join(', ')}`
        : (counts[0]?.of ?? ''),
    isUrgent: counts.some(({ isUrgent }) => isUrgent),
  }
}

type LinkRowProps = { label: string; className: string; isTabs?: boolean; links: RowLink[] }

type RowLink = { label: string; to: string; current: 'page' | 'true' | false } & StaffCount

function LinkRow({ label, className, isTabs, links }: LinkRowProps) {
  const badgeId = useId()
  const row = useRef<HTMLElement>(null)
  const openedAt = links.findIndex(({ current }) => current !== false)
  useEffect(() => {
    // On a phone the row scrolls. The counts arrive later, and make it longer.
    const observer = new ResizeObserver(() =>
      row.current?.querySelectorAll('a')[openedAt]?.scrollIntoView({ block: 'nearest', inline: 'center' }),
    )
    const list = row.current?.querySelector('ul')
    if (list) observer.observe(list)
    return () => observer.disconnect()
  }, [openedAt])
  return (
    // In larger text also these few links take a line of their own.
    <nav
      ref={row}
      data-staff-tabs={isTabs}
      aria-label={label}
      className={cn('flex min-w-0 overflow-x-auto', className)}
    >
      <ul className="flex w-max lg:w-auto lg:flex-wrap">
        {links.map(({ to, label: name, current, count, of, isUrgent }) => (
          <li key={name}>
            <Link
              to={to}
              aria-current={current || undefined}
              aria-describedby={count > 0 ? `${badgeId}${to}` : undefined}
              className={cn(
                'flex min-h-11 items-center gap-2 border-b-2 px-2.5 text-small whitespace-nowrap focus-visible:-outline-offset-3 lg:min-h-9',
                current === false
                  ? 'border-transparent text-muted hover:text-ink'
                  : 'border-brand text-strong text-brand',
              )}
            >
              {name}
              <Badge count={count} of={of} most={99} id={`${badgeId}${to}`} isUrgent={isUrgent} />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
