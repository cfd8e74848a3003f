import { useState } from 'react'
import { ConfirmDialog } from '@/components/ConfirmDialog'
import { Button } from '@/components/ui/Button'
import { Dialog } from '@/components/ui/Dialog'
import { userCopy } from './copy'
import { useClearNotifications, useSendAllPins, useSyncPasswords } from './mutations'

/** Actions on all users, each after a confirmation. */
export function BulkButtons() {
  const sending = useSendAllPins()
  const syncing = useSyncPasswords()
  return (
    <div className="flex flex-wrap gap-2">
      <BulkButton words={userCopy.confirmClear} variant="danger" work={useClearNotifications()} />
      <BulkButton
        words={userCopy.confirmSend}
        variant="primary"
        work={sending}
        progress={progressOf(sending)}
        onStop={sending.stop}
      />
      <BulkButton
        words={userCopy.confirmSync}
        variant="primary"
        work={syncing}
        progress={syncing.isPending && syncing.synced ? userCopy.syncProgress(syncing.synced) : undefined}
        onStop={syncing.stop}
      />
      {sending.data?.after === null && sending.data.failedNames.length > 0 && (
        <FailedNames result={sending.data} onClose={sending.reset} />
      )}
    </div>
  )
}

/** Undefined before the first step. */
function progressOf({ sent, isPending }: ReturnType<typeof useSendAllPins>): string | undefined {
  if (sent.after === null) return undefined
  return isPending ? userCopy.pinsProgress(sent) : `${userCopy.pinsProgress(sent)} ${userCopy.pinsGoOn}`
}

function FailedNames({ result, onClose }: { result: { failed: number; failedNames: string[] }; onClose: () => void }) {
  const { title, text, more } = userCopy.pinsFailed
  const unnamed = result.failed - result.failedNames.length
  return (
    <Dialog open onOpenChange={onClose} title={title} description={text}>
      <ul className="list-disc space-y-1 pl-5 text-small">
        {result.failedNames.map((name) => (
          <li key={name} className="wrap-anywhere">
            {name}
          </li>
        ))}
        {unnamed > 0 && <li>{more(unnamed)}</li>}
      </ul>
    </Dialog>
  )
}

type Work = {
  mutate: (nothing: void, then: { onSuccess: () => void }) => void
  isPending: boolean
}

type BulkButtonProps = {
  words: { title: string; text: string; action: string }
  variant: 'danger' | 'primary'
  work: Work
  /** Of work in steps. */
  progress?: string
  /** Ends work in steps after the one that is under way. */
  onStop?: () => void
}

function BulkButton({ words, variant, work, progress, onStop }: BulkButtonProps) {
  const [isAsking, setIsAsking] = useState(false)

  const handleClose = () => {
    setIsAsking(false)
    // A toast reports the result of an action that still runs, or of the step after which it stops.
    if (work.isPending) onStop?.()
  }

  return (
    <>
      <Button
        variant="secondary"

        pending={work.isPending}
        onClick={() => setIsAsking(true)}
      >
        {words.action}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={words.title}
          text={words.text}
          confirmLabel={words.action}
          variant={variant}
          closeLabel={work.isPending && onStop !== undefined ? userCopy.stop : undefined}
          pending={work.isPending}
          progress={progress}
          onConfirm={() => work.mutate(undefined, { onSuccess: () => setIsAsking(false) })}
          onClose={handleClose}
        />
      )}
    </>
  )
}
