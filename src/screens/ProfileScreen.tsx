import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { Loaded } from '@/components/Loaded'
import { Screen } from '@/components/Screen'
import { Skeleton } from '@/components/Skeleton'
import { buttonLook } from '@/components/ui/buttonLook'
import { ReadOnlyWhileFrozen } from '@/features/person/freeze/shared'
import { FullNameForm } from '@/features/person/profile/FullNameForm'
import { profileQueries } from '@/features/person/profile/queries'
import { cn } from '@/lib/cn'
import { lazyPart } from '@/lib/lazyPart'
import { paths } from '@/lib/paths'
import { useUserId } from '@/lib/session'

const PostalAddressSection = lazyPart(
  async () => (await import('@/features/person/profile/PostalAddressSection')).PostalAddressSection,
)

export function ProfileScreen() {
  const userId = useUserId()
  const profile = useQuery(profileQueries.own(userId))
  return (
    <Screen title="Profile" width="card" back={paths.more}>
      <div className="space-y-4 pt-2">
        <ReadOnlyWhileFrozen className="space-y-4">
          <Loaded query={profile} what="your profile" skeleton={<Skeleton className="h-36" />}>
            {(own) => own !== null && <FullNameForm profile={own} />}
          </Loaded>
          <Link to={paths.home} className={cn(buttonLook('secondary'), 'w-full')}>
            Back to Home
          </Link>
          <PostalAddressSection userId={userId} />
        </ReadOnlyWhileFrozen>
      </div>
    </Screen>
  )
}
