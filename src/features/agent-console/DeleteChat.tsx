import { useState } from 'react'
import { Confirmation } from '@/components/Confirmation'
import { useFocusFallback } from '@/components/useFocusFallback'
import { Button } from '@/components/ui/Button'
import { Dialog } from '@/components/ui/Dialog'
import { Field } from '@/components/ui/Field'
import { Select } from '@/components/ui/Select'
import { closingReasons, reasonWords, toClosingReason, type ClosingReason } from '@/features/transcripts/queries'
import { useDeleteChat } from './mutations'

type DeleteChatProps = { conversationId: string; customerName: string; onDeleted: () => void }

/** Ends and deletes a customer's chat, after a confirmation with a reason. */
export function DeleteChat(props: DeleteChatProps) {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <Button variant="secondary" className="min-h-11 px-4 text-sm" onClick={() => setIsAsking(true)}>
        End Chat
      </Button>
      {isAsking && <EndChatDialog {...props} onClose={() => setIsAsking(false)} />}
    </>
  )
}

type EndChatDialogProps = DeleteChatProps & { onClose: () => void }

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
      <Field label="Reason">
        {(control) => (
          <Select
            {...control}
            value={reason}
            onChange={(event) => setReason(toClosingReason(event.target.value) ?? 'other')}
          >
            {closingReasons.map((each) => (
              <option key={each} value={each}>
                {reasonWords[each]}
              </option>
            ))}
          </Select>
        )}
      </Field>
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
