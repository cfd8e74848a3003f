import { useState } from 'react'
import { Confirmation } from '@/components/Confirmation'
import { Button } from '@/components/ui/Button'
import { Dialog } from '@/components/ui/Dialog'
import { SelectField } from '@/components/ui/Select'
import { useFocusFallback } from '@/components/useFocusFallback'
import { closingReasons, reasonWords, toClosingReason, type ClosingReason } from '@/features/staff/transcripts/shared'
import { useDeleteChat } from './mutations'

type DeleteChatProps = {
  conversationId: string
  customerName: string
  /** The confirmation is open, also by a key. */
  isAsking: boolean
  onAsk: (isAsking: boolean) => void
  onDeleted: () => void
}

/** Ends and deletes a customer's chat, after a confirmation with a reason. */
export function DeleteChat({ isAsking, onAsk, ...props }: DeleteChatProps) {
  return (
    <>
      <Button variant="secondary" className="px-3!" onClick={() => onAsk(true)}>
        End Chat
      </Button>
      {isAsking && <EndChatDialog {...props} onClose={() => onAsk(false)} />}
    </>
  )
}

type EndChatDialogProps = Omit<DeleteChatProps, 'isAsking' | 'onAsk'> & { onClose: () => void }

function EndChatDialog({ conversationId, customerName, onDeleted, onClose }: EndChatDialogProps) {
  const [reason, setReason] = useState<ClosingReason>('answered')
  const { mutate, isPending } = useDeleteChat()
  useFocusFallback()
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`End the chat with ${customerName}?`}
      description="The chat and all its messages will be deleted here. This can't be undone. A sealed transcript is kept for complaints."
    >
      <div className="pb-4">
        <SelectField
          label="Reason"
          value={reason}
          onChange={(event) => setReason(toClosingReason(event.target.value) ?? 'other')}
          options={closingReasons.map((each) => [each, reasonWords[each]])}
        />
      </div>
      <Confirmation
        confirmLabel="End Chat"
        pending={isPending}
        onConfirm={() =>
          mutate(
            { chatId: conversationId, reason },
            {
              onSuccess: () => {
                onClose()
                onDeleted()
              },
            },
          )
        }
        onClose={onClose}
      />
    </Dialog>
  )
}
