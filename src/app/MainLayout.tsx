import { Link, NavLink, Outlet } from 'react-router-dom'
import { brand } from '@/brand'
import { cn } from '@/lib/cn'
import { paths } from '@/lib/paths'
import { useSession } from '@/lib/session'
import { SkipLink } from './SkipLink'
import { useHeadingFocus } from './useHeadingFocus'

const links = [
  { to: paths.home, label: 'Home' },
  { to: paths.payTransfer, label: 'Pay & Transfer' },
  { to: paths.transactions, label: 'Transactions' },
  { to: paths.cards, label: 'Cards' },
  { to: paths.insights, label: 'Insights' },
  { to: paths.more, label: 'Support' },
]

/** One column on phones; on larger screens the same column beside the navigation. */
export function MainLayout() {
  const main = useHeadingFocus()
  return (
    <div className="mx-auto flex min-h-dvh max-w-204 lg:gap-12 lg:px-8 print:block print:max-w-none print:px-0">
      <SkipLink />
      <SideNavigation />
      <main
        ref={main}
        id="main"
        tabIndex={-1}
        className="mx-auto flex w-full max-w-120 flex-col outline-none lg:mx-0 print:max-w-none"
      >
        <Outlet />
      </main>
    </div>
  )
}

function SideNavigation() {
  const { status, signOut } = useSession()
  return (
    <nav aria-label="Main" className="sticky top-0 hidden h-dvh w-56 shrink-0 flex-col py-6 lg:flex print:hidden">
      <Link to={paths.home} className="mb-6 flex min-h-11 items-center gap-3 rounded px-3 text-lg font-semibold">
        <img src="/icon.svg" alt="" loading="lazy" className="size-8" />
        {brand.name}
      </Link>
      <ul className="space-y-1">
        {links.map(({ to, label }) => (
          <li key={to}>
            <NavLink
              to={to}
              end={to === paths.home}
              className={({ isActive }) =>
                cn(
                  'flex min-h-11 items-center rounded px-3',
                  isActive ? 'bg-brand-soft font-semibold text-brand' : 'text-muted hover:bg-brand-soft',
                )
              }
            >
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
      {status === 'signed in' && (
        <button
          type="button"
          onClick={() => void signOut()}
          className="mt-auto flex min-h-11 items-center rounded px-3 text-muted hover:bg-brand-soft"
        >
          Sign Out
        </button>
      )}
    </nav>
  )
}
