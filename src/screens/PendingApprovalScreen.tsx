import { useQuery } from '@tanstack/react-query'
import { Hourglass } from 'lucide-react'
import { Screen } from '@/components/Screen'
import { Button } from '@/components/ui/Button'
import { deviceQueries } from '@/features/devices/queries'
import { profileQueries } from '@/features/profile/queries'
import { useSession, useUserId } from '@/lib/session'

const checkInterval = 15_000

export function PendingApprovalScreen() {
  const { signOut } = useSession()
  const userId = useUserId()
  // The guard opens the app when the profile changes.
  const { data: profile } = useQuery({ ...profileQueries.own(userId), refetchInterval: checkInterval })
  // The device of the sign-up becomes known without a code.
  useQuery({ ...deviceQueries.check(userId), enabled: profile?.deviceState === 'unknown' })
  return (
    <main className="mx-auto flex min-h-dvh max-w-120 flex-col">
      <Screen title="Pending approval" hideHeader>
        <div className="flex flex-1 flex-col items-center justify-center gap-4 text-center">
          <span className="inline-flex size-16 items-center justify-center rounded-full bg-care-soft text-care">
            <Hourglass aria-hidden className="size-8" />
          </span>
          <h1 tabIndex={-1} className="text-xl font-semibold">
            Your account is pending approval
          </h1>
          <p className="text-muted">
            An administrator looks at every new account. This page moves on by itself once yours is approved.
          </p>
          <Button variant="secondary" className="mt-4 w-full" onClick={() => void signOut()}>
            Sign Out
          </Button>
        </div>
      </Screen>
    </main>
  )
}
