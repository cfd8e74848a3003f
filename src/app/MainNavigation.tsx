import { LogOut } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { Link, NavLink } from 'react-router-dom'
import { brand } from '@/brand'
import { Badge } from '@/components/Badge'
import { bottomBar } from '@/components/bottomBar'
import { useUnreadCount } from '@/features/contact/chat/useUnreadCount'
import { cn } from '@/lib/cn'
import { paths } from '@/lib/paths'
import { useSession } from '@/lib/session'
import { mainLinks } from './mainLinks'

/** The five top screens, at the bottom of the phone. */
export function TabBar() {
  return (
    <nav
      ref={bottomBar}
      aria-label="Main"
      className="sticky bottom-0 z-20 border-t border-line bg-card pb-[env(safe-area-inset-bottom)] print:hidden"
    >
      <ul className="mx-auto flex max-w-176">
        {mainLinks.map(
          ({ tab, ...link }) =>
            tab !== undefined && (
              <li key={tab} className="min-w-0 flex-1">
                <MainLink
                  {...link}
                  label={tab}
                  className="min-h-14 flex-col justify-center gap-0.5 text-[min(0.75rem,4vw)]/[1.25] focus-visible:-outline-offset-3"
                  iconClassName="rounded-full px-[min(0.875rem,4vw)] py-1 group-aria-[current=page]:bg-brand-soft"
                />
              </li>
            ),
        )}
      </ul>
    </nav>
  )
}

/** The navigation beside every screen on desktops. */
export function SideNavigation() {
  const { status, signOut } = useSession()
  return (
    <nav
      aria-label="Main"
      className="sticky top-0 flex h-dvh w-60 shrink-0 flex-col overflow-y-auto border-r border-line bg-card p-3 print:hidden"
    >
      <Link to={paths.home} className="mt-2 mb-6 flex min-h-11 items-center gap-3 rounded px-3 text-title">
        <img src="/icon.svg" alt="" loading="lazy" className="size-8" />
        {brand.name}
      </Link>
      <ul className="space-y-1">
        {mainLinks.map((link) => (
          <li key={link.to}>
            <MainLink
              {...link}
              className="min-h-12 gap-3 rounded px-3 hover:bg-brand-soft aria-[current=page]:bg-brand-soft"
            />
          </li>
        ))}
      </ul>
      {status === 'signed in' && (
        <button
          type="button"
          onClick={() => void signOut()}
          className="mt-auto flex min-h-12 shrink-0 items-center gap-3 rounded px-3 text-name text-muted hover:bg-brand-soft"
        >
          <LogOut aria-hidden className="size-5" />
          Sign Out
        </button>
      )}
    </nav>
  )
}

type MainLinkProps = Omit<(typeof mainLinks)[number], 'tab'> & { className: string; iconClassName?: string }

function MainLink(props: MainLinkProps) {
  const { userId } = useSession()
  return props.to === paths.more && userId !== null ? (
    <SupportLink {...props} userId={userId} />
  ) : (
    <IconLink {...props} />
  )
}

/** The link to Support, with the number of unread chat messages. */
function SupportLink({ userId, ...link }: MainLinkProps & { userId: string }) {
  const count = useUnreadCount(userId)
  const id = useId()
  return (
    <IconLink {...link} describedBy={count > 0 ? id : undefined}>
      <Badge count={count} of="unread" id={id} className="absolute -top-2 left-1/2 ring-2 ring-card" />
    </IconLink>
  )
}

type IconLinkProps = MainLinkProps & { describedBy?: string; children?: ReactNode }

function IconLink({ to, icon: Icon, label, className, iconClassName, describedBy, children }: IconLinkProps) {
  return (
    <NavLink
      to={to}
      end={to === paths.home}
      aria-describedby={describedBy}
      className={({ isActive }) =>
        cn('group flex items-center', className, isActive ? 'text-strong text-brand' : 'text-name text-muted')
      }
    >
      <span className={cn('relative', iconClassName)}>
        <Icon aria-hidden className="size-[min(1.25rem,6vw)]" />
        {children}
      </span>
      {label}
    </NavLink>
  )
}
