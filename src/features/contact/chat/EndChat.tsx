import { useState } from 'react'
import { ConfirmDialog } from '@/components/ConfirmDialog'
import { Button } from '@/components/ui/Button'
import { useEndChat } from './mutations'

type EndChatProps = { userId: string; conversationId: string | null; onLeave: () => void }

/** Deletes the chat after a confirmation. Without a chat, it only leaves the screen. */
export function EndChat({ userId, conversationId, onLeave }: EndChatProps) {
  const [isAsking, setIsAsking] = useState(false)
  const { mutate, isPending } = useEndChat(userId)

  function handleConfirm() {
    if (conversationId === null) setIsAsking(false)
    else mutate(conversationId, { onSuccess: () => setIsAsking(false) })
  }

  return (
    <>
      <Button
        variant="quiet"
        className="px-1 text-sm"
        onClick={conversationId === null ? onLeave : () => setIsAsking(true)}
      >
        End Chat
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="End this chat?"
          text="All its messages will be deleted from the app. This can't be undone. We keep a sealed record in case of a complaint."
          confirmLabel="End Chat"
          pending={isPending}
          onConfirm={handleConfirm}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  )
}
