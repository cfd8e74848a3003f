import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '@/components/ConfirmDialog'
import { FormProblem } from '@/components/FormProblem'
import { Loaded } from '@/components/Loaded'
import { Skeleton } from '@/components/Skeleton'
import { Button } from '@/components/ui/Button'
import { Dialog } from '@/components/ui/Dialog'
import { InputField, TextAreaField } from '@/components/ui/Input'
import { cleanChatText } from '@/features/contact/chat/shared'
import { useForm } from '@/lib/useForm'
import { consoleCopy } from './copy'
import { useDeleteReply, useSaveReply } from './mutations'
import { consoleQueries, type SavedReply } from './queries'

/** The replies that all agents share, and a form for each. */
export function SavedReplies() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="secondary" onClick={() => setIsOpen(true)}>
        Saved replies
      </Button>
      {isOpen && <RepliesDialog onClose={() => setIsOpen(false)} />}
    </>
  )
}

function RepliesDialog({ onClose }: { onClose: () => void }) {
  const query = useQuery(consoleQueries.savedReplies())
  const [edited, setEdited] = useState<SavedReply | null>(null)
  const [deleted, setDeleted] = useState<SavedReply | null>(null)
  return (
    <>
      <Dialog open onOpenChange={onClose} title="Saved replies" description={consoleCopy.repliesHint}>
        {edited === null ? (
          <Loaded query={query} what="the saved replies" skeleton={<Skeleton className="h-24" />}>
            {(replies) => (
              <div className="space-y-4">
                {replies.length === 0 && <p className="text-secondary">{consoleCopy.noReplies}</p>}
                <ul className="divide-y divide-line">
                  {replies.map((reply) => (
                    <li key={reply.id} className="flex items-center gap-2 py-1 text-small">
                      <div className="min-w-0 flex-1">
                        <p className="text-name">/{reply.shortcut}</p>
                        <p className="line-clamp-1 text-secondary">{reply.text}</p>
                      </div>
                      <Button
                        variant="quiet"
                        className="px-3"
                        aria-label={`Edit ${reply.shortcut}`}
                        onClick={() => setEdited(reply)}
                      >
                        Edit
                      </Button>
                      <Button
                        variant="quiet"
                        className="px-3"
                        aria-label={`Delete ${reply.shortcut}`}
                        onClick={() => setDeleted(reply)}
                      >
                        Delete
                      </Button>
                    </li>
                  ))}
                </ul>
                <Button
                  className="w-full"
                  onClick={() => setEdited({ id: crypto.randomUUID(), shortcut: '', text: '' })}
                >
                  New reply
                </Button>
              </div>
            )}
          </Loaded>
        ) : (
          <ReplyForm reply={edited} onClose={() => setEdited(null)} />
        )}
      </Dialog>
      {deleted !== null && <DeleteReply reply={deleted} onClose={() => setDeleted(null)} />}
    </>
  )
}

type OneReply = { reply: SavedReply; onClose: () => void }

function ReplyForm({ reply, onClose }: OneReply) {
  const save = useSaveReply()
  const form = useForm({
    initial: { shortcut: reply.shortcut, reply: reply.text },
    check: (typed) => {
      const shortcut = typed.shortcut.trim().toLowerCase().replace(/^\//, '')
      const text = cleanChatText(typed.reply)
      const errors = {
        ...(!/^[a-z0-9][a-z0-9-]{0,29}$/.test(shortcut) && { shortcut: consoleCopy.badShortcut }),
        ...((text === '' || text.length > 500) && { reply: consoleCopy.badReply }),
      }
      return Object.keys(errors).length > 0 ? { errors } : { shortcut, text }
    },
    submit: ({ shortcut, text }) => {
      // Not what was not changed: a colleague may have.
      const change = { ...(shortcut !== reply.shortcut && { shortcut }), ...(text !== reply.text && { text }) }
      return Object.keys(change).length > 0 ? save.mutateAsync({ id: reply.id, ...change }) : undefined
    },
    onSuccess: onClose,
  })
  return (
    <form {...form.props} className="space-y-2">
      <FormProblem words={form.problem} />
      <InputField
        label="Shortcut"
        hint={consoleCopy.shortcutHint}
        {...form.field('shortcut')}
        autoComplete="off"
        maxLength={31}
      />
      <TextAreaField label="Reply" {...form.field('reply')} rows={4} maxLength={500} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" pending={form.isPending} pendingLabel="Saving...">
          Save
        </Button>
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

function DeleteReply({ reply, onClose }: OneReply) {
  const { mutate, isPending } = useDeleteReply()
  return (
    <ConfirmDialog
      title={`Delete /${reply.shortcut}?`}
      text="No agent will be able to insert it."
      confirmLabel="Delete"
      pending={isPending}
      onConfirm={() => mutate(reply.id, { onSuccess: onClose })}
      onClose={onClose}
    />
  )
}
