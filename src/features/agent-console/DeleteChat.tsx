import { useState } from 'react'
import { ConfirmDialog } from '@/components/ConfirmDialog'
import { Button } from '@/components/ui/Button'
import { useDeleteChat } from './mutations'

type DeleteChatProps = { conversationId: string; customerName: string; onDeleted: () => void }

/** Ends and deletes a customer's chat, after a confirmation. */
export function DeleteChat({ conversationId, customerName, onDeleted }: DeleteChatProps) {
  const [isAsking, setIsAsking] = useState(false)
  const { mutate, isPending } = useDeleteChat()
  return (
    <>
      <Button variant="secondary" className="min-h-11 px-4 text-sm" onClick={() => setIsAsking(true)}>
        End Chat
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={`End the chat with ${customerName}?`}
          text="The chat and all its messages will be deleted here. This can't be undone. A sealed transcript is kept for complaints."
          confirmLabel="End Chat"
          pending={isPending}
          onConfirm={() =>
            mutate(conversationId, {
              onSuccess: () => {
                setIsAsking(false)
                onDeleted()
              },
            })
          }
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  )
}
