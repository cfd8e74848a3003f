import { useState } from 'react'
import { ConfirmDialog } from '@/components/ConfirmDialog'
import { Button } from '@/components/ui/Button'
import { messageOf } from '@/lib/errors'
import { userCopy } from './copy'
import { useClearNotifications, useSendAllPins, useSyncPasswords } from './mutations'

/** Actions on all users, each after a confirmation. */
export function BulkButtons() {
  return (
    <div className="flex flex-wrap gap-2">
      <BulkButton words={userCopy.confirmClear} work={useClearNotifications()} />
      <BulkButton words={userCopy.confirmSend} work={useSendAllPins()} />
      <BulkButton words={userCopy.confirmSync} work={useSyncPasswords()} />
    </div>
  )
}

type Work = {
  mutate: (nothing: void, then: { onSuccess: () => void }) => void
  isPending: boolean
  error: Error | null
  reset: () => void
}

type BulkButtonProps = { words: { title: string; text: string; action: string }; work: Work }

function BulkButton({ words, work }: BulkButtonProps) {
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
          pending={work.isPending}
          problem={work.error && { title: userCopy.error, text: messageOf(work.error) }}
          onConfirm={() => work.mutate(undefined, { onSuccess: () => setIsAsking(false) })}
          onClose={handleClose}
        />
      )}
    </>
  )
}
