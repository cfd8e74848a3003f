import { useState } from 'react'
import { ConfirmDialog } from '@/components/ConfirmDialog'
import { Button } from '@/components/ui/Button'
import { Dialog } from '@/components/ui/Dialog'
import { messageOf } from '@/lib/errors'
import { userCopy } from './copy'
import { useClearNotifications, useSendAllPins, useSyncPasswords } from './mutations'

/** Actions on all users, each after a confirmation. */
export function BulkButtons() {
  const sending = useSendAllPins()
  return (
    <div className="flex flex-wrap gap-2">
      <BulkButton words={userCopy.confirmClear} variant="danger" work={useClearNotifications()} />
      <BulkButton words={userCopy.confirmSend} variant="primary" work={sending} />
      <BulkButton words={userCopy.confirmSync} variant="primary" work={useSyncPasswords()} />
      {sending.data !== undefined && sending.data.failedNames.length > 0 && (
        <FailedNames result={sending.data} onClose={sending.reset} />
      )}
    </div>
  )
}

function FailedNames({ result, onClose }: { result: { failed: number; failedNames: string[] }; onClose: () => void }) {
  const { title, text, more } = userCopy.pinsFailed
  const unnamed = result.failed - result.failedNames.length
  return (
    <Dialog open onOpenChange={onClose} title={title} description={text}>
      <ul className="list-disc space-y-1 pl-5 text-sm">
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
  error: Error | null
  reset: () => void
}

type BulkButtonProps = {
  words: { title: string; text: string; action: string }
  variant: 'danger' | 'primary'
  work: Work
}

function BulkButton({ words, variant, work }: BulkButtonProps) {
  const [isAsking, setIsAsking] = useState(false)

  const handleClose = () => {
    setIsAsking(false)
    // A running action continues, and a toast reports its result.
    if (!work.isPending) work.reset()
  }

  return (
    <>
      <Button variant="secondary" className="px-4! text-sm" pending={work.isPending} onClick={() => setIsAsking(true)}>
        {words.action}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={words.title}
          text={words.text}
          confirmLabel={words.action}
          variant={variant}
          pending={work.isPending}
          problem={work.error && { title: userCopy.error, text: messageOf(work.error) }}
          onConfirm={() => work.mutate(undefined, { onSuccess: () => setIsAsking(false) })}
          onClose={handleClose}
        />
      )}
    </>
  )
}
