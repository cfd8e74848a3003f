import { useQuery } from '@tanstack/react-query'
import { Loaded } from '@/components/Loaded'
import { Screen } from '@/components/Screen'
import { Skeleton } from '@/components/Skeleton'
import { Button } from '@/components/ui/Button'
import { ChangePin } from '@/features/auth/ChangePin'
import { DeviceList } from '@/features/devices/DeviceList'
import { UndoWindowSetting } from '@/features/outgoing-payments/UndoWindowSetting'
import { PaymentLimits } from '@/features/payment-limits/PaymentLimits'
import { profileCopy } from '@/features/profile/copy'
import { useUpdateNotificationEmail } from '@/features/profile/mutations'
import { NotificationEmailForm } from '@/features/profile/NotificationEmailForm'
import { profileQueries, type Profile } from '@/features/profile/queries'
import { paths } from '@/lib/paths'
import { useSession, useUserId } from '@/lib/session'

export function SettingsScreen() {
  const { signOut } = useSession()
  const userId = useUserId()
  const profile = useQuery(profileQueries.own(userId))
  return (
    <Screen title="Settings" width="card" back={paths.more}>
      <div className="space-y-6 pt-2">
        <Loaded query={profile} what="your settings" skeleton={<Skeleton className="h-52.5 lg:h-47.5" />}>
          {(own) => own !== null && <Settings profile={own} />}
        </Loaded>
        {profile.data && <UndoWindowSetting seconds={profile.data.undoSeconds} />}
        <PaymentLimits userId={userId} />
        <ChangePin />
        {profile.data?.deviceState === 'known' && <DeviceList />}
        <Button variant="secondary" className="w-full" onClick={() => void signOut()}>
          Sign Out
        </Button>
      </div>
    </Screen>
  )
}

function Settings({ profile }: { profile: Profile }) {
  const save = useUpdateNotificationEmail(profile.id, profileCopy.settingsSaved)
  return (
    <NotificationEmailForm
      label="Notification Email"
      stored={profile.notificationEmail ?? ''}
      save={save}
      saveLabel="Save Settings"
    />
  )
}
