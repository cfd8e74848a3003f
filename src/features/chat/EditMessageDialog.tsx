import { useId, useState, type SubmitEvent } from 'react'
import { FormProblem } from '@/components/FormProblem'
import { Button } from '@/components/ui/Button'
import { Dialog } from '@/components/ui/Dialog'
import { controlLook } from '@/components/ui/Input'
import { messageOf } from '@/lib/errors'
import { cleanChatText, textLimit } from './chatText'
import { useEditMessage } from './mutations'
import type { ChatMessage } from './queries'

type EditMessageDialogProps = { conversationId: string; message: ChatMessage; onClose: () => void }

export function EditMessageDialog({ conversationId, message, onClose }: EditMessageDialogProps) {
  const [text, setText] = useState(message.text)
  const { mutate, isPending, error } = useEditMessage(conversationId)
  const fieldId = useId()
  const errorId = useId()
  const isEmpty = cleanChatText(text) === ''

  function handleSubmit(event: SubmitEvent) {
    event.preventDefault()
    if (!isEmpty && !isPending) mutate({ id: message.id, text: cleanChatText(text) }, { onSuccess: onClose })
  }

  return (
    <Dialog open onOpenChange={onClose} title="Edit message">
      <form onSubmit={handleSubmit} className="space-y-4">
        <FormProblem words={error === null ? null : { title: 'Error', text: messageOf(error) }} />
        <div>
          <label htmlFor={fieldId} className="mb-1 block text-sm font-medium">
            Message
          </label>
          <textarea
            id={fieldId}
            rows={4}
            value={text}
            maxLength={textLimit}
            aria-invalid={isEmpty || undefined}
            aria-describedby={isEmpty ? errorId : undefined}
            onChange={(event) => setText(event.target.value)}
            className={`${controlLook} py-3`}
          />
          {isEmpty && (
            <p id={errorId} className="mt-1 text-sm text-danger">
              A message cannot be empty.
            </p>
          )}
        </div>
        <Button type="submit" className="w-full" disabled={isEmpty} pending={isPending} pendingLabel="Saving...">
          Save
        </Button>
      </form>
    </Dialog>
  )
}
