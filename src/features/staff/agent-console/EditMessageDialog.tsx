import { useId } from 'react'
import { FormProblem } from '@/components/FormProblem'
import { Button } from '@/components/ui/Button'
import { Dialog } from '@/components/ui/Dialog'
import { TextArea } from '@/components/ui/Input'
import type { ChatMessage } from '@/features/contact/chat/queries'
import { cleanChatText, textLimit } from '@/features/contact/chat/shared'
import { formatCount } from '@/lib/numbers'
import { countCharacters } from '@/lib/safeText'
import { useForm } from '@/lib/useForm'
import { useEditMessage } from './mutations'

function problemOf(text: string): string | null {
  if (text === '') return 'A message cannot be empty.'
  return countCharacters(text) > textLimit ? `A message can have at most ${formatCount(textLimit)} characters.` : null
}

type EditMessageDialogProps = { conversationId: string; message: ChatMessage; onClose: () => void }

export function EditMessageDialog({ conversationId, message, onClose }: EditMessageDialogProps) {
  const edit = useEditMessage(conversationId)
  const fieldId = useId()
  const errorId = useId()
  const form = useForm({
    initial: { text: message.text },
    check: ({ text }) => {
      const cleaned = cleanChatText(text)
      const error = problemOf(cleaned)
      return error === null ? cleaned : { errors: { text: error } }
    },
    // The customer sees that a message was edited.
    submit: (text) => (text === message.text ? undefined : edit.mutateAsync({ id: message.id, text })),
    onSuccess: onClose,
  })
  const problem = problemOf(cleanChatText(form.values.text))

  return (
    <Dialog open onOpenChange={onClose} title="Edit message">
      <form {...form.props} className="space-y-4">
        <FormProblem words={form.problem} />
        <div>
          <label htmlFor={fieldId} className="mb-1 block text-label">
            Message
          </label>
          <TextArea
            {...form.input('text')}
            id={fieldId}
            data-first-focus
            rows={4}
            aria-invalid={problem !== null || undefined}
            aria-describedby={problem === null ? undefined : errorId}
          />
          {problem !== null && (
            <p id={errorId} className="mt-1 text-small text-danger">
              {problem}
            </p>
          )}
        </div>
        <Button
          type="submit"
          className="w-full"
          disabled={problem !== null}
          pending={form.isPending}
          pendingLabel="Saving..."
        >
          Save
        </Button>
      </form>
    </Dialog>
  )
}
