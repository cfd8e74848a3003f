import { useQuery, useQueryClient } from '@tanstack/react-query'
import { MailCheck, ShieldQuestion } from 'lucide-react'
import { useEffect } from 'react'
import { Loaded } from '@/components/Loaded'
import { Loading } from '@/components/Loading'
import { Screen } from '@/components/Screen'
import { Button } from '@/components/ui/Button'
import { CodeForm } from '@/features/person/devices/CodeForm'
import { deviceCopy } from '@/features/person/devices/copy'
import { maskEmail } from '@/features/person/devices/maskEmail'
import { useConfirmDevice } from '@/features/person/devices/mutations'
import { deviceQueries } from '@/features/person/devices/queries'
import { SendCode } from '@/features/person/devices/SendCode'
import { profileQueries } from '@/features/person/profile/queries'
import { lazyPart } from '@/lib/lazyPart'
import { useSession, useUserId } from '@/lib/session'

const ConfirmDevice = lazyPart(async () => (await import('@/features/person/passkeys/ConfirmDevice')).ConfirmDevice)

/** Shown instead of any screen until this device is confirmed. */
export function ConfirmDeviceScreen() {
  const { signOut } = useSession()
  const userId = useUserId()
  const check = useQuery(deviceQueries.check(userId))
  const client = useQueryClient()
  const isKnown = check.data?.isKnown === true
  useEffect(() => {
    if (isKnown) void client.invalidateQueries({ queryKey: profileQueries.all })
  }, [client, isKnown])
  if (isKnown || (check.data === undefined && check.error === null && check.fetchStatus === 'fetching')) {
    return <Loading full />
  }
  return (
    <main className="flex min-h-dvh flex-col justify-center">
      <Screen title="Confirm this device" width="alone" hideHeader>
        <div className="flex flex-1 flex-col items-center justify-center gap-4 py-6 text-center">
          <Loaded query={check} what="this device" skeleton={null}>
            {({ hasCode }) => <Step hasCode={hasCode} />}
          </Loaded>
          <Button variant="secondary" className="w-full" onClick={() => void signOut()}>
            Sign Out
          </Button>
        </div>
      </Screen>
    </main>
  )
}

function Step({ hasCode }: { hasCode: boolean }) {
  const { email } = useSession()
  const userId = useUserId()
  const address = maskEmail(email)
  const confirm = useConfirmDevice()
  const hasPasskey = useQuery(profileQueries.own(userId)).data?.passkeyState === 'some'
  const Icon = hasCode ? MailCheck : ShieldQuestion
  return (
    <>
      <span className="inline-flex size-16 items-center justify-center rounded-full bg-sunken text-muted">
        <Icon aria-hidden className="size-8" />
      </span>
      <h1 tabIndex={-1} className="text-headline">
        {hasCode ? deviceCopy.enterTitle : deviceCopy.askTitle}
      </h1>
      <p className="text-secondary wrap-anywhere">
        {hasCode ? deviceCopy.enterText(address) : `${deviceCopy.askText(address)} ${deviceCopy.askOnce}`}
      </p>
      {hasCode ? <CodeForm userId={userId} confirm={confirm.mutateAsync} /> : <SendCode userId={userId} />}
      {hasPasskey && <ConfirmDevice userId={userId} />}
    </>
  )
}
