import { useQuery } from '@tanstack/react-query'
import { FormProblem } from '@/components/FormProblem'
import { SheetSection } from '@/components/SheetSection'
import { Button } from '@/components/ui/Button'
import { CodeByMail } from '@/features/person/devices/shared'
import { profileQueries, type Profile } from '@/features/person/profile/queries'
import { timeOfDayOrDate } from '@/lib/dates'
import { messageOf } from '@/lib/errors'
import { freezeCopy } from './copy'
import { FreezeFacts } from './FreezeFacts'
import { useFreeze, useUnfreeze } from './mutations'

/** Freezes the account, and undoes it. */
export function FreezeSheet({ profile }: { profile: Profile }) {
  const { isFrozen, unfreezesAt } = profile
  // The server ends the freeze, so the sheet asks until it has.
  useQuery({ ...profileQueries.own(profile.id), refetchInterval: unfreezesAt === null ? false : 30_000 })
  return (
    <div className="space-y-6">
      {isFrozen && (
        <SheetSection title={freezeCopy.undo}>
          {unfreezesAt === null ? (
            <Unfreeze userId={profile.id} hasPasskey={profile.passkeyState === 'some'} />
          ) : (
            <>
              <p>{freezeCopy.unfreezing(timeOfDayOrDate(unfreezesAt))}</p>
              <FreezeButton isFrozen />
            </>
          )}
        </SheetSection>
      )}
      <FreezeFacts />
      {!isFrozen && <FreezeButton isFrozen={false} />}
    </div>
  )
}

function FreezeButton({ isFrozen }: { isFrozen: boolean }) {
  const freeze = useFreeze(isFrozen)
  const title = isFrozen ? freezeCopy.notKept : freezeCopy.failed
  return (
    <>
      <FormProblem words={freeze.isError ? { title, text: messageOf(freeze.error) } : null} />
      <Button
        variant={isFrozen ? 'primary' : 'danger'}
        className="w-full"
        pending={freeze.isPending}
        pendingLabel={freezeCopy.freezing}
        onClick={() => freeze.mutate()}
      >
        {isFrozen ? freezeCopy.keep : freezeCopy.freeze}
      </Button>
    </>
  )
}

function Unfreeze({ userId, hasPasskey }: { userId: string; hasPasskey: boolean }) {
  const unfreeze = useUnfreeze()
  const withPasskey = useUnfreeze()
  return (
    <>
      <p>{freezeCopy.checkFirst}</p>
      <CodeByMail
        userId={userId}
        askText={freezeCopy.askText}
        confirm={(code) => {
          withPasskey.reset()
          return unfreeze.mutateAsync(code)
        }}
      />
      {hasPasskey && (
        <>
          <FormProblem
            words={withPasskey.isError ? { title: freezeCopy.notAsked, text: messageOf(withPasskey.error) } : null}
          />
          <Button
            variant="secondary"
            className="w-full"
            pending={withPasskey.isPending}
            pendingLabel={freezeCopy.passkeyPending}
            onClick={() => withPasskey.mutate(null)}
          >
            {freezeCopy.passkey}
          </Button>
        </>
      )}
    </>
  )
}
