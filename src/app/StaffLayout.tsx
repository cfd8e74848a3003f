import { useQuery } from '@tanstack/react-query'
import { Link, NavLink, Outlet } from 'react-router-dom'
import { brand } from '@/brand'
import { roleQueries } from '@/features/roles/queries'
import { staffTools } from '@/features/support/staffTools'
import { cn } from '@/lib/cn'
import { paths } from '@/lib/paths'
import { useSession, useUserId } from '@/lib/session'
import { SkipLink } from './SkipLink'
import { useHeadingFocus } from './useHeadingFocus'

/** The back office: the full width, with its tools in one row at the top. */
export function StaffLayout() {
  const main = useHeadingFocus()
  const { signOut } = useSession()
  const userId = useUserId()
  const own = useQuery(roleQueries.own(userId))
  const roles = own.data?.roles ?? []
  const links = [
    ...staffTools(roles),
    ...(roles.includes('super_admin') ? [{ label: 'Audit', to: paths.adminAudit }] : []),
  ]
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <header className="flex flex-wrap items-center gap-x-6 border-b border-line bg-card px-4 lg:px-6">
        <Link to={paths.home} className="flex min-h-14 items-center gap-3 font-semibold">
          <img src="/icon.svg" alt="" className="size-7" />
          {brand.name}
        </Link>
        <nav
          aria-label="Back office"
          className="flex min-w-0 flex-1 overflow-x-auto max-lg:order-last max-lg:-mx-4 max-lg:basis-full max-lg:border-t max-lg:border-line max-lg:px-1"
        >
          <ul className="flex">
            {links.map(({ to, label }) => (
              <li key={label}>
                <NavLink
                  to={to}
                  className={({ isActive }) =>
                    cn(
                      'flex min-h-14 items-center border-b-2 px-3 text-sm whitespace-nowrap focus-visible:-outline-offset-3',
                      isActive
                        ? 'border-brand font-semibold text-brand'
                        : 'border-transparent text-muted hover:text-ink',
                    )
                  }
                >
                  {label}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        <button
          type="button"
          onClick={() => void signOut()}
          className="ml-auto flex min-h-11 items-center rounded px-3 text-sm text-muted hover:bg-brand-soft"
        >
          Sign Out
        </button>
      </header>
      <main ref={main} id="main" tabIndex={-1} className="flex w-full flex-1 flex-col outline-none">
        <Outlet />
      </main>
    </div>
  )
}
