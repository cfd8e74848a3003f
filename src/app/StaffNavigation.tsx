import { useEffect, useId, useRef } from 'react'
import { NavLink, useLocation } from 'react-router-dom'
import { Badge } from '@/components/Badge'
import { cn } from '@/lib/cn'
import { paths } from '@/lib/paths'

type StaffNavigationProps = {
  links: { label: string; to: string }[]
  /** How much waits for the user, or is overdue, in each of them, by path. */
  counts: Record<string, { count: number; of: string; isUrgent?: boolean } | undefined>
}

/** The staff screens. For staff with many tools, and on a phone, where it scrolls, they are a row below the name. */
export function StaffNavigation({ links, counts }: StaffNavigationProps) {
  const badgeId = useId()
  const row = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const openedAt = links.findLastIndex(({ to }) => `${pathname}/`.startsWith(`${to}/`))
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
    <nav
      ref={row}
      aria-label="Back office"
      className={cn(
        // In larger text also fewer links take a line of their own.
        'flex min-w-0 flex-auto overflow-x-auto max-lg:order-last max-lg:-mx-4 max-lg:basis-full max-lg:border-t max-lg:border-line max-lg:px-1',
        // More than four links do not fit beside the name at 1280 px, and more than eleven take a second line.
        links.length > 4 && 'order-last -mx-4 basis-full border-t border-line px-1 lg:-mx-6 lg:px-3.5',
      )}
    >
      <ul className="flex w-max lg:w-auto lg:flex-wrap">
        {links.map(({ to, label }) => {
          const { count, of, isUrgent } = counts[to] ?? { count: 0, of: '' }
          return (
            <li key={label}>
              <NavLink
                to={to}
                end={to === paths.admin}
                aria-describedby={count > 0 ? `${badgeId}${to}` : undefined}
                className={({ isActive }) =>
                  cn(
                    'flex min-h-11 items-center gap-2 border-b-2 px-2.5 text-sm whitespace-nowrap focus-visible:-outline-offset-3 lg:min-h-10',
                    isActive ? 'border-brand font-semibold text-brand' : 'border-transparent text-muted hover:text-ink',
                  )
                }
              >
                {label}
                <Badge count={count} of={of} most={99} id={`${badgeId}${to}`} isUrgent={isUrgent} />
              </NavLink>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
