import { useLocation } from 'react-router-dom'
import { Screen } from '@/components/Screen'
import { Button } from '@/components/ui/Button'
import { useFreezeAccount } from '@/features/auth/useFreezeAccount'

/** The link in a security mail leads here. It needs no sign-in and can only freeze. */
export function FreezeScreen() {
  const token = useLocation().hash.slice(1)
  const freeze = useFreezeAccount()
  return (
    <main className="flex min-h-dvh flex-col justify-center">
      <Screen title="Freeze my account" width="alone" hideHeader>
        <div className="flex flex-1 flex-col justify-center gap-4">
          {freeze.isSuccess ? (
            <div role="status" className="space-y-4">
              <h1 className="text-xl font-semibold">Your account is frozen</h1>
              <p>All devices are signed out. Nobody can sign in, pay or use the card. Money still comes in.</p>
              <p>
                Change the password of your email account. Then contact us: we check that it's you, give you a new PIN
                and unfreeze your account.
              </p>
              <p className="text-muted">A link works for 30 days. If yours is older, contact us at once.</p>
            </div>
          ) : (
            <>
              <h1 tabIndex={-1} className="text-xl font-semibold">
                Freeze my account?
              </h1>
              <p>
                We sign out all devices and stop your payments and your card. Money still comes in. Only our staff can
                undo this, so do it if you think that somebody else is using your account.
              </p>
              <Button
                className="w-full"
                pending={freeze.isPending}
                pendingLabel="Freezing..."
                onClick={() => freeze.mutate(token)}
              >
                Freeze my account
              </Button>
            </>
          )}
        </div>
      </Screen>
    </main>
  )
}
