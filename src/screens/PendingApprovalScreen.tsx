import { useQuery } from '@tanstack/react-query'
import { Hourglass } from 'lucide-react'
import { useRef, useState } from 'react'
import { ConfirmDialog } from '@/components/ConfirmDialog'
import { Screen } from '@/components/Screen'
import { Button } from '@/components/ui/Button'
import { authCopy } from '@/features/person/auth/copy'
import { NewPinCard } from '@/features/person/auth/NewPinCard'
import { newPinQueries } from '@/features/person/auth/queries'
import { deviceQueries } from '@/features/person/devices/queries'
import { profileQueries } from '@/features/person/profile/queries'
import { useSession, useUserId } from '@/lib/session'

const checkInterval = 15_000

export function PendingApprovalScreen() {
  const { signOut, email } = useSession()
  const userId = useUserId()
  const { data: hasNewPin } = useQuery(newPinQueries.exists(userId))
  const [isAsked, setIsAsked] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  // The guard opens the app when the profile changes.
  const { data: profile } = useQuery({ ...profileQueries.own(userId), refetchInterval: checkInterval })
  // The device of the sign-up becomes known without a code.
  useQuery({ ...deviceQueries.check(userId), enabled: profile?.deviceState === 'unknown' })
  return (
    <main className="flex min-h-dvh flex-col justify-center">
      <Screen title="Pending approval" width="alone" hideHeader>
        <div
          data-toasts="top"
          className="flex flex-1 flex-col items-center justify-center gap-4 pt-4 text-center short:justify-start"
        >
          <span className="inline-flex size-16 short:hidden items-center justify-center rounded-full bg-care-soft text-care">
            <Hourglass aria-hidden className="size-8" />
          </span>
          <h1 ref={heading} tabIndex={-1} className="text-headline outline-none">
            Your account is pending approval
          </h1>
          <p className="text-secondary">
            An administrator looks at every new account. This page moves on by itself once yours is approved.
          </p>
          <p className="wrap-anywhere text-secondary">
            You can close it: as soon as we've decided, we email you{email === null ? '' : ` at ${email}`}, also if we
            can't open your account.
          </p>
          <NewPinCard userId={userId} focusFallback={heading} />
          <Button
            variant="secondary"
            className="mt-4 w-full"
            onClick={() => (hasNewPin === true ? setIsAsked(true) : void signOut())}
          >
            Sign Out
          </Button>
        </div>
        {isAsked && (
          <ConfirmDialog {...authCopy.unsavedPin} onConfirm={() => void signOut()} onClose={() => setIsAsked(false)} />
        )}
      </Screen>
    </main>
  )
}
