import { useQuery } from '@tanstack/react-query'
import { Loaded } from '@/components/Loaded'
import { Screen } from '@/components/Screen'
import { Skeleton } from '@/components/Skeleton'
import { TitledCard } from '@/components/TitledCard'
import { useSetDisplayName } from '@/features/money/accounts/mutations'
import { ReadOnlyWhileFrozen } from '@/features/person/freeze/shared'
import { profileCopy } from '@/features/person/profile/copy'
import { useUpdateNotificationEmail } from '@/features/person/profile/mutations'
import { NameForm } from '@/features/person/profile/NameForm'
import { NotificationEmailForm } from '@/features/person/profile/NotificationEmailForm'
import { profileQueries, type Profile } from '@/features/person/profile/queries'
import { paths } from '@/lib/paths'
import { useUserId } from '@/lib/session'

export function BranchSupportScreen() {
  const userId = useUserId()
  const profile = useQuery(profileQueries.own(userId))
  return (
    <Screen title="Branch Support" back={paths.more}>
      <div className="space-y-4 pt-2">
        <Loaded query={profile} what="your details" skeleton={<CardsLoading />}>
          {(own) =>
            own !== null && (
              <ReadOnlyWhileFrozen>
                <Cards profile={own} />
              </ReadOnlyWhileFrozen>
            )
          }
        </Loaded>
      </div>
    </Screen>
  )
}

function CardsLoading() {
  return (
    <>
      <Skeleton className="h-56" />
      <Skeleton className="h-64" />
    </>
  )
}

function Cards({ profile }: { profile: Profile }) {
  const saveName = useSetDisplayName()
  const saveEmail = useUpdateNotificationEmail(profile.id, profileCopy.notificationEmailUpdated)
  return (
    <>
      <TitledCard title="Display Name">
        <NameForm
          label="Your name"
          hint={profileCopy.displayNameUse}
          stored={profile.fullName ?? ''}
          save={saveName}
          saveLabel="Update Name"
        />
      </TitledCard>
      <TitledCard title="Notification Email">
        <NotificationEmailForm
          label="Email address"
          stored={profile.notificationEmail ?? ''}
          save={saveEmail}
          saveLabel="Update Email"
        />
      </TitledCard>
    </>
  )
}
