import { useQuery } from '@tanstack/react-query'
import { Snowflake } from 'lucide-react'
import { Link } from 'react-router-dom'
import { profileQueries } from '@/features/person/profile/queries'
import { timeOfDayOrDate } from '@/lib/dates'
import { paths } from '@/lib/paths'
import { useSession } from '@/lib/session'
import { bannerCopy } from './bannerCopy'

/** Above every screen while the account is frozen. */
export function FrozenBanner() {
  const { userId } = useSession()
  const { data: profile } = useQuery(profileQueries.own(userId))
  if (profile?.isFrozen !== true) return null
  const { unfreezesAt } = profile
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-center gap-x-3 bg-sunken px-4 py-1 text-center text-small print:hidden"
    >
      <Snowflake aria-hidden className="size-4 text-muted" />
      <span className="text-name">
        {unfreezesAt === null ? bannerCopy.frozen : bannerCopy.unfreezing(timeOfDayOrDate(unfreezesAt))}
      </span>
      <Link
        to={`${paths.settings}#freeze`}
        className="inline-flex min-h-11 items-center text-name text-brand underline"
      >
        {bannerCopy.link}
      </Link>
    </div>
  )
}
