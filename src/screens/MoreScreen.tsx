import { Screen } from '@/components/Screen'
import { SupportHub } from '@/features/staff/support/SupportHub'
import { paths } from '@/lib/paths'
import { useSession, useUserId } from '@/lib/session'

export function MoreScreen() {
  const { signOut } = useSession()
  const userId = useUserId()
  return (
    <Screen title="Support" back={paths.home} isTab>
      <div className="pt-2">
        <SupportHub userId={userId} onSignOut={() => void signOut()} />
      </div>
    </Screen>
  )
}
